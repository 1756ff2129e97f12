import { sortedBy } from '../rows/sortedBy';
import {
  type BinRange,
  type Fold,
  retiredLevel,
  type RowQuery,
  queryRows,
  type ShownRows,
  type TableRows,
} from '../rows/rowQuery';
import { type FilterTerm, getFilterTerm, matchesFilter, withoutDefanging } from '../rows/rowText';
import { defang } from '../indicators/identity/defang';
import { getHost } from '../indicators/identity/getHost';
import type { Indicator } from '../indicators/identity/types';
import { judgmentIn } from '../records/knowledge';
import { riskStrings } from '../records/labels/riskStrings';
import { shortSource, typeLabel } from '../records/labels/verdict';
import { riskRank } from '../records/risk';
import { t } from '../../l10n';
import { getLocation } from '../export/results/resultsMarkdown';
import type { UnreadStore } from '../lookups/unreadStore';
import { omitPassword } from '../text/omitPassword';
import { visibleText } from '../text/visibleText';
import {
  type Assessment,
  getCounts,
  hasKnowledge,
  isOpen,
  getSeverity,
  type LookupStatus,
  type Triaged,
} from './assess';
import {
  type Clients,
  clientsOfLines,
  type CountedClient,
  firstLine,
  firstLocation,
  type IndicatorLine,
  namedClients,
} from './clients/counted';
import { NumberList } from './counting/numberList';
import type { Location } from './locationList';
import { NumberedIndicators, type TextNumbers } from './numberedIndicators';
import { NameSearch } from './nameSearch';
import { getNetwork, getRegisteredDomain } from './rowGroups';
import { type ListEntry, locationText, recordOfRow, type RowTextContext, rowTexts, getSources } from './rowTexts';
import { RowTimeline, type RowTimelineData } from './rowTimeline';
import { formatReasons } from './triageExport';
import { strings } from './strings';
import { BinCounts, clippedTimeline, CommonBins, type Timeline, TimelineCounter } from './timeline';
import { triageKey } from './triageEntry';

/** Context for the rows of a triage that only their panel has. */
export interface TableContext {
  /** The names of the files that locations refer to by index. */
  readonly files: readonly string[];
  /** All rows are from the same file, which need not be named. */
  readonly hasOneFile: boolean;
  /** Rows that aren't known, or internal, are folded. */
  readonly isFolding: boolean;
  /** Entries of the triage list, by {@link triageKey}. */
  readonly entries: ReadonlyMap<string, ListEntry>;
}

/** Columns that only take up room if a row has text for them. */
export const optionalColumns = ['clients', 'note', 'tags', 'team', 'threats', 'context', 'state', 'seen'] as const;
type OptionalColumn = (typeof optionalColumns)[number];

/** Columns that may be empty in the rows shown. */
const emptiableColumns = [...optionalColumns, 'sources', 'why'] as const;

/** The state of all rows of a triage, as a panel shows it. */
export interface TableState {
  /** Changes whenever rows do. */
  readonly version: number;
  readonly rows: number;
  readonly counts: Readonly<Record<LookupStatus, number>>;
  /** Rows that can be looked up on a service. */
  readonly open: number;
  /** Why the local store couldn't be read for some rows. */
  readonly unread?: UnreadStore | undefined;
  /** Rows that are in sample data, which isn't counted. */
  readonly samples: number;
  readonly filled: readonly OptionalColumn[];
  /** The columns by which rows can be grouped because some have a text there. */
  readonly groups: readonly string[];
  readonly timeline?: RowTimelineData | undefined;
  /** Some of the names that a filter can ask for, by term. */
  readonly terms?: Readonly<Record<FilterTerm['term'], readonly string[]>>;
}

/** Names of {@link TableState.terms} at most, and rows whose clients are among them. */
const [maxTerms, maxTermRows] = [50, 50];

/** The columns by which rows of a triage can be grouped. */
const groupColumns = [
  'state',
  'risk',
  'threats',
  'context',
  'sources',
  'type',
  'domain',
  'subnet',
  'first',
  'network',
  'organization',
  'place',
  'file',
  'clients',
] as const;

/** Rows of a group whose URLs are compared with its hosts; with more, all of them count. */
const maxComparedHosts = 20_000;

/** Columns that only have a text if a source knows something. */
const knownColumns: ReadonlySet<string> = new Set([
  'team',
  'threats',
  'context',
  'sources',
  'feeds',
  'place',
  'network',
  'organization',
]);

/** The part to which rows are narrowed. */
interface Narrowing {
  readonly client?: ClientMatch | undefined;
  readonly texts?: TextNumbers;
  /** One of its sources, which only decides the group of the row. */
  readonly source?: string | undefined;
  readonly range?: BinRange | undefined;
}

/**
 * Selects clients: by `name`, or by typed text that equals them in any case (`anyCase`) or that they contain (`part`).
 */
interface ClientMatch {
  readonly text: string;
  readonly by: 'name' | 'anyCase' | 'part';
}

/** A narrowed row has the number of its narrowing above this range, and below it the number of the row. */
const rowRange = 2 ** 32;

const timestampColumns: ReadonlySet<string> = new Set(['seen', 'updated', 'added', 'retired']);

