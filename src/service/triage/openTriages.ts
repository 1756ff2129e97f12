import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { bundleTranslate, currentLocale, setLocale } from '../../l10n';
import type { Indicator } from '../../core/indicators/identity/types';
import { JobError } from '../../core/store/protocol/storeError';
import type { AssessingProgress, ImportInput } from '../../core/store/protocol/protocol';
import { OccurrenceCounter } from '../../core/triage/counting/occurrenceCounter';
import {
  type AssessingContext,
  type GivenEntries,
  type NumberedRows,
  type QueriedRows,
  type RowsContext,
  type TextSummary,
  unknownTriage,
  type WantedRows,
} from '../../core/triage/triageMessages';
import { GivenText } from '../../core/triage/numberedIndicators';
import { type TableState, TriageTable } from '../../core/triage/triageTable';
import type { IndicatorLine } from '../../core/triage/clients/counted';
import { lookupKey } from '../../core/indicators/identity/lookupKey';
import { triageKey } from '../../core/triage/triageEntry';
import type { RowQuery } from '../../core/rows/rowQuery';
import { withNamesAbove } from '../../core/indicators/registry/namesAbove';
import { readInto, type ReadTextOptions } from '.';
import type { FoundLine } from '../../core/largeFiles/lineMatcher';
import { type FindLinesProgress, findLines, readCountedLines } from '../largeFiles/lines';
import { Assessor } from './assessor';
import { KnowledgeFiles } from './knowledgeFiles';
import { keepTriaged, type KeptFile, KnownRisks, type RememberingStore } from './triageHistory';
import type { Finders } from './finders';

/** How long to work before other jobs, and what threads have found, are handled. */
const sliceMillis = 15;

/** Rows whose lines are read again at once, and lines that are kept of all of them. */
const [maxRowsReadAgain, maxLinesReadAgain] = [100, 300_000];

/** A line of a row, and the number of its text. */
type RowLine = FoundLine & { readonly file: number };

/** A line with the time by which it is sorted, in seconds since 1970. */
interface TimedLine {
  at: number;
  readonly line: RowLine;
}

/** Lines of a row. */
export interface RowLines {
  readonly lines: readonly RowLine[];
  /** How many there are, or at most, and in how many files. */
  readonly total: number;
  readonly isRough: boolean;
  readonly files: number;
}

/** How a text is read. */
export interface TextOptions extends Pick<ReadTextOptions, 'languageId' | 'signal' | 'onProgress' | 'clientField'> {
  /** Treatment of lists and imports of the store; default: as evidence. */
  readonly knowledge?: 'leaveOut' | 'countLast' | undefined;
}

/** The indicators of the texts of a panel, assessed while they are read. */
class OpenTriage {
  private readonly table: TriageTable;
  private readonly assessor: Assessor;
  private rowsContext: RowsContext;
  private assessing: Promise<void> | undefined;
  private rowsByKey: Map<string, number[]> | undefined;
  /** How many rows it has. */
  private keyed = 0;
  private lastRisky: { readonly version: number; readonly keys: ReadonlySet<string> } | undefined;
  private lastQuery: { readonly key: string; readonly rows: readonly number[] } | undefined;
  /** Inputs by text. */
  private readonly inputs: (Pick<TextOptions, 'clientField' | 'languageId'> & { readonly input: ImportInput })[] = [];
  private readonly knowledge: KnowledgeFiles;
  /** Rows whose lines were read again, or can't be, and the number of their lines. */
  private readonly readAgain = new Set<number>();
  private linesReadAgain = 0;
  private isClosed = false;
  private isEnough = false;

  constructor(
    storeFile: string,
    private readonly finders: Finders,
    { assessing, rows }: { readonly assessing: AssessingContext; readonly rows: RowsContext },
  ) {
    this.assessor = new Assessor(storeFile, assessing);
    this.knowledge = new KnowledgeFiles(storeFile);
    this.rowsContext = rows;
    this.table = new TriageTable(tableContext(rows));
  }

