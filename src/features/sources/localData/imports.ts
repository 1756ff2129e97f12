import type * as vscode from 'vscode';
import { panelTypes } from '../../shared/ids/contributionIds';
import { registerReport, type ReportView } from '../../shared/panels/registerReport';
import { shownName } from '../meaning/meaning';
import { foreign } from '../../shared/ui';
import type { LocalDataParts } from './localDataParts';
import { type ImportedInput, importFiles, type ImportFilesOptions } from './importFiles';
import { type OpenQuestion, openQuestions } from './importQuestion';
import { allSucceeded, type FinishedImport, formatImportSummary, importReport, isTable } from './importReport';
import { strings } from './strings';
import { uiText } from '../../shared/ui/text';
import { promptListMeaning } from '../meaning/listMeaning';
import { setSourceMeaning, type SourceMeaningParts } from '../meaning/sourceMeaning';

/** Imports files, reports the results, and asks what being listed means. */
export class Imports implements vscode.Disposable {
  private finished: FinishedImport | undefined;
  private files: readonly ImportedInput[] = [];
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

  /** Imports files with progress; ends when the user has answered or closed the question about them. */
  async start(files: readonly ImportedInput[], options?: ImportFilesOptions): Promise<void> {
    if (files.length === 0) return;
    const { run, notices, onDataChanged } = this.parts;
    const onNoTable = (name: string): void =>
      notices.inform(uiText("{0} isn't a table whose columns can be chosen. Nothing was changed.", shownName(name)));
    const results = await importFiles(files, run, { onNoTable, ...options }).finally(onDataChanged);
    if (results.length === 0) return;
    this.finished = { at: Date.now(), results };
    this.files = files;
    this.report.refresh();
    const open = openQuestions(results, await run('sourceList', {}));
    // Not awaited: the import is done, and the notice stays until it is dismissed.
    void notices.offer(allSucceeded(results) ? 'information' : 'warning', foreign(formatImportSummary(results)), {
      label: uiText('Show Report'),
      run: () => this.report.show(),
    });
    if (await askMeanings(this.parts, open)) return;
    void notices.offer('information', uiText('Entries of {0} are shown as listed, but not as risky.', namesOf(open)), {
      label: uiText('Set Meaning of List…'),
      run: () => askMeanings(this.parts, open),
    });
  }

  /** The tables of unknown form of the last import, whose columns can be chosen. */
  tables(): readonly ImportedInput[] {
    const { files, finished } = this;
    return files.filter((_, at) => {
      const result = finished?.results[at];
      return result !== undefined && isTable(result);
    });
  }

  dispose(): void {
    this.report.dispose();
  }
}

function namesOf(questions: readonly OpenQuestion[]): string {
  const names = questions.flatMap(({ sources }) => sources.map(({ name }) => name));
  const [only] = names;
  return names.length === 1 && only !== undefined ? shownName(only) : strings.files(names.length);
}

/** Asks what it means to be on the lists, and applies the answers. False if a question was closed, which stays open. */
async function askMeanings(parts: SourceMeaningParts, questions: readonly OpenQuestion[]): Promise<boolean> {
  for (const { recommended, sources } of questions) {
    const meaning = await promptListMeaning({ names: sources.map(({ name }) => name), recommended });
    if (meaning === undefined) return false;
    for (const source of sources) if (!(await setSourceMeaning(parts, source, meaning))) return false;
  }
  return true;
}
