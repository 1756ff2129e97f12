import * as vscode from 'vscode';
import { UserCanceledError } from '../../../core/lookups/requests/userCanceledError';
import { isOpen, type Triaged, unreadIn } from '../../../core/triage/assess';
import {
  type CopyForm,
  fromResultsPanel,
  type ResultsAction,
  type ToResultsPanel,
} from '../../../webviews/messages/results';
import { errorDetails } from '../../shared/text/errorDetails';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import { showPage } from '../../shared/panels/showPage';
import { visibleText } from '../../shared/text/visibleText';
import { setPanelTitle, type UiText } from '../../shared/ui';
import { lookUpRows, rateLimitFor } from './lookUpRows';
import { confirmLookup } from './confirmLookup';
import { ChangedRows } from './changedRows';
import { RowLocations } from '../files/rowLocations';
import { findUnsentRows } from './rowSearch';
import { RowSelection, type WantedRows } from './rowSelection';
import type { TriageList, NewTriageEntry } from '../triageList';
import { areAllOf, maxRows, reassess } from './triageModel';
import type { TriageParts } from '../triageParts';
import type { RememberedTriage } from '../remembered/remembered';
import { SourceReading } from './sourceReading';
import { RowSender } from './rowSender';
import { RequestTally } from './requestTally';
import type { RowTimeline } from './rowTimeline';
import { triageRowContext, type TriageRowContext } from './triageRows';
import { type Loaded, panelTitleOf, type TriageSource } from '../files/triageSource';
import { type LookupSummary, maxLookups, type TriagePanelModel, triageView } from './triageView';
import { t } from '../../../l10n';

/** What a panel needs in addition to the feature. */
export interface TriagePanelParts extends TriageParts {
  readonly list: TriageList;
  readonly remembered: Pick<RememberedTriage, 'keep'>;
  readonly tools: IndicatorTools;
  readonly results: Awaited<ReturnType<TriageParts['loadResults']>>;
  /** Runs the actions of buttons that aren't the panel's own. */
  readonly act: (panel: TriagePanel, action: ResultsAction) => Promise<void>;
  readonly copy: (panel: TriagePanel, form: CopyForm, rows: readonly Triaged[]) => Promise<string>;
}

/** How often the age of a reading is updated, in milliseconds. */
const refreshMillis = 60_000;