/** The indicators of a reading with their assessments: all of them can be filtered, sorted, grouped, and counted. */
export class TriageTable implements TableRows {
  readonly indicators = new NumberedIndicators();
  private readonly assessments: Assessment[] = [];
  /** By row: {@link getSeverity}, its risk level, and the number of its {@link tagLists}. */
  private readonly severities: number[] = [];
  private readonly levels: number[] = [];
  private readonly tagNumbers: number[] = [];
  private readonly tagLists: (readonly string[])[] = [];
  private readonly tagListNumbers = new Map<string, number>();
  /** Like {@link tagLists}, but with states of the triage list. */
  private readonly tagsWithState = new Map<string, readonly string[]>();
  private readonly names = new NameSearch((row) => this.indicators.indicatorOf(row).value);
  /** The text that {@link matcher} searches, for rows that aren't plain. */
  private knownTexts: (string | undefined)[] = [];
  private timeline: RowTimeline | undefined;
  /** The first and the last position of all rows. */
  private span: Pick<Timeline, 'from' | 'to'> = { from: Infinity, to: -Infinity };
  /** The bins of all rows one after the other, and the end of those of each row. */
  private readonly binNumbers = new NumberList();
  private readonly binEnds: number[] = [];
  private ordered: { readonly version: number; readonly rows: readonly number[] } | undefined;
  private current: TableState | undefined;
  /** The bins of all rows together, and how many of them are in it. */
  private readonly commonBins = new CommonBins();
  private spanned = 0;
  /** The indicators of the rows, once the triage list has any. */
  private foundKeys: Set<string> | undefined;
  version = 0;
  /** Parts to which rows are narrowed, by number; the first one is the whole. */
  private readonly narrowings: Narrowing[] = [{}];
  private readonly narrowingNumbers = new Map<string, number>();
  /** By row: all of its lines, where these were read again. */
  private readonly readLines = new Map<number, readonly IndicatorLine[]>();
  /** Sets of one text each, by its number. */
  private readonly single: ReadonlySet<number>[] = [];

  constructor(private context: TableContext) {}

  setContext(context: TableContext): void {
    this.context = context;
    this.changed();
  }

  /** Called when rows or the knowledge about them have changed. */
  changed(): void {
    this.version++;
    this.ordered = undefined;
    this.current = undefined;
    this.knownTexts = [];
  }

  /** The number of rows that are assessed, which are the first ones. */
  get assessed(): number {
    return this.assessments.length;
  }

  /** Sets the assessment of a row. */
  assess(row: number, assessment: Assessment): void {
    const type = this.indicators.typeOf(row);
    this.assessments[row] = assessment;
    this.severities[row] = getSeverity(type, assessment);
    this.levels[row] = levelOf(assessment);
    this.tagNumbers[row] = this.tagNumberOf(type, assessment);
  }

  private include(span: Pick<Timeline, 'from' | 'to'> | undefined): void {
    if (span === undefined) return;
    const { from, to } = this.span;
    if (span.from < from || span.to > to) this.span = { from: Math.min(from, span.from), to: Math.max(to, span.to) };
  }

  /** Finds the timeline that all rows share; call it until it returns true. It works for `millis` at most. */
  prepareTimeline(millis: number): boolean {
    const { timelineUnit: unit } = this.indicators;
    const end = performance.now() + millis;
    if (unit === undefined) return true;
    while (this.spanned < this.assessed) {
      this.include(this.indicators.spanOf(this.spanned));
      this.indicators.forEachPosition(this.spanned++, this.commonBins.include);
      this.commonBins.end();
      if (this.spanned % 64 === 0 && performance.now() > end) return false;
    }
    const bins = this.commonBins.bins();
    if (bins === undefined || bins.count < 2) return true;
    const { lines, zone, hasZones } = this.indicators;
    const timeline =
      this.timeline ??
      new RowTimeline({ unit, bins, lines, span: this.span, zone: zone ?? (hasZones ? 0 : undefined) });
    const counts = new BinCounts(timeline.bins);
    const add = (number: number): void => this.binNumbers.add(number);
    while (this.binEnds.length < this.assessed) {
      this.indicators.forEachPosition(this.binEnds.length, counts.add);
      counts.take(add);
      this.binEnds.push(this.binNumbers.length);
      if (this.binEnds.length % 64 === 0 && performance.now() > end) return false;
    }
    this.timeline = timeline;
    this.changed();
    return true;
  }

  /** Makes the first search as fast as others; call it until it returns true. It works for `millis` at most. */
  prepareSearch(millis: number): boolean {
    return this.names.extend(this.assessed, millis);
  }

  /** A row with everything about it. */
  row(row: number): Triaged {
    const { texts, source } = this.narrowingOf(row);
    const whole = { ...this.indicators.found(baseOf(row), texts), ...this.assessmentOf(baseOf(row)), ofSource: source };
    if (row < rowRange) return whole;
    const { files, locations } = whole.files > 1 ? this.indicators.found(baseOf(row), this.filesOfPart(row)) : whole;
    return this.narrowedRow({ ...whole, files, locations }, row);
  }

  /** The files with lines of a row that is narrowed to a client or a time; all its files if that isn't known. */
  private filesOfPart(narrowed: number): TextNumbers {
    const row = baseOf(narrowed);
    const known = this.knownLines(narrowed);
    if (known !== undefined) return new Set(known.map(({ file }) => file));
    const { client, range, texts } = this.narrowingOf(narrowed);
    const isClient = clientTest(client);
    const positions = range && this.timeline?.positionsOf(range);
    const isIn = (text: number): boolean => {
      const only = this.only(text);
      if (
        client !== undefined &&
        !this.indicators.clientsOf(row, Infinity, only).top.some(({ name }) => isClient(name))
      )
        return false;
      return positions === undefined || this.indicators.spanBetween(row, positions, only) !== undefined;
    };
    const found = this.indicators.countsOf(row, texts).flatMap(({ text }) => (isIn(text) ? [text] : []));
    return found.length === 0 ? texts : new Set(found);
  }

  /** Whether a row with a number, narrowed or not, is assessed. */
  has(row: number): boolean {
    return baseOf(row) < this.assessed;
  }

  /** The number of a row before it was narrowed. */
  baseOf(row: number): number {
    return baseOf(row);
  }

  /** Returns the test whether lines about a client are those of a row, which may be narrowed to some. */
  clientTestOf(row: number): (name: string) => boolean {
    return clientTest(this.narrowingOf(row).client);
  }

  /**
   * Returns the test whether a line, with its time or that of the line above, is in the part of the timeline of a row.
   */
  timeTestOf(row: number): (line: Pick<IndicatorLine, 'file' | 'line' | 'time'>) => boolean {
    const { timeline } = this;
    const { range } = this.narrowingOf(row);
    if (timeline === undefined || range === undefined) return () => true;
    const { from, to } = timeline.positionsOf(range);
    return (line) => {
      const position = this.indicators.positionOf(line);
      return position >= from && position < to;
    };
  }

