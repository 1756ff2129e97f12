import * as vscode from 'vscode';
import type { ResultFormat } from '../../../core/explore';
import { formatSize, t } from '../../../l10n';
import { errorDetails } from '../../shared/text/errorDetails';
import { hostLabel } from '../../../core/records/labels/verdict';
import { showQuickPick, type UiPickItem, withProgress } from '../../shared/ui';
import type { FoundRows } from '../../../core/records/found';
import {
  chooseExportFormat,
  type ExportFormat,
  exportText,
  exportTo,
  isIncomplete,
  confirmExport,
} from '../files/exporting';
import { fileName } from '../files/fileName';
import { promptForLimit } from '../runs/promptForLimit';
import type { ResultsParts } from '../resultsParts';
import type { ResultsPanels } from '../panel/resultsPanels';
import type { RunResult, QueryRunner, QueryToRun, Where } from '../runs/runner';
import { type QueriesOfFile, queriesToRun } from '../runs/queriesToRun';
import { runStrings as strings } from '../strings';
import { uiText } from '../../shared/ui/text';

/** How a run differs from the query in the file. */
export interface RunChanges {
  readonly where?: Where;
  readonly limit?: number;
  readonly format?: ResultFormat;
  /** Send even if the quota is used up. */
  readonly ignoreQuota?: boolean;
  /** Send although the query has an error. */
  readonly ignoreErrors?: boolean;
}

/** Runs queries of files and shows their results. */
export class RunCommands {
  constructor(
    private readonly parts: ResultsParts,
    private readonly runner: QueryRunner,
    private readonly panels: ResultsPanels,
  ) {}

  register(): vscode.Disposable {
    const { commands } = this.parts;
    return vscode.Disposable.from(
      commands.register('threatLookups.runQuery', (target) => this.run(target, 'here')),
      commands.register('threatLookups.runAllQueries', (target) => this.run(target, 'all')),
      commands.register('threatLookups.runQueryLocally', (target) => this.run(target, 'here', { where: 'local' })),
      commands.register('threatLookups.runQueryOnService', (target) => this.runOnService(target)),
      commands.register('threatLookups.runQueryWithOptions', (target) => this.runWithOptions(target)),
      commands.register('threatLookups.cancelQuery', () => this.cancel()),
    );
  }

  /** Runs queries and shows their progress; resolves when all are finished. */
  async start(file: string, queries: readonly QueryToRun[], changes: RunChanges = {}): Promise<void> {
    const { where = 'service', limit, format, ignoreQuota, ignoreErrors = false } = changes;
    const anyway = (): Promise<void> => this.start(file, queries, { ...changes, ignoreErrors: true });
    if (!ignoreErrors && !this.isReadable(file, queries, where, anyway)) return;
    const changed = queries.map((query) => ({
      ...query,
      settings: {
        ...query.settings,
        ...(limit === undefined ? {} : { limit }),
        ...(format === undefined ? {} : { format }),
      },
    }));
    let shown: Promise<unknown> = Promise.resolve();
    const show = (runs: readonly RunResult[]): void => {
      // In order, so that the last update is the last shown.
      shown = shown
        .then(() => this.panels.show(file, runs))
        .catch((error: unknown) => {
          this.parts.output.warn(`Results: ${errorDetails(error)}`);
        });
    };
    await this.runner.start(
      file,
      changed,
      { where, ignoreQuota, onBytes: (id, bytes) => this.panels.read(file, id, bytes) },
      show,
    );
    await shown;
  }

  /** Reports a syntax error instead of running the query. A service may understand more than the local store. */
  private isReadable(file: string, queries: readonly QueryToRun[], where: Where, anyway?: () => unknown): boolean {
    const formError = queries.find((query) => query.formError !== undefined)?.formError;
    if (formError === undefined) return true;
    const { message, line, character } = formError;
    const at = new vscode.Position(line, character);
    const sentence = uiText('Query not run. Line {0}, column {1}: {2}', line + 1, character + 1, message);
    const goTo = {
      label: uiText('Go to Error'),
      run: () => vscode.window.showTextDocument(vscode.Uri.parse(file), { selection: new vscode.Range(at, at) }),
    };
    const isRemote = this.runner.serviceFor(where).remote;
    const others = isRemote && anyway !== undefined ? [{ label: uiText('Run Anyway'), run: anyway }] : [];
    void this.parts.notices.offer('warning', sentence, goTo, ...others);
    return false;
  }

  /** Cancels the queries of the active editor or panel. */
  private cancel(): void {
    const file = vscode.window.activeTextEditor?.document.uri.toString();
    const files = [file, this.panels.active()?.file, ...this.runner.running()];
    const found = files.find((each) => each !== undefined && this.runner.cancel(each));
    if (found === undefined) this.parts.notices.inform(uiText('No query is running.'));
  }

  private async run(target: unknown, scope: 'here' | 'all', changes: RunChanges = {}): Promise<void> {
    // Completions would stay open over the results.
    void vscode.commands.executeCommand('hideSuggestWidget');
    const panel = this.panels.active();
    const shown = panel?.panel.active === true && target === undefined ? panel.current?.run : undefined;
    if (panel !== undefined && shown !== undefined && scope === 'here') {
      // With the results panel focused, runs its query.
      const { query: text, settings, title } = shown;
      const where = changes.where ?? (shown.origin.remote ? 'service' : 'local');
      await this.start(panel.file, [{ text, settings, title }], { ...changes, where });
      return;
    }
    const queries = await this.findQueries(target, scope);
    if (queries !== undefined) await this.start(queries.file, queries.queries, changes);
  }

