import * as vscode from 'vscode';
import { delay } from '../../../core/api/http/waiting';
import { UserCanceledError } from '../../../core/lookups/requests/userCanceledError';
import { getHost } from '../../../core/indicators/identity/getHost';
import { lookupKey } from '../../../core/indicators/identity/lookupKey';
import { emptyCounts, type Triaged } from '../../../core/triage/assess';
import { allRows, type RowQuery } from '../../../core/rows/rowQuery';
import { localSource } from '../../../core/records/sourceId';
import { type RowsContext, type TextSummary, unknownTriage } from '../../../core/triage/triageMessages';
import { RowTimeline } from '../../../core/triage/rowTimeline';
import type { TimelineUnit } from '../../../core/triage/timeline';
import type { TableState } from '../../../core/triage/triageTable';
import {
  type CopyForm,
  type FromResultsPanel,
  fromResultsPanel,
  type ResultsAction,
  type ToResultsPanel,
  type ResultRow,
} from '../../../webviews/messages/results';
import { errorDetails } from '../../shared/text/errorDetails';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import { type ReadSeenBefore, seenBeforeText } from '../../shared/indicators/seenBefore';
import { showPage } from '../../shared/panels/showPage';
import { firstRows } from '../../shared/panels/panelRows';
import { assessingContext } from '../../shared/triage/workerRows';
import { visibleText } from '../../../core/text/visibleText';
import { setPanelTitle, type UiText, withProgress } from '../../shared/ui';
import { uiText } from '../../shared/ui/text';
import type { LocationList } from '../../../core/triage/locationList';
import { shortFileName } from '../../../core/triage/rowTexts';
import { lookUpRows, rateLimitFor } from './lookUpRows';
import { getClientField } from '../../../core/triage/clients/clientField';
import { chooseClientField } from './chooseClientField';
import { confirmLookup } from './confirmLookup';
import { linesShown, RowLocations } from '../files/rowLocations';
import type { TriageList, NewTriageEntry } from '../triageList';
import type { TriageParts } from '../triageParts';
import type { TriageHistory } from '../history/triageHistory';
import { strings } from '../strings';
import { WorkerTriage } from './workerTriage';
import { type TriageRowContext, triageRow } from './triageRows';
import { getPanelTitle, type SourceText, type TriageSource } from '../files/triageSource';
import {
  type HostRequests,
  type LookupSummary,
  maxLookups,
  missingRows,
  type TriagePanelModel,
  triageView,
} from './triageView';
import { currentLocale, formatPercent, t } from '../../../l10n';
import type { Indicator } from '../../../core/indicators/identity/types';
import { triageKey } from '../../../core/triage/triageEntry';

/** Rows to export. */
export interface WantedRows {
  readonly which: 'selected' | 'shown' | 'all';
  readonly rows: readonly Triaged[];
}

interface ShownCounts {
  readonly query: RowQuery;
  readonly isNarrowed: boolean;
  /** In all groups together, and without those that are in several. */
  readonly rows: number;
  readonly count: number;
  readonly folded: number;
  readonly all: number;
}

/** The rows that commands apply to, by their numbers, as the page reports them. */
interface Selection {
  /** The selected rows, or all that a query shows. */
  readonly selected: readonly number[] | RowQuery;
  readonly focused: number | undefined;
}

const nothingSelected: Selection = { selected: [], focused: undefined };

