// What a seat knows of a hand, from the events it has been told. Nothing here knows
// the network or the page.

export const suits = {c: '♣', s: '♠', h: '♥', d: '♦'};

/** event reads an event in its text form, such as "act 1 play As", as rams-hand/1 has it. */
export function event(text) {
  const [t, ...rest] = text.split(' ');
  const e = {t};
  if (!['upcard', 'turn', 'trump', 'reshuffle'].includes(t)) e.seat = Number(rest.shift());
  switch (t) {
    case 'ante': return {...e, amount: Number(rest[0])};
    case 'cut': return {...e, at: Number(rest.shift()), shown: rest.join(' ')};
    case 'trump': return {...e, suit: rest[0]};
    case 'act': return {...e, act: rest.join(' ')};
    case 'reshuffle': return {...e, n: rest.length};
    case 'upcard': case 'turn': case 'take': return {...e, card: rest.join(' ')};
    case 'deal': return {...e, cards: rest.join(' ')};
    case 'draw': {
      const [drawn, up] = rest.join(' ').split(' up ');
      return {...e, cards: drawn, up: up ?? ''};
    }
    default: return e;
  }
}

/** show writes a card, or several, with the signs of the suits. */
export const show = (cards) => cards.split(' ').map((c) => (c === '??' ? '▒' : c[0].replace('T', '10') + suits[c[1]])).join(' ');

const remove = (hand, cards) => {
  for (const c of cards) {
    const at = hand.indexOf(c);
    if (at >= 0) hand.splice(at, 1);
  }
};

/** cards returns the cards of a seat after these events. */
export function cards(events, seat) {
  let hand = [];
  let trump = '';
  for (const e of events) {
    if (e.t === 'trump') trump = e.suit;
    if (e.seat !== seat) continue;
    if (e.t === 'deal' || e.t === 'draw') hand.push(...e.cards.split(' '));
    if (e.t === 'take') hand.push(e.card);
    if (e.t !== 'act') continue;
    const [word, ...which] = e.act.split(' ');
    if (word === 'blind') hand = hand.filter((c) => c !== '??');
    if (word === 'swap') remove(hand, ['6' + trump]);
    remove(hand, which);
  }
  return hand.filter((c) => c !== '??').sort();
}

/** tell says an event in words; name gives the name of a seat. */
export function tell(e, name) {
  const who = e.seat === undefined ? '' : name(e.seat);
  switch (e.t) {
    case 'ante': return `${who} pays ${e.amount}`;
    case 'cut': return `${who} cuts${e.shown ? ' and shows ' + show(e.shown) : ''}`;
    case 'dealer': return `${who} deals now`;
    case 'deal': return `${who} gets ${show(e.cards)}`;
    case 'upcard': return `turned up: ${show(e.card)}`;
    case 'turn': return `turned: ${show(e.card)}`;
    case 'trump': return `trump is ${suits[e.suit]}`;
    case 'draw': return `${who} draws ${show(e.cards)}`;
    case 'take': return `${who} takes ${show(e.card)}`;
    case 'reshuffle': return 'the discards are shuffled and become the stock';
    case 'susi': return `${who} is the Susi`;
    case 'trick': return `${who} wins the trick`;
    case 'act': {
      const [word, ...which] = e.act.split(' ');
      return `${who}: ${word} ${which.length ? show(which.join(' ')) : ''}`;
    }
    default: return e.t;
  }
}

/** trick returns the cards of the trick that lies on the table, by seat. */
export function trick(events) {
  let lying = [];
  for (const e of events) {
    if (e.t === 'trick') lying = [];
    if (e.t === 'act' && e.act.startsWith('play ')) lying.push([e.seat, e.act.slice(5)]);
  }
  return lying;
}
