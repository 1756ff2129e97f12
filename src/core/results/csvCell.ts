/** Signs that begin a formula, in every width in which a spreadsheet may read them. */
const formulaStarts = '=+\\-@\\u2212\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20';
/** What a spreadsheet may drop before it looks at a cell: white space, control characters, and what can't be seen. */
const invisible = '\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800';
const formula = `(?:[\\t\\r\\n]|[${invisible}]*[${formulaStarts}])`;
const startsFormula = new RegExp(`^'*${formula}`, 'u');
const startsGuarded = new RegExp(`^'+${formula}`, 'u');
const timestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * A text as one cell of a CSV (RFC 4180): quoted where it must be. Spreadsheets run what begins like a formula, and the values
 * are not ours: such a text gets an apostrophe before it, which {@link cellText} takes off again.
 */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^[\s#]|\s$/.test(safe) || timestamp.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What {@link csvCell} was given. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && startsGuarded.test(cell) ? cell.slice(1) : cell;
}

/** One comment line without its line end. A comma in it begins a cell of a spreadsheet, which must not be a formula either. */
export function csvComment(text: string): string {
  const [first = '', ...others] = text
    .replace(/[\r\n]+/g, ' ')
    .trim()
    .split(/([,;\t|])/);
  return `# ${[first, ...others.map((part) => part.replace(cellStart, "$1'"))].join('')}`.trimEnd();
}

const cellStart = new RegExp(`^([${invisible}"]*)(?=[${formulaStarts}])`, 'u');

/** True for a cell that says that its value is withheld (api-spec: “Explore CSV result”). */
export function isRedacted(cell: string): boolean {
  return /^(?:\[privacy\]|redacted(?:\s.*)?)$/i.test(cell.trim());
}
