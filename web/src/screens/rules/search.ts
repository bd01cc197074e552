/** Search the rules, ignoring case and accents. */
import type { ParagraphOut, SpanOut } from '../../net/protocol';

/** Fold case and accents without changing the length of the text. */
function folded(text: string): string {
  return text.replace(/[^\x00-\x7f]/g, (letter) => letter.normalize('NFD').charAt(0)).toLowerCase();
}

export function wordsIn(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

function textOf(spans: readonly SpanOut[]): string {
  return spans.map((span) => span.text).join('');
}

/** Return the whole text of a paragraph. */
export function wholeText(paragraph: ParagraphOut): string {
  const parts = paragraph.blocks.flatMap((block) => [
    textOf(block.spans),
    ...block.items.flatMap((item) => [textOf(item.spans), ...item.below.map(textOf)]),
    ...block.rows.flatMap((row) => row.map(textOf)),
  ]);
  return [paragraph.number ?? '', ...parts].join(' ');
}

export function holds(text: string, words: readonly string[]): boolean {
  const compared = folded(text);
  return words.every((word) => compared.includes(word));
}

export interface Piece {
  text: string;
  isHit: boolean;
}

/** Split a text into hits and the text between them. */
export function pieces(text: string, words: readonly string[]): Piece[] {
  const compared = folded(text);
  const found: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    const hits = words
      .map((word) => ({ word, start: compared.indexOf(word, at) }))
      .filter((hit) => hit.start >= 0)
      .sort((a, b) => a.start - b.start || b.word.length - a.word.length);
    const next = hits[0];
    const start = next?.start ?? text.length;
    if (start > at) found.push({ text: text.slice(at, start), isHit: false });
    if (!next) break;
    at = start + next.word.length;
    found.push({ text: text.slice(start, at), isHit: true });
  }
  return found;
}
