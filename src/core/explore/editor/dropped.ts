import { iocTerm } from '../queries/iocQuery';
import { type QueryFile, queryAtOffset } from '../syntax/queryFile';
import { scanText, type Token } from '../syntax/scanner';

/** More values are inserted as plain text. */
const maxValues = 1_000;

/** With more values, each has a line. */
const maxOnLine = 4;

/**
 * The text that adds a condition for any of these indicators at an offset of a query file, with the `and` or `or` and the
 * spaces that it needs there; undefined inside comments, titles, words, and quotes, and if no value can be expressed.
 */
export function conditionAt(file: QueryFile, offset: number, values: readonly string[]): string | undefined {
  const terms = [...new Set(values)].flatMap((value) => iocTerm(value) ?? []);
  const query = queryAtOffset(file, offset);
  if (query === undefined || terms.length === 0 || terms.length > maxValues) return undefined;
  const { section, separator, comments } = query;
  const isIn = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    start < offset && offset <= end;
  if ((separator !== undefined && offset <= separator.end) || comments.some(isIn)) return undefined;
  const { tokens } = scanText(file.text.slice(section.start, section.end), section.start);
  const next = tokens.findIndex(({ range }) => range.end > offset);
  const before = next < 0 ? tokens : tokens.slice(0, next);
  const after = next < 0 ? [] : tokens.slice(next);
  const joints = jointsOf(before, after, offset);
  if (joints === undefined) return undefined;
  const { left, right } = joints;
  const isOneOfOr = left !== 'and' && right !== 'and';
  const among = terms.length <= maxOnLine ? terms.join(' or ') : terms.join('\n  or ');
  const isWhole = before.length === 0 && after.length === 0;
  const condition =
    terms.length === 1 || (isOneOfOr && (isWhole || left === 'or' || right === 'or')) ? among : `(${among})`;
  const text = `${left === '' ? '' : `${left} `}${condition}${right === '' ? '' : ` ${right}`}`;
  return `${/[^\s(]/.test(file.text.charAt(offset - 1)) ? ' ' : ''}${text}${/[^\s)]/.test(file.text.charAt(offset)) ? ' ' : ''}`;
}

interface Joints {
  readonly left: '' | 'and' | 'or';
  readonly right: '' | 'and' | 'or';
}

/** What connects a condition with the tokens around it; undefined where none can be. */
function jointsOf(before: readonly Token[], after: readonly Token[], offset: number): Joints | undefined {
  const [previous, next] = [before.at(-1), after[0]];
  if (next !== undefined && next.range.start < offset) return undefined;
  if (previous?.kind === 'operator' || previous?.closed === false || next?.kind === 'operator') return undefined;
  const needsLeft = isEndOfTerm(previous);
  const needsRight = isStartOfTerm(next);
  // Between two terms without a connection, neither is right.
  if (needsLeft && needsRight) return { left: 'and', right: 'and' };
  const endsOr = next === undefined || next.kind === 'close' || next.kind === 'or';
  const startsOr = previous === undefined || previous.kind === 'open' || previous.kind === 'or';
  return {
    left: !needsLeft ? '' : endsOr && isAmongIocs(before) ? 'or' : 'and',
    right: !needsRight ? '' : startsOr && isIoc(after.slice(0, 3)) && endsHere(after[3]) ? 'or' : 'and',
  };
}

function isEndOfTerm(token: Token | undefined): boolean {
  return token !== undefined && ['bare', 'quoted', 'close'].includes(token.kind);
}

function isStartOfTerm(token: Token | undefined): boolean {
  return token !== undefined && ['bare', 'quoted', 'open', 'not'].includes(token.kind);
}

/** Whether the last term is an indicator that `or` doesn't take from an `and` or a `not`. */
function isAmongIocs(tokens: readonly Token[]): boolean {
  const start = tokens.at(-4)?.kind;
  return isIoc(tokens.slice(-3)) && (start === undefined || start === 'open' || start === 'or');
}

function endsHere(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'close' || token.kind === 'or';
}

function isIoc([field, operator]: readonly Token[]): boolean {
  return field?.text.toLowerCase() === 'ioc' && operator?.kind === 'operator' && operator.text === '=';
}
