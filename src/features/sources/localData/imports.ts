import type * as vscode from 'vscode';
import { panelTypes } from '../../shared/ids/contributionIds';
import { registerReport, type ReportView } from '../../shared/panels/reportPanel';
import { shownName } from '../meaning/meaning';
import { foreign } from '../../shared/ui';
import type { LocalDataParts } from './localDataParts';
import { type ImportedFile, type ImportedInput, importFiles, type ImportFilesOptions } from './importFiles';
import { openQuestions } from './importQuestion';
import { allSucceeded, type FinishedImport, formatImportSummary, importReport, isTable } from './importReport';
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
        load: async () => importReport(this.finished, await parts.loadIndicators()),
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
    const results = done.map(({ result }) => result);
    this.finished = { at: Date.now(), results };
    this.files = done;
    this.report.refresh();
    const open = openQuestions(results, await worker.sourceList());
    // Not awaited: the import is done, and the notice stays until it is dismissed.
    void notices.offer(allSucceeded(results) ? 'information' : 'warning', foreign(formatImportSummary(results)), {
      label: uiText('Show Report'),
      run: () => this.report.show(),
    });
    if (open.length === 0) return;
    void notices.offer('information', uiText('Entries of {0} are shown as listed, but not as risky.', namesOf(open)), {
      label: uiText('Set Meaning of List…'),
      run: () => rateImported(this.parts, open),
    });
  }

  /** The tables of unknown form of the last import, whose columns can be chosen. */
  tables(): readonly ImportedInput[] {
    return this.files.flatMap(({ file, result }) => (isTable(result) ? [file] : []));
  }

  dispose(): void {
    this.report.dispose();
  }
}

type Question = ReturnType<typeof openQuestions>[number];

function namesOf(questions: readonly Question[]): string {
  const names = questions.flatMap(({ lists }) => lists.map(({ source }) => source.name));
  const [only] = names;
  return names.length === 1 && only !== undefined ? shownName(only) : strings.files(names.length);
}

/** Asks what it means to be on lists that were imported, and updates their entries, until a question is closed. */
async function rateImported(parts: LocalDataParts, questions: readonly Question[]): Promise<void> {
  for (const { recommended, lists } of questions) {
    const meaning = await promptListMeaning({ names: lists.map(({ source }) => source.name), recommended });
    if (meaning === undefined) return;
    for (const { source } of lists) if (!(await setSourceMeaning(parts, source, meaning))) return;
  }
}
