import type { TextRange } from '../syntax/ast';
import type { TextEdit } from '../diagnostics';
import { type Directive, knownDirective } from '../syntax/directives';
import { layoutLines, type Layout } from './layout';
import type { FileQuery, QueryFile } from '../syntax/queryFile';
import { scanText, type Token } from '../syntax/scanner';

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
