import * as vscode from 'vscode';
import { formatAge } from '../../../l10n';
import { foreign, showQuickPickMany, type UiPickItem } from '../../shared/ui';
import { fileLabel } from '../files/chosenFiles';
import type { TriageParts } from '../triageParts';
import type { RememberedTriage } from './remembered';
import { rememberedStrings } from './rememberedStrings';
import { truncateText, visibleText } from '../../../core/text/visibleText';

interface FileItem extends UiPickItem {
  readonly uri: string;
}

const maxLabel = 120;

/** Registers the commands about what became risky after a triage. */
export function registerRememberedCommands(
  { commands, notices }: Pick<TriageParts, 'commands' | 'notices'>,
  remembered: RememberedTriage,
  showNew: () => Promise<void>,
): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register('threatLookups.showNewSinceTriage', async () => {
      const { rows } = await remembered.news();
      if (rows.length === 0) {
        notices.inform(rememberedStrings.nothingNew());
        return;
      }
      await showNew();
      await remembered.seen();
    }),
    commands.register('threatLookups.dismissNewSinceTriage', () => remembered.seen()),
    commands.register('threatLookups.forgetTriagedFiles', async () => {
      const chosen = await chooseFiles(remembered);
      if (chosen === undefined) notices.inform(rememberedStrings.noFiles());
      if (chosen === undefined || chosen.length === 0) return;
      await remembered.forget(chosen);
      notices.inform(rememberedStrings.forgotten(chosen.length));
    }),
  );
}

/** The files that the user selects; undefined if there are none to select. */
async function chooseFiles(remembered: RememberedTriage): Promise<readonly string[] | undefined> {
  const now = Date.now();
  const items = (await remembered.files()).map(({ uri, at, count }): FileItem => {
    const parsed = vscode.Uri.parse(uri);
    return {
      uri,
      label: foreign(truncateText(visibleText(fileLabel(parsed)), maxLabel)),
      description: rememberedStrings.triagedAt(formatAge(Math.min(at, now), now), count),
      detail: foreign(truncateText(visibleText(parsed.path), maxLabel)),
    };
  });
  if (items.length === 0) return undefined;
  const chosen = await showQuickPickMany(items, {
    title: rememberedStrings.forgetTitle(),
    placeHolder: rememberedStrings.chooseFiles(),
  });
  return (chosen ?? []).map(({ uri }) => uri);
}
