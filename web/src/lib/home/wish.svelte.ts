/** The game that is being put together on the home screen. */
import type { Catalogue, Discard, EditionOut, FinalScoring, NewGame, SeatChoice, SeatName } from '../protocol';
import { settings } from '../settings.svelte';

export const CLOCKS: readonly { kind: 'turn' | 'game'; seconds: number }[] = [
  { kind: 'turn', seconds: 60 },
  { kind: 'turn', seconds: 180 },
  { kind: 'game', seconds: 600 },
  { kind: 'game', seconds: 1200 },
  { kind: 'game', seconds: 3600 },
];

/** The edition that may combine any options. */
export const CUSTOM = 'custom';

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
  knowledge = $state(true);
  /** Rules of one's own. */
  bridges = $state(25);
  stones = $state(10);
  discard: Discard = $state('free');
  finalScoring: FinalScoring = $state('difference');

  readonly catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    this.bot = catalogue.bots[Math.floor(catalogue.bots.length / 5)]?.key ?? '';
  }

  readonly book: EditionOut | undefined = $derived.by(() =>
    this.catalogue.editions.find((edition) => edition.key === this.edition),
  );

  readonly isCustom = $derived(this.edition === CUSTOM);
  /** Which variants can be chosen: those of the book; with rules of one's own, all. */
  readonly offers = $derived({
    noTrespass: this.isCustom || this.book?.offers_no_trespass === true,
    openHands: this.isCustom || this.book?.offers_open_hands === true,
    handicap: this.isCustom || this.book?.offers_handicap === true,
  });

  /** What is sent; of the variants only those that are offered. */
  asked(): NewGame {
    const handicap = this.offers.handicap ? this.handicap : 0;
    const own = {
      bridges: this.bridges,
      stones: this.stones,
      discard: this.discard,
      final_scoring: this.finalScoring,
    };
    return {
      mode: this.mode,
      ruleset: {
        edition: this.edition,
        no_trespass: this.noTrespass && this.offers.noTrespass,
        open_hands: this.openHands && this.offers.openHands,
        handicap,
        handicap_seat: handicap > 0 ? this.handicapSeat : null,
        ...(this.isCustom ? own : {}),
      },
      knowledge: this.knowledge,
      seat: this.seat,
      first: this.first,
      name: settings.name,
      second_name: this.mode === 'hotseat' ? this.secondName : '',
      bot: this.mode === 'bot' ? this.bot : null,
      clock: (this.mode === 'online' && CLOCKS[this.clock]) || null,
    };
  }
}
