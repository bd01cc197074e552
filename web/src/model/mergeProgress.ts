/**
 * Join what two browsers have kept. Nothing gets lost, and the order does not matter: joining the same
 * data again changes nothing.
 */

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

/** Join two values: lists and objects part by part; of two others, keep the larger, later or true one. */
export function mergedValues(here: unknown, there: unknown): unknown {
  if (here === undefined || here === null) return there;
  if (there === undefined || there === null) return here;
  // The items of a list need not differ.
  if (JSON.stringify(here) === JSON.stringify(there)) return here;
  if (Array.isArray(here) && Array.isArray(there)) return mergedLists(here, there);
  if (isObject(here) && isObject(there)) {
    const keys = [...new Set([...Object.keys(here), ...Object.keys(there)])];
    return Object.fromEntries(keys.map((key) => [key, mergedValues(here[key], there[key])]));
  }
  return (there as string | number | boolean) > (here as string | number | boolean) ? there : here;
}
