/**
 * Removes the characters at the end of a text that match `character`, one at a time. Scans back from the end, because
 * `replace(/[…]+$/, '')` retries at each of them and takes a second for a page of dots before a letter.
 */
export function trimTrailing(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text before the first `mark`, or all of it if there is none. */
export function substringBefore(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at === -1 ? text : text.slice(0, at);
}