  /** The numbers of rows, before they were narrowed, whose part of the timeline isn't known exactly. */
  uncertain(rows: readonly number[]): readonly number[] {
    const isUncertain = (narrowed: number): boolean => {
      if (this.narrowingOf(narrowed).range === undefined || this.readLines.has(baseOf(narrowed))) return false;
      const { isRough, clients } = this.row(narrowed);
      return isRough === true || clients?.isMore === true;
    };
    return [...new Set(rows.filter(isUncertain).map(baseOf))];
  }

  /** Sets all lines of a row, in the order of its files, so that each part of the timeline is exact. */
  setLines(row: number, lines: readonly IndicatorLine[]): void {
    this.readLines.set(row, lines);
  }

  /** The lines of a row in the part to which it is narrowed, if all its lines were read again. */
  private knownLines(narrowed: number): readonly IndicatorLine[] | undefined {
    const { client, range, texts } = this.narrowingOf(narrowed);
    const all = range && this.readLines.get(baseOf(narrowed));
    if (all === undefined) return undefined;
    const isInTime = this.timeTestOf(narrowed);
    const isClient = clientTest(client);
    return all.filter(
      (line) => isInTime(line) && isClient(line.client) && (texts === undefined || texts.has(line.file)),
    );
  }

  /** The texts that a row is narrowed to. */
  textsOf(row: number): TextNumbers {
    return this.narrowingOf(row).texts;
  }

  query(query: RowQuery): ShownRows {
    return queryRows(this, query);
  }

  state(): TableState {
    return (this.current ??= this.stateNow());
  }

  /** The indicators about which something is known. */
  known(): readonly Indicator[] {
    const known: Indicator[] = [];
    for (let row = 0; row < this.assessed; row++)
      if (hasKnowledge(this.assessmentOf(row))) known.push(this.indicators.indicatorOf(row));
    return known;
  }

