import { parseServiceUrl } from '../../core/api/baseUrl';
import { baseUrlProblemMessage } from '../../core/api/strings';
import { type LookupMode, lookupModes } from '../../core/lookups/types';
import { trimTrailing } from '../../core/text/trim';
import { visibleText } from '../common/visibleText';
import { createQuickPick, foreign, showInputBox, uiText } from '../common/ui';
import { keyProblem } from './keyProblem';
import { modeText } from './modeText';

/** Asks for a base URL and checks it as it is typed; the normal form, or nothing where it was left. */
export async function promptForBaseUrl(allowHttp: boolean, value = ''): Promise<string | undefined> {
  const typed = await showInputBox({
    title: uiText('Connect Service: Base URL'),
    prompt: uiText('Where the service is, as far as its /api/ begins'),
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

/** Whether more of what was typed than slashes at its end is left out of the base URL. */
function isShortened(typed: string, url: string): boolean {
  const pathOf = (text: string): string => trimTrailing(new URL(text.trim()).pathname, /\//);
  return pathOf(typed) !== pathOf(url);
}

/** Asks for a key; empty means none or the one that is stored, nothing that it was left. */
export async function promptForKey(host: string, stored: boolean): Promise<string | undefined> {
  const typed = await showInputBox({
    title: uiText('API Key for {0}', visibleText(host)),
    prompt: uiText("Kept in your system's key chain and sent to {0} alone", visibleText(host)),
    placeHolder: stored
      ? uiText('Leave empty to keep the key that is stored')
      : uiText('Leave empty to go without (stricter limits)'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => foreign(keyProblem(text)),
  });
  return typed?.trim();
}

/** Shows what each mode sends and asks for one; nothing where it was left. */
export function pickMode(title: string, now: LookupMode): Promise<LookupMode | undefined> {
  const items = lookupModes.map((mode) => {
    const { label, sends } = modeText(mode);
    return {
      label: foreign(label),
      detail: foreign(sends),
      ...(mode === now ? { description: uiText('as it is now') } : {}),
      mode,
    };
  });
  // Not `showQuickPick`: that begins at the first entry, whatever the mode is now.
  const pick = createQuickPick<(typeof items)[number]>();
  pick.title = foreign(title);
  pick.placeholder = uiText('When may a lookup be sent? Internal and ignored indicators never are.');
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  pick.items = items;
  pick.activeItems = items.filter(({ mode }) => mode === now);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.mode);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
