/**
 * Parts as one text that lies in memory as one: what a search looks at character by character. V8 keeps `a + b` as a pair,
 * and a slice as a window into the whole, which makes each character a tenth more expensive; only two parts or more are copied.
 */
export function flatConcat(...parts: readonly string[]): string {
  return parts.join('');
}
