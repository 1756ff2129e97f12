import { formatNumber } from '../../l10n';

/** Formats a number in the user's language; other texts stay as they are. */
export function numberText(text: string): string {
  return /^\d+$/.test(text) ? formatNumber(Number(text)) : text;
}
