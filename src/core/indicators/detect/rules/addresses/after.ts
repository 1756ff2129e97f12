/** ` port 40022`, `:6379`, `(51744)`. */
const portPattern = /^(?: port |:|\()(\d{1,5})(?![\w.])/;

/** `/bins.sh`; not the other version of `3.6.9.1/3.7.2.1`. */
const pathPattern = /^\/(?![\s"'<>)\]},;]|\d+\.\d+\.|$)/;

/** `kernel 5.4.0.1/x86_64`: the build that packages and programs append to a version like a path. */
const buildPattern = /^\/(?:x86(?:_64)?|x64|i[3-6]86|amd64|arm(?:64|hf|el|v\d\w?)?|aarch64|noarch|cli|fpm)\b(?!\/)/i;

/** A path of more than one word: `/a/b`, `/gate.php`, `/?x`. */
const longPathPattern = /^\/[^\s"'<>]*[./?=]\w/;

/** How many characters after an address are searched for a port or a path. */
const lookahead = 32;
const [space, parenthesis, slash, colon, letterP] = [32, 40, 47, 58, 112];

/** Whether a port follows the dotted quad that ends at `end`, which rules out a version. */
export function hasPort(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  if (code === space ? text.charCodeAt(end + 1) !== letterP : code !== colon && code !== parenthesis) return false;
  const port = portPattern.exec(text.slice(end, end + lookahead))?.[1];
  return port !== undefined && Number(port) < 65_536;
}

/**
 * Whether a path follows the dotted quad that ends at `end`. `strict` rejects paths that could be part of a version.
 */
export function hasPath(text: string, end: number, strict: boolean): boolean {
  if (text.charCodeAt(end) !== slash) return false;
  const after = text.slice(end, end + lookahead);
  return pathPattern.test(after) && !buildPattern.test(after) && (!strict || longPathPattern.test(after));
}
