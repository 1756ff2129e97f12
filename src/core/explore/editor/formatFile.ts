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

function sectionLines(text: string, query: FileQuery, options: FormatOptions): readonly string[] {
  const { section, parsed, separator, title, comments, range } = query;
  const { tokens } = scanText(text.slice(section.start, section.end), section.start);
  const commentAt = new Map(comments.map((comment) => [lineKey(text, comment.start, section), comment]));
  const directives = new Map(query.directives.map((directive) => [directive.range.start, directive]));
  const lines: string[] = [];
  const layout: Layout = { text, width: options.width, indent: options.indent, depth: 0 };
  let at = 0;
  let lineStart = section.start;
  for (const written of text.slice(section.start, section.end).split(/\r\n|\r|\n/)) {
    const lineEnd = lineStart + written.length;
    const here: Token[] = [];
    for (let token = tokens[at]; token !== undefined && token.range.start < lineEnd; token = tokens[++at])
      here.push(token);
    const comment = commentAt.get(lineEnd);
    if (lineStart === separator?.start) lines.push(title === undefined ? '###' : `### ${title}`);
    else if (here.length > 0 && parsed.errors.length > 0)
      // Spaces after an open quote are part of the text.
      lines.push(here.at(-1)?.closed === false ? written : written.trimEnd());
    else if (here.length > 0) {
      const broken = layoutWithComment(layout, here, comment && commentText(text, comment), range?.start);
      for (const line of broken) lines.push(line);
    } else if (comment !== undefined) {
      const inside = range !== undefined && range.start < comment.start && comment.end < range.end;
      const indent = inside ? ' '.repeat((layout.depth + 1) * options.indent) : '';
      const isUnchanged = inside && parsed.errors.length > 0;
      lines.push(
        isUnchanged ? written.trimEnd() : indent + ownLineComment(text, directives.get(comment.start), comment),
      );
    } else lines.push('');
    lineStart = lineEnd + (text.startsWith('\r\n', lineEnd) ? 2 : 1);
  }
  return lines;
}

function layoutWithComment(
  layout: Layout,
  tokens: readonly Token[],
  comment: string | undefined,
  start: number | undefined,
): readonly string[] {
  const lines = layoutLines(layout, tokens, tokens[0]?.range.start === start);
  return comment === undefined ? lines : [...lines.slice(0, -1), `${lines.at(-1) ?? ''} ${comment}`];
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
  const depths: number[] = [];
  for (const { kind } of tokens) {
    if (kind === 'close') layout.depth = Math.max(0, layout.depth - 1);
    depths.push(layout.depth);
    if (kind === 'open') layout.depth++;
  }
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
