import { expect, it } from 'vitest';
import { stops } from '../src/screens/voyage/stops';

/** Portraits of opponents; the tree search and the teacher are no stops. */
const OPPONENTS = Object.keys(import.meta.glob('../src/avatars/*.svg')).filter((path) => !/(search|honu)\.svg$/.test(path));
/** Per cent of the chart: a face on a narrow phone. */
const APART = 8;

it.each([0, 1, 2])('gives every opponent a stop that no other covers, and %i more', (more) => {
  const places = stops(OPPONENTS.length + more);
  expect(places).toHaveLength(OPPONENTS.length + more);
  const distances = places.flatMap((a, i) => places.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  expect(Math.min(...distances)).toBeGreaterThan(APART);
});
