import type { RequestError } from '../../core/api/requestError';
import { truncateText, visibleText } from './visibleText';

/** How many characters of it fit where a line is all the room there is. */
export const shortMessageLength = 160;
/** How many are shown where there is room for all. */
export const fullMessageLength = 1_000;

/**
 * The service's own sentence as a sentence of ours, always in this form: `The service says: “Daily limit reached.”`. It is
 * foreign: hidden characters are named, and it is cut after `longest` characters. Empty where the service said nothing.
 */
export function formatServiceMessage(serviceMessage: string | undefined, longest = shortMessageLength): string {
  const quoted = quoteServiceMessage(serviceMessage, longest);
  return quoted === '' ? '' : `The service says: ${quoted}${/[.!?…]”$/.test(quoted) ? '' : '.'}`;
}

/** The quotation alone, `“Daily limit reached.”`, where what stands around it tells who speaks. */
export function quoteServiceMessage(serviceMessage: string | undefined, longest = shortMessageLength): string {
  const words = visibleText(serviceMessage ?? '').trim();
  return words === '' ? '' : `“${truncateText(words, longest)}”`;
}

/** What the service said of a trouble, if anything; foreign. */
export function serviceMessageOf(error: RequestError | undefined): string | undefined {
  return error !== undefined && 'serviceMessage' in error ? error.serviceMessage : undefined;
}

/** Sentences after each other, those that are empty left out. */
export function joinSentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
