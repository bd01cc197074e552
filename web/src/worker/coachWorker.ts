/** A worker for the coach: `kahuna.browser.coach_worker` does one task after the other. */
import type { CoachAnswer, CoachTask } from './coachMessages';
import { networkLoader, startPython } from './python';

/** The network of the coach. */
const NETWORK = 'champion';

interface Coach {
  work(task: string): string;
}

const scope = self as unknown as { postMessage(message: CoachAnswer): void; onmessage: (event: MessageEvent<CoachTask>) => void };
let current = 0;

async function start(): Promise<Coach> {
  const python = await startPython();
  await networkLoader(python)(NETWORK);
  const module = python.pyimport('kahuna.browser.coach_worker') as { CoachWorker: (progress: (part: number) => void) => Coach };
  return module.CoachWorker((part) => scope.postMessage({ type: 'progress', id: current, part }));
}

const started = start();
started.catch(() => undefined); // Every task tells.
scope.onmessage = async ({ data: { id, task } }) => {
  try {
    const coach = await started;
    current = id;
    scope.postMessage({ type: 'done', id, result: coach.work(task) });
  } catch (error) {
    scope.postMessage({ type: 'failed', id, problem: String(error) });
  }
};
