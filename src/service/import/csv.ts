import { csvReader, type CsvItem } from '../../core/results';
import type { SkippedItem, Statement } from '../../core/records/statement';
import { parseListEntry } from '../../core/indicators';
import { columnsByContent, type Columns, columnsOf, threatColumnsOf } from './csvColumns';
import { readRow } from './csvRow';
import { InputError } from '../../core/records/problems/inputFailure';
import type { ParsedChunk } from './parsedChunk';

const sampleRows = 50;
const batchRows = 500;

/** The meaning of the columns, and whether the first row is a header. */
function understand(rows: readonly (readonly string[])[]): { columns: Columns; isHeader: boolean } | undefined {
  const [first = [], ...rest] = rows;
  const hasNone = first.every((cell) => parseListEntry(cell) === undefined);
  const named = hasNone ? columnsOf(first) : undefined;
  if (named !== undefined) return { columns: named, isHeader: true };
  // A threat may have a name like a domain, which must not make it an indicator.
  const threats = hasNone ? threatColumnsOf(first) : undefined;
  if (threats !== undefined) return { columns: threats, isHeader: true };
  const columns = hasNone ? columnsByContent(rest, first) : columnsByContent(rows);
  return columns === undefined ? undefined : { columns, isHeader: hasNone };
}

/**
 * Reads CSV: the Explore CSV of the specification, lists of threats, and any other file with a column of indicators,
 * found by its header or content. An unclosed quote only affects its own line. Throws an InputError if there is no such
 * column.
 */
export async function* readCsv(pieces: AsyncIterable<string>, delimiter: string): AsyncGenerator<ParsedChunk> {
  const reader = csvReader({ delimiter });
  const sample: (readonly string[])[] = [];
  let skipped: SkippedItem[] = [];
  let columns: Columns | undefined;
  let statements: Statement[] = [];
  let objects = 0;
  const take = (known: Columns, row: readonly string[]): void => {
    const reading = readRow(known, row);
    for (const each of reading.statements) statements.push(each);
    for (const each of reading.skipped) skipped.push(each);
    objects++;
  };
  const flush = (): ParsedChunk => {
    const reading = { objects, statements, skipped };
    [statements, skipped, objects] = [[], [], 0];
    return reading;
  };
  const begin = (): Columns => {
    const understood = understand(sample);
    if (understood === undefined) throw new InputError({ kind: 'noIndicatorColumn' });
    for (const row of understood.isHeader ? sample.slice(1) : sample) take(understood.columns, row);
    return understood.columns;
  };
  function* read(items: readonly CsvItem[]): Generator<ParsedChunk> {
    for (const item of items) {
      if (item.kind === 'comment') continue;
      if (columns !== undefined) take(columns, item.cells);
      else if (sample.push(item.cells) >= sampleRows) columns = begin();
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
