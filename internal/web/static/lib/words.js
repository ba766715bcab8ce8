// The words: that part of the catalogue and of the glossary of the Go side which the
// pages name. A text has {name}s and, where it counts, plural forms.

import {file, once} from './address.js';
import {french, gameOf, welis} from './games.js';
import {known} from './kept.js';
import {remember, remembered} from './storage.js';

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** @type {Record<string, string>} what they are called by those who speak them */
export const called = {
  en: 'English',
  'de-DE': 'Deutsch (Deutschland)',
  'de-CH': 'Deutsch (Schweiz)',
  'de-AT': 'Deutsch (Österreich)',
  ja: '日本語',
};

export const languages = Object.keys(called); // the first of a language stands for the others of it

/** The language somebody chose, or the browser's. */
export function language() {
  const asked = new URLSearchParams(location.search).get('lang') ?? remembered('lang');
  for (const l of [asked, ...navigator.languages].map((a) => a?.replace(/-LI$/i, '-CH'))) {
    const is = (/** @type {string} */ a) => a.toLowerCase() === l?.toLowerCase();
    const near = (/** @type {string} */ a) => a.slice(0, 2) === l?.slice(0, 2).toLowerCase();
    const found = languages.find(is) ?? languages.find(near);
    if (found && asked && !remembered('lang')) remember('lang', found); // for the pages that this one leads to
    if (found) return found;
  }
  return 'en';
}

/** fill puts arguments into a text's {name}s. */
export const fill = (/** @type {string} */ text, /** @type {Record<string, any>} */ args) =>
  text.replace(/\{(\w+)\}/g, (_, key) => `${args[key] ?? ''}`);

/** cents is whether a money has a hundredth part: Rappen, cents. */
export const cents = (/** @type {string} */ money) => money !== 'points' && money !== 'yen';

/**
 * readAmount reads an amount as people write it: 2, 2.50, 2,5, 1'000.–, Fr. 5. It gives Rappen, cents, points or yen; NaN: it is none.
 * @param {string} text
 * @param {string} money
 */
