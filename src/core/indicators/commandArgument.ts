/** What stands between the words of a command: a blank, or how a query writes one. */
const SEPARATORS = new Map<number, RegExp>([
  [32, /;/],
  [43, /[;+|`]|%(?:3b|7c)/i],
  [48, /[;|`]|%(?:20|3b|7c|26)/i],
  [125, /[;|`]|%(?:20|3b|7c|26)/i],
]);

/** A command that loads a file, with its options. */
const DOWNLOAD_COMMAND =
  /(?:^|[^a-z])(?:wget|curl|fetch|ftpget|lwp-download)(?:(?: |\+|%20|\$\{IFS\})-[\w.-]{1,24}){0,4}(?: |\+|%20|\$\{IFS\})$/i;

const REACH = 96;
const SPACE = 32;
const NEVER = /(?!)/;

/**
 * How much of the path `rest` belongs to a URL at `start`: up to the next word or command where it is the argument of a command
 * in a request (`wget+http://a.example/x;sh+x`), else all of it.
 */
export function argumentLength(text: string, start: number, rest: string): number {
  const code = text.charCodeAt(start - 1);
  // Most URLs stand behind a blank and hold no such mark: what stands before them is asked last.
  if (code === SPACE && !rest.includes(';')) return rest.length;
  const length = rest.search(SEPARATORS.get(code) ?? NEVER);
  return length === -1 || !DOWNLOAD_COMMAND.test(text.slice(Math.max(0, start - REACH), start)) ? rest.length : length;
}
