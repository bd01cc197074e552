import { describe, expect, it } from 'vitest';
import { faceOf } from '../src/lib/faces/faces';

describe('a bot by its plain key', () => {
  it.each([
    ['champion', 'kanaloa'],
    ['greedy', 'noelani'],
  ])('%s looks like %s, whose play it is', (plain, name) => {
    expect(faceOf(plain)).toBeDefined();
    expect(faceOf(plain)).toBe(faceOf(name));
  });

  it('search has a face of its own', () => {
    expect(faceOf('search')).toMatch(/search.*\.svg/);
  });
});

it('who is no bot has no face', () => {
  expect(faceOf(null)).toBeUndefined();
  expect(faceOf('cmd')).toBeUndefined();
});
