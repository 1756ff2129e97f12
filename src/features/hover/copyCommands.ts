import * as vscode from 'vscode';
import { chooseIndicator } from '../common/chooseIndicator';
import type { Notices } from '../common/notices';
import { truncateIndicator } from '../common/truncateIndicator';
import { visibleText } from '../common/visibleText';
import { omitPassword } from '../common/omitPassword';
import { uiText } from '../common/ui';
import type { HoverCommandParts } from './lookUpCommands';

/** “Copy Indicator” (as it is) and “Copy Defanged”. */
export function registerCopyCommands(parts: HoverCommandParts, notices: Pick<Notices, 'tell'>): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  const copy = async (argument: unknown, form: 'plain' | 'defanged'): Promise<void> => {
    const title = form === 'plain' ? 'Copy Indicator' : 'Copy Defanged';
    const target = await chooseIndicator(argument, parts, title);
    if (target === undefined) return;
    const { defang } = await loadIndicators();
    // What is copied is the indicator as it stands; only what is shown hides a password.
    await vscode.env.clipboard.writeText(form === 'plain' ? target.value : defang(target.value));
    const words = form === 'plain' ? 'Copied as it is' : 'Copied defanged';
    notices.tell(uiText('{0}: {1}', words, truncateIndicator(visibleText(defang(omitPassword(target.value))), 80)));
  };
  return vscode.Disposable.from(
    commands.register('threatLookups.copyIndicator', (target) => copy(target, 'plain')),
    commands.register('threatLookups.copyDefanged', (target) => copy(target, 'defanged')),
  );
}
