// Events in their text form, as rams-hand/1 has them: "act 1 play As".

const seatless = ['upcard', 'turn', 'trump', 'reshuffle'];

/**
 * event reads an event.
 * @param {string} text
 * @returns {page.Event}
 */
export function event(text) {
  const [t, ...rest] = text.split(' ');
  const seat = seatless.includes(t) ? {} : {seat: Number(rest.shift())};
  const tail = rest.join(' ');
  switch (t) {
    case 'ante':
      return {t, ...seat, amount: Number(tail)};
    case 'cut':
      return {t, ...seat, at: Number(rest[0]), shown: rest.slice(1).join(' ')};
    case 'trump':
      return {t, suit: tail};
    case 'act':
      return {t, ...seat, act: tail};
    case 'reshuffle':
      return {t, n: rest.length};
    case 'upcard':
    case 'turn':
    case 'take':
      return {t, ...seat, card: tail};
    case 'deal':
    case 'show':
      return {t, ...seat, cards: tail};
    case 'draw': {
      const [cards, up] = tail.split(' up ');
      return {t, ...seat, cards, up: up ?? ''};
    }
    default:
      return {t, ...seat};
  }
}
