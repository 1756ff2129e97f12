import * as vscode from 'vscode';
import type { ResultFormat } from '../../core/explore';
import { errorDetails } from '../common/errorDetails';
import { formatSize } from '../common/sizeWords';
import { hostLabel } from '../common/verdict';
import { showQuickPick, uiText, type UiPickItem, withProgress } from '../common/ui';
import { chooseExportFormat, exportText, exportTo, isIncomplete, confirmExport } from './exporting';
import { fileName } from './fileName';
import { promptForLimit } from './promptForLimit';
import type { ResultsParts } from './resultsParts';
import type { ResultsPanels } from './resultsPanels';
import type { RunResult, QueryRunner, QueryToRun, Where } from './runner';
import { queriesToRun } from './queriesToRun';

/** How a run differs from what stands in the file. */
export interface RunChanges {
  readonly where?: Where;
  readonly limit?: number;
  readonly format?: ResultFormat;
  /** Although the service has said that nothing is left. */
  readonly ignoreQuota?: boolean;
}

/** Runs queries of files and shows what comes of it. */
export class RunCommands {
  constructor(
    private readonly parts: ResultsParts,
    private readonly runner: QueryRunner,
    private readonly panels: ResultsPanels,
  ) {}

  register(): vscode.Disposable {
    const { commands } = this.parts;
    return vscode.Disposable.from(
      commands.register('threatLookups.runQuery', (place) => this.run(place, 'here')),
      commands.register('threatLookups.runAllQueries', (place) => this.run(place, 'all')),
      commands.register('threatLookups.runQueryLocally', (place) => this.run(place, 'here', { where: 'local' })),
      commands.register('threatLookups.runQueryOnService', (place) => this.onService(place)),
      commands.register('threatLookups.runQueryWithLimit', (place) => this.withLimit(place)),
      commands.register('threatLookups.runQueryAs', (place) => this.inFormat(place)),
      commands.register('threatLookups.runQueryAndExport', (place) => this.andExport(place)),
      commands.register('threatLookups.cancelQuery', () => this.cancel()),
    );
  }