  /** Rows that can be looked up, the most frequent first. */
  openRows(max: number): readonly number[] {
    const open = this.rows.filter((row) => isOpen(this.assessmentOf(row)));
    const counts = new Map(open.map((row) => [row, this.indicators.linesOf(row)]));
    return open.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, max);
  }

  // Rows of a table

  get rows(): readonly number[] {
    if (this.ordered?.version !== this.version) this.ordered = { version: this.version, rows: this.worstFirst() };
    return this.ordered.rows;
  }

  get bins(): number {
    return this.timeline?.bins.count ?? 0;
  }

  narrowed(rows: readonly number[], { filter, group, range }: RowQuery): readonly number[] {
    const { term, name = '' } = getFilterTerm(filter) ?? {};
    const asked: Narrowing = {
      range,
      client: term === 'client' && name !== '' ? this.clientMatch(name) : undefined,
      texts: term === 'file' && name !== '' ? this.filesNamed(name) : undefined,
    };
    const parts = this.partsOf(asked, group, term === 'source' ? name : '');
    const whole = this.narrowingNumber(asked);
    if (parts === undefined && whole === 0) return rows;
    const narrowed =
      parts === undefined
        ? rows.map((row) => whole * rowRange + row)
        : rows.flatMap((row) => parts(row).map((part) => this.narrowingNumber(part) * rowRange + row));
    const isInBoth = (row: number): boolean =>
      (this.textsOf(row) === undefined && !this.readLines.has(baseOf(row))) || this.linesOf(row) > 0;
    return range === undefined ? narrowed : narrowed.filter(isInBoth);
  }

  /**
   * The parts to which each row is narrowed in its groups, if it can be in several; `source`: the only one that is
   * asked for.
   */
  private partsOf(
    asked: Narrowing,
    group: string | undefined,
    source: string,
  ): ((row: number) => readonly Narrowing[]) | undefined {
    const { client, range, texts } = asked;
    if (group === 'clients') {
      const isClient = clientTest(client);
      const part = this.narrowingNumber(asked) * rowRange;
      return (row) => {
        const known = this.knownLines(part + row);
        const clients = known
          ? clientsOfLines(known)
          : this.indicators.clientsOf(row, Infinity, texts).top.filter(({ name }) => isClient(name));
        const inRange = clients.filter((each) => range === undefined || this.isInRange(each, range) !== 'no');
        return inRange.length === 0
          ? [asked]
          : inRange.map(({ name }) => ({ ...asked, client: { text: name, by: 'name' } }));
      };
    }
    if (group === 'file')
      return (row) => this.indicators.countsOf(row, texts).map(({ text }) => ({ ...asked, texts: this.only(text) }));
    if (group !== 'sources') return undefined;
    const isAsked = nameTest([...this.sourceNames()], source);
    return (row) => {
      const names = this.sourcesOf(row).filter(isAsked);
      return names.length === 0 ? [asked] : names.map((name) => ({ ...asked, source: name }));
    };
  }

  /** One text as a set, which is always the same. */
  private only(text: number): ReadonlySet<number> {
    return (this.single[text] ??= new Set([text]));
  }

  /** The clients that a typed text means. */
  private clientMatch(typed: string): ClientMatch {
    const match: ClientMatch = { text: typed, by: 'anyCase' };
    return this.indicators.hasClient(clientTest(match)) ? match : { text: typed, by: 'part' };
  }

  /** The numbers of the files with a name, or of those that contain it if no file has that name. */
  private filesNamed(name: string): ReadonlySet<number> {
    const isNamed = nameTest(this.context.files, name);
    return new Set(this.context.files.flatMap((file, index) => (isNamed(file) ? [index] : [])));
  }

  /** The names of the sources that know a row, or the host of its URL. */
  private sourcesOf(row: number): readonly string[] {
    const { known, hostKnown = [] } = this.assessmentOf(row);
    if (known.length === 0 && hostKnown.length === 0) return [];
    return [...new Set([...known, ...hostKnown].map(({ source: { kind, name } }) => shortSource({ kind, name })))];
  }

  private sourceNames(): ReadonlySet<string> {
    const names = new Set<string>();
    for (let row = 0; row < this.assessed; row++) for (const name of this.sourcesOf(row)) names.add(name);
    return names;
  }

  levelOf(row: number): number {
    return this.levels[baseOf(row)] ?? riskRank('unknown');
  }

  tagsOf(narrowed: number): readonly string[] {
    const row = baseOf(narrowed);
    const number = this.tagNumbers[row] ?? 0;
    const tags = this.tagLists[number] ?? [];
    const state = this.entryOf(row)?.state;
    if (state === undefined) return tags;
    const key = `${number} ${state}`;
    const known = this.tagsWithState.get(key) ?? [...tags, `state:${state}`];
    this.tagsWithState.set(key, known);
    return known;
  }

  foldOf(row: number): Fold | undefined {
    return this.context.isFolding ? foldOf(this.assessmentOf(row), this.entryOf(row)) : undefined;
  }

  occursIn(row: number, { from, to }: BinRange): boolean {
    const end = this.timeline === undefined ? 0 : this.binEnd(row);
    for (let at = this.binEnd(row - 1); at < end; at += 2) {
      const bin = this.binNumbers.at(at);
      if (bin >= from && bin <= to) return true;
    }
    return false;
  }

  addBins(narrowed: number, sums: number[]): void {
    const { client, range } = this.narrowingOf(narrowed);
    const span = client && spanOfClients(this.clientsIn(narrowed, client));
    this.forEachBinOf(narrowed, (bin, count) => {
      if (range !== undefined && (bin < range.from || bin > range.to)) return;
      if (span !== undefined && !this.isBinIn(bin, span)) return;
      sums[bin] = (sums[bin] ?? 0) + count;
    });
  }

  private isBinIn(bin: number, span: Pick<Timeline, 'from' | 'to'>): boolean {
    if (this.timeline === undefined) return false;
    const { from, to } = this.timeline.positionsOf({ from: bin, to: bin });
    return span.to >= from && span.from < to;
  }

  /** Visits the bins of a row, or of the texts that it is narrowed to. */
  private forEachBinOf(narrowed: number, visit: (bin: number, count: number) => void): void {
    const row = baseOf(narrowed);
    const { texts } = this.narrowingOf(narrowed);
    if (texts === undefined || this.indicators.filesOf(row) === 1) {
      const end = this.timeline === undefined ? 0 : this.binEnd(row);
      for (let at = this.binEnd(row - 1); at < end; at += 2) visit(this.binNumbers.at(at), this.binNumbers.at(at + 1));
      return;
    }
    if (this.timeline === undefined) return;
    const counts = new BinCounts(this.timeline.bins);
    this.indicators.forEachPosition(row, counts.add, texts);
    const numbers: number[] = [];
    counts.take((number) => numbers.push(number));
    for (let at = 0; at < numbers.length; at += 2) visit(numbers[at] ?? 0, numbers[at + 1] ?? 0);
  }

  sortKey(column: string): (row: number) => number | string | undefined {
    // Columns that depend on the part to which a row is narrowed.
    if (column === 'lines') return (row) => this.linesOf(row);
    if (column === 'from' || column === 'to') return (row) => this.spanOf(row)?.[column];
    if (column === 'clients') return (row) => this.clientCountOf(row);
    const keyOf = this.wholeSortKey(column);
    return (row) => keyOf(baseOf(row));
  }

  private wholeSortKey(column: string): (row: number) => number | string | undefined {
    switch (column) {
      case 'risk':
        return (row) => {
          const { lead, isFalsePositive } = this.assessmentOf(row);
          if (lead === undefined) return 2 * riskRank('unknown');
          // Retired rows follow active ones of the same level.
          return 2 * riskRank(isFalsePositive === true ? 'unknown' : lead.record.risk) - (lead.record.retired ? 1 : 0);
        };
      case 'name':
        return (row) => shownName(this.indicators.indicatorOf(row));
      case 'when':
        return (row) => {
          const first = this.binEnd(row - 1);
          return this.timeline !== undefined && first < this.binEnd(row) ? this.binNumbers.at(first) : undefined;
        };
    }
    if (timestampColumns.has(column))
      return (row) => this.assessmentOf(row).lead?.record.timestamps[column as 'seen' | 'updated' | 'added'];
    return (row) => this.textOf(row, column);
  }

  groupText(column: string): (row: number) => string {
    if (column === 'clients') return (row) => this.narrowingOf(row).client?.text ?? '';
    if (column === 'sources') return (row) => this.narrowingOf(row).source ?? '';
    if (column === 'file') return (row) => this.fileOf(this.textsOf(row)?.values().next().value ?? -1);
    return (row) => this.textOf(baseOf(row), column) ?? '';
  }

  /** The lines of a row, or of the part to which it is narrowed; an upper limit if that isn't known. */
  linesOf(narrowed: number): number {
    const known = this.knownLines(narrowed);
    if (known !== undefined) return known.length;
    const { client, range, texts } = this.narrowingOf(narrowed);
    const ofClient = client === undefined ? Infinity : sumOfLines(this.clientsIn(narrowed, client));
    const all =
      range === undefined ? this.indicators.linesOf(baseOf(narrowed), texts) : this.linesInRange(narrowed, range);
    return Math.min(ofClient, all);
  }

  /** A URL counts with its host, whose row has its lines. A line with several indicators counts for each of them. */
  linesTogether(rows: readonly number[]): { readonly lines: number; readonly isRough: boolean } {
    const counted = rows.length > maxComparedHosts ? rows : this.withoutUrlsOfHosts(rows);
    const lines = counted.reduce((sum, row) => sum + this.linesOf(row), 0);
    return { lines, isRough: counted.length > 1 || counted.some((row) => this.areLinesRough(row)) };
  }

  private withoutUrlsOfHosts(rows: readonly number[]): readonly number[] {
    const indicators = rows.map((row) => this.indicators.indicatorOf(baseOf(row)));
    const names = new Set(indicators.flatMap(({ type, value }) => (type === 'url' ? [] : [value])));
    return rows.filter((_, at) => {
      const indicator = indicators[at];
      const host = indicator?.type === 'url' ? getHost(indicator) : undefined;
      return host === undefined || !names.has(host.value);
    });
  }

  private areLinesRough(narrowed: number): boolean {
    const { client, range } = this.narrowingOf(narrowed);
    return client !== undefined && range !== undefined && !this.readLines.has(baseOf(narrowed));
  }

  emptyIn(rows: readonly number[]): readonly string[] {
    const { filled } = this.state();
    const left = new Set(emptiableColumns.filter((id) => id === 'sources' || id === 'why' || filled.includes(id)));
    for (const row of rows) {
      if (left.size === 0) break;
      for (const id of left) if (this.hasText(row, id)) left.delete(id);
    }
    return [...left];
  }

  private hasText(narrowed: number, column: (typeof emptiableColumns)[number]): boolean {
    const row = baseOf(narrowed);
    const assessment = this.assessmentOf(row);
    const { lead, contexts = [], isFalsePositive } = assessment;
    switch (column) {
      case 'clients':
        return this.indicators.clientCountOf(row) > 0;
      case 'note':
      case 'tags':
      case 'state':
        return this.entryOf(row)?.[column] !== undefined;
      case 'team':
        return judgmentIn(assessment.known) !== undefined;
      case 'threats':
        return (lead?.record.threats.length ?? 0) > 0;
      case 'context':
        return contexts.length > 0;
      case 'seen':
        return lead?.record.timestamps.seen !== undefined;
      case 'sources':
        return getSources(assessment).length > 0;
      case 'why':
        // For other rows, the text explains why nothing is known.
        return isFalsePositive === true || lead === undefined || formatReasons(this.bareRow(row), true).length > 0;
    }
  }

  /**
   * Like {@link matchesFilter}, but for all texts of a row but its numbers of lines and clients, which contain almost
   * any digit. Most texts aren't created: names and times only where the typed text can be in one, and texts about
   * knowledge only once for each row.
   */
  matcher(typed: string): (row: number) => boolean {
    const term = getFilterTerm(typed);
    if (term !== undefined) return this.termMatcher(term);
    const wanted = typed.trim().toLowerCase();
    const isNameFound = this.ownMatcher(wanted);
    const isClientFound = this.indicators.clientTest((name) => name.toLowerCase().includes(wanted));
    // By the number of its tags, which determines the texts of a plain row.
    const kindsWithText: boolean[] = [];
    const isKindFound = (row: number, { status }: Assessment): boolean => {
      const number = this.tagNumbers[row] ?? 0;
      const known = kindsWithText[number];
      if (known !== undefined) return known;
      const texts = [strings.status(status), typeLabel(this.indicators.typeOf(row)), riskStrings.verdict('unknown')];
      const isFound = texts.some((text) => matchesFilter(text.toLowerCase(), wanted));
      kindsWithText[number] = isFound;
      return isFound;
    };
    return (row) => {
      if (isNameFound(row) || isClientFound(row)) return true;
      const assessment = this.assessmentOf(row);
      return this.isPlain(row, assessment)
        ? isKindFound(row, assessment)
        : matchesFilter(this.knownTextOf(row), wanted);
    };
  }

  /** Returns the test whether a row has anything of the name in a filter term. */
  private termMatcher({ term, name }: FilterTerm): (row: number) => boolean {
    if (term === 'client')
      return name === ''
        ? (row) => this.indicators.clientCountOf(row) > 0
        : this.indicators.clientTest(clientTest(this.clientMatch(name)));
    if (term === 'file') {
      const texts = this.filesNamed(name);
      return (row) => this.indicators.isInTexts(row, texts);
    }
    const isNamed = nameTest([...this.sourceNames()], name);
    return (row) => this.sourcesOf(row).some(isNamed);
  }

  /** A row without its places, which take most of the time of creating one. */
  private bareRow(row: number): Triaged {
    const { type, value, reserved } = this.indicators.indicatorOf(row);
    return { indicator: { type, value }, reserved, lines: 0, files: 0, locations: [], ...this.assessmentOf(row) };
  }

  /** The text of a row that depends on the knowledge about it, in lower case. */
  private knownTextOf(row: number): string {
    const known = this.knownTexts[row];
    if (known !== undefined) return known;
    const whole = this.bareRow(row);
    const texts: ReturnType<typeof rowTexts> = { ...rowTexts(whole, this.textContext()), lines: undefined };
    const retired = recordOfRow(whole).retired ? t('Retired') : '';
    const text = [retired, ...Object.values(texts).filter((each) => each !== undefined)].join('\n').toLowerCase();
    if (row < maxKnownTexts) this.knownTexts[row] = text;
    return text;
  }

  private texts(row: Triaged): ReturnType<typeof rowTexts> {
    const texts = rowTexts(row, this.textContext());
    const where = locationText(row, this.textContext());
    const [first] = row.locations;
    return where === '' || first === undefined ? texts : { ...texts, where, file: this.fileOf(first.file) };
  }

  /** Whether a text is in the name of a row, its files, or its times. */
  private ownMatcher(wanted: string): (row: number) => boolean {
    const plain = withoutDefanging(wanted);
    const has = (text: string): boolean => {
      const lower = text.toLowerCase();
      return lower.includes(wanted) || lower.includes(plain);
    };
    const mayBeNetwork = /^[\da-f.:/]+$/.test(plain);
    const mayBeEndOfNetwork = '0/24'.includes(plain) || /\.0(?:\/(?:24?)?)?$/.test(plain);
    const nameMatcher = this.nameMatcher(wanted, has);
    const hasColon = this.names.test(':');
    const tests = [
      nameMatcher,
      ...(mayBeNetwork
        ? [
            (row: number) => {
              const type = this.indicators.typeOf(row);
              if (type === 'domain') return false;
              // Apart from its end, the network of an IPv4 address is a part of the address, which was searched.
              if (!mayBeEndOfNetwork && type === 'ip' && hasColon(row) === false) return false;
              return has(getNetwork(this.indicators.indicatorOf(row)) ?? '');
            },
          ]
        : []),
      ...this.fileMatchers(has),
      ...this.timeMatchers(wanted, has),
    ];
    return (row) => tests.some((test) => test(row));
  }

  /** Whether a text is in the name of a row, as it is or as it is shown. */
  private nameMatcher(wanted: string, has: (text: string) => boolean): (row: number) => boolean {
    this.names.extend(this.assessed);
    const isInName = this.names.test(wanted);
    return (row) => {
      const isFound = isInName(row);
      if (isFound !== undefined) return isFound;
      const indicator = this.indicators.indicatorOf(row);
      const shown = shownName(indicator);
      return has(shown) || has(withoutDefanging(shown.toLowerCase())) || has(indicator.value);
    };
  }

  /** Whether a text is in the name of a file of a row. */
  private fileMatchers(has: (text: string) => boolean): readonly ((row: number) => boolean)[] {
    const found = new Set(this.context.files.flatMap((file, index) => (has(file) ? [index] : [])));
    return found.size === 0 ? [] : [(row) => this.indicators.isInTexts(row, found)];
  }

  /** Whether a text with a character of dates and times is in the first or the last time of a row. */
  private timeMatchers(wanted: string, has: (text: string) => boolean): readonly ((row: number) => boolean)[] {
    const { timeline } = this;
    if (timeline?.unit !== 'seconds' || !/[-:–]/.test(wanted) || !/^[-:– \d]+$/.test(wanted)) return [];
    if (wanted.includes('–'))
      return [
        (row) => {
          const span = this.indicators.spanOf(row);
          return span !== undefined && has(timeline.spanOf(span));
        },
      ];
    // There are few dates and few times of day, each of which is formatted once.
    const { offset } = timeline;
    const [, date, time] = /^(\S*) (\S*)$/.exec(wanted) ?? [];
    if (date === undefined && wanted.includes(' ')) return [];
    const isDate = memoize(maxDays, (day) => {
      const text = timeline.timeOf(day * daySeconds - offset).slice(0, 10);
      return date === undefined ? text.includes(wanted) : text.endsWith(date);
    });
    const isTimeOfDay = memoize(daySeconds, (second) => {
      const text = timeline.timeOf(second - offset).slice(11);
      return time === undefined ? text.includes(wanted) : text.startsWith(time);
    });
    const isTime = (at: number): boolean => {
      const day = Math.floor((at + offset) / daySeconds);
      const second = at + offset - day * daySeconds;
      return date === undefined ? isDate(day) || isTimeOfDay(second) : isDate(day) && isTimeOfDay(second);
    };
    return [
      (row) => {
        const span = this.indicators.spanOf(row);
        return span !== undefined && (isTime(span.from) || isTime(span.to));
      },
    ];
  }

  private textOf(row: number, column: string): string | undefined {
    const indicator = this.indicators.indicatorOf(row);
    switch (column) {
      case 'risk': {
        const { lead, isFalsePositive } = this.assessmentOf(row);
        return riskStrings.verdict(lead === undefined || isFalsePositive === true ? 'unknown' : lead.record.risk);
      }
      case 'type':
        return typeLabel(indicator.type);
      case 'domain':
        return getRegisteredDomain(indicator);
      case 'subnet':
        return getNetwork(indicator);
      case 'state': {
        const state = this.entryOf(row)?.state;
        return state && strings.stateLabel(state);
      }
      case 'first': {
        const timeline = this.timeline && this.indicators.timelineOf(row);
        return timeline && this.timeline?.groupOf(timeline);
      }
      case 'where':
        return visibleText(this.locationTextOf(row, this.indicators.firstLocationOf(row)));
      case 'file':
        return this.fileOf(this.indicators.firstLocationOf(row)?.file ?? -1);
    }
    if (this.isPlain(row, this.assessmentOf(row))) {
      if (knownColumns.has(column)) return undefined;
      if (column === 'why') return strings.status(this.assessmentOf(row).status);
    }
    const text = this.texts(this.row(row))[column];
    return text === '' ? undefined : text;
  }

  private linesInRange(narrowed: number, { from, to }: BinRange): number {
    let sum = 0;
    this.forEachBinOf(narrowed, (bin, count) => {
      if (bin >= from && bin <= to) sum += count;
    });
    return sum;
  }

  private clientsIn(narrowed: number, client: ClientMatch): readonly CountedClient[] {
    const { top } = this.allClients(narrowed);
    const isClient = clientTest(client);
    return top.filter(({ name }) => isClient(name));
  }

  private clientCountOf(narrowed: number): number {
    const { client, range, texts } = this.narrowingOf(narrowed);
    if (client !== undefined && range === undefined) return this.clientsIn(narrowed, client).length;
    return range === undefined
      ? this.indicators.clientCountOf(baseOf(narrowed), texts)
      : (this.row(narrowed).clients?.count ?? 0);
  }

  /** The first and the last position of a row, or of the part that it is narrowed to. */
  private spanOf(narrowed: number): Pick<Timeline, 'from' | 'to'> | undefined {
    return narrowed < rowRange ? this.indicators.spanOf(narrowed) : this.row(narrowed).timeline;
  }

  /** A row of which only the lines of a client, or in a part of the timeline, count. */
  private narrowedRow(whole: Triaged, narrowed: number): Triaged {
    const row = baseOf(narrowed);
    const { client, range, texts } = this.narrowingOf(narrowed);
    if (client === undefined && range === undefined) return { ...whole, lines: this.linesOf(narrowed) };
    const known = this.knownLines(narrowed);
    if (known !== undefined) return { ...whole, ...this.exactPart(known), part: narrowed, isElsewhere: true };
    const own = client === undefined ? [] : this.clientsIn(narrowed, client);
    const isMore = client?.by === 'part' && whole.clients?.isMore === true;
    const clients = own.length === 0 ? whole.clients : { count: own.length, isMore, top: own.slice(0, namedClients) };
    const span = spanOfClients(own) ?? whole.timeline;
    const first = firstLocation(own);
    const located = first && { locations: [first] };
    const lines = this.linesOf(narrowed);
    if (range === undefined || this.timeline === undefined)
      return {
        ...whole,
        ...located,
        part: narrowed,
        lines,
        clients,
        timeline: whole.timeline && clippedTimeline(whole.timeline, span ?? whole.timeline),
      };
    const inRange = this.indicators.spanBetween(row, this.timeline.positionsOf(range), texts, span);
    const isRough =
      this.timeline.unit === 'lines' ||
      inRange?.isExact === false ||
      own.some((each) => this.isInRange(each, range) !== 'yes');
    return {
      ...whole,
      ...located,
      part: narrowed,
      isElsewhere: true,
      lines,
      clients:
        clients &&
        this.clientsInRange(
          own.length === 0 ? this.allClients(narrowed) : { count: own.length, isMore, top: own },
          range,
        ),
      timeline: whole.timeline && inRange && clippedTimeline(whole.timeline, inRange),
      isRough: isRough || undefined,
    };
  }

  /** The values of a part of a row whose lines are all known. */
  private exactPart(lines: readonly IndicatorLine[]): Pick<Triaged, 'lines' | 'clients' | 'timeline' | 'locations'> {
    const timeline = new TimelineCounter();
    for (const line of lines) timeline.add(this.indicators.positionOf(line));
    const clients = clientsOfLines(lines);
    const { file = 0, line = 0, column = 0 } = firstLine(lines) ?? {};
    return {
      lines: lines.length,
      clients:
        clients.length === 0
          ? undefined
          : { count: clients.length, isMore: false, top: clients.slice(0, namedClients) },
      timeline: timeline.plain(),
      locations: [{ file, line, column }],
    };
  }

  private allClients(narrowed: number): Clients {
    return this.indicators.clientsOf(baseOf(narrowed), Infinity, this.textsOf(narrowed));
  }

  /** Clients that have lines in a part of the timeline, judging by their first and last lines. */
  private clientsInRange({ top, isMore }: Clients, range: BinRange): Clients {
    const certain = top.filter((client) => ['yes', 'partly'].includes(this.isInRange(client, range)));
    const possible = top.filter((client) => this.isInRange(client, range) === 'maybe');
    const named = certain.slice(0, namedClients);
    return {
      count: certain.length,
      isMore: isMore || possible.length > 0,
      top: named,
      possible,
      isMorePossible: isMore,
    };
  }

  /** Whether a client has all its lines in a part of the timeline, its first or last one, perhaps some, or none. */
  private isInRange({ first, last }: CountedClient, range: BinRange): 'yes' | 'partly' | 'maybe' | 'no' {
    if (this.timeline === undefined || first === 0) return 'maybe';
    const { from, to } = this.timeline.positionsOf(range);
    const [starts, ends] = [first >= from && first < to, last >= from && last < to];
    if (starts && ends) return 'yes';
    if (starts || ends) return 'partly';
    return first < from && last >= to ? 'maybe' : 'no';
  }

  private narrowingOf(row: number): Narrowing {
    return this.narrowings[Math.floor(row / rowRange)] ?? {};
  }

  private narrowingNumber(narrowing: Narrowing): number {
    const { client, range, texts, source } = narrowing;
    if ([client, range, texts, source].every((each) => each === undefined)) return 0;
    const key = JSON.stringify([client?.text, client?.by, range?.from, range?.to, texts && [...texts], source]);
    const known = this.narrowingNumbers.get(key) ?? this.narrowings.push(narrowing) - 1;
    this.narrowingNumbers.set(key, known);
    return known;
  }

  private locationTextOf(row: number, first: Location | undefined): string {
    const locations = first === undefined ? [] : [first];
    const lines = this.indicators.linesOf(row);
    return locationText({ locations, lines, files: this.indicators.filesOf(row) }, this.textContext());
  }

  private fileOf(file: number): string {
    return this.context.files[file] ?? '';
  }

  private textContext(): RowTextContext {
    const { hasOneFile, entries } = this.context;
    return {
      fileOf: (file) => this.fileOf(file),
      hasOneFile,
      timeline: this.timeline,
      entryOf: (indicator) => entries.get(triageKey(indicator)),
    };
  }

  private assessmentOf(row: number): Assessment {
    return this.assessments[row] ?? unassessed;
  }

  private entryOf(row: number): ListEntry | undefined {
    const { entries } = this.context;
    return entries.size === 0 ? undefined : entries.get(triageKey(this.indicators.indicatorOf(row)));
  }

  /** Whether nothing is known about a row, apart from its indicator. */
  private isPlain(row: number, { status, known, contexts, place }: Assessment): boolean {
    if (hasKnowledge({ status }) || known.length > 0) return false;
    return contexts === undefined && place === undefined && this.entryOf(row) === undefined;
  }

  /** The end of the bins of a row. */
  private binEnd(row: number): number {
    return row < 0 ? 0 : (this.binEnds[row] ?? this.binNumbers.length);
  }

  private tagNumberOf(type: Indicator['type'], { status, contexts = [] }: Assessment): number {
    const categories = [...new Set(contexts.map(({ category }) => category))];
    const key = `${status} ${type} ${categories.join(' ')}`;
    const known = this.tagListNumbers.get(key);
    if (known !== undefined) return known;
    const tags = [`status:${status}`, `type:${type}`, ...categories.map((category) => `context:${category}`)];
    const number = this.tagLists.push(tags) - 1;
    this.tagListNumbers.set(key, number);
    return number;
  }

  /** All rows by severity, then by lines, then by where they occur first. */
  private worstFirst(): readonly number[] {
    const byLocation = this.indicators.rowsByLocation().filter((row) => row < this.assessed);
    const byCount = sortedBy(byLocation, (row) => -this.indicators.linesOf(row));
    return sortedBy(byCount, (row) => -(this.severities[row] ?? 0));
  }

  private stateNow(): TableState {
    const assessments = this.assessments;
    const rows = [...assessments.keys()];
    const has = (test: (assessment: Assessment, row: number) => boolean): boolean => assessments.some(test);
    const listed = [...this.context.entries].filter(([key]) => this.isFound(key)).map(([, entry]) => entry);
    const filled: Readonly<Record<OptionalColumn, () => boolean>> = {
      note: () => listed.some(({ note }) => note !== undefined),
      tags: () => listed.some(({ tags }) => tags !== undefined),
      team: () => has(({ known }) => judgmentIn(known) !== undefined),
      state: () => listed.length > 0,
      threats: () => has(({ lead }) => (lead?.record.threats.length ?? 0) > 0),
      context: () => has(({ contexts = [] }) => contexts.length > 0),
      seen: () => has(({ lead }) => lead?.record.timestamps.seen !== undefined),
      clients: () => rows.some((row) => this.indicators.clientCountOf(row) > 0),
    };
    const groups: Readonly<Record<(typeof groupColumns)[number], () => boolean>> = {
      state: filled.state,
      risk: () => assessments.length > 0,
      threats: filled.threats,
      context: filled.context,
      sources: () => has(({ known, hostKnown = [] }) => known.length + hostKnown.length > 0),
      type: () => assessments.length > 0,
      domain: () => rows.some((row) => this.textOf(row, 'domain') !== undefined),
      subnet: () =>
        rows.some((row) => this.indicators.typeOf(row) !== 'domain' && this.textOf(row, 'subnet') !== undefined),
      first: () => this.timeline?.unit === 'seconds',
      network: () =>
        has(({ place, lead }) => place?.asn !== undefined || lead?.record.properties['geo']?.['asn'] !== undefined),
      organization: () =>
        has(({ place, lead }) => {
          const { geo = {}, whois = {} } = lead?.record.properties ?? {};
          return (place?.organization ?? geo['org'] ?? whois['registrant organization']) !== undefined;
        }),
      place: () =>
        has(
          ({ place, lead }) =>
            place?.country !== undefined || (lead !== undefined && getLocation(lead.record) !== undefined),
        ),
      file: () => this.context.files.some((file) => file !== ''),
      clients: filled.clients,
    };
    const { lines, zone, hasZones } = this.indicators;
    return {
      version: this.version,
      rows: this.assessed,
      counts: getCounts(assessments),
      open: assessments.filter(isOpen).length,
      unread: assessments.find(({ unread }) => unread !== undefined)?.unread,
      samples: assessments.filter(({ isSampleSkipped }) => isSampleSkipped === true).length,
      filled: optionalColumns.filter((column) => filled[column]()),
      groups: groupColumns.filter((column) => groups[column]()),
      terms: this.termsNow(),
      timeline: this.timeline && {
        unit: this.timeline.unit,
        bins: this.timeline.bins,
        lines,
        span: this.span,
        zone: zone ?? (hasZones ? 0 : undefined),
      },
    };
  }

  private termsNow(): TableState['terms'] {
    const clients = new Map<string, number>();
    let rows = 0;
    for (let row = 0; row < this.assessed && rows < maxTermRows; row++) {
      if (!hasKnowledge(this.assessmentOf(row))) continue;
      rows++;
      for (const { name, lines } of this.indicators.clientsOf(row, maxTerms).top)
        clients.set(name, (clients.get(name) ?? 0) + lines);
    }
    const byLines = [...clients].sort((a, b) => b[1] - a[1]).map(([name]) => name);
    const files = this.context.files.filter((file, text) => file !== '' && this.indicators.sizeOf(text) > 0);
    const sources = [...this.sourceNames()].sort();
    return {
      client: byLines.slice(0, maxTerms),
      file: files.slice(0, maxTerms),
      source: sources.slice(0, maxTerms),
    };
  }

  private isFound(key: string): boolean {
    this.foundKeys ??= new Set();
    for (let row = this.foundKeys.size; row < this.assessed; row++)
      this.foundKeys.add(triageKey(this.indicators.indicatorOf(row)));
    return this.foundKeys.has(key);
  }
}

