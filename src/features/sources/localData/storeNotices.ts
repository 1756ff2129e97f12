import * as vscode from 'vscode';
import type { StoreProblem } from '../../../core/records/problems/storeProblem';
import type { NoticeAction, Notices } from '../../shared/notices/notices';
import { untrusted, type Output } from '../../shared/ui';
import type { Commands } from '../../shared/commands/registerCommand';
import { type StoreRemedy, formatStoreProblem } from '../../shared/format/formatStoreProblem';

/** Reports problems of the local store: details in the output channel, a notification once per cause and day. */
export function createStoreNotifier(
  notices: Notices,
  commands: Commands,
  output: Output,
): (problem: StoreProblem) => void {
  return (problem) => {
    output.warn(`Local store: ${problem.kind}: ${problem.detail}`);
    const { sentence, remedy } = formatStoreProblem(problem);
    // Each file that was moved aside is reported; other problems once per kind.
    const cause = `store:${('movedTo' in problem && problem.movedTo) || problem.kind}`;
    void notices.offerOnce(cause, 'warning', untrusted(sentence), actionFor(remedy, commands, output));
  };
}

function actionFor(remedy: StoreRemedy, commands: Commands, output: Output): NoticeAction {
  switch (remedy.kind) {
    case 'details':
      return { label: untrusted(remedy.label), run: () => output.show(true) };
    case 'update':
      return { label: untrusted(remedy.label), run: () => commands.run('threatLookups.updateExtension') };
    case 'clear':
      return { label: untrusted(remedy.label), run: () => commands.run('threatLookups.clearLocalData') };
    case 'showFile':
      return {
        label: untrusted(remedy.label),
        run: () => vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(remedy.path)),
      };
  }
}
