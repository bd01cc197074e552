import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isMuted, mute } from '../src/browser/muted';
import { mergedValues } from '../src/model/mergeProgress';

const KEY = 'kahuna.muted';
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the later choice counts when two browsers are joined', () => {
  mute('ada', true);
  mute('ada', true);
  const before = stored.get(KEY)!;
  expect(isMuted('ada')).toBe(true);
  mute('ada', false);
  stored.set(KEY, JSON.stringify(mergedValues(JSON.parse(before), JSON.parse(stored.get(KEY)!))));
  expect(isMuted('ada')).toBe(false);
  expect(isMuted('ben')).toBe(false);
});
