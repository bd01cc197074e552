/** The viewer's hand while moves are shown that the server has not confirmed yet. */
import type { GameEvent, Letter, SeatName } from '../net/protocol';

export interface Hand {
  /** Cards that lie open in front of the viewer. */
  shown: readonly Letter[];
  hidden: readonly Letter[];
}

/** Apply the events that concern a seat's cards. */
export function handAfter(hand: Hand, events: readonly GameEvent[], seat: SeatName): Hand {
  return events.reduce((held, event) => step(held, event, seat), hand);
}

function step(hand: Hand, event: GameEvent, seat: SeatName): Hand {
  if (!('seat' in event) || event.seat !== seat) return hand;
  switch (event.type) {
    case 'cards_played':
      return event.cards.reduce(without, hand);
    case 'card_buried':
      return event.card ? without(hand, event.card) : hand;
    case 'open_card_taken':
      return { ...hand, hidden: [...hand.hidden, event.card].sort() };
    default:
      return hand;
  }
}

function without(hand: Hand, card: Letter): Hand {
  const rest = (cards: readonly Letter[]): readonly Letter[] => {
    const place = cards.indexOf(card);
    return cards.filter((_, i) => i !== place);
  };
  return hand.shown.includes(card)
    ? { ...hand, shown: rest(hand.shown) }
    : { ...hand, hidden: rest(hand.hidden) };
}