  /** Runs queries, and shows them from the first moment on. Ends when the last of them has ended. */
  async start(file: string, queries: readonly QueryToRun[], changes: RunChanges = {}): Promise<void> {
    const { where = 'service', limit, format, ignoreQuota } = changes;
    if (!this.isReadable(file, queries, where)) return;
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
      // One after the other, so that the last one shown is the last one told.
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

  /** The local store refuses what it can't read: better said before it is asked, with the way to the place. */
  private isReadable(file: string, queries: readonly QueryToRun[], where: Where): boolean {
    const formError = queries.find((query) => query.formError !== undefined)?.formError;
    if (formError === undefined || this.runner.serviceFor(where).remote) return true;
    const { message, line, character } = formError;
    const at = new vscode.Position(line, character);
    const sentence = uiText('Not run: line {0}, column {1}: {2}', line + 1, character + 1, message);
    void this.parts.notices.offer('warning', sentence, {
      label: uiText('Go There'),
      run: () => vscode.window.showTextDocument(vscode.Uri.parse(file), { selection: new vscode.Range(at, at) }),
    });
    return false;
  }

  /** Ends what the active editor's file, or the active panel, has under way. */
  private cancel(): void {
    const file = vscode.window.activeTextEditor?.document.uri.toString();
    const files = [file, this.panels.active()?.file, ...this.runner.running()];
    const found = files.find((each) => each !== undefined && this.runner.cancel(each));
    if (found === undefined) this.parts.notices.tell(uiText('No query is under way.'));
  }

  private async run(place: unknown, scope: 'here' | 'all', changes: RunChanges = {}): Promise<void> {
    // Completion would stay open over the results.
    void vscode.commands.executeCommand('hideSuggestWidget');
    const panel = this.panels.active();
    const shown = panel?.panel.active === true && place === undefined ? panel.current?.run : undefined;
    if (panel !== undefined && shown !== undefined && scope === 'here') {
      // Somebody who looks at results means their query.
      const { query: text, settings, title } = shown;
      const where = changes.where ?? (shown.place.remote ? 'service' : 'local');
      await this.start(panel.file, [{ text, settings, title }], { ...changes, where });
      return;
    }
    const wanted = await this.wanted(place, scope);
    if (wanted !== undefined) await this.start(wanted.file, wanted.queries, changes);
  }

  private async onService(place: unknown): Promise<void> {
    if (this.runner.serviceFor('service').remote) return this.run(place, 'here');
    await this.parts.notices.offer('information', uiText('No service is connected; queries run on the local store.'), {
      label: uiText('Connect…'),
      run: () => this.parts.commands.run('threatLookups.connect'),
    });
  }

  private async withLimit(place: unknown): Promise<void> {
    const wanted = await this.wanted(place, 'here');
    const limit =
      wanted && (await promptForLimit(wanted.queries[0]?.settings.limit, this.runner.serviceFor('service').remote));
    if (wanted !== undefined && limit !== undefined) await this.start(wanted.file, wanted.queries, { limit });
  }

  private async inFormat(place: unknown): Promise<void> {
    const wanted = await this.wanted(place, 'here');
    const format = wanted && (await this.chooseFormat());
    if (wanted !== undefined && format !== undefined) await this.start(wanted.file, wanted.queries, { format });
  }

  private async chooseFormat(): Promise<ResultFormat | undefined> {
    const host = this.answerer();
    const items: readonly (UiPickItem & { readonly format: ResultFormat })[] = [
      {
        label: uiText('CSV'),
        detail: uiText('The table that {0} writes, with its comment lines', host),
        format: 'csv',
      },
      {
        label: uiText('STIX'),
        detail: uiText('The bundle that {0} writes; needs an account there', host),
        format: 'stix',
      },
      { label: uiText('JSON'), detail: uiText('Rows, the default'), format: 'json' },
    ];
    const options = { title: uiText('Run Query As'), placeHolder: uiText('In which form shall the service answer?') };
    return (await showQuickPick(items, options))?.format;
  }

  /** “Run and Export…”: what comes of it goes where the user says, and no panel opens. */
  private async andExport(place: unknown): Promise<void> {
    const wanted = await this.wanted(place, 'here');
    const [query] = wanted?.queries ?? [];
    if (wanted === undefined || query === undefined || !this.isReadable(wanted.file, [query], 'service')) return;
    const form = await chooseExportFormat(query.settings.type ?? 'indicators', 'Run and Export Results');
    if (form === undefined) return;
    const host = this.answerer();
    const runs = await withProgress(
      { location: vscode.ProgressLocation.Notification, title: uiText('Asking {0}…', host), cancellable: true },
      (progress, token) => {
        token.onCancellationRequested(() => this.runner.cancel(wanted.file));
        const onBytes = (_: string, bytes: number): void =>
          progress.report({ message: uiText('{0} read', formatSize(bytes)) });
        return this.runner.start(wanted.file, [query], { where: 'service', onBytes }, () => undefined);
      },
    );
    const [result] = runs ?? [];
    if (result === undefined || result.run.end?.kind === 'canceled') return;
    const found = result.finding?.found;
    if (found === undefined) {
      // What stood in the way is said in words where results would be.
      await this.panels.show(wanted.file, [result]);
      return;
    }
    if (found.rows.length === 0) this.parts.notices.tell(uiText('Nothing found: nothing to export.'));
    else if (await confirmExport(found)) {
      const text = await exportText(result, found, form, this.parts);
      const isOut = await exportTo(text, form, fileName(result.run, 'results'), this.parts);
      if (isOut && isIncomplete(result.run, this.parts))
        this.parts.notices.tell(uiText('There may be more results than these.'));
    }
  }

  /** Who answers where nothing else is said. */
  private answerer(): string {
    const { remote, host } = this.runner.serviceFor('service');
    return remote ? hostLabel(host) : 'the local store';
  }

  private async wanted(place: unknown, scope: 'here' | 'all') {
    const wanted = await queriesToRun(place, scope, this.parts);
    if (wanted !== undefined && wanted.queries.length > 0) return wanted;
    if (wanted === undefined) {
      await this.parts.notices.offer('information', uiText('Open a query file first, or begin a new query.'), {
        label: uiText('New Query'),
        run: () => this.parts.commands.run('threatLookups.newQuery'),
      });
    } else this.parts.notices.tell(uiText('There is no query at the cursor.'));
    return undefined;
  }
}
