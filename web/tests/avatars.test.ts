import { describe, expect, it } from 'vitest';
import { avatarOf } from '../src/avatars/avatars';

describe('a bot by its plain key', () => {
  it.each([
    ['champion', 'kanaloa'],
    ['greedy', 'noelani'],
  ])('%s looks like %s, whose play it is', (plain, name) => {
    expect(avatarOf(plain)).toBeDefined();
    expect(avatarOf(plain)).toBe(avatarOf(name));
  });

  it('search has a face of its own', () => {
    expect(avatarOf('search')).toMatch(/search.*\.svg/);
  });
});

it('who is no bot has no face', () => {
  expect(avatarOf(null)).toBeUndefined();
  expect(avatarOf('cmd')).toBeUndefined();
});