/** Returns the test whether a name is the typed one in any case or, if none is, whether it contains that. */
function nameTest(names: readonly string[], typed: string): (name: string) => boolean {
  const isSame = textTest(typed, isEqual);
  return names.some(isSame) ? isSame : textTest(typed, contains);
}

const isEqual = (name: string, wanted: string): boolean => name === wanted;
const contains = (name: string, wanted: string): boolean => name.includes(wanted);

/** Tests names, as they are or as they are shown, in lower case. */
function textTest(typed: string, test: (name: string, wanted: string) => boolean): (name: string) => boolean {
  const wanted = typed.toLowerCase();
  return (name) => test(name.toLowerCase(), wanted) || test(visibleText(name).toLowerCase(), wanted);
}

/** Returns the test whether a client matches; without a match, all do. */
function clientTest(match: ClientMatch | undefined): (name: string) => boolean {
  if (match === undefined) return () => true;
  const { text, by } = match;
  if (by === 'name') return (name) => name === text;
  return textTest(text, by === 'part' ? contains : isEqual);
}

function sumOfLines(clients: readonly CountedClient[]): number {
  return clients.reduce((sum, { lines }) => sum + lines, 0);
}

/** The first and the last time of lines about clients; undefined if none is known. */
function spanOfClients(clients: readonly CountedClient[]): Pick<Timeline, 'from' | 'to'> | undefined {
  const timed = clients.filter(({ first }) => first > 0);
  if (timed.length === 0) return undefined;
  return {
    from: timed.reduce((from, { first }) => Math.min(from, first), Infinity),
    to: timed.reduce((to, { last }) => Math.max(to, last), 0),
  };
}

