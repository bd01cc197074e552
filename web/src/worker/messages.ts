/** The messages between the page and the worker that hosts its games. */

export type ToWorker =
  | { type: 'request'; id: number; method: string; path: string; body: string; token: string }
  | { type: 'abort'; id: number }
  | { type: 'open'; id: number; game: string }
  | { type: 'send'; id: number; text: string }
  | { type: 'close'; id: number }
  /** Download the missing network again. */
  | { type: 'retry' };

export type FromWorker =
  | { type: 'answer'; id: number; status: number; text: string }
  /** One line of an answer that comes in lines; the answer itself ends it. */
  | { type: 'line'; id: number; text: string }
  | { type: 'opened'; id: number }
  | { type: 'heard'; id: number; text: string }
  | { type: 'closed'; id: number; code: number }
  /** The worker can answer; without storage, games last until the page is closed. */
  | { type: 'ready'; isDurable: boolean }
  /** Whether an opponent waits for its network, because it could not be downloaded. */
  | { type: 'network'; isMissing: boolean }
  | { type: 'failed'; problem: string };
