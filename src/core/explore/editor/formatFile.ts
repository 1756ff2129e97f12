import type { TextRange } from '../syntax/ast';
import type { TextEdit } from '../diagnostics';
import { type Directive, knownDirective } from '../syntax/directives';
import type { FileQuery, QueryFile } from '../syntax/queryFile';
import { scanText, type Token } from '../syntax/scanner';
import { exploreField } from '../syntax/fields';

export interface FormatOptions {
  readonly eol: '\n' | '\r\n';
  /** Spaces per level. */
  readonly indent: number;
  /** Longer lines break before `and` and `or`. */
  readonly width: number;
}

const defaults: FormatOptions = { eol: '\n', indent: 2, width: 100 };

/**
 * Edits that format a query file: one space between words and none around `=`, keywords and documented fields in
 * lowercase, indentation by parentheses, long lines broken, one empty line before each `###`. Line breaks, quotes, and
 * comments are kept; a query with errors is unchanged. The meaning of queries doesn't change. With `within`, only the
 * sections in that range.
 */
export function formatFile(
  file: QueryFile,
  options: Partial<FormatOptions> = {},
  within: TextRange = { start: 0, end: file.text.length },
): readonly TextEdit[] {
  const all = { ...defaults, ...options };
  return file.queries.flatMap((query, index) => {
    const { start, end } = query.section;
    if (end < within.start || start > within.end) return [];
    const lines = collapseEmptyLines(sectionLines(file.text, query, all));
    const isLast = index === file.queries.length - 1;
    const text = lines.length === 0 ? '' : lines.join(all.eol) + all.eol + (isLast ? '' : all.eol);
    return text === file.text.slice(start, end) ? [] : [{ range: query.section, text }];
  });
}

/** Applies edits, which are in text order. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.range.start) + edit.text;
    at = edit.range.end;
  }
  return result + text.slice(at);
}

/** A line of a section as written, with its tokens and its comment. */
interface SectionLine {
  readonly written: string;
  readonly start: number;
  readonly tokens: readonly Token[];
  readonly comment: TextRange | undefined;
  readonly directive: Directive | undefined;
}

