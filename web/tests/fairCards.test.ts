import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Choices, commitmentOf, hasFairCards } from '../src/model/fairCards';
import { isSigned, signedText } from '../src/model/signature';
import type { RecordOut } from '../src/net/protocol';

/** The vectors that Python is tested with, too. */
const vectors = JSON.parse(readFileSync(new URL('../../tests/record/fair_cards.json', import.meta.url), 'utf-8')) as {
  commitments: { seed: string; commitment: string }[];
  choices: { secret: string; seeds: [string | null, string | null]; number: number; size: number; choice: number }[];
  signed: string;
  records: RecordOut[];
};

test('commitments and choices are those of the vectors', async () => {
  for (const { seed, commitment } of vectors.commitments) expect(await commitmentOf(seed)).toBe(commitment);
  for (const { number, size, choice, ...fair } of vectors.choices) {
    expect(await new Choices(fair).choose(number, size)).toBe(choice);
  }
});

test('the records of the vectors are verified', async () => {
  expect(vectors.records.length).toBeGreaterThan(2);
  for (const record of vectors.records) expect(await hasFairCards(record)).toBe(true);
});

test('the signatures of the vectors are right, whatever the names', async () => {
  expect(signedText(vectors.records[1]!)).toBe(vectors.signed);
  for (const record of vectors.records) {
    const nameless = { ...record, seats: record.seats.map((seat) => ({ ...seat, name: null })), hashes: {} };
    for (const copy of [record, nameless]) expect(await isSigned(copy)).toBe(true);
    const helped = { ...record, seats: record.seats.map((seat) => ({ ...seat, assisted: true })) };
    const longer = { ...record, plies: [...record.plies, '.'] };
    for (const copy of [helped, longer, { ...record, first: 1 - record.first }]) expect(await isSigned(copy)).toBe(false);
  }
});

test('changed records are rejected', async () => {
  const [record] = vectors.records as [RecordOut];
  const change = (edit: (copy: RecordOut) => void): Promise<boolean> => {
    const copy = structuredClone(record);
    edit(copy);
    return hasFairCards(copy);
  };
  expect(await change((copy) => (copy.first = 1 - copy.first))).toBe(false);
  expect(await change((copy) => (copy.deal['open'] = 'AAB'))).toBe(false);
  expect(await change((copy) => (copy.fair_cards!['seeds'] as unknown[]).reverse())).toBe(false);
  expect(await change((copy) => delete copy.fair_cards)).toBe(false);
  for (const [number, ply] of record.plies.entries()) {
    if (!/^<.=./.test(ply)) continue;
    const other = ply[3] === 'A' ? 'B' : 'A';
    expect(await change((copy) => (copy.plies[number] = ply.slice(0, 3) + other + ply.slice(4)))).toBe(false);
  }
});
