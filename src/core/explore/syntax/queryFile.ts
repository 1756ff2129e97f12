import type { ParsedQuery, TextRange, QueryNode } from './ast';
import { type Directive, readDirectives, type QuerySettings } from './directives';
import { parseTokens } from './parser';
import { scanText, type Token } from './scanner';

/**
 * A query of a file with its settings; all ranges are UTF-16 offsets into the file. A section without any term has an empty
 * `text` and no `range`.
 */
export interface FileQuery {
  /** Position in {@link QueryFile.queries}. */
  readonly index: number;
  /** From the separator line (or the start of the file) to the next one (or the end of the file). */
  readonly section: TextRange;
  /** The line `### Title` above it, without the line break; absent for the first section of a file that starts without one. */
  readonly separator: TextRange | undefined;
  /** The text after `###` in that line. */
  readonly title: string | undefined;
  readonly directives: readonly Directive[];
  /** Settings from the directives; the last valid directive wins. */
  readonly settings: QuerySettings;
  /** From the first to the last character of the query itself. */
  readonly range: TextRange | undefined;
  /** The query exactly as it is sent: without comments, lines trimmed and joined by a space. */
  readonly text: string;
  /** Ranges of the lines of `text`, in order. */
  readonly lineRanges: readonly TextRange[];
  readonly parsed: ParsedQuery;
  /** Ranges of all comments, including directives. */
  readonly comments: readonly TextRange[];
}

export interface QueryFile {
  /** The text of the file. */
  readonly text: string;
  /** In the order of the file, at least one. */
  readonly queries: readonly FileQuery[];
}

/**
 * Reads a file of Explore queries: sections separated by lines that start with `###` (a title may follow), comments from
 * `#` to the end of the line, directives in comments on separate lines (`# @limit 100`), one query per section over any
 * number of lines. Accepts any text, never throws, linear in the length of the text. Reuses unchanged sections of `before`.
 */
export function parseQueryFile(text: string, previous?: QueryFile): QueryFile {
  const known = new Map(previous?.queries.map((query) => [sectionText(previous, query), query]));
  const queries = sectionsOf(text).map((section, index): FileQuery => {
    const same = known.get(text.slice(section.start, section.end));
    return same === undefined ? readSection(text, section, index) : movedTo(same, section.start, index);
  });
  return { text, queries };
}

/** The query whose section contains the offset. */
export function queryAtOffset(file: QueryFile, offset: number): FileQuery | undefined {
  return file.queries.findLast(({ section }) => section.start <= offset) ?? file.queries[0];
}

/** Maps an offset in a query's `text` to the file, for errors that a service reports by offset. */
export function fileOffset({ lineRanges, section }: FileQuery, offset: number): number {
  let left = offset;
  for (const { start, end } of lineRanges) {
    if (left <= end - start) return start + left;
    left -= end - start + 1;
  }
  return lineRanges.at(-1)?.end ?? section.start;
}

/** Label of a query: its name, its title, or the start of its text. */
export function queryLabel({ settings, title, text }: FileQuery, maxLength = 60): string {
  const label = settings.name ?? title ?? text;
  return label.length > maxLength ? `${label.slice(0, maxLength - 1)}…` : label;
}

function sectionText(file: QueryFile, { section }: FileQuery): string {
  return file.text.slice(section.start, section.end);
}

function sectionsOf(text: string): readonly TextRange[] {
  const starts = [0];
  for (const { index } of text.matchAll(/[\r\n]###/g)) starts.push(index + 1);
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}

function readSection(text: string, section: TextRange, index: number): FileQuery {
  const content = text.slice(section.start, section.end);
  const heading = /^###+([^\r\n]*)/.exec(content);
  const { tokens, comments } = scanText(content, section.start);
  const lineRanges = getLineRanges(text, tokens);
  const { directives, settings } = readDirectives(text, comments);
  const [first] = lineRanges;
  const last = lineRanges.at(-1);
  return {
    index,
    section,
    separator: heading === null ? undefined : { start: section.start, end: section.start + heading[0].length },
    title: heading?.[1]?.trim() || undefined,
    directives,
    settings,
    range: first === undefined || last === undefined ? undefined : { start: first.start, end: last.end },
    text: lineRanges.map(({ start, end }) => text.slice(start, end)).join(' '),
    lineRanges,
    parsed: parseTokens(tokens),
    comments,
  };
}

/** One range per line with tokens; there are no comments between tokens of a line. */
function getLineRanges(text: string, tokens: readonly Token[]): readonly TextRange[] {
  const lineRanges: { start: number; end: number }[] = [];
  for (const { range } of tokens) {
    const last = lineRanges.at(-1);
    if (last !== undefined && !/[\r\n]/.test(text.slice(last.end, range.start))) last.end = range.end;
    else lineRanges.push({ ...range });
  }
  return lineRanges;
}

function movedTo(query: FileQuery, start: number, index: number): FileQuery {
  const by = start - query.section.start;
  if (by === 0) return index === query.index ? query : { ...query, index };
  const moved = (range: TextRange): TextRange => ({ start: range.start + by, end: range.end + by });
  return {
    ...query,
    index,
    section: moved(query.section),
    separator: query.separator && moved(query.separator),
    directives: query.directives.map((directive) => ({
      ...directive,
      range: moved(directive.range),
      nameRange: moved(directive.nameRange),
      valueRange: moved(directive.valueRange),
    })),
    range: query.range && moved(query.range),
    lineRanges: query.lineRanges.map(moved),
    parsed: shiftQuery(query.parsed, by),
    comments: query.comments.map(moved),
  };
}

/** A parsed query moved by `by` characters in its file. The parser bounds the depth of trees. */
function shiftQuery({ node, errors, deep }: ParsedQuery, by: number): ParsedQuery {
  return {
    node: node && shiftNode(node, by),
    deep: deep && shift(deep, by),
    errors: errors.map(({ replacements, ...error }) => ({
      ...error,
      range: shift(error.range, by),
      replacements: replacements?.map((edits) => edits.map(({ range, text }) => ({ range: shift(range, by), text }))),
    })),
  };
}

function shiftNode(node: QueryNode, by: number): QueryNode {
  const range = shift(node.range, by);
  switch (node.kind) {
    case 'term':
      return { ...node, range, fieldRange: shift(node.fieldRange, by), valueRange: shift(node.valueRange, by) };
    case 'not':
      return { ...node, range, operand: shiftNode(node.operand, by) };
    case 'and':
    case 'or':
      return { ...node, range, operands: node.operands.map((operand) => shiftNode(operand, by)) };
  }
}

function shift({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}
