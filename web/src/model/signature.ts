/** Check the server's signature of a record: docs/fair-cards.md defines what is signed. */
import type { RecordOut } from '../net/protocol';
import { bytesOf } from './fairCards';

const SIGNED = ['format', 'version', 'ruleset', 'seats', 'first', 'deal', 'plies', 'outcome', 'fair_cards'] as const;

/** Return what is signed: canonical JSON without names, and without members of objects that are null or false. */
export function signedText(record: RecordOut): string {
  return canonical(Object.fromEntries(SIGNED.map((key) => [key, record[key] ?? null])));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([key, member]) => member !== null && member !== false && key !== 'name')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

/** Return whether the signature of a record is right; null if this browser cannot tell. */
export async function isSigned(record: RecordOut): Promise<boolean | null> {
  const { key, value } = record.signature ?? {};
  if (!key || !value) return false;
  let checker: CryptoKey;
  try {
    checker = await crypto.subtle.importKey('raw', bytesOf(key), { name: 'Ed25519' }, false, ['verify']);
  } catch (error) {
    // Browsers from before 2025 do not know Ed25519.
    return error instanceof DOMException && error.name === 'NotSupportedError' ? null : false;
  }
  const message = new TextEncoder().encode(signedText(record));
  return crypto.subtle.verify('Ed25519', checker, bytesOf(value), message);
}
