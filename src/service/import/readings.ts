import type { ListKind } from '../../core/records/context';
import { previewTable, type TablePreview, understandRows } from '../../core/lists/tables/preview';
import type { ChosenColumns } from '../../core/records/sourceDetails';
import { isWebPage, movedNotice } from '../../core/lists/notList';
import { InputError, type InputFailure } from '../../core/records/problems/inputFailure';
import type { ImportFormat, ImportInput } from '../../core/store/protocol/protocol';
import { oneLine } from '../../core/text/redact';
import { type AnyInput, type InputPart, type Opened, openParts, spoilsOnlyOne } from '../files/parts';
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
import { type Columns, type understandTable, unknownColumns, withChosen } from '../../core/lists/tables/columns';
import type { UtcMillis } from '../../core/records/record';
import { readRow } from './csvRow';
import { entriesOf } from '../../core/lists/entries';
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
  pieces: AsyncIterable<string>,
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
  const take = (known: Columns, { cells, line }: SampleRow): void => {
    const reading = readRow(known, cells, now);
    for (const each of reading.statements) statements.push(each);
    for (const each of reading.skipped) skipped.push({ ...each, line });
    objects++;
  };
  const flush = (): ParsedChunk => {
    const reading = { objects, statements, skipped, unrated: countUnrated(statements) };
    [statements, skipped, objects] = [[], [], 0];
    return reading;
  };
  const begin = (): Columns => {
    const cells = sample.map((row) => row.cells);
    const { understood, isCommented } = understandRows(cells, comment, delimiter);
    const named = chosen === undefined ? understood : chosenTable(understood, chosen, cells[0] ?? []);
    if (named === undefined) throw new InputError({ kind: 'noIndicatorColumn' });
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
  for await (const piece of pieces) yield* read(reader.push(piece));
  const { items, open } = reader.end();
  yield* read(items);
  if (columns === undefined) begin();
  if (open > 0) skipped.push({ reason: { kind: 'openQuote' }, example: '' });
  yield flush();
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
  const isHeader = understood?.isHeader ?? values.every((value) => entriesOf(value).length === 0);
  const columns = understood?.columns ?? unknownColumns(isHeader ? first : first.map((_, at) => `column ${at + 1}`));
  return { columns: withChosen(columns, chosen), isHeader };
}

const headLength = 64 * 1024;
/** As many first bytes as binary formats are recognized by. */
const formatBytes = 1024;
const maxNotice = 300;

interface Source {
  readonly pieces: AsyncIterable<string>;
  readonly detected: Detected;
  /** The known form of a list; absent for STIX and for files of unknown form. */
  readonly shape: ReturnType<typeof knownShape>;
  /** A format that can't be read. */
  readonly unread: InputFailure | undefined;
  /** The beginning of the text, by which the format was detected. */
  readonly head: string;
  /** Whether `head` is the whole text. */
  readonly whole: boolean;
  /** Of the file or list. */
  readonly name: string;
}

/** Decodes the input and detects its format from the beginning, which is then the first piece. */
async function opened(
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
    // What came before it is read first.
    if (first === '') throw error;
    failure = { error };
  }
  async function* pieces(): AsyncGenerator<string> {
    try {
      yield first;
      if (failure !== undefined) throw failure.error;
      yield* text;
    } finally {
      await text.return(undefined);
    }
  }
  const detected = detectFormat(ended ? `${first}\n` : first, wanted);
  const shape = isStix(first) ? undefined : knownShape(first, name, ended);
  const unread = shape === undefined && wanted === undefined ? unreadIn(head, first) : undefined;
  return { pieces: pieces(), detected, shape, unread, head: first, whole: ended, name };
}

/** Why the beginning of a file shows that it can't be read. */
function unreadIn(head: Uint8Array, text: string): InputFailure | undefined {
  const format = unreadFormat(head, text);
  if (format !== undefined) return { kind: 'unreadFormat', format };
  return isNoText(text) ? { kind: 'binary' } : undefined;
}

/** Reads a web page. Throws an InputError if it isn't a report with defanged indicators. */
async function* readPage(pieces: AsyncIterable<string>): AsyncGenerator<ParsedChunk> {
  let taken = 0;
  for await (const chunk of readList(pieces, { isPage: true })) {
    taken += chunk.statements.length;
    yield chunk;
  }
  if (taken === 0) throw new InputError({ kind: 'webPage' });
}

function readingsOf(source: Source, now: number, columns?: ChosenColumns): AsyncIterable<ParsedChunk> {
  const { pieces, detected, shape, head, name } = source;
  if (columns !== undefined && shape === undefined && detected.format === 'csv')
    return readCsv(pieces, detected.delimiter, now, columns);
  if (shape !== undefined) return readKnownList(pieces, shape, head, name);
  if (isWebPage(head)) return readPage(pieces);
  switch (detected.format) {
    case 'stix':
      return isStix(head) ? readStix(pieces, now) : readKnownJson(pieces, now, name);
    case 'csv':
      return readCsv(pieces, detected.delimiter, now);
    case 'list':
      return readList(pieces);
  }
}

/** The statements in a file. Iterating throws an InputError if it can't be read to its end. */
export function readBytes(
  bytes: Uint8Array,
  now: number,
  { name = '', columns }: { readonly name?: string; readonly columns?: ChosenColumns | undefined } = {},
): AsyncIterable<ParsedChunk> {
  return new InputReading([{ bytes, name }], undefined, now, columns).chunks();
}

