import type { InputFailure } from '../../core/records/inputFailure';
import * as vscode from 'vscode';
import type { ImportResult, ImportProgress } from '../../core/store/protocol';
import type { RunJob } from '../common/runJob';
import { fileInput } from '../common/fileInput';
import { formatSize } from '../common/sizeWords';
import { counted } from '../common/numbers';
import { showOpenDialog, uiText, withProgress } from '../common/ui';

/** The files that a command is about: those of the explorer's menu, else those that the user picks. */
export async function chooseFiles(clicked: unknown, selected: unknown): Promise<readonly vscode.Uri[]> {
  const many = Array.isArray(selected) ? selected.filter((uri): uri is vscode.Uri => uri instanceof vscode.Uri) : [];
  if (many.length > 0) return many;
  if (clicked instanceof vscode.Uri) return [clicked];
  const picked = await showOpenDialog({
    title: uiText('Import Indicators'),
    openLabel: uiText('Import'),
    canSelectMany: true,
    filters: {
      'STIX, CSV, lists and reports': [
        'json',
        'jsonl',
        'ndjson',
        'stix',
        'gz',
        'csv',
        'tsv',
        'txt',
        'list',
        'ioc',
        'md',
      ],
      'All files': ['*'],
    },
  });
  return picked ?? [];
}

/** Imports one file after the other, with progress and cancel; an account for each that was begun. */
export async function importFiles(files: readonly vscode.Uri[], run: RunJob): Promise<readonly ImportResult[]> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: uiText('Importing indicators'),
    cancellable: true,
  };
  return withProgress(options, async (progress, token) => {
    const ending = new AbortController();
    const listening = token.onCancellationRequested(() => ending.abort());
    const accounts: ImportResult[] = [];
    try {
      for (const file of files) {
        if (ending.signal.aborted) break;
        const name = nameOf(file);
        const onProgress = (step: ImportProgress): void =>
          progress.report({ message: uiText('{0}: {1}', name, progressLabel(step)) });
        const input = await fileInput(file, nameOf(file));
        accounts.push(
          'failure' in input
            ? unreadReport(name, input.failure)
            : await run('import', { input }, { signal: ending.signal, onProgress }),
        );
      }
    } finally {
      listening.dispose();
    }
    return accounts;
  });
}

function nameOf(file: vscode.Uri): string {
  return file.path.slice(file.path.lastIndexOf('/') + 1);
}

function progressLabel({ bytes, totalBytes, taken }: ImportProgress): string {
  const read = totalBytes === undefined ? formatSize(bytes) : `${formatSize(bytes)} of ${formatSize(totalBytes)}`;
  return `${counted(taken, 'indicator')}, ${read}`;
}

function unreadReport(source: string, failure: InputFailure): ImportResult {
  return {
    source,
    format: 'list',
    objects: 0,
    indicators: { added: 0, updated: 0, unchanged: 0 },
    threats: 0,
    feeds: 0,
    skipped: [],
    complete: false,
    failure,
  };
}
