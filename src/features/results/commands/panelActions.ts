import * as vscode from 'vscode';
import type { ResultsAction } from '../../../webviews/messages/results';
import { readTarget } from '../../shared/commands/commandTarget';
import type { CommandId, OtherFormat } from '../../shared/ids/commands';
import { besideColumn } from '../../shared/panels/columns';
import type { OpenPage } from '../../shared/commands/panelFocus';
import { showQuickPick, type UiPickItem, type UiText } from '../../shared/ui';
import {
  exportTitle,
  chooseFormat,
  chooseRows,
  exportText,
  exportTo,
  isIncomplete,
  confirmExport,
} from '../files/exporting';
import { fileName } from '../files/fileName';
import { promptForLimit } from '../runs/promptForLimit';
import type { CopyFormat, ResultsPanel } from '../panel/resultsPanel';
import type { ResultsPanels } from '../panel/resultsPanels';
import type { ResultsParts } from '../resultsParts';
import type { RunChanges, RunCommands } from './runCommands';
import type { QueryRunner, RunResult } from '../runs/runner';
import { queryFileText } from '../files/savedQueries';
import { rowStrings as strings } from '../strings';
import { openQueryPage, openRowPage } from '../panel/webPages';
import { t } from '../../../l10n';
import { uiText, uiPlural } from '../../shared/ui/text';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { FoundRows } from '../../../core/records/found';
import { groupQuery, iocQuery } from '../../../core/explore/queries/exactTerms';
import { addToIgnoreList } from '../../shared/settings/addToIgnoreList';
import { showWarningMessage } from '../../shared/ui';

/** Adding this many indicators to the ignore list requires confirmation. */
const minToConfirm = 2;

/** Saves rows to the local store under a name. */
async function saveRows(
  { run: { origin, ...query } }: RunResult,
  rows: FoundRows,
  { worker, notices, onDataChanged }: Pick<ResultsParts, 'worker' | 'notices' | 'onDataChanged'>,
): Promise<void> {
  const name = strings.savedName(fileName(query, 'results'), origin.remote ? origin.host : t('the local store'));
  const saved = await worker.saveResults({
    name,
    indicators: rows.type === 'indicators' ? rows.rows : [],
    threats: rows.type === 'threats' ? rows.rows : [],
  });
  onDataChanged();
  const count = saved.added + saved.updated + saved.unchanged + saved.threats;
  const message = rows.type === 'threats' ? strings.savedThreats : strings.savedIndicators;
  notices.inform(message(count, saved.added));
}

/** Adds rows to the ignore list. */
async function ignoreRows(rows: FoundRows, { notices }: Pick<ResultsParts, 'notices'>): Promise<void> {
  if (rows.type === 'threats') {
    notices.inform(uiText("Threats can't be ignored. Only indicators can be added to the ignore list."));
    return;
  }
  const values = rows.rows.map(({ value }) => value);
  const ignore = uiText('Add to Ignore List');
  if (values.length >= minToConfirm) {
    const options = { modal: true, detail: uiText('Ignored indicators are never sent to a service.') };
    if (
      (await showWarningMessage(
        uiPlural(values.length, {
          one: 'Add {0} indicator to the ignore list?',
          other: 'Add {0} indicators to the ignore list?',
        }),
        options,
        ignore,
      )) !== ignore
    )
      return;
  }
  notices.inform(
    uiPlural(await addToIgnoreList(values), {
      one: 'Added {0} indicator to the ignore list.',
      other: 'Added {0} indicators to the ignore list.',
    }),
  );
}

/** Creates a query that finds these rows, without running it. */
async function queryFromRows(
  rows: FoundRows,
  { commands, notices }: Pick<ResultsParts, 'commands' | 'notices'>,
): Promise<void> {
  const terms =
    rows.type === 'threats'
      ? rows.rows.map(({ name }) => groupQuery('threat', name))
      : rows.rows.flatMap(({ value }) => iocQuery([value]) ?? []);
  const skipped = rows.rows.length - terms.length;
  if (terms.length === 0) {
    notices.inform(uiText("These values can't be expressed in a query."));
    return;
  }
  await commands.run('threatLookups.newQuery', terms.join('\nor '));
  if (skipped > 0)
    notices.inform(
      uiText("{0} of {1} values can't be expressed in a query and were skipped.", skipped, rows.rows.length),
    );
}

/** Buttons that run a command of another feature. */
const elsewhere: Readonly<Partial<Record<ResultsAction, CommandId>>> = {
  changeMode: 'threatLookups.changeMode',
  connect: 'threatLookups.connect',
  setKey: 'threatLookups.setKey',
  editIgnoreList: 'threatLookups.editIgnoreList',
  showDetails: 'threatLookups.showDetails',
  showSent: 'threatLookups.showSent',
  loadSample: 'threatLookups.loadSample',
};

/** Actions on results, from their panel, its menu, and the Command Palette. */
export class PanelActions {
  constructor(
    private readonly parts: ResultsParts,
    private readonly runner: QueryRunner,
    private readonly runs: () => RunCommands,
    private readonly panels: () => ResultsPanels,
  ) {}