/** Counts the requests of a panel and their indicators by host. */
export class RequestCounter {
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

/** Dependencies of a panel in addition to those of the feature. */
export interface TriagePanelParts extends TriageParts {
  readonly list: TriageList;
  readonly history: Pick<TriageHistory, 'keep'>;
  readonly tools: IndicatorTools;
  readonly results: Awaited<ReturnType<TriageParts['loadResults']>>;
  /** Runs the actions of buttons that aren't the panel's own. */
  readonly act: (panel: TriagePanel, action: ResultsAction) => Promise<void>;
  readonly copy: (panel: TriagePanel, form: CopyForm, rows: readonly Triaged[]) => Promise<string>;
}

/** How often the age of a triage is updated, in milliseconds. */
const refreshMillis = 60_000;
/** How long changes are collected before rows are assessed again, in milliseconds. */
const gatherMillis = 100;
/** A shorter update isn't shown, since it would only flicker. */
const renewingShownMillis = 500;
/** How long a part of the timeline is left as it is before files are read again for its rows, in milliseconds. */
const settledMillis = 300;
/** Rows of the page that are remembered here, since commands may be about them. */
const maxRemembered = 5_000;
/** Rows that are transferred at once. */
const maxAtOnce = 1_000;

const noRows: TableState = {
  version: 0,
  rows: 0,
  counts: emptyCounts(),
  open: 0,
  samples: 0,
  filled: [],
  groups: [],
};

type FromPage<Kind extends FromResultsPanel['kind']> = Extract<FromResultsPanel, { kind: Kind }>;
type Ask = FromPage<'query'>;

/** The indicators of files or of the triage list with their verdicts. Looks nothing up unless the user requests it. */
export class TriagePanel implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  /** The reading with the rows: the worker thread reads, assesses, and sorts them. */
  private reading: WorkerTriage | undefined;
  private table: TableState = noRows;
  private timeline: RowTimeline | undefined;
  private version = 0;
  private texts: readonly TextSummary[] = [];
  private files: readonly (vscode.Uri | undefined)[] = [];
  private sourceTexts: readonly SourceText[] = [];
  private isTruncated = false;
  private selection = nothingSelected;
  /** The rows that the page requested last, with their data as it was sent. */
  private readonly sentRows = new Map<number, { readonly row: Triaged; readonly version: number }>();
  /** The entries of the triage list that are rows. */
  private listed: ReadonlySet<string> = new Set();
  /** The last query, and the numbers of rows that it shows and folds, and of all. */
  private shown: ShownCounts | undefined;
  private nextAsk: Ask | undefined;
  private isAnswering = false;
  private readonly refreshTimer = setInterval(() => {
    if (this.panel.visible && !this.isBusy()) this.refresh();
  }, refreshMillis);
  private readonly locations: RowLocations;
  /** Lookup keys whose verdicts have changed; undefined means all. */
  private readonly changedKeys = new Set<string | undefined>();
  private changeTimer: ReturnType<typeof setTimeout> | undefined;
  private renewing: Promise<void> = Promise.resolve();
  /** Updates of rows that take longer than a moment. */
  private readonly updating = new Set<Promise<unknown>>();
  /** Cancels the reading that makes the rows of a part of the timeline certain. */
  private makingCertain: AbortController | undefined;
  private work: (NonNullable<TriagePanelModel['work']> & { readonly ending: AbortController }) | undefined;
  private readonly requestCounter = new RequestCounter();
  private lookup: LookupSummary | undefined;
  private at = Date.now();
  private durationMillis: number | undefined;
  private canceled: TriagePanelModel['canceled'];
  /** Also counts lists and imports of the store. */
  private countsLists = false;
  private hasSeenBefore = false;
  private isReady = false;
  /** A reading that the worker has lost is read again once. */
  private wasLost = false;
  private readonly ended = new AbortController();
  /** The id of the triage, with which the page keeps its filter. */
  id: string = crypto.randomUUID();

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly source: TriageSource,
    private readonly parts: TriagePanelParts,
  ) {
    this.locations = new RowLocations(parts.tools, parts.commands);
    setPanelTitle(panel, getPanelTitle(source));
    panel.iconPath = new vscode.ThemeIcon('checklist');
    const stop = parts.lookups.onChanged((key) => this.knowledgeChanged(key));
    this.listening = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => this.safely(this.receive(message))),
      parts.list.onChanged(() => this.safely(this.listChanged())),
      { dispose: stop },
    );
    showPage(panel.webview, { extensionUri: parts.extensionUri, bundle: 'results', title: t('Triage') });
  }

  /**
   * Reads the source and shows its indicators.
   *
   * @param id with the same ID, the page keeps its filter
   * @param ready the source can't be read before
   */
  async read(id: string = crypto.randomUUID(), ready?: Promise<void>): Promise<void> {
    this.cancel();
    this.makingCertain?.abort();
    const ending = this.startWork(t('Reading'));
    this.id = id;
    this.reset();
    try {
      await ready;
      await this.readSource(ending);
    } finally {
      if (this.work?.ending === ending) {
        this.work = undefined;
        this.postView();
      }
    }
  }

  /** Reads as {@link read}, but isn't waited for: VS Code shows a restored panel only when that has ended. */
  restore(id: string, ready: Promise<void>): void {
    this.safely(this.read(id, ready));
  }

  /** Forgets the earlier reading. */
  private reset(): void {
    this.reading?.close();
    this.reading = undefined;
    this.lookup = undefined;
    this.requestCounter.clear();
    this.selection = nothingSelected;
    this.sentRows.clear();
    this.texts = [];
    this.isTruncated = false;
    this.at = Date.now();
    this.canceled = undefined;
    this.hasSeenBefore = false;
    this.locations.reset();
    this.show(noRows);
  }

  private async readSource(ending: AbortController): Promise<void> {
    const isCurrent = (): boolean => this.work?.ending === ending;
    const { texts, isTruncated } = await this.source.load();
    if (!isCurrent()) return;
    this.listed = new Set(this.listKeys());
    this.files = texts.map(({ file }) => file);
    this.sourceTexts = texts;
    this.locations.reset(this.files);
    const knowledge = texts.length < 2 ? undefined : this.countsLists ? 'countLast' : 'leaveOut';
    const reading = new WorkerTriage(this.parts.worker, texts, knowledge, this.clientFieldOf);
    this.reading = reading;
    const signals = { signal: ending.signal, ended: this.ended.signal };
    const contexts = { assessing: this.assessing(), rows: this.rowsContext() };
    const table = await reading.start(contexts, signals, {
      onProgress: (label) => this.reportProgress(label),
      onRows: (state) => {
        if (isCurrent()) this.show(state);
      },
    });
    if (!isCurrent()) return;
    this.texts = reading.read;
    this.isTruncated = isTruncated;
    this.durationMillis = Date.now() - this.at;
    this.wasLost = false;
    this.work = undefined;
    this.show(table);
    this.remember(reading);
    // Verdicts may have changed since rows were assessed.
    this.renewSoon();
  }

  /** Cancels reading, or a lookup with its request. Indicators found are still assessed, unless canceled again. */
  cancel(): void {
    const { work, reading } = this;
    if (work === undefined) return;
    if (work.isCanceled === true) {
      this.canceled = { isStopped: true };
      reading?.stop();
      return;
    }
    work.ending.abort(new UserCanceledError());
    if (work.isLookup) return;
    const share = reading?.share;
    this.canceled = { share, isStopped: false };
    const label =
      share === undefined
        ? t('Canceled, assessing the indicators found')
        : t('Canceled at {0}, assessing the indicators found', formatPercent(share));
    this.work = { ...work, isCanceled: true, label };
    this.postView();
  }

  /** Looks up unknown indicators on the service, after the user has selected what is sent. */
  async lookUp(): Promise<void> {
    const host = this.parts.serviceHost();
    const { reading } = this;
    if (host === undefined || reading === undefined || this.table.open === 0 || this.isBusy()) return;
    const open = await this.parts.worker.triageRows({ id: reading.id, wanted: { open: maxLookups } });
    const rows = open.map(([, row]) => row);
    const limited = rateLimitFor(rows, host, this.parts);
    if (limited !== undefined) {
      this.lookup = limited;
      this.postView();
      return;
    }
    const checked = await confirmLookup(rows, this.table.open, host, this.parts);
    // Another service than the one in the question isn't queried.
    if (checked.length === 0 || this.isBusy() || this.parts.serviceHost() !== host) return;
    const ending = this.startWork(t('Looking up on {0}', visibleText(host)), true);
    this.postView();
    try {
      this.lookup = await lookUpRows(checked, host, this.parts, ending.signal, (indicators) => {
        this.requestCounter.add(host, indicators);
        this.postView();
      });
    } finally {
      for (const { indicator } of checked) for (const key of this.keysOf(indicator)) this.changedKeys.add(key);
      await this.renew();
      this.work = undefined;
      this.postView();
      this.remember(reading);
    }
  }

  /** Returns the rows for a command: the clicked one if it isn't selected, or the selected ones, or the focused one. */
  async targets(clicked?: { readonly type: string; readonly value: string }): Promise<readonly Triaged[]> {
    const chosen = await this.selected();
    const isThat = ({ indicator }: Triaged): boolean =>
      indicator.type === clicked?.type && indicator.value === clicked.value;
    if (clicked !== undefined && !chosen.some(isThat)) {
      const numbers = [...this.sentRows].flatMap(([number, { row }]) => (isThat(row) ? [number] : []));
      return this.rowsBy(numbers.slice(0, 1));
    }
    if (chosen.length > 0) return chosen;
    return this.selection.focused === undefined ? [] : this.rowsBy([this.selection.focused]);
  }

  /** Returns the indicator for a command, if it is a single one. */
  targetIndicator(): Indicator | undefined {
    const { selected, focused } = this.selection;
    const [first, ...others] = 'length' in selected ? selected : [];
    if (others.length > 0 || !('length' in selected)) return undefined;
    const number = first ?? focused;
    return number === undefined ? undefined : this.sentRows.get(number)?.row.indicator;
  }

  /** Returns the rows to export: the selected rows, or those that match the filter, or all of `every`. */
  async wanted(every: RowQuery = allRows): Promise<WantedRows> {
    const rows: Triaged[] = [];
    for await (const part of this.wantedParts(every)) for (const row of part) rows.push(row);
    return { which: this.wantedCount().which, rows };
  }

  /** Like {@link wanted}, but in parts, so that not all rows are in memory. */
  async *wantedParts(every: RowQuery = allRows): AsyncGenerator<readonly Triaged[]> {
    const { reading, shown } = this;
    const selected = await this.selected();
    if (selected.length > 0) yield selected;
    // A row that is in several groups is one row.
    else yield* reading?.partsOf(shown?.isNarrowed === true ? { ...shown.query, group: undefined } : every) ?? [];
  }

  /** The number of rows with known data. */
  get knownCount(): number {
    const { found, hostFound, parentFound } = this.table.counts;
    return found + hostFound + parentFound;
  }

  /** Which rows {@link wanted} returns, and how many. */
  wantedCount(): Pick<WantedRows, 'which'> & { readonly count: number } {
    const { shown, selection } = this;
    const { selected } = selection;
    if (!('length' in selected)) return { which: 'selected', count: shown?.rows ?? 0 };
    if (selected.length > 0) return { which: 'selected', count: selected.length };
    if (shown?.isNarrowed === true) return { which: 'shown', count: shown.count + shown.folded };
    return { which: 'all', count: shown?.all ?? 0 };
  }

  /** Rows as entries of the triage list, each with its first line. */
  async entriesOf(rows: readonly Triaged[]): Promise<readonly NewTriageEntry[]> {
    const entries: NewTriageEntry[] = [];
    for (const row of rows) {
      const locations = row.isElsewhere === true ? await this.ownLocations(row, 1) : row.locations;
      const from = this.locations.origin(locations);
      entries.push({ indicator: row.indicator, from: from ?? { kind: 'words', words: this.source.title } });
    }
    return entries;
  }

  /** Shows the next or previous location of a row. */
  async goTo(row: Triaged, step: 1 | -1): Promise<void> {
    this.tell(await this.locations.goTo(row, step, () => this.ownLocations(row, linesShown)));
  }

  /** Reads the first locations of a row that is a part of another one, whose locations are those of anybody. */
  private async ownLocations(row: Triaged, limit: number): Promise<LocationList> {
    const { reading, ended } = this;
    if (row.part === undefined || reading === undefined) return row.locations;
    // The location is in the first file, whenever its lines were written.
    const ask = { id: reading.id, row: row.part, limit, order: 'text' } as const;
    const { lines } = await withProgress(
      { location: vscode.ProgressLocation.Window, title: uiText('Reading the lines…') },
      () => this.parts.worker.triageLines(ask, { signal: ended.signal }),
    );
    return lines.map(({ file, line, column }) => ({ file, line, column }));
  }

  /** Updates the view after a change of settings or of the service. */
  refresh(): void {
    if (this.isReady) this.postView();
  }

  /** The unit of the rows' timelines. */
  get timelineUnit(): TimelineUnit | undefined {
    const units = this.texts.flatMap((text) => (text.kind === 'read' ? (text.timelineUnit ?? []) : []));
    return units.includes('seconds') ? 'seconds' : units[0];
  }

  readonly fileOf = (file: number): string => this.locations.fileOf(file);

  dispose(): void {
    this.ended.abort();
    this.makingCertain?.abort();
    this.cancel();
    clearTimeout(this.changeTimer);
    clearInterval(this.refreshTimer);
    this.listening.dispose();
    this.locations.dispose();
    this.reading?.close();
  }

  /** The selected rows, in the order in which they were selected. */
  private async selected(): Promise<readonly Triaged[]> {
    const { selected } = this.selection;
    if (!('length' in selected)) return (await this.reading?.rowsOf(selected, false)) ?? [];
    return this.rowsBy(selected);
  }

  /** Rows by their numbers. */
  private async rowsBy(numbers: readonly number[]): Promise<readonly Triaged[]> {
    const found = numbers.flatMap((number) => {
      const sent = this.sentRows.get(number);
      return sent?.version === this.version ? [sent.row] : [];
    });
    if (found.length === numbers.length) return found;
    const rows = new Map(await this.fetchRows(numbers));
    return numbers.flatMap((number) => rows.get(number) ?? []);
  }

  private async fetchRows(numbers: readonly number[]): Promise<readonly (readonly [number, Triaged])[]> {
    const rows: (readonly [number, Triaged])[] = [];
    for (let from = 0; from < numbers.length && this.reading !== undefined; from += maxAtOnce) {
      const wanted = { numbers: numbers.slice(from, from + maxAtOnce) };
      rows.push(...(await this.parts.worker.triageRows({ id: this.reading.id, wanted })));
    }
    return rows;
  }

  private rowContext(): TriageRowContext {
    const { tools, results, list } = this.parts;
    const entries = new Map(list.rowEntries());
    return {
      now: Date.now(),
      tools,
      source: localSource,
      locationOf: results.getLocation,
      isRedacted: results.isRedacted,
      fileOf: this.fileOf,
      hasOneFile: this.hasOneFile,
      timeline: this.timeline,
      entryOf: (indicator) => entries.get(triageKey(indicator)),
    };
  }

  private get hasOneFile(): boolean {
    return this.source.kind === 'files' && this.files.length === 1;
  }

  private assessing() {
    return assessingContext(this.parts.lookups, this.parts.unreadStore());
  }

  private rowsContext(): RowsContext {
    const { language, bundle } = currentLocale();
    return {
      files: this.files.map((_, index) => this.fileOf(index)),
      hasOneFile: this.hasOneFile,
      isFolding: this.source.kind === 'files',
      entries: this.parts.list.rowEntries(),
      locale: { language, bundle },
    };
  }

  private readonly clientFieldOf = (file: vscode.Uri | undefined): string | undefined =>
    file && getClientField(file.path, this.parts.settings.current().triage.clientFields);

  /** Asks which field of a file contains the client of a line, and reads all files again with the answer. */
  private async chooseClientField(): Promise<void> {
    const texts = this.sourceTexts.filter((_, index) => this.texts[index]?.kind === 'read');
    const isChanged = await chooseClientField(texts, { ...this.parts, clientFieldOf: this.clientFieldOf });
    if (isChanged && !this.ended.signal.aborted) await this.read(this.id);
  }

  private readonly isBusy = (): boolean => this.work !== undefined;

  private startWork(label: string, isLookup = false): AbortController {
    const ending = new AbortController();
    this.work = { label, since: Date.now(), isLookup, ending };
    return ending;
  }

  /** Has the files of a completed reading remembered; a canceled one may be read again. */
  private remember(reading: WorkerTriage): void {
    if (this.source.kind === 'files' && this.canceled === undefined)
      reading.keepFor(this.parts.history.keep(reading.triaged()));
  }

  private tell(message: UiText | undefined): void {
    if (message !== undefined) this.parts.notices.inform(message);
  }

  private reportProgress(label: string): void {
    this.post({ kind: 'read', id: this.id, text: label });
  }

  private post(message: ToResultsPanel): void {
    if (!this.ended.signal.aborted && this.isReady) void this.panel.webview.postMessage(message);
  }

  /** Shows other rows, which the page asks for then. */
  private show(table: TableState): void {
    this.table = table;
    this.timeline = table.timeline && new RowTimeline(table.timeline);
    this.version++;
    this.postView();
  }

  /** Why the rows aren't all of what there is, as sentences. */
  get missing(): readonly string[] {
    return missingRows(this.model());
  }

  private model(): TriagePanelModel {
    const { table, work, lookup, durationMillis, parts } = this;
    const listUnread = this.source.kind === 'list' ? parts.list.unread : undefined;
    const unread = table.unread ?? listUnread ?? parts.unreadStore();
    return {
      id: this.id,
      kind: this.source.kind,
      name: this.source.name,
      title: visibleText(this.source.title),
      at: this.at,
      texts: this.texts,
      table,
      version: this.version,
      sent: this.requestCounter.list(),
      nameOf: this.fileOf,
      isTruncated: this.isTruncated,
      canceled: work?.isCanceled === true ? undefined : this.canceled,
      unread,
      work,
      lookup,
      durationMillis,
      hasSeenBefore: this.hasSeenBefore,
      isRenewing: this.updating.size > 0,
    };
  }

  private postView(): void {
    const { settings, serviceHost } = this.parts;
    const view = triageView(this.model(), {
      now: Date.now(),
      serviceHost: serviceHost(),
      isOffline: settings.current().lookups.mode === 'offline',
    });
    this.post({ kind: 'show', view });
  }

  /** Answers which rows a query shows; if several queries are waiting, only the last one is answered. */
  private async answer(ask: Ask): Promise<void> {
    this.nextAsk = ask;
    if (this.isAnswering) return;
    this.isAnswering = true;
    try {
      for (let next = this.takeAsk(); next !== undefined; next = this.takeAsk()) await this.answerOne(next);
    } finally {
      this.isAnswering = false;
    }
  }

  private takeAsk(): Ask | undefined {
    const { nextAsk } = this;
    this.nextAsk = undefined;
    return nextAsk;
  }

  private async answerOne({ id, asked, query }: Ask): Promise<void> {
    if (id !== this.id || this.reading === undefined) return;
    const groupable = this.table.groups;
    const { first, ...shown } = await this.parts.worker.triageQuery({ id: this.reading.id, query, first: firstRows });
    const { isNarrowed, rows, count, folded, all } = shown;
    this.shown = {
      query,
      isNarrowed,
      rows: rows.length,
      count,
      folded: query.unfolded ? 0 : folded,
      all: all.rows,
    };
    this.post({ kind: 'shown', id, asked, groupable, ...shown, first: this.made(first) });
    this.makingCertain?.abort();
    this.makingCertain = undefined;
    if (query.range !== undefined) this.safely(this.makeCertain(rows.slice(0, maxAtOnce)));
  }

  /** Has files read again for rows whose numbers in a part of the timeline aren't certain, and shows these then. */
  private async makeCertain(rows: readonly number[]): Promise<void> {
    const { reading } = this;
    if (reading === undefined || this.isBusy() || this.makingCertain !== undefined) return;
    const ending = new AbortController();
    this.makingCertain = ending;
    const { signal } = ending;
    try {
      if (!(await delay(settledMillis, signal))) return;
      const work = this.parts.worker.triageMakeCertain({ id: reading.id, rows }, { signal });
      const table = await this.showUpdating(work);
      if (table !== undefined && reading === this.reading) this.show(table);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (this.makingCertain === ending) this.makingCertain = undefined;
    }
  }

  /** Shows that rows are being updated, if that takes longer than a moment. */
  private async showUpdating<T>(work: Promise<T>): Promise<T> {
    const shownSoon = setTimeout(() => {
      this.updating.add(work);
      this.postView();
    }, renewingShownMillis);
    try {
      return await work;
    } finally {
      clearTimeout(shownSoon);
      if (this.updating.delete(work)) this.postView();
    }
  }

  /** Rows as the page shows them. */
  private made(rows: readonly (readonly [number, Triaged])[]): [number, ResultRow][] {
    const seen = this.seenBefore(rows.map(([, { indicator }]) => indicator));
    if (seen.size > 0 && !this.hasSeenBefore) {
      this.hasSeenBefore = true;
      this.postView();
    }
    const seenBefore = (indicator: Indicator): string | undefined => {
      const found = seen.get(lookupKey(indicator));
      return found && seenBeforeText(found);
    };
    const context = { ...this.rowContext(), seenBefore };
    return rows.map(([number, row]) => {
      this.sentRows.delete(number);
      this.sentRows.set(number, { row, version: this.version });
      const [oldest] = this.sentRows.keys();
      if (this.sentRows.size > maxRemembered && oldest !== undefined) this.sentRows.delete(oldest);
      return [number, triageRow(row, context)];
    });
  }

  /** In which other triaged files indicators were, by lookup key. */
  private seenBefore(indicators: readonly Indicator[]): ReturnType<ReadSeenBefore> {
    const files = this.files.flatMap((file) => file?.toString() ?? []);
    return this.parts.seenBefore(indicators.map(lookupKey), files);
  }

  /** The verdict of a lookup key has changed; undefined for all. */
  private knowledgeChanged(key: string | undefined): void {
    this.changedKeys.add(key);
    this.renewSoon();
  }

  private renewSoon(): void {
    if (this.changedKeys.size === 0) return;
    this.changeTimer ??= setTimeout(() => {
      this.changeTimer = undefined;
      this.safely(this.renew());
    }, gatherMillis);
  }

  /** Assesses rows again whose verdicts may have changed, and shows them. */
  private renew(): Promise<void> {
    this.renewing = this.renewing.catch(() => undefined).then(() => this.renewNow());
    return this.renewing;
  }

  private async renewNow(): Promise<void> {
    const { reading, changedKeys, ended } = this;
    // Rows that are being read are assessed with current data; later changes follow.
    if (reading === undefined || this.work?.isLookup === false || changedKeys.size === 0) return;
    const keys = new Set([...changedKeys].filter((key) => key !== undefined));
    const isAll = changedKeys.has(undefined);
    changedKeys.clear();
    const answers = isAll ? [] : this.parts.lookups.context().answers.filter(([key]) => keys.has(key));
    const { worker } = this.parts;
    const table = await this.showUpdating(
      isAll
        ? worker.triageRenew({ id: reading.id, assessing: this.assessing() }, { signal: ended.signal })
        : worker.triageRenew({ id: reading.id, keys: [...keys], answers }),
    );
    if (reading !== this.reading) return;
    if (this.work?.isLookup === true) this.reportProgress(t('{0} remaining', table.open));
    this.show(table);
  }

  /** The lookup keys that the verdict of an indicator depends on. */
  private keysOf(indicator: Indicator): readonly string[] {
    const host = indicator.type === 'url' ? getHost(indicator) : undefined;
    const sent = indicator.type === 'url' ? [lookupKey(this.parts.lookups.wouldSend(indicator))] : [];
    return [lookupKey(indicator), ...sent, ...(host === undefined ? [] : [lookupKey(host)])];
  }

  private listKeys(): readonly string[] {
    return this.parts.list.list().map(({ indicator }) => triageKey(indicator));
  }

  /** Shows changed states, notes, and tags. The list is read again when entries were added or removed. */
  private async listChanged(): Promise<void> {
    const { reading, source } = this;
    if (reading === undefined) return;
    const keys = this.listKeys();
    const isSame = keys.length === this.listed.size && keys.every((key) => this.listed.has(key));
    if (source.kind === 'list' && !isSame) return this.read();
    if (this.work?.isLookup === false) return;
    const table = await this.parts.worker.triageContext({ id: reading.id, rows: this.rowsContext() });
    if (reading === this.reading) this.show(table);
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
        this.postView();
        return;
      case 'query':
        return this.answer(data);
      case 'rows':
        return this.sendRows(data);
      case 'select':
        this.selection = {
          ...this.selection,
          selected: data.rows === 'shown' ? (this.shown?.query ?? []) : data.rows,
        };
        return;
      case 'focus':
        this.selection = { ...this.selection, focused: data.row };
        return;
      case 'open':
        await this.parts.commands.run(
          data.beside ? 'threatLookups.openRecordBeside' : 'threatLookups.openRecord',
          data.subject,
        );
        return;
      case 'goTo': {
        const [row] = await this.rowsBy([data.row]);
        if (row !== undefined) this.tell(await this.locations.goToFirst(row, () => this.ownLocations(row, 1)));
        return;
      }
      case 'lines':
        return this.sendLines(data);
      case 'goToLine': {
        const [row] = await this.rowsBy([data.row]);
        if (row !== undefined) this.tell(await this.locations.goToLine(row, data));
        return;
      }
      case 'findLines': {
        const [row] = await this.rowsBy([data.row]);
        if (row !== undefined) await this.findInLog([row]);
        return;
      }
      case 'copy':
        return this.copy(data);
      case 'act':
        return this.act(data.action);
      case 'choose':
        return;
    }
  }

  private async sendRows({ id, rows: numbers }: FromPage<'rows'>): Promise<void> {
    const { reading } = this;
    if (id !== this.id || reading === undefined) return;
    const rows = await this.parts.worker.triageRows({ id: reading.id, wanted: { numbers } });
    if (reading !== this.reading) return;
    this.post({ kind: 'rows', id, rows: this.made(rows) });
    if (this.shown?.query.range !== undefined) this.safely(this.makeCertain(numbers));
  }

  /** Sends the first lines of a row. */
  private async sendLines({ id, row: number }: FromPage<'lines'>): Promise<void> {
    const { reading } = this;
    if (id !== this.id || reading === undefined) return;
    const { signal } = this.ended;
    const { lines, total, files, isRough } = await this.parts.worker.triageLines(
      { id: reading.id, row: number, limit: linesShown, order: 'time' },
      { signal },
    );
    const shown = lines.map(({ file, line, column, time, client, text, marks: [mark = [0, 0]] }) => ({
      ...this.whereOf({ file, line, time }, files > 1),
      file,
      line,
      column,
      client: visibleText(client),
      before: visibleText(text.slice(0, mark[0])),
      marked: visibleText(text.slice(...mark)),
      after: visibleText(text.slice(mark[1])),
    }));
    const more = total - shown.length;
    this.post({
      kind: 'lines',
      id,
      row: number,
      lines: shown,
      more: restOf(more, shown.length, isRough),
      canFind: more > 0,
    });
  }

  /** When and where a line is. */
  private whereOf({ file, line, time }: { file: number; line: number; time: number }, isFileNamed: boolean) {
    const name = this.fileOf(file);
    const location = strings.locationOfLine(visibleText(name), line);
    const at = time === 0 ? undefined : this.timeline?.timeOf(time);
    return {
      location,
      label: at ?? (isFileNamed ? strings.line(line) : location),
      fileName: isFileNamed ? visibleText(shortFileName(name)) : '',
    };
  }

  /** Shows all lines of rows in “Find in Log”, of the files that were counted. */
  async findInLog(rows: readonly Triaged[]): Promise<void> {
    const isCounted = (_: unknown, index: number): boolean => this.texts[index]?.kind !== 'knowledge';
    const files = this.files.filter(isCounted).flatMap((file) => file?.toString() ?? []);
    const values = rows.map(({ indicator }) => indicator.value);
    if (files.length > 0) await this.parts.commands.run('threatLookups.findInLog', { files, values });
  }

  private async copy({ form, rows: numbers }: FromPage<'copy'>): Promise<void> {
    const { reading, shown } = this;
    const rows =
      numbers === undefined ? await reading?.rowsOf(shown?.query ?? allRows, false) : await this.rowsBy(numbers);
    this.post({ kind: 'copied', text: await this.parts.copy(this, form, rows ?? []) });
  }

  private async act(action: ResultsAction): Promise<void> {
    if (action === 'cancel') this.cancel();
    else if (action === 'runAgain') await this.read();
    else if (action === 'countLists') {
      this.countsLists = true;
      await this.read(this.id);
    } else if (action === 'clientField') await this.chooseClientField();
    else if (action === 'lookUpRows') await this.lookUp();
    else await this.parts.act(this, action);
  }

  private safely(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.parts.output.warn(`Triage: ${errorDetails(error)}`);
      // The worker was started again, and has no reading.
      const isLost = error instanceof Error && (error.name === unknownTriage || error.name === 'WorkerEnded');
      if (!isLost || this.wasLost || this.ended.signal.aborted || this.isBusy()) return;
      this.wasLost = true;
      this.safely(this.read(this.id));
    });
  }
}

/** The text below the lines of a row: the number of further lines, or the maximum, or why there are no lines. */
function restOf(more: number, shown: number, isRough: boolean): string {
  if (more > 0) return `${isRough ? '≤ ' : ''}${strings.moreLines(more)}`;
  if (shown > 0) return '';
  return isRough
    ? t('No lines in this part of the timeline.')
    : t("The lines couldn't be read. The file may have been changed, moved, or deleted. Run triage again.");
}
