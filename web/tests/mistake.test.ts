import { expect, it, vi } from 'vitest';
import { api } from '../src/net/api';
import type { StudyOut } from '../src/net/protocol';
import { MistakeExercise } from '../src/state/mistake.svelte';

vi.mock('../src/model/picture', () => ({ BLANK: {}, pictureOf: () => ({}), fold: () => [{}] }));
vi.mock('../src/browser/settings.svelte', () => ({ paced: (milliseconds: number) => milliseconds }));
vi.mock('../src/browser/sound.svelte', () => ({ play: () => undefined }));

it.each([
  ['+AB/A', '+AB/A', 'solved'],
  ['+AB/A', '+AB/B', 'near'],
  ['-AB/AA', '-AB/AB', 'near'],
  ['+AB/A', '-AB/AB', 'failed'],
  ['+AB/A', '+AD/A', 'failed'],
  ['<A', '<B', 'failed'],
  ['<A', '<C', 'solved'],
])('for %s, playing %s is %s', async (better, played, stage) => {
  vi.spyOn(api, 'study').mockResolvedValue({ state: { legal: [{}], viewer: 'white' }, log: [] } as unknown as StudyOut);
  const mistake = new MistakeExercise('g', 1, better, ['<C']);
  await vi.waitFor(() => expect(mistake.isWaiting).toBe(false));
  mistake.act(played);
  expect(mistake.stage).toBe(stage);
  expect(mistake.isMissed).toBe(stage === 'failed');
});

it('keeps a wrong move on the board until the next attempt', async () => {
  const ask = vi.spyOn(api, 'study').mockResolvedValue({ state: { legal: [{}], viewer: 'white' }, log: [] } as unknown as StudyOut);
  const mistake = new MistakeExercise('g', 1, '+AB/A', []);
  await vi.waitFor(() => expect(mistake.isMyTurn).toBe(true));
  mistake.act('+AD/A');
  await vi.waitFor(() => expect(mistake.isWaiting).toBe(false));
  expect(ask).toHaveBeenLastCalledWith({ game: 'g', ply: 1, actions: ['+AD/A'] });
  expect(mistake.isMyTurn).toBe(false);
  mistake.restart();
  await vi.waitFor(() => expect(mistake.isMyTurn).toBe(true));
  expect([mistake.stage, mistake.isMissed]).toEqual(['playing', true]);
});
