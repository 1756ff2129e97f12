import type { InputFailure } from '../../../core/records/problems/inputFailure';
import * as vscode from 'vscode';
import { formatDateTime, formatSize, t } from '../../../l10n';
import type { ImportInput, ImportResult, ImportProgress, OpenedFile } from '../../../core/store/protocol/protocol';
import type { WorkerJobs } from '../../shared/commands/workerJobs';
import { fileInput } from '../../shared/files/fileInput';
import { showOpenDialog, type UiText, withProgress } from '../../shared/ui';
import { uiText, uiPlural } from '../../shared/ui/text';
import type { ChosenColumns } from '../../../core/records/sourceDetails';
import { promptColumns } from '../meaning/columnsPrompt';
import { promptListMeaning } from '../meaning/listMeaning';
import { givenMeaning, type ListMeaning, type RecommendedMeaning } from '../meaning/meaning';
import { questionAbout, questionsAbout } from './importQuestion';

/** The files of a command: those of the explorer's menu; otherwise those that the user picks. */
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
  /** Whether to ask about the columns of every table; other files, and tables without an answer, aren't imported. */
  readonly asksColumns?: boolean;
  /** Called with the name of a file that isn't a table. */
  readonly onNoTable?: (name: string) => void;
}

/** A file of an import, and how it ended. */
export interface ImportedFile {
  readonly file: ImportedInput;
  readonly result: ImportResult;
}

/** An open file, and the user's answers about it. */
interface PreparedFile {
  readonly file: ImportedInput;
  readonly opened: number;
  /** The name of its source. */
  readonly source: string;
  readonly columns: ChosenColumns | undefined;
  /** The recommended type of the list, if the user has to be asked. */
  readonly question: RecommendedMeaning | undefined;
}

/** Maximum number of open files. */
const maxOpen = 20;

/**
 * Imports files, with progress and Cancel. Each is opened, recognized, and written once; all questions about
 * {@link maxOpen} files come before these are written: those about columns of tables of unknown form, and about types
 * of lists. Returns the result of each file that was started.
 */
export async function importFiles(
  files: readonly ImportedInput[],
  worker: WorkerJobs,
  options: ImportFilesOptions = {},
): Promise<readonly ImportedFile[]> {
  const notification = {
    location: vscode.ProgressLocation.Notification,
    title: uiText('Importing indicators'),
    cancellable: true,
  };
  return withProgress(notification, async (progress, token) => {
    const ending = new AbortController();
    const listening = token.onCancellationRequested(() => ending.abort());
    const onProgress = (message: UiText): void => progress.report({ message });
    const importing = new FileImport({
      ...options,
      worker,
      signal: ending.signal,
      onProgress,
      isOne: files.length === 1,
    });
    try {
      for (let at = 0; at < files.length && !ending.signal.aborted; at += maxOpen)
        await importing.importTogether(files.slice(at, at + maxOpen));
    } finally {
      listening.dispose();
    }
    return importing.done;
  });
}

interface FileImportDeps extends ImportFilesOptions {
  readonly worker: WorkerJobs;
  readonly signal: AbortSignal;
  readonly onProgress: (message: UiText) => void;
  /** Whether it is the only file; of several files, only tables with unclear columns are asked about. */
  readonly isOne: boolean;
}

class FileImport {
  readonly done: ImportedFile[] = [];

  constructor(private readonly deps: FileImportDeps) {}

  /** Opens files, asks about all of them, and imports them one after the other. */
  async importTogether(files: readonly ImportedInput[]): Promise<void> {
    const { worker, signal } = this.deps;
    const steps: (PreparedFile | ImportedFile)[] = [];
    try {
      for (const file of files) {
        const step = signal.aborted ? undefined : await this.prepare(file);
        if (step !== undefined) steps.push(step);
      }
      const prepared = steps.filter((step) => 'opened' in step);
      const meanings = await this.askMeanings(prepared);
      for (const step of steps) {
        // After a cancel, one canceled file in the report is enough.
        if (signal.aborted && this.done.some(isCanceled)) break;
        this.done.push('result' in step ? step : await this.write(step, meanings.get(step.opened)));
      }
    } finally {
      await worker.importClose({ opened: steps.flatMap((step) => ('opened' in step ? [step.opened] : [])) });
    }
  }

  /** Opens a file, and asks about its columns. Returns a result if it isn't imported; undefined to report nothing. */
  private async prepare(file: ImportedInput): Promise<PreparedFile | ImportedFile | undefined> {
    const { worker, signal, asksColumns = false, onNoTable } = this.deps;
    const name = nameOf(file);
    const input = file instanceof vscode.Uri ? await fileInput(file, name) : textInput(file);
    if ('failure' in input) return { file, result: unreadReport(name, input.failure) };
    const found = await worker.importOpen({ input });
    const { opened, source } = found;
    const columns = signal.aborted ? 'closed' : await this.columnsOf(name, found);
    if (columns === 'noTable' || columns === 'closed') {
      await worker.importClose({ opened: [opened] });
      if (columns === 'noTable') onNoTable?.(name);
      return asksColumns ? undefined : { file, result: unreadReport(name) };
    }
    const beginning = await worker.importBegin({ opened, columns });
    const question = found.isRated ? undefined : questionAbout(source, beginning);
    return { file, opened, source, columns, question };
  }

  /**
   * Returns the meanings of the columns of a table of unknown form; prompts unless that was answered before, or the
   * names of the columns are clear. Undefined for all other files, unless `asksColumns` is set.
   */
  private async columnsOf(
    name: string,
    { table, isUnderstood, chosen }: OpenedFile,
  ): Promise<ChosenColumns | NoColumns | undefined> {
    const { asksColumns = false, isOne } = this.deps;
    if (table === undefined) return asksColumns ? 'noTable' : undefined;
    const isAnswered = chosen !== undefined || isUnderstood === true || (!isOne && table.isNamed);
    if (isAnswered && !asksColumns) return undefined;
    return (await promptColumns({ name, preview: table, chosen })) ?? 'closed';
  }

  /** Asks for the types of lists, by their IDs. A closed question leaves this and all further questions open. */
  private async askMeanings(files: readonly PreparedFile[]): Promise<ReadonlyMap<number, ListMeaning>> {
    const answers = new Map<number, ListMeaning>();
    for (const { recommended, lists } of questionsAbout(files)) {
      if (this.deps.signal.aborted) break;
      const meaning = await promptListMeaning({ names: lists.map(({ source }) => source), recommended });
      if (meaning === undefined) break;
      for (const { opened } of lists) answers.set(opened, meaning);
    }
    return answers;
  }

  private async write(prepared: PreparedFile, meaning: ListMeaning | undefined): Promise<ImportedFile> {
    const { file, opened, columns } = prepared;
    const { worker, signal } = this.deps;
    const name = nameOf(file);
    if (signal.aborted) return { file, result: unreadReport(name) };
    const onProgress = (step: ImportProgress): void => this.deps.onProgress(progressLabel(name, step));
    const given = meaning === undefined ? undefined : givenMeaning(meaning);
    const result = await worker.import({ opened, columns, meaning: given }, { signal, onProgress });
    return { file, result };
  }
}

function isCanceled({ result: { complete, failure } }: ImportedFile): boolean {
  return !complete && failure === undefined;
}

/** Why there are no columns: the question was closed, or the file isn't a table whose columns can be chosen. */
type NoColumns = 'closed' | 'noTable';

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
