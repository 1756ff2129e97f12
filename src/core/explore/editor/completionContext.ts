import type { TextRange } from '../syntax/ast';
import { knownDirective, type KnownDirective } from '../syntax/directives';
import { type QueryFile, queryAtOffset } from '../syntax/queryFile';
import { scanText, type Token } from '../syntax/scanner';

/** The kind of text expected at an offset of a query file; a completion replaces `range`, which is often empty. */
export type CompletionContext =
  | { readonly kind: 'directive'; readonly range: TextRange }
  | { readonly kind: 'directiveValue'; readonly range: TextRange; readonly directive: KnownDirective }
  /** The start of a term; `afterNot` after “not”, `isFirst` at the start of the query. */
  | { readonly kind: 'term'; readonly range: TextRange; readonly afterNot: boolean; readonly isFirst: boolean }
  /** After a term: “and”, “or”, or the end. */
  | { readonly kind: 'keyword'; readonly range: TextRange }
  | { readonly kind: 'operator'; readonly range: TextRange; readonly field: string }
  /** `typed` is the value so far, without quotes; `isQuoted` if the range starts with a quote. */
  | {
      readonly kind: 'value';
      readonly range: TextRange;
      readonly field: string;
      readonly typed: string;
      readonly isQuoted: boolean;
    };

/** The context at an offset; undefined in comments and titles. Reads only one query. */
export function completionContextAt(file: QueryFile, offset: number): CompletionContext | undefined {
  const query = queryAtOffset(file, offset);
  if (query === undefined) return undefined;
  const { section, separator, comments } = query;
  if (separator !== undefined && offset >= separator.start && offset <= separator.end) return undefined;
  const comment = comments.find(({ start, end }) => start < offset && offset <= end);
  if (comment !== undefined) return directiveContext(file.text, comment, offset);
  const { tokens } = scanText(file.text.slice(section.start, section.end), section.start);
  const at = tokens.findIndex(({ range }) => range.end >= offset);
  const token = at < 0 ? undefined : tokens[at];
  const touched = token !== undefined && token.range.start < offset ? token : undefined;
  return contextOf(touched, tokens.slice(0, at < 0 ? tokens.length : at).slice(-3), offset, file.text);
}

function contextOf(
  token: Token | undefined,
  before: readonly Token[],
  offset: number,
  text: string,
): CompletionContext | undefined {
  const nothing: TextRange = { start: offset, end: offset };
  if (token === undefined) return contextAfter(before, nothing);
  switch (token.kind) {
    case 'operator':
    case 'open':
    case 'close':
      return contextAfter([...before, token], nothing);
    case 'quoted':
      if (token.closed && offset === token.range.end) return contextAfter([...before, token], nothing);
      return valueContext(before, token, text.slice(token.range.start + 1, offset), true);
    default: {
      const here = valueContext(before, token, text.slice(token.range.start, offset), false);
      return here ?? contextAfter(before, token.range);
    }
  }
}

function valueContext(
  before: readonly Token[],
  token: Token,
  typed: string,
  isQuoted: boolean,
): CompletionContext | undefined {
  const field = before.at(-2);
  if (before.at(-1)?.kind !== 'operator' || field === undefined) return undefined;
  return { kind: 'value', range: token.range, field: field.text, typed, isQuoted };
}

function contextAfter(tokens: readonly Token[], range: TextRange): CompletionContext | undefined {
  const last = tokens.at(-1);
  switch (last?.kind) {
    case undefined:
      return { kind: 'term', range, afterNot: false, isFirst: true };
    case 'open':
    case 'and':
    case 'or':
      return { kind: 'term', range, afterNot: false, isFirst: false };
    case 'not':
      return { kind: 'term', range, afterNot: true, isFirst: false };
    case 'close':
      return { kind: 'keyword', range };
    case 'operator': {
      const field = tokens.at(-2);
      const isField = field?.kind === 'bare' || field?.kind === 'quoted';
      return isField ? { kind: 'value', range, field: field.text, typed: '', isQuoted: false } : undefined;
    }
    case 'bare':
    case 'quoted':
      return tokens.at(-2)?.kind === 'operator'
        ? { kind: 'keyword', range }
        : { kind: 'operator', range, field: last.text };
  }
}

function directiveContext(text: string, comment: TextRange, offset: number): CompletionContext | undefined {
  const before = text.slice(comment.start, offset);
  const name = /^#[ \t]*(@?[\p{L}]*)$/u.exec(before)?.[1];
  // A word without @ is a comment.
  if (name === '' || name?.startsWith('@')) {
    const end = endOf(/^[\p{L}]*/u, text, offset, comment.end);
    return { kind: 'directive', range: { start: offset - name.length, end } };
  }
  const [, word = '', value = ''] = /^#[ \t]*@([\p{L}]+)[ \t]+([^\s]*)$/u.exec(before) ?? [];
  const directive = knownDirective(word);
  if (directive === undefined) return undefined;
  const end = endOf(/^[^\s]*/, text, offset, comment.end);
  return { kind: 'directiveValue', range: { start: offset - value.length, end }, directive };
}

/** The end offset of the word at `from` that matches `pattern`. */
function endOf(pattern: RegExp, text: string, from: number, to: number): number {
  return from + (pattern.exec(text.slice(from, to))?.[0].length ?? 0);
}
