import { visibleText } from '../visibleText';

/** How much of one text is written; the JSON export has all of it. */
const maxLength = 4_000;

/**
 * Foreign text within a line, as a code span: whatever it holds is text, no link, no mention, no HTML. Unseen characters
 * are named.
 */
export function span(text: string): string {
  const shown = bounded(visibleText(text).trim());
  if (shown === '') return '';
  const fence = '`'.repeat(longestRun(shown) + 1);
  const room = /^`|`$/.test(shown) ? ' ' : '';
  return `${fence}${room}${shown}${room}${fence}`;
}

/** Foreign text of several lines, as a fenced block. */
export function block(text: string): string {
  const shown = bounded(visibleText(text, { keepLines: true }).trim());
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** A text in one line as a span, a longer one as a block. */
export function passage(text: string): string {
  return /[\r\n]/.test(text.trim()) || text.length > 300 ? block(text) : span(text);
}

/** A heading with what belongs under it; nothing where there is none. */
export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** At most `most` items of a list, and a line that says how many were left out. */
export function listed<T>(items: readonly T[], maxItems: number, write: (item: T) => string): readonly string[] {
  const left = items.length - maxItems;
  return [...items.slice(0, maxItems).map((item) => `- ${write(item)}`), ...(left > 0 ? [`- … and ${left} more`] : [])];
}

function bounded(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
