/** The game that is being put together on the home screen. */
import type { Catalogue, EditionOut, NewGame, SeatChoice, SeatName } from '../protocol';
import { settings } from '../settings.svelte';

export const CLOCKS: readonly { kind: 'turn' | 'game'; seconds: number }[] = [
  { kind: 'turn', seconds: 60 },
  { kind: 'turn', seconds: 180 },
  { kind: 'game', seconds: 600 },
  { kind: 'game', seconds: 1200 },
  { kind: 'game', seconds: 3600 },
];

export class Wish {
  mode: NewGame['mode'] = $state('bot');
  bot: string = $state('');
  edition = $state('kosmos-2015');
  noTrespass = $state(false);
  openHands = $state(false);
  handicap = $state(0);
  handicapSeat: SeatName = $state('white');
  seat: SeatChoice = $state('random');
  first: SeatChoice = $state('random');
  clock = $state(-1);
  secondName = $state('');

  readonly catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    this.bot = catalogue.bots[Math.floor(catalogue.bots.length / 3)]?.key ?? '';
  }

  readonly book: EditionOut | undefined = $derived.by(() =>
    this.catalogue.editions.find((edition) => edition.key === this.edition),
  );

  /** What is sent; of the variants only those that the book offers. */
  asked(): NewGame {
    const { book } = this;
    const handicap = book?.offers_handicap ? this.handicap : 0;
    return {
      mode: this.mode,
      ruleset: {
        edition: this.edition,
        no_trespass: this.noTrespass && book?.offers_no_trespass === true,
        open_hands: this.openHands && book?.offers_open_hands === true,
        handicap,
        handicap_seat: handicap > 0 ? this.handicapSeat : null,
      },
      seat: this.seat,
      first: this.first,
      name: settings.name,
      second_name: this.mode === 'hotseat' ? this.secondName : '',
      bot: this.mode === 'bot' ? this.bot : null,
      clock: (this.mode === 'online' && CLOCKS[this.clock]) || null,
    };
  }
}
