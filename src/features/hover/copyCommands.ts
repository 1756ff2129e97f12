import * as vscode from 'vscode';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import type { Notices } from '../shared/notices/notices';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import { omitPassword } from '../../core/text/omitPassword';
import type { HoverCommandParts } from './lookUpCommands';
import { uiText } from '../shared/ui/text';

/** “Copy Indicator” (the original value) and “Copy Defanged”. */
export function registerCopyCommands(parts: HoverCommandParts, notices: Pick<Notices, 'inform'>): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  const copy = async (argument: unknown, form: 'plain' | 'defanged'): Promise<void> => {
    const title = form === 'plain' ? uiText('Copy Indicator') : uiText('Copy Defanged');
    const target = await chooseIndicator(argument, parts, title);
    if (target === undefined) return;
    const { defang } = await loadIndicators();
    // Only the shown text hides a password; the copy is complete.
    await vscode.env.clipboard.writeText(form === 'plain' ? target.value : defang(target.value));
    const shown = truncateIndicator(visibleText(defang(omitPassword(target.value))), 80);
    notices.inform(form === 'plain' ? uiText('Copied: {0}', shown) : uiText('Copied defanged: {0}', shown));
  };
  return vscode.Disposable.from(
    commands.register('threatLookups.copyIndicator', (target) => copy(target, 'plain')),
    commands.register('threatLookups.copyDefanged', (target) => copy(target, 'defanged')),
  );
}
