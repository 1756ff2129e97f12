/** Controls, line and paragraph separators, directional overrides, lone surrogates: nothing that a value needs, much that deceives. */
const unsafeCharacters = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of a stranger as one line without controls, at most `length` UTF-16 units. */
export function plainText(text: string, length: number): string {
  // Cut first: what follows is then bounded, too.
  const line = text
    .slice(0, length * 2)
    .replace(unsafeCharacters, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
