import { parseServiceUrl } from '../../../core/api/baseUrl';
import { baseUrlProblemMessage } from '../../../core/api/strings';
import { trimTrailing } from '../../../core/text/trim';
import { visibleText } from '../../shared/text/visibleText';
import { foreign, showInputBox } from '../../shared/ui';
import { keyProblem } from './keyProblem';
import { uiText } from '../../shared/ui/text';

/** Prompts for a base URL and validates it; resolves with its normal form, or undefined if dismissed. */
export async function promptForBaseUrl(allowHttp: boolean, value = ''): Promise<string | undefined> {
  const typed = await showInputBox({
    title: uiText('Connect to Service: Base URL'),
    prompt: uiText('Enter the part of the service URL before /api/'),
    placeHolder: uiText('https://intel.example'),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return undefined;
      const read = parseServiceUrl(text, { allowHttp });
      if (!read.ok) return foreign(baseUrlProblemMessage(read.problem));
      return isShortened(text, read.url) ? { note: uiText('The base URL is {0}.', read.url) } : undefined;
    },
  });
  if (typed === undefined || typed.trim() === '') return undefined;
  const read = parseServiceUrl(typed, { allowHttp });
  return read.ok ? read.url : undefined;
}

/** Whether the base URL lacks more of the input than trailing slashes. */
function isShortened(typed: string, url: string): boolean {
  const pathOf = (text: string): string => trimTrailing(new URL(text.trim()).pathname, /\//);
  return pathOf(typed) !== pathOf(url);
}

/** Prompts for a key; empty means none or the saved one, undefined that it was dismissed. */
export async function promptForKey(host: string, stored: boolean): Promise<string | undefined> {
  const typed = await showInputBox({
    title: uiText('API Key for {0}', visibleText(host)),
    prompt: uiText('Saved in your system keychain and sent only to {0}', visibleText(host)),
    placeHolder: stored
      ? uiText('Leave empty to keep the saved key')
      : uiText('Leave empty to continue without a key (lower limits)'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => keyProblem(text),
  });
  return typed?.trim();
}
