import * as vscode from 'vscode';
import { UserCanceledError } from '../../../core/lookups/requests/userCanceledError';
import { isOpen, type Triaged, unreadIn } from '../../../core/triage/assess';
import {
  type CopyForm,
  fromResultsPanel,
  type ResultsAction,
  type ToResultsPanel,
  type ResultRow,
} from '../../../webviews/messages/results';
import { errorDetails } from '../../shared/text/errorDetails';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import { showPage } from '../../shared/panels/showPage';
import { visibleText } from '../../shared/text/visibleText';
import { setPanelTitle, type UiText } from '../../shared/ui';
import { lookUpRows, rateLimitFor } from './lookUpRows';
import { confirmLookup } from './confirmLookup';
import { RowLocations } from '../files/rowLocations';
import { findUnsentRows, type FoundRows } from './rowSearch';
import type { TriageList, NewTriageEntry } from '../triageList';
import { areAllOf, maxRows, reassess, rowsByKey } from './triageModel';
import type { TriageParts } from '../triageParts';
import type { RememberedTriage } from '../remembered/remembered';
import { SourceReading } from './sourceReading';
import type { RowTimeline } from './rowTimeline';
import { triageRowContext, type TriageRowContext, triageRow } from './triageRows';
import { type Loaded, panelTitleOf, type TriageSource } from '../files/triageSource';
import { type LookupSummary, maxLookups, type TriagePanelModel, triageView, type HostRequests } from './triageView';
import { t } from '../../../l10n';
import type { Indicator } from '../../../core/indicators/identity/types';
import { triageKey } from '../../../core/triage/triageEntry';
import { Slices } from '../slices';

/** Rows of the first message, which is small so that it is shown soon, and the most of each further one. */
const first = 100;
const chunk = 4_000;
/** Rows between two looks at the clock. */
const step = 50;

/** Sends the first {@link maxRows} rows, and rows that a text was found in, to the page of a panel, in chunks, so that neither side is blocked. */
export class RowSender {
  /** What the triage list has about each row, as it was sent. */
  private entries: string[] = [];
  /** Later rows that the page has because a text was found in them. */
  private found: ReadonlySet<number> = new Set();
  private sendCount = 0;
  /** Rows that are made, but not sent yet. */
  private unsent: { readonly from: number; readonly made: ResultRow[] } | undefined;

  constructor(
    private readonly context: () => TriageRowContext,
    private readonly post: (message: ToResultsPanel) => void,
  ) {}

  /** Sends all rows of a reading, and stops sending earlier ones. */
  send(id: string, rows: readonly Triaged[]): void {
    const sendNumber = ++this.sendCount;
    this.entries = [];
    this.found = new Set();
    const context = this.context();
    const count = Math.min(rows.length, maxRows);
    let from = 0;
    let made: ResultRow[] = [];
    this.unsent = undefined;
    const makeSlice = (): void => {
      if (sendNumber !== this.sendCount || from >= count) return;
      const end = Math.min(count, from === 0 ? first : from + chunk);
      const slices = new Slices();
      while (from + made.length < end && !slices.isOver) {
        const start = from + made.length;
        const indexes = Array.from({ length: Math.min(step, end - start) }, (_, at) => start + at);
        made.push(...this.makeRows(rows, indexes, context).map(([, row]) => row));
      }
      // For every message, the page filters and sorts all of its rows.
      this.unsent = { from, made };
      if (from + made.length === end) {
        this.post({ kind: 'rows', id, from, rows: made });
        this.unsent = undefined;
        from = end;
        made = [];
      }
      setTimeout(makeSlice, 0);
    };
    makeSlice();
  }

  /** Sends rows in which a text was found, of `count` that have it. */
  sendFound(id: string, text: string, rows: readonly Triaged[], { indexes, count }: FoundRows): void {
    this.found = new Set(indexes);
    this.post({ kind: 'found', id, text, count, rows: this.makeRows(rows, indexes, this.context()) });
  }

  /** Sends changed rows. */
  update(id: string, rows: readonly Triaged[], indexes: readonly number[]): void {
    const context = this.context();
    for (let from = 0; from < indexes.length; from += chunk) {
      const changed = this.makeRows(rows, indexes.slice(from, from + chunk), context);
      const { unsent } = this;
      for (const [index, row] of changed) {
        const at = index - (unsent?.from ?? 0);
        if (unsent !== undefined && at >= 0 && at < unsent.made.length) unsent.made[at] = row;
      }
      this.post({ kind: 'renewed', id, rows: changed });
    }
  }

  /** The rows whose state, note, or tags have changed. */
  rowsWithNewEntry(rows: readonly Triaged[]): readonly number[] {
    const context = this.context();
    return rows.flatMap((row, index) => (entryKey(row, context) === (this.entries[index] ?? '') ? [] : [index]));
  }

