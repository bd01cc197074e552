/** A review on the server: start it, poll its progress, and fetch it again in another language. */
import { api, ApiError, isOffline } from '../../net/api';
import type { ReviewOut } from '../../net/protocol';

const POLL_EVERY = 400;

export class ReviewJob {
  state: ReviewOut = $state.raw({ status: 'waiting', progress: 0, report: null });
  /** Whether the server cannot be reached at the moment; polling continues. */
  isOffline = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #language = 'en';

  constructor(readonly game: string) {}

  /** Request the review in a language; the server starts or continues it. */
  async start(language: string): Promise<void> {
    this.#language = language;
    clearTimeout(this.#timer);
    await this.#follow(() => api.startReview(this.game, language), language);
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #follow(ask: () => Promise<ReviewOut>, language: string): Promise<void> {
    let state: ReviewOut;
    let isLost = false;
    try {
      state = await ask();
    } catch (error) {
      isLost = isOffline(error);
      const isRefused = error instanceof ApiError && !isLost && error.code !== 'unavailable';
      // Without a connection, keep the last state and try again.
      state = isRefused ? { status: 'failed', progress: 0, report: null } : { ...this.state };
    }
    if (this.#isOver || language !== this.#language) return;
    this.isOffline = isLost;
    this.state = state;
    if (state.status === 'done' || state.status === 'failed') return;
    // A restarted server has forgotten the review.
    const next = state.status === 'none' ? api.startReview : api.review;
    this.#timer = setTimeout(() => void this.#follow(() => next(this.game, language), language), POLL_EVERY);
  }
}