export function readAmount(text, money) {
  const t = text
    .normalize('NFKC')
    .replace('。', '.')
    .trim()
    .replace(
      /^(CHF|S?Fr\.?|EUR|€|USD|(US)?\$|JPY|¥|円)\s*|\s*(CHF|S?Fr\.?|EUR|€|USD|(US)?\$|ドル|JPY|¥|円)$/gi,
      '',
    )
    .replace(/[.,][-–—]+$/, '')
    .replace(/[\s’]/g, "'");
  const [, whole, group, point, part = ''] =
    /^(-?[1-9]\d{0,2}(?:([.,'])\d{3})(?:\2\d{3})*|-?\d{1,18})(?:([.,])(\d{1,2}))?$/.exec(t) ?? [];
  if (!whole || (point && (point === group || !cents(money)))) return NaN;
  return Number(whole.replace(/[.,']/g, '') + (cents(money) ? part.padEnd(2, '0') : ''));
}

/** Words speaks of one game with one deck, in one language. */
export class Words {
  /**
   * @param {string} lang
   * @param {Catalogue} texts
   * @param {Record<string, string>} glossary
   * @param {string} preset
   * @param {string} [deck]
   */
  constructor(lang, texts, glossary, preset, deck) {
    this.lang = lang;
    this.texts = texts;
    this.glossary = glossary;
    this.preset = preset;
    this.own = deck ?? glossary[`deck.${preset}`] ?? 'french';
    this.money = glossary[`money.${preset}`] ?? 'points';
    /** @type {string | undefined} */
    this.pack = undefined; // the game's own
    this.rob = this.rules.rob !== undefined; // the upcard may be taken for a card
    this.chooses = false; // the dealer, what is trump
    this.races = this.rules.score !== undefined;
    this.plural = new Intl.PluralRules(lang);
  }

  /** @param {string} key */
  has(key) {
    return key in this.texts;
  }

  /**
   * t returns a text. n decides between plural forms.
   * @param {string} key
   * @param {Record<string, any>} [args]
   * @returns {string}
   */
  t(key, args = {}) {
    const text = this.texts[key];
    if (text === undefined) return key;
    for (const k in args)
      if (
        /^(name|name_.|from|to|host)$/.test(k) &&
        ![this.texts['start.you'], this.texts['puzzle.me']].includes(args[k])
      )
        known(args[k]);
    if (typeof text === 'string') return fill(text, args);
    return fill(text[this.plural.select(args.n ?? 0)] ?? text.other, args);
  }

  /** dates is the locale of days and times: the browser's, where it says more than the language. */
  get dates() {
    return navigator.languages.find((l) => l.startsWith(`${this.lang}-`)) ?? this.lang;
  }

  /** word returns a word of the glossary; where that has none, the language's. */
  word(/** @type {string} */ key) {
    return this.glossary[key] ?? this.t(key);
  }

  /** @param {string} s */
  suit(s) {
    return known(this.word(`suit.${this.deck}.${s}`));
  }

  /** card returns the name of a card: Rosen Under. */
  card(/** @type {string} */ c) {
    if (c === '??') return this.t('card.hidden');
    if (c === this.weli && !this.rules.weli) return known(this.word('card.weli'));
    const shape = this.glossary['card.' + this.deck] ?? this.texts['card.french']; // not by word, which would fill in nothing
    return known(
      fill(`${shape}`, {rank: this.word(`rank.${this.deck}.${c[0]}`), suit: this.suit(c[1])}),
    );
  }

  /** weli is the card that is always a trump; '': there is none. */
  get weli() {
    return this.rules.weli ?? welis[this.cardsOf] ?? '';
  }

  /** cardsOf is the pack of this game. */
  get cardsOf() {
    return this.pack ?? this.rules.pack;
  }

  /** deck is the one whose names it uses: the French one where no other has all cards of the pack. */
  get deck() {
    return french.includes(this.cardsOf) ? 'french' : this.own;
  }

  /** rules are the facts of this game. */
  get rules() {
    return gameOf(this.preset);
  }

  /** @param {string[]} cards */
  cards(cards) {
    return this.list(cards.map((c) => this.card(c)));
  }

  /** @param {string[]} items */
  list(items) {
    if (items.length === 0) return this.t('list.none');
    const last = items[items.length - 1];
    if (items.length === 1) return last;
    const first = items.slice(0, -1).reduce((a, b) => this.t('list.more', {a, b}));
    return this.t('list.last', {a: first, b: last});
  }

  /** sentences joins sentences as the language does. */
  sentences(/** @type {string[]} */ list) {
    return list.filter(Boolean).reduce((a, b) => (a ? this.t('list.sentences', {a, b}) : b), '');
  }

  /**
   * labelled puts a label before a text: Ante: 0.20.
   * @param {string} a the label
   * @param {string} b
   */
  labelled(a, b) {
    return this.t('list.label', {a, b});
  }

  /**
   * ours is the first word that the game has, or else the game whose words it shares.
   * @param {(preset: string) => string[]} keys
   */
  ours(keys) {
    return [this.preset, this.glossary[`family.${this.preset}`]]
      .flatMap(keys)
      .map((key) => this.glossary[key])
      .find(Boolean);
  }

  /** call returns what is said at the table: metcho. */
  call(/** @type {string} */ kind) {
    const text = this.ours((p) => [`call.${p}.${this.deck}.${kind}`, `call.${p}.${kind}`]);
    if (text) return text;
    const [, price] = kind.split('price-');
    return price
      ? this.t('call.price', {n: Number(price)})
      : this.t(`call.${kind}${this.chosen(kind)}`);
  }

  /** declarer returns what the declarer is called: Chratzer. */
  declarer() {
    return this.ours((p) => [`role.${p}.declarer`]) ?? this.t('role.declarer');
  }

  /** chosen ends the keys of such acts. */
  chosen(/** @type {string} */ act) {
    return this.chooses && ['blind', 'see'].includes(act) ? '.trump' : '';
  }

  game() {
    return this.word(`name.${this.preset}`);
  }

  /**
   * number returns an amount without its unit: 2.20.
   * @param {number} amount
   * @param {string} [money]
   */
  number(amount, money = this.money) {
    const sign = amount < 0 ? '-' : '';
    let rest = `${Math.abs(amount)}`;
    let tail = '';
    if (cents(money)) {
      rest = rest.padStart(3, '0');
      tail = this.t(`money.${money}.point`) + rest.slice(-2);
      rest = rest.slice(0, -2);
    }
    if (rest.length > 4) rest = rest.replace(/\B(?=(\d{3})+$)/g, this.t(`money.${money}.group`));
    return sign + rest + tail;
  }

  /**
   * @param {number} amount
   * @param {string} [money]
   */
  balance(amount, money) {
    return (amount > 0 ? '+' : '') + this.number(amount, money);
  }

  /**
   * sum returns an amount with its unit: Fr. 2.20.
   * @param {number} amount
   * @param {string} [money]
   */
  sum(amount, money = this.money) {
    return this.t(`money.${money}`, {amount: this.number(amount, money), n: amount});
  }

  /** worth is in what the values of acts are told: in a race in hundredths of a stroke. */
  get worth() {
    return this.races ? 'strokes' : this.money;
  }
}

/**
 * loadTable fetches the words of a table: with its money, and the deck that the reader looks at, or else the table's.
 * @param {page.Config} config
 * @param {string} own the deck that the reader looks at
 */
export async function loadTable(config, own) {
  const w = await loadWords(config.rules.preset, own || config.deck || undefined);
  w.money = config.money || w.money;
  w.rob = 'rob' in config.rules ? config.rules.rob !== 'no' : w.rob;
  w.chooses = config.rules.trump === 'dealer';
  if ('score' in config.rules) w.races = config.rules.score !== 'pot';
  w.pack = /** @type {string | undefined} */ (config.rules.pack);
  return w;
}

/**
 * loadWords fetches the words of a game.
 * @param {string} preset
 * @param {string} [deck]
 * @param {string} [lang]
 */
export async function loadWords(preset, deck, lang = language()) {
  const {texts, glossary} = JSON.parse(await once(file(`/app/words/${lang}.json`)));
  return new Words(lang, texts, glossary, preset, deck);
}

document.documentElement.lang = language();
known(remembered('name') ?? '');