/** The indicators of files or of the triage list with their verdicts. Looks nothing up unless the user requests it. */
export class TriagePanel implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  private rows: Triaged[] = [];
  private timeline: RowTimeline | undefined;
  loaded: Loaded = { files: [], texts: [], isTruncated: false };
  private readonly selection = new RowSelection();
  private readonly rowSender = new RowSender(
    () => this.rowContext(),
    (message) => this.post(message),
  );
  private readonly refreshTimer = setInterval(() => {
    if (this.panel.visible && !this.isBusy()) this.refresh();
  }, refreshMillis);
  private readonly locations: RowLocations;
  private readonly changedRows: ChangedRows;
  private work: (NonNullable<TriagePanelModel['work']> & { readonly ending: AbortController }) | undefined;
  private readonly requestTally = new RequestTally();
  private lookup: LookupSummary | undefined;
  private at = Date.now();
  private durationMillis: number | undefined;
  private isCanceled = false;
  private isReady = false;
  private readonly ended = new AbortController();
  /** The text that the page filters rows by, if it doesn't have all rows. */
  private searchedText = '';
  private searchEnding = new AbortController();
  /** The id of the reading. */
  id: string = crypto.randomUUID();

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly source: TriageSource,
    private readonly parts: TriagePanelParts,
  ) {
    this.locations = new RowLocations(parts.tools, parts.commands);
    this.changedRows = new ChangedRows(
      () => this.rows,
      parts.lookups,
      (indexes) => this.safely(this.reassessRows(indexes)),
    );
    setPanelTitle(panel, panelTitleOf(source));
    panel.iconPath = new vscode.ThemeIcon('checklist');
    const stop = parts.lookups.onChanged((key) => this.changedRows.add(key));
    this.listening = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => this.safely(this.receive(message))),
      parts.list.onChanged(() => this.listChanged()),
      { dispose: stop },
    );
    showPage(panel.webview, { extensionUri: parts.extensionUri, bundle: 'results', title: t('Triage') });
  }

  /**
   * Reads the source and shows its indicators.
   *
   * @param id with the same ID, the page keeps its filter
   * @param ready what the source needs before it can be read
   */
  async read(id: string = crypto.randomUUID(), ready?: Promise<void>): Promise<void> {
    this.cancel();
    const ending = this.startWork(t('Reading'));
    // Only with the same ID, the page keeps its filter.
    if (id !== this.id) this.searchedText = '';
    this.id = id;
    this.rows = [];
    this.timeline = undefined;
    this.lookup = undefined;
    this.requestTally.clear();
    this.selection.clear();
    this.loaded = { files: [], texts: [], isTruncated: false };
    this.at = Date.now();
    this.isCanceled = false;
    this.locations.reset();
    this.send();
    const reading = new SourceReading(this.source, this.parts, (rows, files) => {
      if (this.work?.ending !== ending) return;
      this.locations.reset(files);
      this.rows = rows;
      this.send();
    });
    try {
      await ready;
      const signals = { signal: ending.signal, ended: this.ended.signal };
      const { loaded, assessed, timeline } = await reading.read(signals, (label) => this.reportProgress(label));
      if (this.work?.ending !== ending || assessed === undefined) return;
      this.loaded = loaded;
      this.locations.reset(loaded.files);
      this.rows = assessed;
      this.timeline = timeline;
      this.durationMillis = Date.now() - this.at;
      this.isCanceled = ending.signal.aborted;
    } finally {
      if (this.work?.ending === ending) {
        this.work = undefined;
        this.send();
      }
    }
  }

  /** Cancels reading, or a lookup with its request. */
  cancel(): void {
    if (this.work?.isLookup === false) this.reportProgress(t('Canceled. Listing the indicators found so far…'));
    this.work?.ending.abort(new UserCanceledError());
  }

  /** Looks up unknown indicators on the service, after the user has selected what is sent. */
  async lookUp(): Promise<void> {
    const host = this.parts.serviceHost();
    const open = this.rows.filter(isOpen);
    if (host === undefined || open.length === 0 || this.isBusy()) return;
    const rows = open.sort((a, b) => b.occurrences - a.occurrences).slice(0, maxLookups);
    const limited = rateLimitFor(rows, host, this.parts);
    if (limited !== undefined) {
      this.lookup = limited;
      this.postView();
      return;
    }
    const checked = await confirmLookup(rows, open.length, host, this.parts);
    // Another service than the one in the question isn't queried.
    if (checked.length === 0 || this.isBusy() || this.parts.serviceHost() !== host) return;
    const ending = this.startWork(t('Looking up on {0}', visibleText(host)), true);
    this.send();
    try {
      this.lookup = await lookUpRows(checked, host, this.parts, ending.signal, (indicators) => {
        this.requestTally.add(host, indicators);
        this.postView();
      });
    } finally {
      this.work = undefined;
      await this.reassessRows([...this.rows.keys()]);
      if (this.source.kind === 'files' && !this.isCanceled) this.parts.remembered.keep(this.loaded, this.rows);
    }
  }

  /** The rows that commands are about, see {@link RowSelection}. */
  targets(clicked?: { readonly type: string; readonly value: string }): readonly Triaged[] {
    return this.selection.targets(this.rows, clicked);
  }

  /** The rows to export. */
  wanted(): WantedRows {
    return this.selection.wanted(this.rows);
  }

  /** A row as an entry of the triage list. */
  origin(row: Triaged): NewTriageEntry {
    return {
      indicator: row.indicator,
      from: this.locations.origin(row) ?? { kind: 'words', words: this.source.title },
    };
  }

  /** Shows the next or previous location of a row. */
  async goTo(row: Triaged, step: 1 | -1): Promise<void> {
    this.tell(await this.locations.goTo(row, step));
  }

  /** Updates the view after a change of settings or of the service. */
  refresh(): void {
    if (this.isReady) this.postView();
  }

  readonly fileOf = (file: number): string => this.locations.fileOf(file);

  dispose(): void {
    this.ended.abort();
    this.searchEnding.abort();
    this.cancel();
    this.changedRows.dispose();
    clearInterval(this.refreshTimer);
    this.listening.dispose();
    this.locations.dispose();
  }

  private rowContext(): TriageRowContext {
    return triageRowContext(this.parts, {
      fileOf: this.fileOf,
      hasOneFile: this.source.kind === 'files' && this.loaded.files.length === 1,
      isFolding: this.source.kind === 'files',
      timeline: this.timeline,
    });
  }

  private readonly isBusy = (): boolean => this.work !== undefined;

  private startWork(label: string, isLookup = false): AbortController {
    const ending = new AbortController();
    this.work = { label, since: Date.now(), isLookup, ending };
    return ending;
  }

  private tell(message: UiText | undefined): void {
    if (message !== undefined) this.parts.notices.inform(message);
  }

  private reportProgress(label: string): void {
    if (this.work?.ending.signal.aborted !== true) this.post({ kind: 'read', id: this.id, text: label });
  }

  private post(message: ToResultsPanel): void {
    if (!this.ended.signal.aborted && this.isReady) void this.panel.webview.postMessage(message);
  }

  private postView(): void {
    const { settings, serviceHost, unreadStore } = this.parts;
    const unread =
      unreadIn(this.rows) ?? (this.source.kind === 'list' ? this.parts.list.unread : undefined) ?? unreadStore();
    const { work, lookup, durationMillis, rows, timeline } = this;
    const view = triageView(
      {
        ...{ id: this.id, kind: this.source.kind, name: this.source.name, title: visibleText(this.source.title) },
        ...{ at: this.at, texts: this.loaded.texts, rows, sent: this.requestTally.list() },
        ...{ nameOf: this.fileOf, isTruncated: this.loaded.isTruncated, isCanceled: this.isCanceled },
        ...{ count: Math.min(rows.length, maxRows), used: this.parts.list.filledColumns(rows.slice(0, maxRows)) },
        ...(timeline === undefined ? {} : { timeline }),
        ...(unread === undefined ? {} : { unread }),
        ...(work === undefined ? {} : { work }),
        ...(lookup === undefined ? {} : { lookup }),
        ...(durationMillis === undefined ? {} : { durationMillis }),
      },
      {
        now: Date.now(),
        serviceHost: serviceHost(),
        isOffline: settings.current().lookups.mode === 'offline',
      },
    );
    this.post({ kind: 'show', view });
  }

  /** Sends the view, then its rows in chunks. */
  private send(): void {
    this.postView();
    this.rowSender.send(this.id, this.rows);
    this.safely(this.search());
  }

  /** Sends rows that the page doesn't have and that have the text of its filter. */
  private async search(): Promise<void> {
    this.searchEnding.abort();
    const { rows, id, searchedText: text } = this;
    if (text === '' || rows.length <= maxRows) return;
    const ending = new AbortController();
    this.searchEnding = ending;
    const found = await findUnsentRows(rows, text, this.rowContext(), ending.signal);
    if (found !== undefined) this.rowSender.sendFound(id, text, rows, found);
  }

  /** Assesses rows again and shows those that have changed. */
  private async reassessRows(indexes: readonly number[]): Promise<void> {
    const { rows } = this;
    const changed = await reassess(rows, indexes, this.parts, this.ended.signal);
    if (rows !== this.rows) return;
    if (this.work?.isLookup === true) this.reportProgress(t('{0} remaining', rows.filter(isOpen).length));
    this.postRows(changed);
  }

  private postRows(indexes: readonly number[]): void {
    this.rowSender.update(this.id, this.rows, indexes);
    this.postView();
  }

  /** Shows changed states, notes, and tags. The list is read again when entries were added or removed. */
  private listChanged(): void {
    if (this.source.kind === 'list' && !areAllOf(this.rows, this.parts.list)) {
      this.safely(this.read());
      return;
    }
    this.postRows(this.rowSender.rowsWithNewEntry(this.rows));
  }

  private async receive(message: unknown): Promise<void> {
    const read = fromResultsPanel.safeParse(message);
    if (!read.success) {
      this.parts.output.warn('A triage panel sent a message that is not one of its own.');
      return;
    }
    const { data } = read;
    switch (data.kind) {
      case 'ready':
        this.isReady = true;
        this.send();
        return;
      case 'select':
        this.selection.selected = data.rows;
        return;
      case 'shown':
        if (data.id === this.id) this.selection.shown = data.rows;
        return;
      case 'search':
        if (data.id !== this.id) return;
        this.searchedText = data.text;
        return this.search();
      case 'focus':
        this.selection.focused = data.row;
        return;
      case 'open':
        await this.parts.commands.run(
          data.beside ? 'threatLookups.openRecordBeside' : 'threatLookups.openRecord',
          data.subject,
        );
        return;
      case 'goTo': {
        const row = this.rows[data.row];
        if (row !== undefined) this.tell(await this.locations.goToFirst(row));
        return;
      }
      case 'copy': {
        const rows = data.rows.flatMap((index) => this.rows[index] ?? []);
        this.post({ kind: 'copied', text: await this.parts.copy(this, data.form, rows) });
        return;
      }
      case 'act':
        return this.act(data.action);
      case 'choose':
        return;
    }
  }

  private async act(action: ResultsAction): Promise<void> {
    if (action === 'cancel') this.cancel();
    else if (action === 'runAgain') await this.read();
    else if (action === 'ask') await this.lookUp();
    else await this.parts.act(this, action);
  }

  private safely(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.parts.output.warn(`Triage: ${errorDetails(error)}`));
  }
}
