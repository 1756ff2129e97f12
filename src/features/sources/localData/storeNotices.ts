import * as vscode from 'vscode';
import type { PlaceProblem } from '../../../core/context/places';
import type { StoreProblem } from '../../../core/records/problems/storeProblem';
import type { NoticeAction, Notices } from '../../shared/notices/notices';
import { foreign, type Output } from '../../shared/ui';
import type { Commands } from '../../shared/commands/registerCommand';
import { type StoreRemedy, formatStoreProblem } from '../../shared/format/formatStoreProblem';
import { uiText } from '../../shared/ui/text';

interface StoreNoticeParts {
  readonly notices: Notices;
  readonly commands: Commands;
  readonly output: Output;
}

/** Reports problems of the local store: details in the output channel, a notification once per cause and day. */
export function createStoreNotifier(parts: StoreNoticeParts): (problem: StoreProblem) => void {
  return (problem) => {
    parts.output.warn(`Local store: ${problem.kind}: ${problem.detail}`);
    const { sentence, remedy } = formatStoreProblem(problem);
    // Each file that was moved aside is reported; other problems once per kind.
    const cause = `store:${('movedTo' in problem && problem.movedTo) || problem.kind}`;
    void parts.notices.offerOnce(cause, 'warning', foreign(sentence), actionFor(remedy, parts));
  };
}

/** Reports location data that can't be used, once per cause and day. */
export function createPlacesNotifier({ notices, commands, output }: StoreNoticeParts): (problem: PlaceProblem) => void {
  return (problem) => {
    output.warn(`Location data: ${problem}`);
    const isNewer = problem === 'newer';
    void notices.offerOnce(
      `places:${problem}`,
      'warning',
      isNewer
        ? uiText("The location data was written by a newer version of the extension and isn't used. Update this one.")
        : uiText("The location data is damaged and isn't used. Sync or import the list of locations again."),
      isNewer
        ? { label: uiText('Update…'), run: () => commands.run('threatLookups.updateExtension') }
        : { label: uiText('Import…'), run: () => commands.run('threatLookups.import') },
    );
  };
}

function actionFor(remedy: StoreRemedy, { commands, output }: StoreNoticeParts): NoticeAction {
  switch (remedy.kind) {
    case 'details':
      return { label: foreign(remedy.label), run: () => output.show(true) };
    case 'update':
      return { label: foreign(remedy.label), run: () => commands.run('threatLookups.updateExtension') };
    case 'clear':
      return { label: foreign(remedy.label), run: () => commands.run('threatLookups.clearLocalData') };
    case 'showFile':
      return {
        label: foreign(remedy.label),
        run: () => vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(remedy.path)),
      };
  }
}
