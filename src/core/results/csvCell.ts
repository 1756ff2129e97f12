/** Spreadsheets run what begins so; the values are not ours. */
const formula = /^[=+\-@\t\r]/;

/**
 * A text as one cell of a CSV (RFC 4180): quoted where it must be. One that a spreadsheet would take for a formula gets
 * an apostrophe before it, which {@link cellText} takes off again.
 */
export function csvCell(text: string): string {
  const safe = formula.test(text) || /^'[=+\-@\t\r']/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^[\s#]|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What {@link csvCell} was given. */
export function cellText(cell: string): string {
  return /^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell;
}

/** True for a cell that says that its value is withheld (api-spec: “Explore CSV result”). */
export function isWithheld(cell: string): boolean {
  return /^(?:\[privacy\]|redacted(?:\s.*)?)$/i.test(cell.trim());
}
