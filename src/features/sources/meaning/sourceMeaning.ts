import * as vscode from 'vscode';
import type { StoredSource } from '../../../core/records/sourceDetails';
import type { WorkerJobs } from '../../shared/commands/workerJobs';
import type { Notices } from '../../shared/notices/notices';
import { withProgress } from '../../shared/ui';
import { givenMeaning, type ListMeaning, meaningLabel, shownName } from './meaning';
import { uiText } from '../../shared/ui/text';
import { formatNumber } from '../../../l10n';

interface Deps {
  readonly worker: WorkerJobs;
  readonly notices: Pick<Notices, 'inform'>;
  /** Updates hovers, highlights, and panels. */
  readonly onDataChanged: () => void;
}

/** Sets the type of a source, with progress and Cancel, so that it isn't asked about again. False if canceled. */
export async function setSourceMeaning(
  { worker, notices, onDataChanged }: Deps,
  source: Pick<StoredSource, 'id' | 'name'>,
  meaning: ListMeaning,
): Promise<boolean> {
  const name = shownName(source.name);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: uiText('Updating entries of “{0}”', name),
    cancellable: true,
  };
  const changed = await withProgress(options, async (progress, token) => {
    const ending = new AbortController();
    const listening = token.onCancellationRequested(() => ending.abort());
    try {
      const { changed: isDone } = await worker.sourceChange(
        { id: source.id, ...givenMeaning(meaning) },
        {
          signal: ending.signal,
          onProgress: ({ done, total }) =>
            progress.report({ message: uiText('{0} of {1}', formatNumber(done), formatNumber(total)) }),
        },
      );
      return isDone;
    } finally {
      listening.dispose();
      onDataChanged();
    }
  });
  notices.inform(
    changed
      ? uiText('List type of “{0}” is now: {1}', name, meaningLabel(meaning))
      : uiText("Canceled. The entries of “{0}” weren't changed.", name),
  );
  return changed;
}