  register(): vscode.Disposable {
    const { commands, panelFocus } = this.parts;
    return vscode.Disposable.from(
      commands.register('threatLookups.exportResults', () => this.withActivePanel((panel) => this.export(panel))),
      commands.register('threatLookups.saveResults', () => this.withActivePanel((panel) => this.save(panel))),
      commands.register('threatLookups.ignoreResults', () => this.withActivePanel((panel) => this.ignore(panel))),
      commands.register('threatLookups.queryFromResults', () => this.withActivePanel((panel) => this.query(panel))),
      commands.register('threatLookups.addResultsToTriage', (clicked) =>
        this.withActivePanel((panel) => this.triage(panel, clicked)),
      ),
      panelFocus.addPages(() => this.rowPages()),
      commands.register('threatLookups.copyResults', () => this.withActivePanel((panel) => this.copy(panel, 'plain'))),
      commands.register('threatLookups.copyResultsDefanged', () =>
        this.withActivePanel((panel) => this.copy(panel, 'defanged')),
      ),
      commands.register('threatLookups.copyResultsMarkdown', () =>
        this.withActivePanel((panel) => this.copy(panel, 'markdown')),
      ),
      commands.register('threatLookups.copyResultsAs', () => this.withActivePanel((panel) => this.copyAs(panel))),
    );
  }

  /** Runs the action of a button in a panel. */
  readonly act = async (panel: ResultsPanel, action: ResultsAction, limit: number | undefined): Promise<void> => {
    const command = elsewhere[action];
    if (command !== undefined) {
      await this.parts.commands.run(command);
      if (action === 'loadSample') panel.refresh();
      return;
    }
    switch (action) {
      case 'cancel':
        this.runner.cancel(panel.file);
        return;
      case 'runAgain':
        return this.runAgain(panel, {});
      case 'runLocally':
        return this.runAgain(panel, { where: 'local' });
      case 'runOnService':
        return this.runAgain(panel, { where: 'service' });
      case 'runAnyway':
        return this.runAgain(panel, { ignoreQuota: true });
      case 'runWithLimit':
        return this.runAgain(panel, limit === undefined ? {} : { limit });
      case 'promptForLimit': {
        const run = panel.current?.run;
        const chosen = await promptForLimit(run?.settings.limit, run?.origin.remote !== false);
        return chosen === undefined ? undefined : this.runAgain(panel, { limit: chosen });
      }
      case 'showQuery':
        return this.showQuery(panel);
      case 'openQueryPage': {
        const result = panel.current;
        return result && openQueryPage(result, await this.parts.loadResults());
      }
      case 'broadenQuery':
        return this.broadenQuery(panel);
      case 'export':
        return this.export(panel);
      case 'save':
        return this.save(panel);
      default:
        return;
    }
  };

  /** Runs the query again, on the same service unless changed. */
  private async runAgain(panel: ResultsPanel, changes: RunChanges): Promise<void> {
    const run = panel.current?.run;
    if (run === undefined) return;
    const { query: text, settings, title } = run;
    const where = changes.where ?? (run.origin.remote ? 'service' : 'local');
    await this.runs().start(panel.file, [{ text, settings, title }], { ...changes, where });
  }

  /** Shows the file of the query, or the query as a new file. */
  private async showQuery(panel: ResultsPanel): Promise<void> {
    const run = panel.current?.run;
    if (run === undefined) return;
    const uri = panel.file.includes(':') ? vscode.Uri.parse(panel.file) : undefined;
    try {
      if (uri === undefined) throw new Error('no file');
      const document = await vscode.workspace.openTextDocument(uri);
      const shown = vscode.window.visibleTextEditors.find((each) => each.document === document);
      await vscode.window.showTextDocument(document, { viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One });
    } catch {
      await this.parts.commands.run('threatLookups.newQuery', queryFileText(run));
    }
  }

  private async broadenQuery(panel: ResultsPanel): Promise<void> {
    const run = panel.current?.run;
    const text = run && (await this.parts.loadExplore()).broadenQuery(run.query);
    if (run === undefined || text === undefined) return this.showQuery(panel);
    await this.parts.commands.run('threatLookups.newQuery', queryFileText({ ...run, query: text }));
  }

  private async export(panel: ResultsPanel): Promise<void> {
    const result = panel.current;
    const choices = panel.choices();
    if (result === undefined || choices.length === 0) {
      this.showNoResults();
      return;
    }
    const choice = await chooseRows(choices);
    if (choice === undefined || !(await confirmExport(choice.rows))) return;
    const { rows } = choice;
    const title = isIncomplete(result.run, this.parts)
      ? t('{0} (May Be Incomplete)', exportTitle(choice))
      : exportTitle(choice);
    let message: UiText | undefined;
    const others = await getBlockFormats(result, rows, title, this.parts, (skippedText) => {
      message = skippedText;
    });
    const format = await chooseFormat(rows.type, title, others);
    if (format === undefined) return;
    const text = await (typeof format === 'string' ? exportText(result, rows, format, this.parts) : format.text());
    if (text === undefined) return;
    // Keeps the results visible.
    const column = panel.panel.active ? besideColumn() : vscode.ViewColumn.Active;
    const isDone = await exportTo({ text, format, name: fileName(result.run, 'results'), title }, this.parts, column);
    if (isDone && message !== undefined) this.parts.notices.inform(message);
  }

