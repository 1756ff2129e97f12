import type { UiText } from '../../shared/ui/text';
import { strings } from '../strings';

const maxLength = 4096;

/** Why a text can't be an API key; undefined if it can. Surrounding spaces don't matter. */
export function keyProblem(text: string): UiText | undefined {
  const key = text.trim();
  if (key.length > maxLength) return strings.keyTooLong();
  if (/\s/.test(key)) return strings.keyWithSpaces();
  if (/[^\x21-\x7e]/.test(key)) return strings.keyNotAscii();
  if (/^https?:\/\//i.test(key)) return strings.keyIsUrl();
  return undefined;
}
