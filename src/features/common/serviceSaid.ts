import type { RequestError } from '../../core/api/requestError';
import { truncateText, visibleText } from './visibleText';

/** How many characters of it fit where a line is all the room there is. */
export const shortSaid = 160;
/** How many are shown where there is room for all. */
export const wholeSaid = 1_000;

/**
 * The service's own sentence as a sentence of ours, always in this form: `The service says: “Daily limit reached.”`. It is
 * foreign: hidden characters are named, and it is cut after `longest` characters. Empty where the service said nothing.
 */
export function serviceSaid(said: string | undefined, longest = shortSaid): string {
  const quoted = quotedSaid(said, longest);
  return quoted === '' ? '' : `The service says: ${quoted}${/[.!?…]”$/.test(quoted) ? '' : '.'}`;
}

/** The quotation alone, `“Daily limit reached.”`, where what stands around it tells who speaks. */
export function quotedSaid(said: string | undefined, longest = shortSaid): string {
  const words = visibleText(said ?? '').trim();
  return words === '' ? '' : `“${truncateText(words, longest)}”`;
}

/** What the service said of a trouble, if anything; foreign. */
export function saidOf(error: RequestError | undefined): string | undefined {
  return error !== undefined && 'said' in error ? error.said : undefined;
}

/** Sentences after each other, those that are empty left out. */
export function joinSentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