  private async save(panel: ResultsPanel): Promise<void> {
    const rows = panel.targetRows();
    if (rows === undefined || panel.current === undefined || rows.rows.length === 0) {
      this.showNoResults();
      return;
    }
    await saveRows(panel.current, rows, this.parts);
  }

  private async ignore(panel: ResultsPanel): Promise<void> {
    const rows = panel.targetRows();
    if (rows === undefined || rows.rows.length === 0) {
      this.showNoResults();
      return;
    }
    await ignoreRows(rows, this.parts);
  }

  /** Adds the selected rows, or the row whose menu was opened, to the triage list. */
  private async triage(panel: ResultsPanel, clicked: unknown): Promise<void> {
    const rows = panel.targetRows();
    const result = panel.current;
    if (result === undefined || rows?.type !== 'indicators' || rows.rows.length === 0) {
      this.parts.notices.inform(uiText('No indicators to add. Only indicators can be added to the triage list.'));
      return;
    }
    const row = readTarget(clicked);
    const isAmong = panel.hasSelection && rows.rows.some(({ value }) => value === row?.value);
    const chosen = row === undefined || isAmong ? rows.rows.map(({ type, value }) => ({ type, value })) : [row];
    const { run } = result;
    const name = fileName(run, run.query.trim().slice(0, 60));
    const originText = run.origin.remote ? t('query “{0}” on {1}', name, run.origin.host) : t('query “{0}”', name);
    await this.parts.commands.run('threatLookups.addToTriage', { indicators: chosen, originText });
  }

  private async query(panel: ResultsPanel): Promise<void> {
    const rows = panel.targetRows();
    if (rows === undefined || rows.rows.length === 0) {
      this.showNoResults();
      return;
    }
    await queryFromRows(rows, this.parts);
  }

  private async copyAs(panel: ResultsPanel): Promise<void> {
    const items: readonly (UiPickItem & { readonly form: CopyFormat })[] = [
      { label: uiText('Defanged'), detail: uiText('Non-clickable indicators, one per line'), form: 'defanged' },
      { label: uiText('Original Values'), detail: uiText('One per line; may be clickable when pasted'), form: 'plain' },
      { label: uiText('Markdown'), detail: uiText('A table for tickets and documents'), form: 'markdown' },
    ];
    const options = { title: uiText('Copy Results As'), placeHolder: uiText('Select a format') };
    const picked = await showQuickPick(items, options);
    if (picked !== undefined) await this.copy(panel, picked.form);
  }

  /** Opens the page of a row of the focused panel; undefined if none has the focus. */
  private rowPages(): OpenPage | undefined {
    const panel = this.panels().active();
    if (panel?.panel.active !== true) return undefined;
    return async (clicked) => {
      const result = panel.current;
      const rows = readTarget(clicked) === undefined ? panel.targetRows() : result?.finding?.found;
      if (result === undefined) this.showNoResults();
      else await openRowPage(result, rows, clicked, this.parts.notices);
    };
  }

  private async copy(panel: ResultsPanel, form: CopyFormat): Promise<void> {
    const rows = panel.targetRows();
    if (rows === undefined || rows.rows.length === 0) {
      this.showNoResults();
      return;
    }
    await panel.copyRows(rows, form);
  }

  /** Copies text and resolves with a message about it. */
  readonly toClipboard = async (text: string, count: number): Promise<string> => {
    await vscode.env.clipboard.writeText(text);
    const message = strings.copied(count);
    this.parts.notices.inform(message, true);
    return message;
  };

  private async withActivePanel(work: (panel: ResultsPanel) => Promise<void>): Promise<void> {
    const panel = this.panels().active();
    if (panel === undefined) this.showNoResults();
    else await work(panel);
  }

  private showNoResults(): void {
    this.parts.notices.inform(uiText('No results. Run a query first.'));
  }
}

/** The formats of blocklists, rules, and queries for results; none for threats. */
export async function getBlockFormats(
  { run }: RunResult,
  rows: FoundRows,
  title: string,
  { lookups, notices }: Pick<ResultsParts, 'lookups' | 'notices'>,
  report: (message: UiText | undefined) => void,
): Promise<readonly OtherFormat[]> {
  if (rows.type !== 'indicators') return [];
  const [{ blockListFormats }, { rowsOfRecords }] = await Promise.all([
    import('../../shared/blocking/blockListFormats'),
    import('../../../core/triage/rowsOfRecords'),
  ]);
  const source = { kind: 'service', name: run.origin.remote ? run.origin.host : '' } as const;
  const options = {
    title,
    notices,
    isIgnored: (indicator: Indicator) => lookups.blocked(indicator)?.kind === 'ignored',
  };
  return blockListFormats(() => Promise.resolve(rowsOfRecords(rows.rows, source)), options, report);
}
