import { visibleText } from '../text/visibleText';
import { markdownStrings } from './strings';

/** The maximum length of a text; the JSON export contains all of it. */
const maxLength = 4_000;

/**
 * Untrusted text within a line, as a code span, so that it can't act as a link, a mention or HTML. Invisible characters are
 * named.
 */
export function span(text: string): string {
  const shown = bounded(visibleText(text).trim());
  if (shown === '') return '';
  const fence = '`'.repeat(longestRun(shown) + 1);
  const room = /^`|`$/.test(shown) ? ' ' : '';
  return `${fence}${room}${shown}${room}${fence}`;
}

/** Untrusted text of several lines, as a fenced block. */
export function block(text: string): string {
  const shown = bounded(visibleText(text, { keepLines: true }).trim());
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** A short text as a span, a longer one as a block. */
export function passage(text: string): string {
  return /[\r\n]/.test(text.trim()) || text.length > 300 ? block(text) : span(text);
}

/** A heading and its lines; nothing if there are no lines. */
export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** At most `maxItems` items of a list, and a line with the number of further ones. */
export function listed<T>(items: readonly T[], maxItems: number, write: (item: T) => string): readonly string[] {
  const left = items.length - maxItems;
  return [
    ...items.slice(0, maxItems).map((item) => `- ${write(item)}`),
    ...(left > 0 ? [`- … ${markdownStrings.more(left)}`] : []),
  ];
}

function bounded(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