function linesOf(text: string, { section, comments, directives }: FileQuery): readonly SectionLine[] {
  const { tokens } = scanText(text.slice(section.start, section.end), section.start);
  const commentAt = new Map(comments.map((comment) => [lineKey(text, comment.start, section), comment]));
  const directiveAt = new Map(directives.map((directive) => [directive.range.start, directive]));
  const lines: SectionLine[] = [];
  let at = 0;
  let start = section.start;
  for (const written of text.slice(section.start, section.end).split(/\r\n|\r|\n/)) {
    const end = start + written.length;
    const here: Token[] = [];
    for (let token = tokens[at]; token !== undefined && token.range.start < end; token = tokens[++at]) here.push(token);
    const comment = commentAt.get(end);
    lines.push({ written, start, tokens: here, comment, directive: comment && directiveAt.get(comment.start) });
    start = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return lines;
}

function sectionLines(text: string, query: FileQuery, { width, indent }: FormatOptions): readonly string[] {
  const { separator, title } = query;
  const layout: Layout = { text, width, indent, depth: 0 };
  return linesOf(text, query).flatMap((line) => {
    if (line.start === separator?.start) return title === undefined ? '###' : `### ${title}`;
    if (line.tokens.length > 0) return queryLines(layout, query, line);
    return line.comment === undefined ? '' : commentLine(layout, query, line, line.comment);
  });
}

/** A line with a part of the query; with errors as written. */
function queryLines(
  layout: Layout,
  { parsed, range }: FileQuery,
  { written, tokens, comment }: SectionLine,
): readonly string[] {
  // Spaces after an open quote are part of the text.
  if (parsed.errors.length > 0) return [tokens.at(-1)?.closed === false ? written : written.trimEnd()];
  const lines = layoutLines(layout, tokens, tokens[0]?.range.start === range?.start);
  return comment === undefined
    ? lines
    : [...lines.slice(0, -1), `${lines.at(-1) ?? ''} ${commentText(layout.text, comment)}`];
}

/** A comment on its own line: inside the query, indented like the query. */
function commentLine(
  { text, indent, depth }: Layout,
  { parsed, range }: FileQuery,
  { written, directive }: SectionLine,
  comment: TextRange,
): string {
  const isInside = range !== undefined && range.start < comment.start && comment.end < range.end;
  if (isInside && parsed.errors.length > 0) return written.trimEnd();
  return (isInside ? ' '.repeat((depth + 1) * indent) : '') + ownLineComment(text, directive, comment);
}

/** Comments are identified by the end of their line. */
function lineKey(text: string, offset: number, { end }: TextRange): number {
  let at = offset;
  while (at < end && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

function commentText(text: string, { start, end }: TextRange): string {
  return text.slice(start, end).trimEnd();
}

function ownLineComment(text: string, directive: Directive | undefined, comment: TextRange): string {
  const known = directive && knownDirective(directive.name);
  if (directive !== undefined && known !== undefined) return `# @${known.name} ${directive.value}`.trimEnd();
  const written = commentText(text, comment);
  // At the start of a line, it would separate queries.
  return written.startsWith('###') ? `# ${written}` : written;
}

/** Removes empty lines at both ends, and all but one in a row. */
function collapseEmptyLines(lines: readonly string[]): readonly string[] {
  const result = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  return result.slice(result[0] === '' ? 1 : 0, result.at(-1) === '' && result.length > 1 ? -1 : undefined);
}

/** How lines of a query are formatted, and the parenthesis depth of the next token. */
interface Layout {
  readonly text: string;
  readonly width: number;
  /** Spaces per level. */
  readonly indent: number;
  depth: number;
}

/**
 * Formats a line of a well-formed query: as one line, or broken before the outermost `and` and `or` if it is too long.
 * Updates `layout.depth`.
 */
function layoutLines(layout: Layout, tokens: readonly Token[], isFirst: boolean): readonly string[] {
  const depths = depthsOf(layout, tokens);
  const lines: string[] = [];
  const pending: { readonly from: number; readonly to: number }[] = [{ from: 0, to: tokens.length }];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const { from, to } = part;
    const isStart = isFirst && from === 0;
    const indent = ' '.repeat(((depths[from] ?? 0) + (isStart ? 0 : 1)) * layout.indent);
    const line = indent + written(layout.text, tokens, from, to);
    const breaks = line.length > layout.width ? breaksIn(tokens, depths, from, to) : [];
    if (breaks.length === 0) lines.push(line);
    else {
      const starts = [from, ...breaks];
      // The first part is next.
      for (let index = starts.length - 1; index >= 0; index--)
        pending.push({ from: starts[index] ?? from, to: starts[index + 1] ?? to });
    }
  }
  return lines;
}

function depthsOf(layout: Layout, tokens: readonly Token[]): readonly number[] {
  return tokens.map(({ kind }) => {
    if (kind === 'close') layout.depth = Math.max(0, layout.depth - 1);
    return kind === 'open' ? layout.depth++ : layout.depth;
  });
}

/** Indexes of the outermost `and` and `or`, except at the start of the line. */
function breaksIn(tokens: readonly Token[], depths: readonly number[], from: number, to: number): readonly number[] {
  let outermost = Infinity;
  let breaks: number[] = [];
  for (let index = from + 1; index < to; index++) {
    const kind = tokens[index]?.kind;
    const depth = depths[index] ?? 0;
    if ((kind !== 'and' && kind !== 'or') || depth > outermost) continue;
    if (depth < outermost) breaks = [];
    outermost = depth;
    breaks.push(index);
  }
  return breaks;
}

function written(text: string, tokens: readonly Token[], from: number, to: number): string {
  let line = '';
  let last = '';
  for (let index = from; index < to; index++) {
    const token = tokens[index];
    const before = index > from ? tokens[index - 1] : undefined;
    if (token === undefined) break;
    const space = before !== undefined && needsSpace(before, token, last) ? ' ' : '';
    last = word(text, token, tokens[index + 1]);
    line += space + last;
  }
  return line;
}

/** `last` is `before` as written. */
function needsSpace(before: Token, token: Token, last: string): boolean {
  if (before.kind === 'open' || token.kind === 'close') return false;
  // `name! =value` without the space would exclude.
  if (token.kind === 'operator') return last.endsWith('!');
  return before.kind !== 'operator';
}

function word(text: string, token: Token, next: Token | undefined): string {
  const { kind, range } = token;
  if (kind === 'and' || kind === 'or' || kind === 'not') return kind;
  const raw = text.slice(range.start, range.end);
  const field = kind === 'bare' && next?.kind === 'operator' ? exploreField(raw) : undefined;
  return field?.name ?? raw;
}
