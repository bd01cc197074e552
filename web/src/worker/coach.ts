/** Let the coach work in a worker of its own. It starts with the first task, and again after a failure. */
import type { CoachAnswer, CoachTask } from './coachMessages';

interface Asked {
  done(result: string): void;
  failed(error: Error): void;
}

export class CoachLink {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #asked = new Map<number, Asked>();
  /** The progress of the task, from 0 to 1. */
  progress = 0;

  constructor(private readonly create: () => Worker) {}

  ask(task: string): Promise<string> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.progress = 0;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, task } satisfies CoachTask);
    return new Promise((done, failed) => this.#asked.set(id, { done, failed }));
  }

  /** End the worker; its tasks fail. */
  stop(problem = 'stopped'): void {
    this.#worker?.terminate();
    this.#worker = null;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { failed } of asked) failed(new Error(problem));
  }

  #start(): Worker {
    const worker = this.create();
    worker.onmessage = ({ data }: MessageEvent<CoachAnswer>) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop(event.message);
    };
    return worker;
  }

  #hear(answer: CoachAnswer): void {
    switch (answer.type) {
      case 'progress':
        this.progress = answer.part;
        break;
      case 'done':
        this.#asked.get(answer.id)?.done(answer.result);
        this.#asked.delete(answer.id);
        break;
      case 'failed':
        this.stop(answer.problem); // It may be half started.
        break;
    }
  }
}
