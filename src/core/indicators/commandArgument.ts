/** What stands between the words of a command: a blank, or how a query writes one. */
const BLANKS = new Map<number, RegExp>([
  [32, /;/],
  [43, /[;+|`]|%(?:3b|7c)/i],
  [48, /[;|`]|%(?:20|3b|7c|26)/i],
  [125, /[;|`]|%(?:20|3b|7c|26)/i],
]);

/** A command that loads a file, with its options. */
const LOADS =
  /(?:^|[^a-z])(?:wget|curl|fetch|ftpget|lwp-download)(?:(?: |\+|%20|\$\{IFS\})-[\w.-]{1,24}){0,4}(?: |\+|%20|\$\{IFS\})$/i;

const REACH = 96;

/**
 * Where a URL at `start` ends whose path begins at `from`: before the next word or command where it is the argument of a
 * command in a request (`wget+http://a.example/x;sh+x`), else at `end`.
 */
export function argumentEnd(text: string, start: number, from: number, end: number): number {
  const ends = BLANKS.get(text.charCodeAt(start - 1));
  if (ends === undefined || end === from) return end;
  if (!LOADS.test(text.slice(Math.max(0, start - REACH), start))) return end;
  const length = text.slice(from, end).search(ends);
  return length === -1 ? end : from + length;
}
