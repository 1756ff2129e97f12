/** A word as a query can hold it: in quotes where blanks, parentheses, operators or keywords would be read otherwise. */
export function asValue(text: string): string {
  const isPlain = /^[^\s()"#=!]+$/.test(text) && !/^(?:and|or|not)$/i.test(text);
  return isPlain ? text : inQuotes(text);
}

/** A word in quotes, whatever is in it; line ends, which no query can say, become blanks. */
export function inQuotes(text: string): string {
  return `"${text.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}"`;
}