/** A test that runs once for each number from 0 to below `count`. */
function memoize(count: number, test: (number: number) => boolean): (number: number) => boolean {
  // 1: true; 2: false.
  const known = new Int8Array(count);
  return (number) => {
    const before = known[number] ?? 0;
    if (before !== 0) return before === 1;
    const now = test(number);
    known[number] = now ? 1 : 2;
    return now;
  };
}

const daySeconds = 86_400;
/** Days since 1970 that times of 32 bits can have, in any time zone. */
const maxDays = Math.ceil(2 ** 32 / daySeconds) + 1;

/** The number of a row that may be narrowed. */
function baseOf(row: number): number {
  return row % rowRange;
}

const unassessed: Assessment = { status: 'notLookedUp', known: [] };

/** Rows whose searched texts are remembered, which takes some 30 MB. */
const maxKnownTexts = 100_000;

function levelOf({ lead, isFalsePositive }: Assessment): number {
  if (lead === undefined) return riskRank('unknown');
  return lead.record.retired ? retiredLevel : riskRank(isFalsePositive === true ? 'unknown' : lead.record.risk);
}

/** Rows about which nothing is known, and internal ones, are folded unless the user has set a state. */
function foldOf({ status }: Pick<Assessment, 'status'>, entry: ListEntry | undefined): Fold | undefined {
  if (entry !== undefined || hasKnowledge({ status })) return undefined;
  return status === 'ignored' || status === 'reserved' || status === 'wellKnown' ? 'internal' : 'unknown';
}

/** An indicator as panels show it: defanged, with a password as dots. */
function shownName({ value }: Indicator): string {
  return visibleText(defang(omitPassword(value)));
}
