/** Characters that start a formula, in every width that a spreadsheet may accept. */
const formulaStarts = '=+\\-@\\u2212\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20';
/** Characters that a spreadsheet may ignore at the start of a cell: white space, control characters, invisible characters. */
const invisible = '\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800';
const formula = `(?:[\\t\\r\\n]|[${invisible}]*[${formulaStarts}])`;
const startsFormula = new RegExp(`^'*${formula}`, 'u');
const startsGuarded = new RegExp(`^'+${formula}`, 'u');
const timestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Untrusted text with an apostrophe in front if a spreadsheet would run it as a formula; {@link cellText} removes it. */
export function guardFormula(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text;
}

/** A text as a CSV cell (RFC 4180), quoted if needed and guarded by {@link guardFormula}. */
export function csvCell(text: string): string {
  const safe = guardFormula(text);
  return /[",;\t\r\n]|^[\s#]|\s$/.test(safe) || timestamp.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophe of {@link guardFormula}. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && startsGuarded.test(cell) ? cell.slice(1) : cell;
}

/** A comment without a line break. Text after a comma is another cell in a spreadsheet, which must not be a formula either. */
export function csvComment(text: string): string {
  const [first = '', ...others] = text
    .replace(/[\r\n]+/g, ' ')
    .trim()
    .split(/([,;\t|])/);
  return `# ${[first, ...others.map((part) => part.replace(cellStart, "$1'"))].join('')}`.trimEnd();
}

const cellStart = new RegExp(`^([${invisible}"]*)(?=[${formulaStarts}])`, 'u');
