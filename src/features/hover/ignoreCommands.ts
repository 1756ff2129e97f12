import * as vscode from 'vscode';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import { addToIgnoreList } from '../shared/settings/addToIgnoreList';
import type { Notices } from '../shared/notices/notices';
import { visibleText } from '../shared/text/visibleText';
import { foreign, showQuickPick } from '../shared/ui';
import { ignoreChoices } from './ignorePatterns';
import type { HoverCommandParts } from './lookUpCommands';
import { strings } from './strings';

/** “Ignore Indicator…” adds to the user's ignore list; “Edit Ignore List” opens it. */
export function registerIgnoreCommands(parts: HoverCommandParts, notices: Pick<Notices, 'inform'>): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  return vscode.Disposable.from(
    commands.register('threatLookups.editIgnoreList', (origin) =>
      vscode.commands.executeCommand(
        origin === 'workspace' ? 'workbench.action.openWorkspaceSettings' : 'workbench.action.openSettings',
        '@id:threatLookups.ignore',
      ),
    ),
    commands.register('threatLookups.ignore', async (argument) => {
      const target = await chooseIndicator(argument, parts, strings.titles.ignore());
      if (target === undefined) return;
      const { hostOf } = await loadIndicators();
      const items = ignoreChoices(target, hostOf).map(({ pattern, covers }) => ({
        label: foreign(visibleText(pattern)),
        description: covers,
        pattern,
      }));
      const chosen = await showQuickPick(items, {
        title: strings.titles.ignore(),
        placeHolder: strings.ignorePlaceholder(),
      });
      if (chosen === undefined) return;
      await addToIgnoreList([chosen.pattern]);
      notices.inform(strings.ignoredFromNowOn(chosen.label));
    }),
  );
}
