import type { ListKind } from '../../core/records/context';
import { previewTable, type TablePreview, understandRows } from '../../core/lists/tables/preview';
import type { ChosenColumns, TakenColumns } from '../../core/records/sourceDetails';
import { isWebPage, movedNotice } from '../../core/lists/notList';
import { InputError, type InputFailure } from '../../core/records/problems/inputFailure';
import type { ImportFormat } from '../../core/store/protocol/protocol';
import { oneLine } from '../../core/text/redact';
import { type AnyInput, type InputPart, openParts, spoilsOnlyOne } from '../files/parts';
import { getInputFailure } from '../files/getInputFailure';
import { decodedText } from '../files/text';
import type { Chunks } from '../files/byteStream';
import { type Detected, detectFormat, isExploreCsv } from './detectFormat';
import { isStix, knownShape, readKnownJson, readKnownList } from './knownList';
import { readList } from './list';
import type { ParsedChunk } from './parsedChunk';
import { readStix } from './stix';
import { documentFormat, isNoText, unreadFormat } from './unreadFormat';
import { csvReader, type CsvItem } from '../../core/results';
import type { SkippedItem, Statement } from '../../core/records/statement';
import {
  chosenIn,
  type Columns,
  type understandTable,
  unknownColumns,
  withChosen,
} from '../../core/lists/tables/columns';
import type { UtcMillis } from '../../core/records/record';
import { readRow } from './csvRow';
import { findIndicators } from '../../core/indicators';
import { getEntries } from '../../core/lists/entries';
import { countUnrated } from './parsedChunk';

const sampleRows = 50;
const batchRows = 500;

type SampleRow = Extract<CsvItem, { readonly kind: 'row' }>;

/**
 * Reads CSV: the Explore CSV of the specification, lists of threats, and any other file with a column of indicators,
 * found by its header or content. An unclosed quote only affects its own line. Throws an InputError if there is no such
 * column. `now` decides what has expired.
 */
async function* readCsv(
  textChunks: AsyncIterable<string>,
  delimiter: string,
  now: UtcMillis,
  chosen?: ChosenColumns,
): AsyncGenerator<ParsedChunk> {
  const reader = csvReader({ delimiter });
  const sample: SampleRow[] = [];
  let skipped: SkippedItem[] = [];
  let comment: string | undefined;
  let columns: Columns | undefined;
  let statements: Statement[] = [];
  let objects = 0;
  let taken: TakenColumns | undefined;
  const take = (known: Columns, { cells, line }: SampleRow): void => {
    const reading = readRow(known, cells, now);
    for (const each of reading.statements) statements.push(each);
    for (const each of reading.skipped) skipped.push({ ...each, line });
    objects++;
  };
  const flush = (): ParsedChunk => {
    const reading = { objects, statements, skipped, taken, unrated: countUnrated(statements) };
    [statements, skipped, objects, taken] = [[], [], 0, undefined];
    return reading;
  };
  const begin = (): Columns => {
    const cells = sample.map((row) => row.cells);
    const { understood, isCommented } = understandRows(cells, comment, delimiter);
    const named = chosen === undefined ? understood : chosenTable(understood, chosen, cells[0] ?? []);
    if (named === undefined) throw new InputError({ kind: 'noIndicatorColumn' });
    taken = takenColumns(named);
    for (const row of named.isHeader && !isCommented ? sample.slice(1) : sample) take(named.columns, row);
    return named.columns;
  };
  function* read(items: readonly CsvItem[]): Generator<ParsedChunk> {
    for (const item of items) {
      if (item.kind === 'comment') {
        if (sample.length === 0) comment = item.text;
        continue;
      }
      if (columns !== undefined) take(columns, item);
      else if (sample.push(item) >= sampleRows) columns = begin();
      if (objects >= batchRows) yield flush();
    }
  }
  for await (const textChunk of textChunks) yield* read(reader.push(textChunk));
  const { items, open } = reader.end();
  yield* read(items);
  if (columns === undefined) begin();
  if (open > 0) skipped.push({ reason: { kind: 'openQuote' }, example: '' });
  yield flush();
}

const [maxTaken, maxColumnName] = [40, 60];

/** Returns the assumed meanings of the columns of a table, with their names if it has a header. */
function takenColumns({ columns, isHeader }: NonNullable<ReturnType<typeof understandTable>>): TakenColumns {
  const chosen = chosenIn(columns);
  return columns
    .slice(0, maxTaken)
    .map(({ name }, at) => [isHeader ? name.slice(0, maxColumnName) : '', chosen[at] ?? 'none']);
}

