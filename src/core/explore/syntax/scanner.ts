import type { TextRange } from './ast';

export type TokenKind = 'open' | 'close' | 'operator' | 'and' | 'or' | 'not' | 'bare' | 'quoted';

export interface Token {
  readonly kind: TokenKind;
  /** Unquoted and unescaped for `quoted`, otherwise as written. */
  readonly text: string;
  readonly range: TextRange;
  /** False if the closing quote is missing. */
  readonly closed: boolean;
}

const space = /\s/;
const lineEnd = /[\r\n]/;

/** Reads `and`, `or`, or `not` in any letter case. */
export function getKeyword(word: string): 'and' | 'or' | 'not' | undefined {
  const lower = word.toLowerCase();
  return lower === 'and' || lower === 'or' || lower === 'not' ? lower : undefined;
}

/** The parts of a text. */
export interface Scanned {
  readonly tokens: readonly Token[];
  /** Ranges of comments, from `#` to the end of the line. */
  readonly comments: readonly TextRange[];
}

/** The tokens of a query, see {@link scanText}. */
export function scan(text: string): readonly Token[] {
  return scanText(text).tokens;
}

/**
 * Splits a query into tokens, without spaces and comments (`#` at the start of a token, to the end of the line). Ranges start
 * at `offset`, the position of the text in a larger one. Text directly after an operator is a value: unquoted, it ends at a
 * space, parenthesis, or quote, and may contain `=` and `#`, as URLs do. Elsewhere, a bare word also ends at an operator.
 * Linear, never throws.
 */
export function scanText(text: string, offset = 0): Scanned {
  const tokens: Token[] = [];
  const comments: TextRange[] = [];
  let before: { readonly kind: TokenKind; readonly end: number } | undefined;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (space.test(character)) {
      at++;
      continue;
    }
    const touchesOperator = before?.kind === 'operator' && before.end === at;
    if (character === '#' && !touchesOperator) {
      const start = at;
      at = endOf(text, at, (c) => lineEnd.test(c));
      comments.push({ start: offset + start, end: offset + at });
      continue;
    }
    const token = tokenAt(text, at, touchesOperator, before?.kind === 'operator');
    at = token.range.end;
    before = { kind: token.kind, end: at };
    tokens.push(offset === 0 ? token : { ...token, range: { start: offset + token.range.start, end: offset + at } });
  }
  return { tokens, comments };
}

function tokenAt(text: string, at: number, touchesOperator: boolean, valueExpected: boolean): Token {
  const character = text.charAt(at);
  const make = (kind: TokenKind, end: number, content = text.slice(at, end), closed = true): Token => {
    return { kind, text: content, range: { start: at, end }, closed };
  };
  if (character === '(') return make('open', at + 1);
  if (character === ')') return make('close', at + 1);
  if (character === '"') return quotedAt(text, at);
  if (!touchesOperator) {
    if (character === '=') return make('operator', at + 1);
    if (text.startsWith('!=', at)) return make('operator', at + 2);
  }
  const end = endOf(text, at + 1, (c, index) => endsWord(c) || (!valueExpected && isOperator(text, c, index)));
  const word = text.slice(at, end);
  return make(touchesOperator ? 'bare' : (getKeyword(word) ?? 'bare'), end);
}

function endsWord(character: string): boolean {
  return character === '(' || character === ')' || character === '"' || space.test(character);
}

function isOperator(text: string, character: string, index: number): boolean {
  return character === '=' || (character === '!' && text.charAt(index + 1) === '=');
}

/** Quoted text ends at the end of the line, so that a missing quote affects only one line. */
function quotedAt(text: string, start: number): Token {
  let content = '';
  let at = start + 1;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') return { kind: 'quoted', text: content, range: { start, end: at + 1 }, closed: true };
    if (lineEnd.test(character)) break;
    const next = text.charAt(at + 1);
    const escape = character === '\\' && (next === '"' || next === '\\');
    content += escape ? next : character;
    at += escape ? 2 : 1;
  }
  return { kind: 'quoted', text: content, range: { start, end: at }, closed: false };
}

function endOf(text: string, from: number, stops: (character: string, index: number) => boolean): number {
  let at = from;
  while (at < text.length && !stops(text.charAt(at), at)) at++;
  return at;
}
