/** A running analysis: rankings arrive until it is finished or stopped. */
import { analyse, ApiError } from '../../net/api';
import type { AnalysisOut, Study } from '../../net/protocol';

export class Analysis {
  found: AnalysisOut | null = $state.raw(null);
  isRunning = $state(false);
  fault: ApiError | null = $state.raw(null);
  #aborter: AbortController | null = null;

  async start(study: Study, language: string): Promise<void> {
    this.stop();
    this.found = null;
    this.fault = null;
    const aborter = (this.#aborter = new AbortController());
    this.isRunning = true;
    try {
      for await (const found of analyse(study, language, aborter.signal)) {
        if (aborter.signal.aborted) return;
        this.found = found;
      }
    } catch (error) {
      if (aborter.signal.aborted) return;
      this.fault = error instanceof ApiError ? error : new ApiError('offline');
    }
    if (this.#aborter === aborter) this.isRunning = false;
  }

  /** Stop, and keep the ranking so far. */
  stop(): void {
    this.#aborter?.abort();
    this.#aborter = null;
    this.isRunning = false;
  }
}
