import type { LinkedTextView, RefView } from './parts';

/** The start of a text with at least `length` characters, if it has as many; never a part of an indicator. */
export function getHead(text: LinkedTextView, length: number): LinkedTextView {
  if (typeof text === 'string') return text.slice(0, length);
  const head: (string | RefView)[] = [];
  let left = length;
  for (const part of text) {
    if (left <= 0) break;
    head.push(typeof part === 'string' ? part.slice(0, left) : part);
    left -= typeof part === 'string' ? part.length : part.text.length;
  }
  return head;
}

/** A text as a string, with its indicators defanged or in their original spelling. */
export function getText(text: LinkedTextView, form: 'defanged' | 'plain' = 'defanged'): string {
  if (typeof text === 'string') return text;
  return text
    .map((part) => (typeof part === 'string' ? part : form === 'plain' ? (part.plain ?? part.text) : part.text))
    .join('');
}

/** Texts with a separator between them. */
export function joinLinkedTexts(texts: readonly LinkedTextView[], separator: string): LinkedTextView {
  if (texts.every((text) => typeof text === 'string')) return texts.join(separator);
  return texts.flatMap((text, at): readonly (string | RefView)[] => {
    const parts = typeof text === 'string' ? [text] : text;
    return at === 0 ? parts : [separator, ...parts];
  });
}
