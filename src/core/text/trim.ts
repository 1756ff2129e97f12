/**
 * The text without the characters at its end that `character` matches, one at a time. In one way back from the end:
 * `replace(/[…]+$/, '')` tries anew at each of them, and takes a second for a page of dots before a letter.
 */
export function trimTrailing(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text before the first `mark`; the whole of it where there is none. */
export function substringBefore(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at === -1 ? text : text.slice(0, at);
}
