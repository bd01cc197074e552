import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError } from '../src/net/api';
import type { PuzzleOut } from '../src/net/protocol';
import { PuzzleExercise } from '../src/screens/puzzles/puzzle.svelte';

vi.mock('../src/i18n/language.svelte', () => ({ currentLanguage: () => ({ language: 'en' }) }));
vi.mock('../src/model/picture', () => ({ BLANK: {}, pictureOf: () => ({}), fold: () => [{}] }));
vi.mock('../src/browser/settings.svelte', () => ({ paced: (milliseconds: number) => milliseconds }));
vi.mock('../src/browser/sound.svelte', () => ({ play: () => undefined }));

const answered = (isShown: boolean): PuzzleOut =>
  ({
    state: { legal: [{}], viewer: 'white' },
    log: [],
    stage: 'playing',
    solution: isShown ? [{ move: { notation: '.' }, effects: [] }] : [],
  }) as unknown as PuzzleOut;

const ask = vi.spyOn(api, 'puzzle');

beforeEach(() => {
  ask.mockReset();
  ask.mockImplementation(async (_id, _actions, _language, isShown) => answered(isShown));
});

describe('asking for the solution of a puzzle', () => {
  it('plays it on the board', async () => {
    const puzzle = new PuzzleExercise('p');
    await vi.waitFor(() => expect(puzzle.isWaiting).toBe(false));
    await puzzle.show();
    expect(puzzle.isRevealed).toBe(true);
    expect(ask).toHaveBeenLastCalledWith('p', ['.'], 'en', true);
  });

  it('does not count as a look at it if the server cannot be reached', async () => {
    const puzzle = new PuzzleExercise('p');
    await vi.waitFor(() => expect(puzzle.isWaiting).toBe(false));
    ask.mockRejectedValue(new ApiError('offline'));
    await puzzle.show();
    expect([puzzle.isRevealed, puzzle.trouble?.code]).toEqual([false, 'offline']);
  });
});

it('compares the solution with the turn that was tried, until the next attempt', async () => {
  const puzzle = new PuzzleExercise('p');
  await vi.waitFor(() => expect(puzzle.isWaiting).toBe(false));
  const stages = ['failed', 'playing', 'solved', 'playing'] as const;
  for (const stage of stages) {
    const reasons = stage === 'failed' ? ['than your turn'] : ['than the next best'];
    ask.mockResolvedValueOnce({ ...answered(true), stage, reasons });
  }
  puzzle.act('<*');
  await vi.waitFor(() => expect(puzzle.answer?.stage).toBe('failed'));
  await puzzle.show();
  await vi.waitFor(() => expect(puzzle.answer?.stage).toBe('solved'));
  expect(puzzle.reasons).toEqual(['than your turn']);
  puzzle.again();
  await vi.waitFor(() => expect(puzzle.isWaiting).toBe(false));
  expect(puzzle.reasons).toEqual(['than the next best']);
});
