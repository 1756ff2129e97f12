import { isLineEnd, isSpace } from './scan/characters';
import { mailState, startsMail } from './encoded/mail';
import { getWrapper } from './encoded/wrappers';
import { findIndicators } from './find';
import { getSyntax } from './syntax/language';
import type { TextPart } from '../identity/changeForm';
import type { FindOptions, Occurrence } from '../identity/types';

/** How many characters a search looks back and ahead; a longer indicator isn't found from its far end. */
const lookbehind = 2048;
const lookahead = 4096;
/**
 * In code, strings and comments are only known from the top of the file. For larger offsets the window must suffice.
 */
const maxWholeCode = 262_144;

/**
 * The indicator at `offset` (from its first character to the position after its last), found in a window of a few
 * thousand characters that ends at line ends or spaces, so a line of any length costs the same. Inside the window, the
 * result is the same as from `findIndicators`.
 */
export function findIndicatorAt(text: string, offset: number, options: FindOptions = {}): Occurrence | undefined {
  return indicatorAmong(candidatesAt(text, offset, options), offset, options.listed);
}

/**
 * The occurrences that `findIndicatorAt` chooses from, which depend on the text alone: if `options.listed` is set, names that
 * only a list makes indicators are among them, listed or not.
 */
export function candidatesAt(text: string, offset: number, options: FindOptions = {}): readonly Occurrence[] {
  if (!(offset >= 0) || offset > text.length) return [];
  const mail = options.encoded === true && startsMail(text);
  const from = windowStart(text, offset, options);
  const to = windowEnd(text, offset);
  const state = mail && from > 0 ? mailState(text.slice(0, from)) : '';
  // The text may have many names to ask about, and only one is wanted.
  const listed = options.listed && (() => true);
  const shift = from - state.length;
  const found = findIndicators(`${state}${text.slice(from, to)}`, { ...options, mail, listed });
  /** The last wrapper around `offset`. */
  let wrapper: TextPart | undefined;
  return found
    .map((occurrence) => ({ ...occurrence, start: occurrence.start + shift, end: occurrence.end + shift }))
    .filter((each) => {
      const isAround = each.start <= offset && offset <= each.end;
      if (isAround && each.type === 'url' && getWrapper(each.value) !== undefined) wrapper = each;
      return isAround || (wrapper !== undefined && each.start < wrapper.end);
    });
}

/**
 * The indicator at `offset`, of the candidates there: in a link that only leads to another one, wherever `offset` is in it,
 * what it leads to.
 */
export function indicatorAmong(
  candidates: readonly Occurrence[],
  offset: number,
  listed?: FindOptions['listed'],
): Occurrence | undefined {
  const found = candidates.filter((each) => each.listed !== true || listed?.(each.value) === true);
  const around = found.filter(({ start, end }) => start <= offset && offset <= end);
  let chosen = around.findLast(({ end }) => offset < end) ?? around[0];
  while (chosen?.type === 'url' && getWrapper(chosen.value) !== undefined) {
    const target = found[found.indexOf(chosen) + 1];
    if (target === undefined || target.start >= chosen.end) break;
    chosen = target;
  }
  return chosen;
}

/** The links that contain an occurrence, of the candidates at its position, the outermost first. */
export function linksAround(candidates: readonly Occurrence[], occurrence: Occurrence): readonly Occurrence[] {
  const { start, end } = occurrence;
  return candidates
    .slice(0, candidates.indexOf(occurrence))
    .filter((each) => each.type === 'url' && each.start <= start && end <= each.end);
}

function windowStart(text: string, offset: number, { languageId }: FindOptions): number {
  if (getSyntax(languageId) !== undefined && offset <= maxWholeCode) return 0;
  const lowest = offset - lookbehind;
  if (lowest <= 0) return 0;
  for (let position = lowest; position < offset - lookbehind / 2; position++) {
    if (isLineEnd(text.charCodeAt(position))) return position + 1;
  }
  for (let position = lowest; position < offset - lookbehind / 2; position++) {
    if (isSpace(text.charCodeAt(position))) return position + 1;
  }
  return lowest;
}

function windowEnd(text: string, offset: number): number {
  const highest = offset + lookahead;
  if (highest >= text.length) return text.length;
  for (let position = highest; position > offset + lookahead / 2; position--) {
    if (isLineEnd(text.charCodeAt(position))) return position;
  }
  for (let position = highest; position > offset + lookahead / 2; position--) {
    if (isSpace(text.charCodeAt(position))) return position;
  }
  return highest;
}