  private async runOnService(target: unknown): Promise<void> {
    if (this.runner.serviceFor('service').remote) return this.run(target, 'here');
    await this.parts.notices.offer('information', uiText('No service is connected. Queries run on the local store.'), {
      label: uiText('Connect…'),
      run: () => this.parts.commands.run('threatLookups.connect'),
    });
  }

  private async runWithOptions(target: unknown): Promise<void> {
    const queries = await this.findQueries(target, 'here');
    if (queries === undefined) return;
    const items: readonly (UiPickItem & { readonly run: (queries: QueriesOfFile) => Promise<void> })[] = [
      {
        label: uiText('$(list-ordered) Run with Limit…'),
        detail: uiText('Run once with a limit that you enter'),
        run: (chosen) => this.runWithLimit(chosen),
      },
      {
        label: uiText('$(json) Run with CSV or STIX Output…'),
        detail: uiText('Run once with a format that you select'),
        run: (chosen) => this.runInFormat(chosen),
      },
      {
        label: uiText('$(export) Run and Export…'),
        detail: uiText('Export the results without showing them'),
        run: (chosen) => this.runAndExport(chosen),
      },
    ];
    const options = { title: uiText('Run Query with Options'), placeHolder: uiText('Select an option') };
    await (await showQuickPick(items, options))?.run(queries);
  }

  private async runWithLimit({ file, queries }: QueriesOfFile): Promise<void> {
    const limit = await promptForLimit(queries[0]?.settings.limit, this.runner.serviceFor('service').remote);
    if (limit !== undefined) await this.start(file, queries, { limit });
  }

  private async runInFormat({ file, queries }: QueriesOfFile): Promise<void> {
    const format = await this.chooseFormat();
    if (format !== undefined) await this.start(file, queries, { format });
  }

  private async chooseFormat(): Promise<ResultFormat | undefined> {
    const host = this.serviceLabel();
    const items: readonly (UiPickItem & { readonly format: ResultFormat })[] = [
      {
        label: uiText('CSV'),
        detail: uiText('Table as returned by {0}, with comment lines', host),
        format: 'csv',
      },
      {
        label: uiText('STIX'),
        detail: uiText('Bundle as returned by {0}; requires an account', host),
        format: 'stix',
      },
      { label: uiText('JSON'), detail: uiText('Rows (default)'), format: 'json' },
    ];
    const options = { title: uiText('Run with Other Output'), placeHolder: uiText('Select a response format') };
    return (await showQuickPick(items, options))?.format;
  }

  /** Exports the results without opening a panel. */
  private async runAndExport({ file, queries: [query] }: QueriesOfFile): Promise<void> {
    if (query === undefined || !this.isReadable(file, [query], 'service')) return;
    const title = t('Run and Export Results');
    const format = await chooseExportFormat(query.settings.type ?? 'indicators', title);
    if (format === undefined) return;
    const result = await this.runWithProgress(file, query);
    if (result === undefined || result.run.end?.kind === 'canceled') return;
    await this.exportResult(result, file, format, title);
  }

  private async exportResult(result: RunResult, file: string, format: ExportFormat, title: string): Promise<void> {
    const found = result.finding?.found;
    // The panel explains why there are no results.
    if (found === undefined) await this.panels.show(file, [result]);
    else await this.exportRows(result, found, format, title);
  }

  private async exportRows(result: RunResult, found: FoundRows, format: ExportFormat, title: string): Promise<void> {
    if (found.rows.length === 0) {
      this.parts.notices.inform(uiText('No results to export.'));
      return;
    }
    if (!(await confirmExport(found))) return;
    const text = await exportText(result, found, format, this.parts);
    const isExported = await exportTo({ text, format, name: fileName(result.run, 'results'), title }, this.parts);
    if (isExported && isIncomplete(result.run, this.parts))
      this.parts.notices.inform(uiText('Results may be incomplete.'));
  }

  private async runWithProgress(file: string, query: QueryToRun): Promise<RunResult | undefined> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: uiText('Waiting for {0}…', this.serviceLabel()),
      cancellable: true,
    };
    const runs = await withProgress(options, (progress, token) => {
      token.onCancellationRequested(() => this.runner.cancel(file));
      const onBytes = (_: string, bytes: number): void =>
        progress.report({ message: strings.received(formatSize(bytes)) });
      return this.runner.start(file, [query], { where: 'service', onBytes }, () => undefined);
    });
    return runs?.[0];
  }

  /** Name of the service that queries run on by default. */
  private serviceLabel(): string {
    const { remote, host } = this.runner.serviceFor('service');
    return remote ? hostLabel(host) : t('the local store');
  }

  private async findQueries(target: unknown, scope: 'here' | 'all') {
    const queries = await queriesToRun(target, scope, this.parts);
    if (queries !== undefined && queries.queries.length > 0) return queries;
    if (queries === undefined) {
      await this.parts.notices.offer('information', uiText('Open a query file, or create a new query.'), {
        label: uiText('New Query'),
        run: () => this.parts.commands.run('threatLookups.newQuery'),
      });
    } else this.parts.notices.inform(uiText('No query at the cursor.'));
    return undefined;
  }
}
