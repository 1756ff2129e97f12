/** Separators between the words of a command: a space, or its encodings in a query. */
const separators = new Map<number, RegExp>([
  [32, /;/],
  [43, /[;+|`]|%(?:3b|7c)/i],
  [48, /[;|`]|%(?:20|3b|7c|26)/i],
  [125, /[;|`]|%(?:20|3b|7c|26)/i],
]);

/** A command that downloads a file, with its options. */
const downloadCommandPattern =
  /(?:^|[^a-z])(?:wget|curl|fetch|ftpget|lwp-download)(?:(?: |\+|%20|\$\{IFS\})-[\w.-]{1,24}){0,4}(?: |\+|%20|\$\{IFS\})$/i;

const reach = 96;
const space = 32;
const neverPattern = /(?!)/;

/**
 * The length of the part of `rest` that belongs to the URL at `start`: up to the next word or command if the URL is a
 * command argument in a request (`wget+http://a.example/x;sh+x`), otherwise all of it.
 */
export function argumentLength(text: string, start: number, rest: string): number {
  const code = text.charCodeAt(start - 1);
  // Most URLs follow a space and contain no semicolon, so the text before them is checked last.
  if (code === space && !rest.includes(';')) return rest.length;
  const length = rest.search(separators.get(code) ?? neverPattern);
  return length === -1 || !downloadCommandPattern.test(text.slice(Math.max(0, start - reach), start))
    ? rest.length
    : length;
}
