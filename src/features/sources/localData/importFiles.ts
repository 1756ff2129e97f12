import type { InputFailure } from '../../../core/records/problems/inputFailure';
import * as vscode from 'vscode';
import { formatDateTime, formatSize, t } from '../../../l10n';
import type { ImportInput, ImportResult, ImportProgress } from '../../../core/store/protocol/protocol';
import type { RunJob } from '../../shared/commands/runJob';
import { fileInput } from '../../shared/files/fileInput';
import { showOpenDialog, type UiText, withProgress } from '../../shared/ui';
import { uiText, uiPlural } from '../../shared/ui/text';
import type { ChosenColumns } from '../../../core/records/sourceDetails';
import { promptColumns } from '../meaning/columnsPrompt';

/** The files of a command: those of the explorer's menu, else those that the user picks. */
export async function chooseFiles(clicked: unknown, selected: unknown): Promise<readonly vscode.Uri[]> {
  const many = Array.isArray(selected) ? selected.filter((uri): uri is vscode.Uri => uri instanceof vscode.Uri) : [];
  if (many.length > 0) return many;
  if (clicked instanceof vscode.Uri) return [clicked];
  const picked = await showOpenDialog({
    title: uiText('Import Indicators'),
    openLabel: uiText('Import'),
    canSelectMany: true,
    filters: {
      [uiText('STIX, CSV, lists, and reports')]: [
        'json',
        'jsonl',
        'ndjson',
        'stix',
        'gz',
        'bz2',
        'zst',
        'zip',
        'csv',
        'tsv',
        'txt',
        'list',
        'ioc',
        'lst',
        'conf',
        'rpz',
        'netset',
        'ipset',
        'hosts',
        'log',
        'md',
      ],
      [uiText('All files')]: ['*'],
    },
  });
  return picked ?? [];
}

/** A file, or text with the name that its source gets. */
export type ImportedInput = vscode.Uri | { readonly text: string; readonly name: string };

/** The name of a source of pasted or dropped text; each has one of its own, so that it can be removed alone. */
export function pastedName(now: Date): string {
  return t('Pasted text, {0}', formatDateTime(now.getTime()));
}

export interface ImportFilesOptions {
  /** Whether to ask about the columns of every table; what isn't a table, or whose question is closed, isn't imported. */
  readonly asksColumns?: boolean;
  /** Called with the name of a file that isn't a table. */
  readonly onNoTable?: (name: string) => void;
}

/**
 * Imports files one after the other, with progress and Cancel; prompts for the columns of tables of unknown form. Returns
 * the result of each file that was started.
 */
export async function importFiles(
  files: readonly ImportedInput[],
  run: RunJob,
  { asksColumns = false, onNoTable }: ImportFilesOptions = {},
): Promise<readonly ImportResult[]> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: uiText('Importing indicators'),
    cancellable: true,
  };
  return withProgress(options, async (progress, token) => {
    const ending = new AbortController();
    const listening = token.onCancellationRequested(() => ending.abort());
    const isEnded = (): boolean => ending.signal.aborted;
    const results: ImportResult[] = [];
    try {
      for (const file of files) {
        if (isEnded()) break;
        const name = nameOf(file);
        const onProgress = (step: ImportProgress): void => progress.report({ message: progressLabel(name, step) });
        const input = file instanceof vscode.Uri ? await fileInput(file, name) : textInput(file);
        if ('failure' in input) {
          results.push(unreadReport(name, input.failure));
          continue;
        }
        const table = await columnsOf(input, run, { isOneOfMany: files.length > 1, asksAgain: asksColumns });
        if (table === 'noTable') onNoTable?.(name);
        else if (table === 'closed' && asksColumns) continue;
        else if (table === 'closed' || isEnded()) results.push(unreadReport(name));
        else results.push(await run('import', { input, ...table }, { signal: ending.signal, onProgress }));
      }
    } finally {
      listening.dispose();
    }
    return results;
  });
}

function textInput({ text, name }: Exclude<ImportedInput, vscode.Uri>): ImportInput {
  return { bytes: new TextEncoder().encode(text), name };
}

function nameOf(file: ImportedInput): string {
  if (!(file instanceof vscode.Uri)) return file.name;
  return file.path.slice(file.path.lastIndexOf('/') + 1);
}

function progressLabel(name: string, { bytes, totalBytes, taken }: ImportProgress): UiText {
  return totalBytes === undefined
    ? uiPlural(taken, { one: '{1}: {0} entry, {2}', other: '{1}: {0} entries, {2}' }, name, formatSize(bytes))
    : uiPlural(
        taken,
        { one: '{1}: {0} entry, {2} of {3}', other: '{1}: {0} entries, {2} of {3}' },
        name,
        formatSize(bytes),
        formatSize(totalBytes),
      );
}

/** The result of a file that could not be read; without a failure, of one that was canceled. */
function unreadReport(source: string, failure?: InputFailure): ImportResult {
  return {
    source,
    format: 'list',
    kinds: {},
    unrated: 0,
    objects: 0,
    indicators: { added: 0, updated: 0, unchanged: 0 },
    threats: 0,
    feeds: 0,
    skipped: [],
    complete: false,
    failure,
  };
}

interface ColumnsOptions {
  /** Whether other files are imported with it: then only tables that need it are asked about. */
  readonly isOneOfMany: boolean;
  /** Whether the user is about to choose the columns, so that any table is asked about. */
  readonly asksAgain: boolean;
}

/** Why there are no columns: the question was closed, or the file isn't a table whose columns can be chosen. */
type NoColumns = 'closed' | 'noTable';

/**
 * What the columns of a file contain, if it is a table of unknown form; prompts unless that was answered before, or the
 * names of the columns say it. Empty for all other files, unless the user is about to choose the columns.
 */
async function columnsOf(
  input: ImportInput,
  run: RunJob,
  { isOneOfMany, asksAgain }: ColumnsOptions,
): Promise<{ readonly columns?: ChosenColumns } | NoColumns> {
  const { preview, isUnderstood, chosen } = await run('importPreview', { input });
  if (preview === undefined) return asksAgain ? 'noTable' : {};
  const isAnswered = chosen !== undefined || isUnderstood === true || (isOneOfMany && preview.isNamed);
  if (isAnswered && !asksAgain) return {};
  const columns = await promptColumns({ name: input.name, preview, chosen });
  return columns === undefined ? 'closed' : { columns };
}
