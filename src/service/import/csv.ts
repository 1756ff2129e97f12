import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type LeftOut, type Said } from '../../core/records/said';
import { parseIndicator } from '../../core/indicators';
import { columnsByContent, type Columns, columnsOf } from './csvColumns';
import { readRow } from './csvRow';
import { BrokeOff, type Reading } from './reading';

const sampleRows = 50;
const batchRows = 500;

/** The meaning of the columns, and whether the first row is their header. */
function understand(rows: readonly (readonly string[])[]): { columns: Columns; isHeader: boolean } | undefined {
  const [first = [], ...rest] = rows;
  const holdsNone = first.every((cell) => parseIndicator(cell) === undefined);
  const named = holdsNone ? columnsOf(first) : undefined;
  if (named !== undefined) return { columns: named, isHeader: true };
  const columns = holdsNone ? columnsByContent(rest, first) : columnsByContent(rows);
  return columns === undefined ? undefined : { columns, isHeader: holdsNone };
}

/**
 * Reads CSV: the Explore CSV of the specification, and any other of which a column holds indicators, found by its header
 * or by its content. Throws BrokeOff where there is no such column, or where a quote that never ends swallows the rest.
 */
export async function* readCsv(pieces: AsyncIterable<string>, delimiter: string): AsyncGenerator<Reading> {
  let leftOut: LeftOut[] = [];
  let skipped = 0;
  const parser = Readable.from(pieces, { objectMode: true }).pipe(
    parse({
      delimiter,
      bom: true,
      comment: '#',
      comment_no_infix: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: 1024 * 1024,
      // Not `trim`: it makes a stray quote swallow the rows behind it.
      ltrim: true,
    }),
  );
  parser.on('skip', (error: CsvError) => {
    skipped++;
    leftOut.push({ reason: 'Row that is no valid CSV', example: error.message });
  });
  const sample: string[][] = [];
  let columns: Columns | undefined;
  let said: Said[] = [];
  let objects = 0;
  const take = (known: Columns, row: readonly string[]): void => {
    const reading = readRow(known, row);
    said.push(...reading.said);
    leftOut.push(...reading.leftOut);
    objects++;
  };
  const flush = (): Reading => {
    const reading = { objects: objects + skipped, said, leftOut };
    [said, leftOut, objects, skipped] = [[], [], 0, 0];
    return reading;
  };
  const begin = (): Columns => {
    const understood = understand(sample);
    if (understood === undefined) throw new BrokeOff('no column holds domains, addresses or URLs');
    for (const row of understood.isHeader ? sample.slice(1) : sample) take(understood.columns, row);
    return understood.columns;
  };
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (columns !== undefined) take(columns, row);
      else if (sample.push(row) >= sampleRows) columns = begin();
      if (objects >= batchRows) yield flush();
    }
    if (columns === undefined) begin();
    yield flush();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield flush();
    throw new BrokeOff(error.message);
  }
}
