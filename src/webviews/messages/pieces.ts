import type { PiecesView, RefView } from './parts';

/** The start of a text with at least `length` characters, if it has as many; never a part of an indicator. */
export function getHead(text: PiecesView, length: number): PiecesView {
  if (typeof text === 'string') return text.slice(0, length);
  const head: (string | RefView)[] = [];
  let left = length;
  for (const piece of text) {
    if (left <= 0) break;
    head.push(typeof piece === 'string' ? piece.slice(0, left) : piece);
    left -= typeof piece === 'string' ? piece.length : piece.text.length;
  }
  return head;
}

/** A text as a string, with its indicators defanged or in their original spelling. */
export function getText(text: PiecesView, form: 'defanged' | 'plain' = 'defanged'): string {
  if (typeof text === 'string') return text;
  return text
    .map((piece) => (typeof piece === 'string' ? piece : form === 'plain' ? (piece.plain ?? piece.text) : piece.text))
    .join('');
}

/** Texts with a separator between them. */
export function joinPieces(texts: readonly PiecesView[], separator: string): PiecesView {
  if (texts.every((text) => typeof text === 'string')) return texts.join(separator);
  return texts.flatMap((text, at): readonly (string | RefView)[] => {
    const pieces = typeof text === 'string' ? [text] : text;
    return at === 0 ? pieces : [separator, ...pieces];
  });
}
