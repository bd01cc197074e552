/**
 * Join what two browsers have kept. Nothing gets lost, and the order does not matter: joining the same
 * data again changes nothing.
 */

import { newerCard, type PracticeCard } from './leitner';

/** What is joined, by its key in the storage. Settings belong to a device; tokens of seats stay in their browser. */
export const PROGRESS = [
  'kahuna.challenges',
  'kahuna.lessons',
  'kahuna.muted',
  'kahuna.practice',
  'kahuna.results',
  'kahuna.reviewed',
  'kahuna.streak',
];

/** What identifies an item of a list: its key, its game, or everything about it. */
function identity(item: unknown): string {
  const { key, game } = Object(item) as { key?: unknown; game?: unknown };
  return JSON.stringify(key ?? game ?? item);
}

function mergedLists(here: unknown[], there: unknown[]): unknown[] {
  const items = new Map<string, unknown>();
  for (const item of [...here, ...there]) {
    const id = identity(item);
    items.set(id, items.has(id) ? mergedValues(items.get(id), item) : item);
  }
  return [...items.values()];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCard(value: unknown): value is PracticeCard {
  return isObject(value) && typeof value['key'] === 'string' && typeof value['due'] === 'string' && Number.isInteger(value['box']);
}

/** Join two values: lists and objects part by part; of two others, keep the larger, later or true one. Of two practice cards, keep the newer one. */
export function mergedValues(here: unknown, there: unknown): unknown {
  if (here === undefined || here === null) return there;
  if (there === undefined || there === null) return here;
  // The items of a list need not differ.
  if (JSON.stringify(here) === JSON.stringify(there)) return here;
  if (Array.isArray(here) && Array.isArray(there)) return mergedLists(here, there);
  if (isCard(here) && isCard(there)) return newerCard(here, there);
  if (isObject(here) && isObject(there)) {
    const keys = [...new Set([...Object.keys(here), ...Object.keys(there)])];
    return Object.fromEntries(keys.map((key) => [key, mergedValues(here[key], there[key])]));
  }
  return (there as string | number | boolean) > (here as string | number | boolean) ? there : here;
}
