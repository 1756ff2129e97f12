import type { UiText } from '../../shared/ui/text';
import { uiText } from '../../shared/ui/text';

const maxLength = 4096;

/** Why a text can't be an API key; undefined if it can. Surrounding spaces don't matter. */
export function keyProblem(text: string): UiText | undefined {
  const key = text.trim();
  if (key.length > maxLength) return uiText('The key is too long.');
  if (/\s/.test(key)) return uiText("The key can't contain spaces or line breaks.");
  if (/[^\x21-\x7e]/.test(key)) return uiText('The key can contain only ASCII characters.');
  if (/^https?:\/\//i.test(key)) return uiText('Enter the API key, not a URL.');
  return undefined;
}
