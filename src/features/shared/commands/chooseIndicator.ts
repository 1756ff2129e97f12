import { untrusted, showInputBox } from '../ui';
import type { CommandTarget } from '../ids/commands';
import { readTarget } from './commandTarget';
import type { IndicatorTools, LoadIndicators } from '../indicators/indicatorTools';
import { indicatorUnderCursor } from '../indicators/occurrenceAt';
import { notIndicatorMessage } from '../indicators/unsupportedInput';
import type { PanelFocus } from './panelFocus';
import { uiText } from '../ui/text';

/** Dependencies of choosing an indicator. */
export interface ChoosingParts {
  readonly loadIndicators: LoadIndicators;
  readonly panelFocus: Pick<PanelFocus, 'current'>;
}

/**
 * Returns the indicator of a command: the first of its argument, the focused panel's indicator, the one under the
 * cursor, and the user's input. `alwaysAsks`: prompts if there is no argument, and suggests the indicator.
 */
export async function chooseIndicator(
  argument: unknown,
  { loadIndicators, panelFocus }: ChoosingParts,
  title: string,
  options: { readonly alwaysAsks?: boolean } = {},
): Promise<CommandTarget | undefined> {
  const tools = await loadIndicators();
  const target = readTarget(argument);
  if (target !== undefined) {
    // Anybody may have written a link: the value is parsed again, so that it is canonical and of its type.
    const read = tools.parseIndicator(target.value);
    if (read !== undefined) return target.at === undefined ? bare(read) : { ...bare(read), at: target.at };
  }
  const under = panelFocus.current()?.indicator ?? indicatorUnderCursor(tools);
  // A menu passes the clicked item; the Command Palette and keys pass nothing.
  const asks = under === undefined || (options.alwaysAsks === true && argument === undefined);
  return asks ? promptForIndicator(tools, title, under?.value) : bare(under);
}

async function promptForIndicator(
  tools: IndicatorTools,
  title: string,
  value: string | undefined,
): Promise<CommandTarget | undefined> {
  const typed = await showInputBox({
    title: untrusted(title),
    value,
    prompt: uiText('Enter a domain, IP address, or URL. You can also enter defanged indicators.'),
    placeHolder: uiText('login-update[.]example'),
    validateInput: (typed) =>
      typed.trim() === '' || tools.parseIndicator(typed) !== undefined ? undefined : notIndicatorMessage(typed),
  });
  const read = typed === undefined ? undefined : tools.parseIndicator(typed);
  return read === undefined ? undefined : bare(read);
}

function bare({ type, value }: CommandTarget): CommandTarget {
  return { type, value };
}