/** A table with the columns that the user chose. Without a header, the first row has data. */
function chosenTable(
  understood: ReturnType<typeof understandTable>,
  chosen: ChosenColumns,
  first: readonly string[],
): ReturnType<typeof understandTable> {
  const values = Object.entries(chosen).flatMap(([index, name]) =>
    name === 'value' ? [first[Number(index)] ?? ''] : [],
  );
  if (understood === undefined && values.length === 0) return undefined;
  const isHeader = understood?.isHeader ?? values.every((value) => getEntries(value).length === 0);
  const columns = understood?.columns ?? unknownColumns(isHeader ? first : first.map((_, at) => `column ${at + 1}`));
  return { columns: withChosen(columns, chosen), isHeader };
}

const headLength = 64 * 1024;
/** As many first bytes as binary formats are recognized by. */
const formatBytes = 1024;
const maxNotice = 300;

/** A recognized file: the input itself, or one of an archive. */
interface Source {
  /** Its text, beginning with `head`. */
  readonly textChunks: AsyncIterable<string>;
  readonly detected: Detected;
  /** The known form of a list; absent for STIX and for files of unknown form. */
  readonly shape: ReturnType<typeof knownShape>;
  /** A format that can't be read. */
  readonly unread: InputFailure | undefined;
  /** The beginning of the text, by which it was recognized. */
  readonly head: string;
  /** Whether `head` is the whole text. */
  readonly whole: boolean;
  /** Name of the file or list. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** Decodes a file and recognizes it by its beginning. */
async function recognized(
  chunks: Chunks,
  name: string,
  wanted: ImportFormat | undefined,
  onBytes: (count: number) => void,
): Promise<Source> {
  let head = new Uint8Array();
  async function* counted(): Chunks {
    for await (const chunk of chunks) {
      onBytes(chunk.length);
      if (head.length === 0) head = Uint8Array.from(chunk.subarray(0, formatBytes));
      yield chunk;
    }
    return undefined;
  }
  const text = decodedText(counted());
  let [first, ended] = ['', false];
  let failure: { readonly error: unknown } | undefined;
  try {
    while (!ended && first.length < headLength) {
      const { value, done } = await text.next();
      if (done === true) ended = true;
      else first += value;
    }
  } catch (error) {
    const format = first === '' ? unreadFormat(head, '') : undefined;
    if (format !== undefined) throw new InputError({ kind: 'unreadFormat', format });
    // The text before the failure is read first.
    if (first === '') throw error;
    failure = { error };
  }
  async function* textChunks(): AsyncGenerator<string> {
    yield first;
    if (failure !== undefined) throw failure.error;
    yield* text;
  }
  const detected = detectFormat(ended ? `${first}\n` : first, wanted);
  const shape = isStix(first) ? undefined : knownShape(first, name, ended);
  const unread = shape === undefined && wanted === undefined ? unreadIn(head, first) : undefined;
  const close = async (): Promise<void> => {
    await text.return(undefined);
  };
  return { textChunks: textChunks(), detected, shape, unread, head: first, whole: ended, name, close };
}

/** Why the beginning of a file shows that it can't be read. */
function unreadIn(head: Uint8Array, text: string): InputFailure | undefined {
  const format = unreadFormat(head, text);
  if (format !== undefined) return { kind: 'unreadFormat', format };
  return isNoText(text) ? { kind: 'binary' } : undefined;
}

/** Reads a web page. Throws an InputError if it isn't a report with defanged indicators. */
async function* readPage(textChunks: AsyncIterable<string>): AsyncGenerator<ParsedChunk> {
  let taken = 0;
  for await (const chunk of readList(textChunks, { isPage: true })) {
    taken += chunk.statements.length;
    yield chunk;
  }
  if (taken === 0) throw new InputError({ kind: 'webPage' });
}

function readSource(source: Source, now: number, columns?: ChosenColumns): AsyncIterable<ParsedChunk> {
  const { textChunks, detected, shape, head, name } = source;
  if (shape !== undefined) return readKnownList(textChunks, shape, head, name);
  if (columns !== undefined && detected.format === 'csv') return readCsv(textChunks, detected.delimiter, now, columns);
  if (isWebPage(head)) return readPage(textChunks);
  switch (detected.format) {
    case 'stix':
      return isStix(head) ? readStix(textChunks, now) : readKnownJson(textChunks, now, name);
    case 'csv':
      return readCsv(textChunks, detected.delimiter, now);
    case 'list':
      return readList(textChunks);
  }
}

/** A table of unknown form, whose columns can be chosen. */
export interface UnknownTable {
  readonly preview: TablePreview;
  /** Every column is understood by its name, so that nothing needs to be asked. */
  readonly isUnderstood: boolean;
}

function unknownTable({ detected, shape, head, whole }: Source): UnknownTable | undefined {
  if (shape !== undefined || detected.format !== 'csv' || isExploreCsv(head)) return undefined;
  const preview = previewTable(whole ? `${head}\n` : head);
  if (preview === undefined || isListOfThreats(preview) || (whole && !hasIndicators(preview, head))) return undefined;
  const width = Math.max(preview.header.length, ...preview.rows.map((row) => row.length));
  if (width < 2) return undefined;
  const understood = new Set([...Object.keys(preview.columns).map(Number), ...preview.kept]);
  return { preview, isUnderstood: preview.isNamed && understood.size >= width };
}

/** Otherwise, no choice of columns imports anything. */
function hasIndicators({ columns, header, rows }: TablePreview, text: string): boolean {
  const isEntry = (cell: string): boolean => getEntries(cell).length > 0;
  return (
    Object.values(columns).includes('value') ||
    findIndicators(text).length > 0 ||
    [header, ...rows].some((row) => row.some(isEntry))
  );
}

/** Exports of threats have no indicators. */
function isListOfThreats({ header, columns, kept }: TablePreview): boolean {
  const chosen = Object.values(columns);
  return header.length > 0 && !chosen.includes('value') && chosen.length + kept.length > 0 && chosen.includes('threat');
}

/** Why a file of an archive can be skipped, if there are others. */
const otherFiles: ReadonlySet<string> = new Set([
  'notList',
  'binary',
  'noIndicatorColumn',
  'notBundle',
  'invalidJson',
  'webPage',
  'unreadFormat',
]);

/** Facts about an input, inferred from its first entries. */
export interface Beginning {
  /** The kind of a known list. */
  readonly kind: ListKind | undefined;
  /** Indicators, and ranges of a list of locations. */
  readonly entries: number;
  /** Those of them without a risk that are called malicious, or only listed. */
  readonly unrated: number;
  /** Those of blocklists. */
  readonly blocked: number;
  /** Why nothing behind them can be read. */
  readonly failure: InputFailure | undefined;
}

/** Files of an archive: the number read, why one isn't a list, and the damage of another. */
interface FileAccount {
  read: number;
  other?: InputError;
  damage?: InputError;
}

export interface ReadingOptions {
  /** Detected from the content if absent. */
  readonly format?: ImportFormat | undefined;
  /** Decides what has expired. */
  readonly now: UtcMillis;
}

/**
 * Reads an input once: {@link open} recognizes it, {@link begin} reads its first entries, and {@link chunks} returns
 * all entries. Each can be the first call. Each file of an archive is recognized and read.
 */
export class InputReading {
  /** The format of the first file that was read. */
  format: ImportFormat;
  /** Bytes that were read so far. */
  bytes = 0;
  totalBytes: number | undefined;
  /** The input; of an archive, its first file that can be read. */
  private first: Source | undefined;
  private columns: ChosenColumns | undefined;
  /** Chunks that were read before {@link chunks}. */
  private readonly ahead: ParsedChunk[] = [];
  private failure: { readonly error: unknown } | undefined;
  private readonly steps: AsyncGenerator<Source | ParsedChunk>;

