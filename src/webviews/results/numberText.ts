import { formatNumber } from '../../l10n';

/** A number in the user's language, or what is said in place of one. */
export function numberText(text: string): string {
  return /^\d+$/.test(text) ? formatNumber(Number(text)) : text;
}
