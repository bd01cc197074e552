/** The state of the new-game form. */
import type { Catalogue, ClockOut, EditionOut, NewGame, OfferKey, RulesetOut } from '../../net/protocol';
import { settings } from '../../browser/settings.svelte';
import { asWanted, CLOCKS, CUSTOM, isClockOffered, keepChoice, keptChoice, type Chosen } from '../../model/newGame';

export class NewGameForm {
  readonly catalogue: Catalogue;
  readonly chosen: Chosen;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    const chosen = $state(keptChoice(catalogue));
    this.chosen = chosen;
  }

  readonly book: EditionOut | undefined = $derived.by(() =>
    this.catalogue.editions.find((edition) => edition.key === this.chosen.edition),
  );

  readonly isCustom = $derived.by(() => this.chosen.edition === CUSTOM);
  /** The variants on offer: those of the edition, or all with custom rules. */
  readonly offers = $derived.by(() => ({
    variants: this.catalogue.choices.variants.filter((key) => this.isOffered(key)),
    handicap: this.isOffered('handicap'),
  }));

  private isOffered(key: OfferKey): boolean {
    return this.isCustom || this.book?.offers.includes(key) === true;
  }

  /** Return the ruleset, with only the variants on offer. */
  get ruleset(): RulesetOut {
    const { edition, variants, handicapSeat, bridges, stones, discard, finalScoring } = this.chosen;
    const handicap = this.offers.handicap ? this.chosen.handicap : 0;
    const wanted = this.offers.variants.filter((key) => variants[key]);
    return {
      ...this.catalogue.usual,
      ...Object.fromEntries(wanted.map((key) => [key, true])),
      edition,
      handicap,
      handicap_seat: handicap > 0 ? handicapSeat : null,
      bridges,
      stones,
      discard,
      final_scoring: finalScoring,
    };
  }

  get clock(): ClockOut | null {
    const clock = CLOCKS[this.chosen.clock];
    return clock && isClockOffered(clock, this.chosen.mode) ? clock : null;
  }

  /** Return the request; of an edition only its name, which implies the rest. */
  asked(): NewGame {
    const { mode, knowledge, seat, first, secondName, bot } = this.chosen;
    return {
      mode,
      ruleset: asWanted(this.ruleset),
      knowledge,
      seat,
      first,
      name: settings.name,
      second_name: mode === 'hotseat' ? secondName : '',
      bot: mode === 'bot' ? bot : null,
      clock: this.clock,
    };
  }

  /** Store the choices for the next visit. */
  keep(): void {
    keepChoice(this.chosen);
  }
}
