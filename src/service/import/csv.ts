import { csvReader, type CsvItem } from '../../core/results';
import type { SkippedItem, Statement } from '../../core/records/statement';
import { type Columns, type understandTable, unknownColumns, withChosen } from '../../core/lists/tables/columns';
import type { UtcMillis } from '../../core/records/record';
import type { ChosenColumns } from '../../core/records/sourceDetails';
import { understandRows } from '../../core/lists/tables/preview';
import { readRow } from './csvRow';
import { entriesOf } from '../../core/lists/entries';
import { InputError } from '../../core/records/problems/inputFailure';
import { countUnrated, type ParsedChunk } from './parsedChunk';

const sampleRows = 50;
const batchRows = 500;

type SampleRow = Extract<CsvItem, { readonly kind: 'row' }>;

/**
 * Reads CSV: the Explore CSV of the specification, lists of threats, and any other file with a column of indicators,
 * found by its header or content. An unclosed quote only affects its own line. Throws an InputError if there is no such
 * column. `now` decides what has expired.
 */
export async function* readCsv(
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
