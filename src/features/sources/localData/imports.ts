import * as vscode from 'vscode';
import type { StoredSource } from '../../../core/records/sourceDetails';
import type { ImportResult } from '../../../core/store/protocol/protocol';
import type { NoticeAction } from '../../shared/notices/notices';
import { panelTypes } from '../../shared/ids/contributionIds';
import { registerReport, type ReportView } from '../../shared/panels/reportPanel';
import { getMeaning, shownName } from '../meaning/meaning';
import { getShowIndicators } from '../showIndicators';
import { untrusted } from '../../shared/ui';
import type { LocalDataParts } from './localDataParts';
import { type ImportedFile, type ImportedInput, importFiles, type ImportFilesOptions } from './importFiles';
import { openQuestions } from './importQuestion';
import {
  allSucceeded,
  type FinishedImport,
  formatImportSummary,
  importedCount,
  importReport,
  isTable,
  type RatedResult,
} from './importReport';
import { strings } from './strings';
import { uiText } from '../../shared/ui/text';
import { promptListMeaning } from '../meaning/listMeaning';
import { setSourceMeaning } from '../meaning/sourceMeaning';

/** Imports files, and reports the results. */
export class Imports implements vscode.Disposable {
  private finished: FinishedImport | undefined;
  private files: readonly ImportedFile[] = [];
  private readonly report: ReportView;

  constructor(private readonly parts: LocalDataParts) {
    this.report = registerReport(
      {
        viewType: panelTypes.importReport,
        title: () => uiText('Import Report'),
        icon: 'cloud-download',
        load: async () => importReport(await this.rated(), await parts.loadIndicators()),
        commands: { import: 'threatLookups.import', columns: 'threatLookups.setColumns' },
      },
      parts,
    );
  }

  /** Imports files with progress, and offers to answer open questions about them. */
  async start(files: readonly ImportedInput[], options?: ImportFilesOptions): Promise<void> {
    if (files.length === 0) return;
    const { worker, notices, onDataChanged } = this.parts;
    const onNoTable = (name: string): void =>
      notices.inform(uiText("{0} isn't a table whose columns can be chosen. Nothing was changed.", shownName(name)));
    const done = await importFiles(files, worker, { onNoTable, ...options }).finally(onDataChanged);
    if (done.length === 0) return;
    this.finished = { at: Date.now(), results: done.map(({ result }) => result) };
    this.files = done;
    this.report.refresh();
    const sources = await worker.sourceList();
    const results = withMeanings(this.finished.results, sources);
    const open = openQuestions(results, sources);
    // Not awaited: the import is done, and the notice stays until it is dismissed.
    void notices.offer(
      allSucceeded(results) ? 'information' : 'warning',
      untrusted(formatImportSummary(results)),
      ...this.nextSteps(results),
      { label: uiText('Show Report'), run: () => this.report.show() },
    );
    if (open.length === 0) return;
    void notices.offer('information', uiText('Entries in {0} have no risk yet.', namesOf(open)), {
      label: uiText('Change List Type…'),
      run: async () => {
        await rateImported(this.parts, open);
        this.report.refresh();
      },
    });
  }

  /** The last import with the current types of its lists. */
  private async rated(): Promise<FinishedImport | undefined> {
    const { finished } = this;
    return finished && { ...finished, results: withMeanings(finished.results, await this.parts.worker.sourceList()) };
  }

  /** Actions for the imported indicators. */
  private nextSteps(results: readonly ImportResult[]): readonly NoticeAction[] {
    const { commands } = this.parts;
    const names = results.filter((result) => importedCount(result) > 0).map(({ source }) => source);
    if (names.length === 0) return [];
    const show = { label: uiText('Show Indicators'), run: () => getShowIndicators(commands, [...new Set(names)]) };
    const open = openFiles(this.files.map(({ file }) => file));
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    const [target, label] = open.length > 0 ? [open, uiText('Triage Open Files')] : [folders, uiText('Triage Folder')];
    if (target.length === 0) return [show];
    return [show, { label, run: () => commands.run('threatLookups.triage', target[0], target) }];
  }

  /** The tables of unknown form of the last import, whose columns can be chosen. */
  tables(): readonly ImportedInput[] {
    return this.files.flatMap(({ file, result }) => (isTable(result) ? [file] : []));
  }

  dispose(): void {
    this.report.dispose();
  }
}

/** Files that are open in editors and weren't imported. */
function openFiles(imported: readonly ImportedInput[]): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const left = new Set(imported.map((file) => (file instanceof vscode.Uri ? file.toString() : '')));
  const files = uris.filter((uri) => uri.scheme === 'file' && !left.has(uri.toString()));
  return [...new Map(files.map((uri) => [uri.toString(), uri])).values()];
}

function withMeanings(results: readonly ImportResult[], sources: readonly StoredSource[]): readonly RatedResult[] {
  const imports = new Map(sources.flatMap((source) => (source.kind === 'import' ? [[source.name, source]] : [])));
  return results.map((result) => {
    const source = imports.get(result.source);
    return { ...result, meaning: source === undefined ? 'unknown' : getMeaning(source.risk, source.details) };
  });
}

type Question = ReturnType<typeof openQuestions>[number];

function namesOf(questions: readonly Question[]): string {
  const names = questions.flatMap(({ lists }) => lists.map(({ source }) => source.name));
  const [only] = names;
  return names.length === 1 && only !== undefined ? `“${shownName(only)}”` : strings.files(names.length);
}

/** Asks for the types of imported lists, and updates their entries, until a question is closed. */
async function rateImported(parts: LocalDataParts, questions: readonly Question[]): Promise<void> {
  for (const { recommended, lists } of questions) {
    const meaning = await promptListMeaning({ names: lists.map(({ source }) => source.name), recommended });
    if (meaning === undefined) return;
    for (const { source } of lists) if (!(await setSourceMeaning(parts, source, meaning))) return;
  }
}