  constructor(
    readonly input: AnyInput,
    private readonly options: ReadingOptions,
  ) {
    this.format = options.format ?? 'list';
    this.steps = this.files();
  }

  /** Opens the input and recognizes it by its beginning. Doesn't reject: what is wrong is thrown where its entries are read. */
  async open(): Promise<void> {
    while (this.first === undefined && (await this.step()));
  }

  /** The opened input as a table of unknown form, if it is one. */
  table(): UnknownTable | undefined {
    return this.first === undefined ? undefined : unknownTable(this.first);
  }

  /**
   * Reads the beginning, with at least this many entries if there are any.
   * @param columns of a table of unknown form, as the user chose
   */
  async begin(columns: ChosenColumns | undefined, atLeast: number, signal?: AbortSignal): Promise<Beginning> {
    this.columns ??= columns;
    while (signal?.aborted !== true && entriesIn(this.ahead) < atLeast && (await this.step()));
    return {
      kind: this.ahead.find(({ shape }) => shape !== undefined)?.shape?.kind,
      entries: entriesIn(this.ahead),
      unrated: this.ahead.reduce((sum, { unrated = 0 }) => sum + unrated, 0),
      blocked: this.ahead.reduce((sum, { kinds = {} }) => sum + (kinds.blocklist ?? 0), 0),
      failure: this.failure === undefined ? undefined : getInputFailure(this.failure.error),
    };
  }

