import { describe, expect, it, vi } from 'vitest';
import { CoachLink } from '../src/worker/coach';
import type { CoachAnswer, CoachTask } from '../src/worker/coachMessages';

class FakeWorker {
  readonly tasks: CoachTask[] = [];
  onmessage: (event: { data: CoachAnswer }) => void = () => undefined;
  onerror: (event: { message: string; preventDefault(): void }) => void = () => undefined;
  terminate = vi.fn();
  postMessage(task: CoachTask): void {
    this.tasks.push(task);
  }
  answer(data: CoachAnswer): void {
    this.onmessage({ data });
  }
}

function link() {
  const workers: FakeWorker[] = [];
  const coach = new CoachLink(() => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  });
  return { coach, workers };
}

describe('the link to the coach', () => {
  it('starts one worker, reports progress and returns results', async () => {
    const { coach, workers } = link();
    const [first, second] = [coach.ask('one'), coach.ask('two')];
    expect(workers).toHaveLength(1);
    const [{ tasks }] = workers as [FakeWorker];
    expect(tasks.map(({ task }) => task)).toEqual(['one', 'two']);
    workers[0]!.answer({ type: 'progress', id: tasks[0]!.id, part: 0.5 });
    expect(coach.progress).toBe(0.5);
    workers[0]!.answer({ type: 'done', id: tasks[1]!.id, result: '2' });
    workers[0]!.answer({ type: 'done', id: tasks[0]!.id, result: '1' });
    expect(await Promise.all([first, second])).toEqual(['1', '2']);
  });

  it.each([
    ['is stopped', (coach: CoachLink) => coach.stop(), 'stopped'],
    ['fails', (_: CoachLink, worker: FakeWorker) => worker.answer({ type: 'failed', id: 1, problem: 'no network' }), 'no network'],
    ['crashes', (_: CoachLink, worker: FakeWorker) => worker.onerror({ message: 'crash', preventDefault: () => undefined }), 'crash'],
  ])('fails its tasks when the worker %s, and starts another one', async (_name, end, problem) => {
    const { coach, workers } = link();
    const asked = coach.ask('one');
    end(coach, workers[0]!);
    await expect(asked).rejects.toThrow(problem);
    expect(workers[0]!.terminate).toHaveBeenCalled();
    void coach.ask('two');
    expect(workers).toHaveLength(2);
  });
});
