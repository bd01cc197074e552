/** A position on the analysis board, and moves tried out on it. */
import { api } from '../../net/api';
import type { Previewed, Refused, Study, StudyOut } from '../../net/protocol';
import { Exercise } from '../../state/exercise.svelte';

/** Where a position comes from: a finished game, or one line of text. */
export type Origin = Pick<Study, 'game' | 'ply' | 'position' | 'knows_hand'>;

export class StudiedPosition extends Exercise<StudyOut> {
  constructor(readonly origin: Origin) {
    super();
    void this.go([]);
  }

  protected ask(actions: readonly string[]): Promise<StudyOut> {
    return api.study({ ...this.origin, actions: [...actions] });
  }

  protected askPreview(actions: readonly string[], action: string): Promise<Previewed | Refused> {
    return api.studyPreview({ ...this.origin, actions: [...actions], action });
  }
}