  /** Reads a text, or adds given indicators. */
  async read(
    index: number,
    input: ImportInput | GivenEntries,
    { knowledge, ...options }: TextOptions,
  ): Promise<TextSummary> {
    const { indicators } = this.table;
    if (isGiven(input)) {
      indicators.addText(index, new GivenText(input));
      indicators.advance(index);
      this.startAssessing();
      return { kind: 'read', bytes: 0, lines: 0, counted: input.length, found: input.length, unlisted: 0 };
    }
    // Nobody may ever write to a pipe in a folder, and reading it would take what is written from others.
    if ('path' in input && (await isPipe(input.path))) return { kind: 'skipped', failure: { kind: 'notFile' } };
    this.inputs[index] = { input, clientField: options.clientField, languageId: options.languageId };
    const counter = new OccurrenceCounter(undefined, (found) => this.assessor.areKnown(found));
    indicators.addText(index, counter);
    const failure = await readInto(counter, input, {
      ...options,
      isKnowledge: knowledge === undefined ? undefined : this.knowledge.testOf(input),
      countsKnowledge: knowledge === 'countLast',
      finders: this.finders,
      onProgress: (progress) => {
        indicators.advance(index);
        this.startAssessing();
        options.onProgress?.(progress);
      },
    });
    indicators.advance(index);
    this.startAssessing();
    if (failure === 'knowledge') return { kind: failure };
    if (failure !== undefined && counter.bytes === 0 && failure.kind !== 'canceled')
      return { kind: 'skipped', failure };
    const { bytes, lines, counted, unlisted, timelineUnit, size: found } = counter;
    return { kind: 'read', bytes, lines, counted, found, unlisted, timelineUnit, failure };
  }

  /** From now on, nothing further is assessed: rows are those that are. */
  stop(): void {
    this.isEnough = true;
  }

  /** Assesses what isn't yet, and finds the timeline of all rows. */
  async finish(signal: AbortSignal, onProgress: (progress: AssessingProgress) => void): Promise<TableState> {
    const assessed = this.assessFound();
    const timer = setInterval(
      () => onProgress({ assessed: this.table.assessed, rows: this.table.indicators.size }),
      100,
    );
    try {
      await assessed;
      const goesOn = (): boolean => !signal.aborted && !this.isClosed;
      while (goesOn() && !this.table.prepareTimeline(sliceMillis)) await setImmediate();
      while (goesOn() && !this.isEnough && !this.table.prepareSearch(sliceMillis)) await setImmediate();
    } finally {
      clearInterval(timer);
    }
    signal.throwIfAborted();
    return this.state();
  }

  /** From now on, the texts of rows depend on this. */
  setRowsContext(rows: RowsContext): void {
    this.rowsContext = rows;
    this.table.setContext(tableContext(rows));
  }

  state(): TableState {
    return this.inLanguage(() => this.table.state());
  }

  /** Assesses rows again that depend on some lookup keys. */
  async renew(keys: readonly string[], answers: AssessingContext['answers']): Promise<TableState> {
    this.assessor.addAnswers(answers);
    const byKey = (this.rowsByKey ??= new Map<string, number[]>());
    for (let row = this.keyed; row < this.table.assessed; row++)
      for (const key of withNamesAbove(this.assessor.keysOf(this.table.indicators.indicatorOf(row)))) {
        const rows = byKey.get(key);
        if (rows === undefined) byKey.set(key, [row]);
        else rows.push(row);
      }
    this.keyed = this.table.assessed;
    await this.assessRows([...new Set(keys.flatMap((key) => byKey.get(key) ?? []))]);
    return this.state();
  }

  /** Assesses all rows again. */
  async renewAll(
    assessing: AssessingContext,
    signal: AbortSignal,
    onProgress: (progress: AssessingProgress) => void,
  ): Promise<TableState> {
    this.assessor.setContext(assessing);
    this.assessor.recheck();
    // Settings determine how URLs are looked up, and so the keys.
    this.rowsByKey = undefined;
    this.keyed = 0;
    await this.assessRows([...Array(this.table.assessed).keys()], signal, onProgress);
    return this.state();
  }

  query(query: RowQuery, first: number): QueriedRows {
    const { folded, ...shown } = this.inLanguage(() => this.table.query(query));
    return { ...shown, folded: folded.length, first: this.numbered(shown.rows.slice(0, first)) };
  }

  rows(wanted: WantedRows): NumberedRows {
    if ('numbers' in wanted) return this.numbered(wanted.numbers.filter((row) => this.table.has(row)));
    if ('open' in wanted) return this.numbered(this.table.openRows(wanted.open));
    const { query, withFolded, from, count } = wanted;
    const { version } = this.table;
    const key = JSON.stringify([version, query, withFolded]);
    if (this.lastQuery?.key !== key) {
      const { rows, folded } = this.inLanguage(() => this.table.query(query));
      // Folded rows aren't narrowed until they are needed.
      const others = this.table.narrowed(folded, { ...query, group: undefined });
      this.lastQuery = { key, rows: query.unfolded || !withFolded ? rows : [...rows, ...others] };
    }
    return this.numbered(this.lastQuery.rows.slice(from, from + count));
  }

