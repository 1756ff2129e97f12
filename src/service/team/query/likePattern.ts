/** A pattern with `*` as one of LIKE. */
export function likePattern(pattern: string): string {
  return pattern.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%');
}

/** The same, with the letters of ASCII in lowercase. */
export function foldedPattern(pattern: string): string {
  return likePattern(pattern).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
