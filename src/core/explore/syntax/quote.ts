/** A word as a value, quoted if spaces, parentheses, operators, or keywords require it. */
export function asValue(text: string): string {
  const isPlain = /^[^\s()"#=!]+$/.test(text) && !/^(?:and|or|not)$/i.test(text);
  return isPlain ? text : inQuotes(text);
}

/** A word in quotes; line breaks, which no query can express, become spaces. */
export function inQuotes(text: string): string {
  return `"${text.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}"`;
}
