import { t } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** Characters of a service message that fit in a line. */
const shortMessageLength = 160;
/** Characters that are shown if there is room. */
export const fullMessageLength = 1_000;

/**
 * The service's own message as a sentence: `Service message: “Daily limit reached.”`. It is untrusted: hidden characters
 * are named, and it is truncated to `maxLength` characters. Empty if there is no message.
 */
export function formatServiceMessage(serviceMessage: string | undefined, maxLength = shortMessageLength): string {
  const message = shownMessage(serviceMessage, maxLength);
  if (message === '') return '';
  return /[.!?…]$/.test(message) ? t('Service message: “{0}”', message) : t('Service message: “{0}”.', message);
}

/** The quotation alone, `“Daily limit reached.”`, where the context names the service. */
export function quoteServiceMessage(serviceMessage: string | undefined, maxLength = shortMessageLength): string {
  const message = shownMessage(serviceMessage, maxLength);
  return message === '' ? '' : `“${message}”`;
}

function shownMessage(serviceMessage: string | undefined, maxLength: number): string {
  return truncateText(visibleText(serviceMessage ?? '').trim(), maxLength);
}

/** Joins sentences with spaces, without the empty ones. */
export function joinSentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
