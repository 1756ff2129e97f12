import { trimTrailing } from './trim';

/**
 * Invisible characters. The variation selectors U+FE0E and U+FE0F only affect the emoji before them; the others spell
 * hidden texts, as tags (U+E0000 and following) do.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u2065\u3164\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]|\u034f|(?!(?<=\p{Extended_Pictographic})(?:\ufe0e|\ufe0f))\p{Variation_Selector}/gu;

/** The name of an invisible character: its number, so that nothing hides and nothing reorders the text. */
function named(char: string): string {
  const number = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `[U+${number}]`;
}

/**
 * Untrusted text as it may be shown: line breaks and tabs become a space, every other control, format (bidirectional
 * overrides, zero widths), private or broken character is named in the form `[U+202E]`. With `keepLines` line breaks stay.
 */
export function visibleText(text: string, options: { readonly keepLines?: boolean } = {}): string {
  const spaced =
    options.keepLines === true ? text.replace(/\r\n?/g, '\n').replace(/\t/g, '  ') : text.replace(/[\r\n\t]+/g, ' ');
  return spaced.replace(unseen, (char) => (options.keepLines === true && char === '\n' ? char : named(char)));
}

/** Whether a text contains characters that {@link visibleText} would name or replace by a space. */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) >= 0;
}

/** The first `max` UTF-16 units with an ellipsis where something was cut; never splits a surrogate pair. */
export function truncateText(text: string, max: number): string {
  return text.length <= max ? text : `${wholePairs(text.slice(0, max - 1))}…`;
}

/** The first words of a sentence; at most `max` UTF-16 units. A word is only cut if it has more than half of them. */
export function truncateWords(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf(' ', max - 2);
  return end < max / 2 ? truncateText(text, max) : `${trimTrailing(text.slice(0, end), /[\s,;:]/)} …`;
}

/** Keeps both ends of a long value, such as the host and the last part of a URL; at most `max` UTF-16 units. */
export function truncateMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.ceil((max - 1) * 0.7);
  return `${wholePairs(text.slice(0, head))}…${wholePairs(text.slice(text.length - (max - 1 - head)))}`;
}

function wholePairs(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
