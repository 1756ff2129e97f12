import * as vscode from 'vscode';
import { formatAge } from '../../../l10n';
import { untrusted, showQuickPick, showQuickPickMany, type UiPickItem } from '../../shared/ui';
import { chooseIndicator } from '../../shared/commands/chooseIndicator';
import { goToFile } from '../files/rowLocations';
import { fileLabel } from '../files/chosenFiles';
import type { TriageParts } from '../triageParts';
import type { TriageHistory } from './triageHistory';
import { triageHistoryStrings } from './triageHistoryStrings';
import { truncateText, visibleText } from '../../../core/text/visibleText';

interface FileItem extends UiPickItem {
  readonly uri: string;
}

const maxLabel = 120;

/** Registers the commands about what became risky after a triage. */
export function registerTriageHistoryCommands(
  parts: TriageParts,
  history: TriageHistory,
  showNew: () => Promise<void>,
): vscode.Disposable {
  const { commands, notices } = parts;
  return vscode.Disposable.from(
    commands.register('threatLookups.showNewlyRisky', async () => {
      const { rows } = await history.newlyRisky();
      if (rows.length === 0) {
        notices.inform(triageHistoryStrings.nothingNew());
        return;
      }
      await showNew();
      await history.seen();
    }),
    commands.register('threatLookups.dismissNewlyRisky', () => history.seen()),
    commands.register('threatLookups.showSeenBefore', (clicked) => showSeenBefore(clicked, parts)),
    commands.register('threatLookups.forgetTriagedFiles', async () => {
      const chosen = await chooseFiles(history);
      if (chosen === undefined) notices.inform(triageHistoryStrings.noFiles());
      if (chosen === undefined || chosen.length === 0) return;
      await history.forget(chosen);
      notices.inform(triageHistoryStrings.forgotten(chosen.length));
    }),
  );
}

/** Goes to an indicator in a triaged file that the user selects, if there are several besides the one in use. */
async function showSeenBefore(clicked: unknown, parts: TriageParts): Promise<void> {
  const { notices, commands, seenBefore, loadIndicators } = parts;
  const tools = await loadIndicators();
  const indicator = await chooseIndicator(clicked, parts, triageHistoryStrings.seenIn());
  if (indicator === undefined) return;
  const key = tools.lookupKey(indicator);
  const now = Date.now();
  const filesBut = (...except: readonly string[]) => seenBefore([key], except).get(key)?.files ?? [];
  // Hovers count the others.
  const others = filesBut(vscode.window.activeTextEditor?.document.uri.toString() ?? '');
  const items = (others.length > 0 ? others : filesBut()).map((seen) => {
    const uri = vscode.Uri.parse(seen.uri);
    return {
      seen,
      uri,
      label: untrusted(truncateText(visibleText(fileLabel(uri)), maxLabel)),
      description: triageHistoryStrings.seenAt(formatAge(Math.min(seen.at, now), now), seen.line),
      detail: untrusted(truncateText(visibleText(uri.path), maxLabel)),
    };
  });
  if (items.length === 0)
    notices.inform(triageHistoryStrings.notSeen(truncateText(tools.defang(indicator.value), maxLabel)));
  const chosen =
    items.length < 2
      ? items[0]
      : await showQuickPick(items, {
          title: triageHistoryStrings.seenIn(),
          placeHolder: triageHistoryStrings.chooseSeen(),
        });
  if (chosen === undefined) return;
  const message = await goToFile(chosen.uri, chosen.seen, indicator, tools, commands);
  if (message !== undefined) notices.inform(message);
}

/** The files that the user selects; undefined if there are none to select. */
async function chooseFiles(history: TriageHistory): Promise<readonly string[] | undefined> {
  const now = Date.now();
  const items = (await history.files()).map(({ uri, at, count }): FileItem => {
    const parsed = vscode.Uri.parse(uri);
    return {
      uri,
      label: untrusted(truncateText(visibleText(fileLabel(parsed)), maxLabel)),
      description: triageHistoryStrings.triagedAt(formatAge(Math.min(at, now), now), count),
      detail: untrusted(truncateText(visibleText(parsed.path), maxLabel)),
    };
  });
  if (items.length === 0) return undefined;
  const chosen = await showQuickPickMany(items, {
    title: triageHistoryStrings.forgetTitle(),
    placeHolder: triageHistoryStrings.chooseFiles(),
  });
  return (chosen ?? []).map(({ uri }) => uri);
}