  private makeRows(rows: readonly Triaged[], indexes: readonly number[], context: TriageRowContext) {
    return indexes.flatMap((index): [number, ResultRow][] => {
      const row = index < maxRows || this.found.has(index) ? rows[index] : undefined;
      if (row === undefined) return [];
      this.entries[index] = entryKey(row, context);
      return [[index, triageRow(row, context)]];
    });
  }
}

function entryKey(row: Triaged, { stateOf, annotationOf }: TriageRowContext): string {
  const state = stateOf(row);
  return state === undefined ? '' : JSON.stringify([state, annotationOf(row)]);
}

/** Rows to export. */
interface WantedRows {
  readonly which: 'selected' | 'shown' | 'all';
  readonly rows: readonly Triaged[];
}

/** The rows that commands apply to, by their indexes, as the page reports them. */
export class RowSelection {
  selected: readonly number[] = [];
  focused: number | undefined;
  /** Rows that match the filter, in the order shown. */
  shown: readonly number[] | undefined;

  clear(): void {
    this.selected = [];
    this.focused = undefined;
    this.shown = undefined;
  }

  /** The selected rows, or the row whose menu was opened, if it isn't selected; else the focused row. */
  targets(rows: readonly Triaged[], clicked?: { readonly type: string; readonly value: string }): readonly Triaged[] {
    const chosen = this.selected.flatMap((index) => rows[index] ?? []);
    const isThat = ({ indicator }: Triaged): boolean =>
      indicator.type === clicked?.type && indicator.value === clicked.value;
    if (clicked !== undefined && !chosen.some(isThat)) return rows.filter(isThat);
    if (chosen.length > 0) return chosen;
    const row = this.focused === undefined ? undefined : rows[this.focused];
    return row === undefined ? [] : [row];
  }

  /** The selected rows, else those that match the filter, else all. */
  wanted(rows: readonly Triaged[]): WantedRows {
    const some = (indexes: readonly number[]): readonly Triaged[] => indexes.flatMap((index) => rows[index] ?? []);
    if (this.selected.length > 0) return { which: 'selected', rows: some(this.selected) };
    const { shown } = this;
    // Without a filter, the page shows only the first ones.
    const isNarrowed =
      shown !== undefined && (shown.length < Math.min(rows.length, maxRows) || shown.some((index) => index >= maxRows));
    return isNarrowed ? { which: 'shown', rows: some(shown) } : { which: 'all', rows };
  }
}

/** Counts what a panel has sent: hosts, requests, and indicators. */
export class RequestTally {
  private readonly hosts = new Map<string, { requests: number; readonly about: Set<string> }>();

  /** Counts a request. */
  add(host: string, indicators: readonly Indicator[]): void {
    const existing = this.hosts.get(host) ?? { requests: 0, about: new Set() };
    existing.requests++;
    for (const each of indicators) existing.about.add(triageKey(each));
    this.hosts.set(host, existing);
  }

  clear(): void {
    this.hosts.clear();
  }

  list(): readonly HostRequests[] {
    return Array.from(this.hosts, ([host, { requests, about }]) => ({ host, requests, indicators: about.size }));
  }
}

/** How often changed rows are reported, in milliseconds. */
const updateMillis = 100;

/** Collects the rows whose verdicts may have changed, and reports them together. */
class ChangedRows {
  private readonly keys = new Set<string | undefined>();
  private byKey: { readonly rows: readonly Triaged[]; readonly indexes: ReturnType<typeof rowsByKey> } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly rows: () => readonly Triaged[],
    private readonly lookups: Pick<TriageParts['lookups'], 'wouldSend'>,
    private readonly onChanged: (indexes: readonly number[]) => void,
  ) {}

  /** The verdict of a lookup key has changed; undefined for all. */
  add(key: string | undefined): void {
    this.keys.add(key);
    this.timer ??= setTimeout(() => this.report(), updateMillis);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private report(): void {
    this.timer = undefined;
    const keys = [...this.keys];
    this.keys.clear();
    const rows = this.rows();
    if (keys.includes(undefined)) {
      // Settings determine how URLs are looked up, and so the keys.
      this.byKey = undefined;
      this.onChanged([...rows.keys()]);
      return;
    }
    if (this.byKey?.rows !== rows) this.byKey = { rows, indexes: rowsByKey(rows, this.lookups) };
    const { indexes } = this.byKey;
    this.onChanged([...new Set(keys.flatMap((key) => (key === undefined ? [] : (indexes.get(key) ?? []))))]);
  }
}

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
        id: this.id,
        kind: this.source.kind,
        name: this.source.name,
        title: visibleText(this.source.title),
        at: this.at,
        texts: this.loaded.texts,
        rows,
        sent: this.requestTally.list(),
        nameOf: this.fileOf,
        isTruncated: this.loaded.isTruncated,
        isCanceled: this.isCanceled,
        count: Math.min(rows.length, maxRows),
        used: this.parts.list.filledColumns(rows.slice(0, maxRows)),
        timeline,
        unread,
        work,
        lookup,
        durationMillis,
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