/** The input, or the first file of an archive. Rejects as `fs` does. */
async function firstSource(input: ImportInput): Promise<Omit<Source, 'pieces'> | undefined> {
  for await (const { opened: part, member } of openParts(input)) {
    if (part === undefined) continue;
    const { pieces, ...source } = await opened(part.chunks, memberName(input, member), undefined, () => undefined);
    // Ends the stream, which has to be started for that.
    const reading = pieces[Symbol.asyncIterator]();
    await reading.next();
    await reading.return?.();
    return source.unread === undefined ? source : undefined;
  }
  return undefined;
}

const memberName = ({ name }: AnyInput, member: string | undefined): string =>
  member === undefined ? name : `${name} ${member}`;

/** What the beginning of a file says about it before it is imported. */
export interface InputPreview {
  /** What a list of a known form contains. */
  readonly kind?: ListKind;
  /**
   * The beginning of a table whose form isn't known, so that a user can say what its columns contain. Absent for all other
   * files, and for files that can't be read.
   */
  readonly preview?: TablePreview;
  /** Every column is understood by its name, so that nothing needs to be asked. */
  readonly isUnderstood?: true;
}

/** Reads the beginning of a file. */
export async function previewInput(input: ImportInput): Promise<InputPreview> {
  const source = await firstSource(input).catch(() => undefined);
  if (source?.shape !== undefined) return { kind: source.shape.kind };
  if (source?.detected.format === 'stix' && !isStix(source.head)) return kindOfJson(input);
  return source === undefined ? {} : previewOf(source);
}

/** The kind of a list in JSON of a known shape, which only the whole file shows. */
async function kindOfJson(input: ImportInput): Promise<InputPreview> {
  try {
    for await (const { shape } of new InputReading([input], undefined, 0).chunks())
      return shape === undefined ? {} : { kind: shape.kind };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  return {};
}

function previewOf({ detected, head, whole }: Omit<Source, 'pieces'>): InputPreview {
  if (detected.format !== 'csv' || isExploreCsv(head)) return {};
  const preview = previewTable(whole ? `${head}\n` : head);
  if (preview === undefined) return {};
  const width = Math.max(preview.header.length, ...preview.rows.map((row) => row.length));
  const understood = new Set([...Object.keys(preview.columns).map(Number), ...preview.kept]);
  const isWhole = preview.isNamed && understood.size >= width;
  if (width < 2 || isListOfThreats(preview)) return {};
  return isWhole ? { preview, isUnderstood: true } : { preview };
}

/** Exports of threats have no indicators. */
function isListOfThreats({ header, columns, kept }: TablePreview): boolean {
  const chosen = Object.values(columns);
  return header.length > 0 && !chosen.includes('value') && chosen.length + kept.length > 0 && chosen.includes('threat');
}

/** Why a file of an archive can be left out, if there are others. */
const otherFiles: ReadonlySet<string> = new Set([
  'notList',
  'binary',
  'noIndicatorColumn',
  'notBundle',
  'invalidJson',
  'webPage',
  'unreadFormat',
]);

/** Reads inputs one after the other, of an archive each file, and counts their bytes. */
export class InputReading {
  /** The format of the current file. */
  format: ImportFormat;
  bytes = 0;
  /** Of the only file, if known. */
  totalBytes: number | undefined;
  private files = 0;

  constructor(
    private readonly inputs: readonly AnyInput[],
    private readonly wanted: ImportFormat | undefined,
    private readonly now: number,
    /** Columns of a table of unknown form. */
    private readonly columns?: ChosenColumns,
  ) {
    this.format = wanted ?? 'list';
  }

  /** What the inputs say. Throws an InputError if it can't be read to its end, or if no file of an archive is a list. */
  async *chunks(): AsyncGenerator<ParsedChunk> {
    for (const input of this.inputs) yield* this.input(input);
  }

  private async *input(input: AnyInput): AsyncGenerator<ParsedChunk> {
    this.files = 0;
    let [other, damage]: (InputError | undefined)[] = [];
    for await (const part of openParts(input)) {
      try {
        yield* this.part(input, part);
      } catch (error) {
        if (part.member === undefined || !spoilsOnlyOne(error)) throw error;
        if (otherFiles.has(error.failure.kind)) {
          if (error.failure.kind !== 'notList') other ??= error;
          yield leftOut(part.member);
        } else damage ??= error;
      }
    }
    if (damage !== undefined) throw damage;
    if (this.files === 0) throw other ?? new InputError({ kind: 'emptyArchive' });
  }

  private async *part(input: AnyInput, part: InputPart): AsyncGenerator<ParsedChunk> {
    const document = part.member === undefined ? undefined : documentFormat(part.member);
    if (document !== undefined) {
      await part.opened?.chunks.return(undefined);
      throw new InputError({ kind: 'unreadFormat', format: document });
    }
    if (part.opened === undefined) throw new InputError(part.failure);
    const source = await this.open(input, part.opened, part.member);
    if (source.unread !== undefined) {
      for await (const piece of source.pieces) if (piece !== '') break;
      throw new InputError(source.unread);
    }
    const notice = source.whole && source.shape === undefined ? movedNotice(source.head) : undefined;
    if (notice !== undefined) throw new InputError({ kind: 'movedList', notice: oneLine(notice, maxNotice) });
    let isFirst = true;
    for await (const chunk of readingsOf(source, this.now, this.columns)) {
      if (isFirst && this.files++ === 0) this.format = source.detected.format;
      isFirst = false;
      yield chunk;
    }
  }

  private open(input: AnyInput, { chunks, totalBytes }: Opened, member: string | undefined): Promise<Source> {
    if (this.inputs.length === 1) this.totalBytes = totalBytes;
    return opened(chunks, memberName(input, member), this.wanted, (count) => (this.bytes += count));
  }
}

function leftOut(member: string): ParsedChunk {
  return { objects: 1, statements: [], skipped: [{ reason: { kind: 'archiveMember' }, example: member }] };
}
