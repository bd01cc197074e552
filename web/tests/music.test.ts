import { expect, it } from 'vitest';
import { composePhrase } from '../src/model/music';

function randomFrom(seed: number): () => number {
  return () => ((seed = (seed * 16807) % 2147483647) - 1) / 2147483646;
}

it('composes phrases that vary, stay in the scale of their key and end before the next one', () => {
  const phrases = [1, 2, 3, 4].map((seed) => composePhrase(randomFrom(seed * 31415927)));
  expect(new Set(phrases.map(({ notes }) => JSON.stringify(notes.map(({ pitch }) => pitch)))).size).toBe(4);
  const basses = phrases.map(({ notes }) => notes.filter(({ at }) => at % 3.68 < 0.1).map(({ pitch }) => Math.round(pitch)).join());
  expect(new Set(basses).size).toBeGreaterThan(1);
  for (const { notes, length } of phrases) {
    expect(notes.length).toBeGreaterThan(30);
    for (const { at, pitch, loudness } of notes) {
      const semitones = Math.round(12 * Math.log2(pitch / 196));
      // The bass adds the C of the chord on the fourth step to the pentatonic scale.
      expect([0, 2, 4, 5, 7, 9]).toContain(((semitones % 12) + 12) % 12);
      expect(pitch).toBeGreaterThan(90);
      expect(pitch).toBeLessThan(1000);
      expect(at).toBeLessThan(length - 2);
      expect(loudness).toBeLessThan(0.6);
    }
  }
});