  /** All entries. Throws an InputError if the input can't be read to its end, or if no file of an archive is a list. */
  async *chunks(columns?: ChosenColumns): AsyncGenerator<ParsedChunk> {
    this.columns ??= columns;
    try {
      do yield* this.ahead.splice(0);
      while (await this.step());
      if (this.failure !== undefined) throw this.failure.error;
    } finally {
      await this.close();
    }
  }

  /** Closes the input, however far it was read. */
  async close(): Promise<void> {
    await this.steps.return(undefined);
  }

  /** Recognizes the next file, or reads its next entries. False at the end, and where reading fails. */
  private async step(): Promise<boolean> {
    try {
      const next = await this.steps.next();
      if (next.done === true) return false;
      if ('textChunks' in next.value) this.first ??= next.value;
      else this.ahead.push(next.value);
      return true;
    } catch (error) {
      this.failure = { error };
      return false;
    }
  }

  private async *files(): AsyncGenerator<Source | ParsedChunk> {
    const account: FileAccount = { read: 0 };
    for await (const part of openParts(this.input)) yield* this.part(part, account);
    if (account.damage !== undefined) throw account.damage;
    if (account.read === 0) throw account.other ?? new InputError({ kind: 'emptyArchive' });
  }

  /** Reads a part of the input. A problem with one file of an archive doesn't affect the others. */
  private async *part(part: InputPart, account: FileAccount): AsyncGenerator<Source | ParsedChunk> {
    try {
      yield* this.file(part, account);
    } catch (error) {
      if (part.entry === undefined || !spoilsOnlyOne(error)) throw error;
      const { kind } = error.failure;
      if (!otherFiles.has(kind)) {
        account.damage ??= error;
        return;
      }
      if (kind !== 'notList') account.other ??= error;
      yield toSkippedChunk(part.entry);
    }
  }

  private async *file(part: InputPart, account: FileAccount): AsyncGenerator<Source | ParsedChunk> {
    const source = await this.recognize(part);
    try {
      yield readable(source);
      let isFirst = true;
      for await (const chunk of readSource(source, this.options.now, this.columns)) {
        if (isFirst && account.read++ === 0) this.format = source.detected.format;
        isFirst = false;
        yield chunk;
      }
    } finally {
      await source.close();
    }
  }

  private async recognize(part: InputPart): Promise<Source> {
    const { entry, opened } = part;
    const document = entry === undefined ? undefined : documentFormat(entry);
    if (document !== undefined) {
      await opened?.chunks.return(undefined);
      throw new InputError({ kind: 'unreadFormat', format: document });
    }
    if (opened === undefined) throw new InputError(part.failure);
    this.totalBytes = opened.totalBytes;
    const name = entry === undefined ? this.input.name : `${this.input.name} ${entry}`;
    return recognized(opened.chunks, name, this.options.format, (count) => (this.bytes += count));
  }
}

/** Throws an InputError if the beginning of a file shows that it isn't a list. */
function readable(source: Source): Source {
  const { unread, whole, shape, head } = source;
  if (unread !== undefined) throw new InputError(unread);
  const notice = whole && shape === undefined ? movedNotice(head) : undefined;
  if (notice !== undefined) throw new InputError({ kind: 'movedList', notice: oneLine(notice, maxNotice) });
  return source;
}

function entriesIn(chunks: readonly ParsedChunk[]): number {
  return chunks.reduce((sum, { statements, locations = [] }) => {
    const indicators = statements.filter(({ kind }) => kind === 'indicator').length;
    return sum + indicators + locations.length;
  }, 0);
}

function toSkippedChunk(entry: string): ParsedChunk {
  return { objects: 1, statements: [], skipped: [{ reason: { kind: 'archiveMember' }, example: entry }] };
}
