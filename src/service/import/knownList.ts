import { ReadableStream } from 'node:stream/web';
import type { JsonShape, LineShape, ListHead, TableShape } from '../../core/lists/listRow';
import { LocationSink } from '../../core/lists/locationSink';
import { headerCells, listHead, recognizeText } from '../../core/lists/recognize';
import { jsonShapes } from '../../core/lists/shapes';
import { StatementSink } from '../../core/lists/statements';
import { InputError } from '../../core/records/problems/inputFailure';
import { isObject } from '../../core/stix/fields';
import { csvReader } from '../../core/results';
import { jsonLinesIn, readGenericJson } from './genericJson';
import type { ParsedChunk } from './parsedChunk';
import { readStix } from './stix';

const maxLine = 64 * 1024;
const batchRows = 500;
/** A JSON file that isn't STIX is read as a whole. */
const maxJson = 256 * 1024 * 1024;

/** The known shape of a list by its beginning; undefined for any other. */
export function knownShape(head: string, name: string, whole: boolean): LineShape | TableShape | undefined {
  return recognizeText(listHead(head, name, whole));
}

/** Reads a list of a known shape. `head` is the beginning of the text, by which it was recognized. */
export function readKnownList(
  textChunks: AsyncIterable<string>,
  shape: LineShape | TableShape,
  head: string,
  name = '',
): AsyncGenerator<ParsedChunk> {
  return shape.cut === 'lines'
    ? readLines(textChunks, shape, listHead(head, name, true))
    : readTable(textChunks, shape, head);
}

function sinkFor(shape: LineShape | TableShape): StatementSink {
  return shape.kind === 'location' ? new LocationSink(shape) : new StatementSink(shape);
}

async function* readLines(
  textChunks: AsyncIterable<string>,
  shape: LineShape,
  head: ListHead,
): AsyncGenerator<ParsedChunk> {
  const sink = sinkFor(shape);
  const read = shape.reader(head, sink);
  let rest = '';
  const take = (line: string): void => {
    sink.line++;
    if (line.length > maxLine) sink.skip({ kind: 'lineTooLong' }, line);
    else read(line);
  };
  for await (const textChunk of textChunks) {
    const lines = (rest + textChunk).split(/\r\n|\r(?!$)|\n/);
    rest = (lines.pop() ?? '').slice(0, maxLine + 1);
    for (const line of lines) take(line);
    yield sink.flush();
  }
  take(rest.replace(/\r$/, ''));
  yield sink.end();
}

async function* readTable(
  textChunks: AsyncIterable<string>,
  shape: TableShape,
  head: string,
): AsyncGenerator<ParsedChunk> {
  const sink = sinkFor(shape);
  const { header } = listHead(head, '', true);
  const columns = new Map(header.map((name, at) => [name, at]));
  const reader = csvReader({ delimiter: shape.delimiter });
  let isFirst = true;
  const take = (all: readonly string[]): void => {
    const cells = all.map((cell) => cell.trim());
    const isHeader = isFirst && headerCells(cells.join(','), ',').join() === header.join() && columns.size > 1;
    isFirst = false;
    // A list without a header has its first row there.
    if (isHeader && !shape.hasNoHeader) return;
    shape.read((name) => cells[columns.get(name) ?? -1] ?? '', sink, cells);
  };
  const readAll = function* (items: ReturnType<typeof reader.push>): Generator<ParsedChunk> {
    for (const item of items) {
      sink.line = item.line;
      if (item.kind === 'row') take(item.cells);
      if (sink.objects >= batchRows) yield sink.flush();
    }
  };
  for await (const textChunk of textChunks) yield* readAll(reader.push(textChunk));
  const { items, open } = reader.end();
  yield* readAll(items);
  if (open > 0) sink.skip({ kind: 'openQuote' }, '');
  yield sink.end();
}

/** Whether the beginning of a JSON file is that of STIX, of which a part is read at a time. */
export function isStix(head: string): boolean {
  return /"(?:spec_version|objects)"\s*:|"type"\s*:\s*"(?:bundle|indicator)"|"id"\s*:\s*"[a-z-]+--[\da-f-]{36}"/.test(
    head,
  );
}

/** Reads a JSON file that doesn't begin like STIX: a known shape, or STIX after all. */
export async function* readKnownJson(
  textChunks: AsyncIterable<string>,
  now: number,
  name = '',
): AsyncGenerator<ParsedChunk> {
  let text = '';
  for await (const textChunk of textChunks) {
    text += textChunk;
    if (text.length > maxJson) throw new InputError({ kind: 'tooLarge', bytes: text.length });
  }
  const [shape, value] = getJsonShape(text.replace(/^\uFEFF/, ''));
  if (shape === undefined) {
    if (isManifest(value)) throw new InputError({ kind: 'mispManifest' });
    const generic = readGenericJson(value ?? jsonLinesIn(text), now);
    if (generic !== undefined) {
      yield generic;
      return;
    }
    yield* readStix(ReadableStream.from([text]), now);
    return;
  }
  const sink = new StatementSink(shape);
  shape.read(value, sink, name.toLowerCase());
  yield sink.flush();
}

/** The known shape of a JSON file, and what it has. */
export function getJsonShape(text: string): readonly [JsonShape | undefined, unknown] {
  try {
    const value: unknown = JSON.parse(text);
    return [jsonShapes.find((shape) => shape.recognizes(value)), value];
  } catch {
    return [undefined, undefined];
  }
}

/** Whether a value is the manifest of a MISP feed: descriptions of events by their IDs. */
function isManifest(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [first] = Object.entries(value);
  return first !== undefined && /^[\da-f-]{36}$/i.test(first[0]) && isObject(first[1]) && 'Orgc' in first[1];
}
