import { iocTerm } from '../queries/exactTerms';
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
  if (terms.length === 0 || terms.length > maxValues) return undefined;
  const around = tokensAround(file, offset);
  if (around === undefined || !isBetweenTerms(around, offset)) return undefined;
  const joints = jointsOf(around);
  const isWhole = around.before.length === 0 && around.after.length === 0;
  const isBare = terms.length === 1 || isWhole || (joints.includes('or') && !joints.includes('and'));
  const any = terms.join(terms.length <= maxOnLine ? ' or ' : '\n  or ');
  const [left, right] = joints;
  const text = [left, isBare ? any : `(${any})`, right].filter((part) => part !== '').join(' ');
  return withSpaces(text, file, offset);
}

function withSpaces(text: string, file: QueryFile, offset: number): string {
  const spaceBefore = /[^\s(]/.test(file.text.charAt(offset - 1)) ? ' ' : '';
  const spaceAfter = /[^\s)]/.test(file.text.charAt(offset)) ? ' ' : '';
  return `${spaceBefore}${text}${spaceAfter}`;
}

interface Around {
  readonly before: readonly Token[];
  /** Its first token may start before the offset. */
  readonly after: readonly Token[];
}

/** The tokens of the query at an offset; undefined inside comments and titles. */
function tokensAround(file: QueryFile, offset: number): Around | undefined {
  const query = queryAtOffset(file, offset);
  if (query === undefined) return undefined;
  const { section, separator, comments } = query;
  const isInTitle = separator !== undefined && offset <= separator.end;
  if (isInTitle || comments.some(({ start, end }) => start < offset && offset <= end)) return undefined;
  const { tokens } = scanText(file.text.slice(section.start, section.end), section.start);
  const before = tokens.filter(({ range }) => range.end <= offset);
  return { before, after: tokens.slice(before.length) };
}

type Joint = '' | 'and' | 'or';

/** Whether a condition can be here: not inside a token, and not between a field and its value. */
function isBetweenTerms({ before, after }: Around, offset: number): boolean {
  const [previous, next] = [before.at(-1), after[0]];
  if (next !== undefined && next.range.start < offset) return false;
  return previous?.kind !== 'operator' && previous?.closed !== false && next?.kind !== 'operator';
}

/** The keywords that connect a condition with the tokens before and after it. */
function jointsOf({ before, after }: Around): readonly [Joint, Joint] {
  const [previous, next] = [before.at(-1), after[0]];
  const needsLeft = isEndOfTerm(previous);
  const needsRight = isStartOfTerm(next);
  // Between two terms without a connection, neither is right.
  if (needsLeft && needsRight) return ['and', 'and'];
  if (needsLeft) return [isIocOfOr(before.at(-4), before.slice(-3), next) ? 'or' : 'and', ''];
  if (needsRight) return ['', isIocOfOr(previous, after.slice(0, 3), after[3]) ? 'or' : 'and'];
  return ['', ''];
}

/** Whether a term is an indicator that `or` doesn't take from an `and` or a `not`. */
function isIocOfOr(previous: Token | undefined, term: readonly Token[], next: Token | undefined): boolean {
  const startsHere = previous === undefined || previous.kind === 'open' || previous.kind === 'or';
  const endsHere = next === undefined || next.kind === 'close' || next.kind === 'or';
  return startsHere && endsHere && isIoc(term);
}

function isEndOfTerm(token: Token | undefined): boolean {
  return token !== undefined && ['bare', 'quoted', 'close'].includes(token.kind);
}

function isStartOfTerm(token: Token | undefined): boolean {
  return token !== undefined && ['bare', 'quoted', 'open', 'not'].includes(token.kind);
}

function isIoc([field, operator]: readonly Token[]): boolean {
  return field?.text.toLowerCase() === 'ioc' && operator?.kind === 'operator' && operator.text === '=';
}
