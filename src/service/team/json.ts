/** Rows as JSON that the server accepts: halves of characters are replaced, as in all other text that is stored. */
export function toJson(rows: readonly unknown[]): string {
  const json = JSON.stringify(rows);
  if (!/\\ud[89a-f]/.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
