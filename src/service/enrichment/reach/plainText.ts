/**
 * Controls, line and paragraph separators, directional overrides, lone surrogates: never needed, often deceptive.
 */
const unsafeCharacters = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Untrusted text as one line without controls, at most `length` UTF-16 units. */
export function plainText(text: string, length: number): string {
  // Truncated first, which limits the cost of the rest.
  const line = text
    .slice(0, length * 2)
    .replace(unsafeCharacters, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
