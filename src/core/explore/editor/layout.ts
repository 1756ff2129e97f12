import { exploreField } from '../syntax/fields';
import type { Token } from '../syntax/scanner';

/** How lines of a query are formatted, and the parenthesis depth of the next token. */
export interface Layout {
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
export function layoutLines(layout: Layout, tokens: readonly Token[], isFirst: boolean): readonly string[] {
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
