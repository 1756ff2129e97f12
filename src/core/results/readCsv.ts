import { parseListEntry } from '../indicators';
import { emptyRecord, type IndicatorRecord, type Properties, readReach, type Timestamps } from '../records/record';
import { ownRiskWord, parseRisk } from '../records/risk';
import { isMissingTimestamp, parseTimestamp } from '../records/timestamp';
import { cellText } from '../export/csvCell';
import { reachColumn } from '../export/results/csvWriter';
import { isRedacted } from '../text/redactedCell';
import { csvReader } from './csvReader';
import { listColumnsIn, listsIn } from '../export/listColumns';
import type { SkippedRowReason } from './warnings';

/** A parsed Explore CSV. */
export interface ExploreCsv {
  /** Comment lines without their `#`: title with the time, query, limit, address. */
  readonly comments: readonly string[];
  /** Column names as written. */
  readonly columns: readonly string[];
  /** Redacted cells are in the record as they are; see `isRedacted`. */
  readonly records: readonly IndicatorRecord[];
  /** Rows without an indicator, and why; `row` counts from 1 below the header. */
  readonly skipped: readonly { readonly row: number; readonly reason: SkippedRowReason }[];
}

/**
 * Reads an Explore CSV (lookup API: “Explore CSV result”): comments, header, one record per row. Columns may be in any
 * order; unknown ones are under `other`. Undefined without a column `indicator`.
 */
export function readExploreCsv(text: string): ExploreCsv | undefined {
  const reader = csvReader();
  const items = [...reader.push(text), ...reader.end().items];
  const comments = items.flatMap((item) => (item.kind === 'comment' ? [item.text] : []));
  const [header, ...rows] = items.flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
  const columns = header?.map((name) => name.trim()) ?? [];
  const names = columns.map((name) => name.toLowerCase());
  if (!names.includes('indicator')) return undefined;
  const records: IndicatorRecord[] = [];
  const skipped: { row: number; reason: SkippedRowReason }[] = [];
  for (const [index, cells] of rows.entries()) {
    const read = recordOf(names, columns, cells);
    if (typeof read === 'string') skipped.push({ row: index + 1, reason: read });
    else records.push(read);
  }
  return { comments, columns, records, skipped };
}

const timestampColumns = {
  stamp_added: 'added',
  stamp_updated: 'updated',
  stamp_seen: 'seen',
  stamp_retired: 'retired',
} as const;
const known = new Set(['indicator', 'type', 'risk', 'retired', reachColumn, ...Object.keys(timestampColumns)]);

/** The record of a row, or why it has none. */
function recordOf(
  names: readonly string[],
  columns: readonly string[],
  row: readonly string[],
): IndicatorRecord | SkippedRowReason {
  const cell = (name: string): string => cellText(row[names.indexOf(name)]?.trim() ?? '');
  const value = cell('indicator');
  if (value === '') return 'missing';
  if (isRedacted(value)) return 'redacted';
  const indicator = parseListEntry(value);
  if (indicator === undefined) return 'notAnIndicator';
  const lists = listColumnsIn(names);
  const others = columns.flatMap((name, at): [string, string][] => {
    const text = cellText(row[at]?.trim() ?? '');
    const plain = names[at] ?? '';
    return text === '' || known.has(plain) || lists.has(plain) || /^(?:geo|dns)_./.test(plain)
      ? []
      : [[name === '' ? 'column' : name, text]];
  });
  const iid = getIid(cell('reference'));
  const retiredCell = cell('stamp_retired');
  const risk = parseRisk(cell('risk'));
  const reach = readReach(cell(reachColumn), indicator.type);
  const ownRisk = ownRiskWord(cell('risk'));
  return {
    ...emptyRecord(indicator.value, indicator.type),
    ...(iid === undefined ? {} : { iid }),
    risk,
    ...listsIn(lists, cell, risk),
    retired:
      cell('risk').toLowerCase() === 'retired' ||
      isYes(cell('retired')) ||
      (!isNo(cell('retired')) && retiredCell !== '' && !isMissingTimestamp(retiredCell)),
    timestamps: timestampsOf(cell),
    properties: csvProperties(names.map((name, at) => [name, row[at]?.trim() ?? ''])),
    other: { ...Object.fromEntries(others), ...(ownRisk === undefined ? {} : { stated_risk: ownRisk }) },
    ...(reach === undefined ? {} : { reach }),
  };
}

/** With an explicit no, a timestamp is of a former retirement. */
export function isNo(cell: string): boolean {
  return /^(?:0|n|no|f|false)$/i.test(cell.trim());
}

/** Whether a cell means yes, as written by this and other products. */
export function isYes(cell: string): boolean {
  return /^(?:1|y|yes|t|true)$/i.test(cell.trim());
}

function timestampsOf(cell: (name: string) => string): Timestamps {
  const read = Object.entries(timestampColumns).map(([column, name]) => [name, parseTimestamp(cell(column))] as const);
  return Object.fromEntries(read.filter(([, timestamp]) => timestamp !== undefined));
}

/** The identifier in the address of an indicator's page (lookup API: “Explore CSV result”, `reference`). */
export function getIid(reference: string): number | undefined {
  const [, digits] = /[?&]iid=(\d{1,15})(?:\D|$)/.exec(reference) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Reads properties from columns such as `geo_city`. */
function csvProperties(cells: readonly (readonly [name: string, cell: string])[]): Properties {
  return groupedProperties(
    cells.flatMap(([name, cell]) => {
      const property = groupAndKey(name);
      return property === undefined ? [] : [{ ...property, cell }];
    }),
  );
}

/** The group and key of a column's property, if any. */
export function groupAndKey(name: string): { readonly group: string; readonly key: string } | undefined {
  const [, group, key] = /^(geo|dns)_(\w+)$/.exec(name) ?? [];
  return group === undefined || key === undefined ? undefined : { group, key };
}

/** Like {@link csvProperties} for known groups and keys. */
export function groupedProperties(
  cells: readonly { readonly group: string; readonly key: string; readonly cell: string }[],
): Properties {
  const filled = cells.filter(({ cell }) => cell !== '');
  return Object.fromEntries(
    [...Map.groupBy(filled, ({ group }) => group)].map(([group, all]) => [
      group,
      Object.fromEntries(all.map(({ key, cell }) => [key, [cellText(cell)]])),
    ]),
  );
}