  /** The first lines of a row, at most `limit`, by time or one text after the other; those of a text stay in their order. */
  async lines(row: number, limit: number, order: 'time' | 'text', signal: AbortSignal): Promise<RowLines> {
    const { lines: most, files, isRough = false } = this.table.row(row);
    const texts = this.table.indicators.countsOf(this.table.baseOf(row), this.table.textsOf(row));
    const read: TimedLine[] = [];
    for (const { text, count } of texts) {
      if (order === 'text' && read.length >= limit) break;
      read.push(...(await this.linesOf(row, text, count, limit, signal)));
    }
    const inOrder = order === 'time' ? read.toSorted((a, b) => a.at - b.at) : read;
    const lines = inOrder.slice(0, limit).map(({ line }) => line);
    // All lines were read if they are fewer.
    return { lines, total: lines.length < limit ? lines.length : most, isRough, files };
  }

  /**
   * The first lines of a row in a text, in which it has `count` for all clients. A line without a time has that of the
   * one above, the first ones that of the first that has one; texts without times come last.
   */
  private async linesOf(
    row: number,
    text: number,
    count: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<TimedLine[]> {
    const source = this.inputs[text];
    if (source === undefined) return [];
    const { indicator } = this.table.row(row);
    const isClient = this.table.clientTestOf(row);
    const isInTime = this.table.timeTestOf(row);
    const found: TimedLine[] = [];
    let left = count;
    let at = Infinity;
    const reading = new AbortController();
    const take = ({ lines }: FindLinesProgress): void => {
      for (const line of lines) {
        left--;
        if (line.time !== 0 && at === Infinity) for (const each of found) each.at = line.time;
        at = line.time === 0 ? at : line.time;
        const isOwn =
          isClient(line.client) && isInTime({ file: text, line: line.line, time: at === Infinity ? 0 : at });
        if (isOwn && found.length < limit) found.push({ at, line: { ...line, file: text } });
      }
      if (left <= 0 || found.length >= limit) reading.abort();
    };
    const query = { values: [indicator.value], asCounted: true };
    await findLines({ ...source, query, limit: Infinity }, take, AbortSignal.any([signal, reading.signal]));
    return found;
  }

  /**
   * Reads the files again for rows whose numbers in a part of the timeline aren't certain, which they are then, in any part.
   * Returns undefined if there are none.
   */
  async makeCertain(narrowed: readonly number[], signal: AbortSignal): Promise<TableState | undefined> {
    const rows: number[] = [];
    const { indicators } = this.table;
    for (const row of this.table.uncertain(narrowed)) {
      const count = indicators.linesOf(row);
      if (this.readAgain.has(row) || this.linesReadAgain + count > maxLinesReadAgain) continue;
      rows.push(row);
      if (rows.length === maxRowsReadAgain) break;
    }
    if (rows.length === 0) return undefined;
    const found = new Map(rows.map((row) => [row, new Array<IndicatorLine>()]));
    const texts = new Set(rows.flatMap((row) => indicators.countsOf(row).map(({ text }) => text)));
    for (const text of [...texts].sort((a, b) => a - b)) await this.readRowsIn(text, found, signal);
    for (const [row, lines] of found) {
      this.readAgain.add(row);
      // A file that has changed has others.
      if (lines.length !== indicators.linesOf(row)) continue;
      this.linesReadAgain += lines.length;
      this.table.setLines(row, lines);
    }
    this.table.changed();
    return this.state();
  }

  /** Adds the lines of rows in a text. A line without a time has that of the one above. */
  private async readRowsIn(
    text: number,
    found: ReadonlyMap<number, IndicatorLine[]>,
    signal: AbortSignal,
  ): Promise<void> {
    const source = this.inputs[text];
    if (source === undefined) return;
    const { indicators } = this.table;
    const own = new Map<string, { readonly value: string; readonly lines: IndicatorLine[]; time: number }>();
    for (const [row, lines] of found) {
      if (!indicators.countsOf(row).some((each) => each.text === text)) continue;
      const indicator = indicators.indicatorOf(row);
      own.set(lookupKey(indicator), { value: indicator.value, lines, time: 0 });
    }
    try {
      await readCountedLines(
        { ...source, values: Array.from(own.values(), ({ value }) => value) },
        ({ key, line, column, time, client }) => {
          const ofRow = own.get(key);
          if (ofRow === undefined) return;
          ofRow.time = time || ofRow.time;
          ofRow.lines.push({ file: text, line, column, time: ofRow.time, client });
        },
        signal,
      );
    } catch {
      // Its rows stay as they are.
      signal.throwIfAborted();
    }
  }

  /** Remembers the indicators of a text that was read. Returns whether there are any. */
  async remember(text: number, file: KeptFile, store: RememberingStore, signal: AbortSignal): Promise<boolean> {
    const { indicators, version } = this.table;
    if (this.lastRisky?.version !== version) {
      const known = this.table.known();
      const risks = await new KnownRisks(this.assessor, signal).of(known);
      this.lastRisky = { version, keys: new Set(known.filter((_, at) => risks?.[at] === true).map(triageKey)) };
    }
    const { keys } = this.lastRisky;
    const found = {
      size: indicators.sizeOf(text),
      entry: (number: number) => indicators.entryOf(text, number),
      isRisky: (indicator: Indicator) => keys.has(triageKey(indicator)),
    };
    return keepTriaged(store, file, found, signal);
  }

  close(): void {
    this.isClosed = true;
    this.assessor.close();
  }

  private numbered(rows: readonly number[]): NumberedRows {
    return rows.map((row) => [row, this.table.row(row)]);
  }

  private startAssessing(): void {
    // A failure occurs again, and is reported, when the triage is finished.
    this.assessFound().catch(() => undefined);
  }

  /** Assesses the rows that were found since, in slices. */
  private assessFound(): Promise<void> {
    return (this.assessing ??= this.assessNext().finally(() => {
      this.assessing = undefined;
    }));
  }

  private async assessNext(): Promise<void> {
    const { table } = this;
    let sliceEnds = performance.now() + sliceMillis;
    while (table.assessed < table.indicators.size && !this.isClosed && !this.isEnough) {
      const from = table.assessed;
      const count = Math.min(this.assessor.atOnce, table.indicators.size - from);
      this.assessSome(Array.from({ length: count }, (_, at) => from + at));
      if (performance.now() < sliceEnds) continue;
      // While more is found than can be assessed, what is assessed so far is shown.
      table.changed();
      await setImmediate();
      sliceEnds = performance.now() + sliceMillis;
    }
    table.changed();
  }

  private async assessRows(
    rows: readonly number[],
    signal?: AbortSignal,
    onProgress?: (progress: AssessingProgress) => void,
  ): Promise<void> {
    let sliceEnds = performance.now() + sliceMillis;
    for (let from = 0; from < rows.length && !this.isClosed;) {
      const some = rows.slice(from, from + this.assessor.atOnce);
      this.assessSome(some);
      from += some.length;
      if (performance.now() < sliceEnds) continue;
      onProgress?.({ assessed: from, rows: rows.length });
      await setImmediate();
      signal?.throwIfAborted();
      sliceEnds = performance.now() + sliceMillis;
    }
    this.table.changed();
  }

  private assessSome(rows: readonly number[]): void {
    const indicators = rows.map((row) => this.table.indicators.indicatorOf(row));
    for (const [at, assessment] of this.assessor.assess(indicators).entries())
      this.table.assess(rows[at] ?? 0, assessment);
  }

  /** Makes texts in the language of the user, which the worker doesn't know otherwise. */
  private inLanguage<T>(work: () => T): T {
    const { locale } = this.rowsContext;
    if (locale === undefined) return work();
    const before = currentLocale();
    setLocale({ language: locale.language, translate: bundleTranslate(locale.bundle) });
    try {
      return work();
    } finally {
      setLocale(before);
    }
  }
}

/** The triages of panels, by their IDs. */
export class OpenTriages {
  private readonly open = new Map<string, OpenTriage>();

  constructor(
    private readonly storeFile: string,
    private readonly finders: Finders,
  ) {}

  begin(id: string, contexts: { readonly assessing: AssessingContext; readonly rows: RowsContext }): void {
    this.end(id);
    this.open.set(id, new OpenTriage(this.storeFile, this.finders, contexts));
  }

  /** Throws a JobError if the triage isn't open. */
  of(id: string): OpenTriage {
    const reading = this.open.get(id);
    if (reading === undefined) throw new JobError({ name: unknownTriage, message: 'The triage is not open.' });
    return reading;
  }

  /** Returns whether the triage was open. */
  end(id: string): boolean {
    this.open.get(id)?.close();
    return this.open.delete(id);
  }

  close(): void {
    for (const id of [...this.open.keys()]) this.end(id);
  }
}

function tableContext({ entries, ...context }: RowsContext) {
  return { ...context, entries: new Map(entries) };
}

function isGiven(input: ImportInput | GivenEntries): input is GivenEntries {
  return Array.isArray(input);
}

async function isPipe(path: string): Promise<boolean> {
  try {
    const status = await stat(path);
    return !status.isFile() && !status.isDirectory();
  } catch {
    // Opening it reports why it can't be read.
    return false;
  }
}
