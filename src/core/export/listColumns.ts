import type { Attributes, FeedLink, IndicatorRecord, RiskFactor, ThreatLink, UtcMillis } from '../records/record';
import { parseRiskWord, type RiskLevel } from '../records/risk';
import { parseTimestamp, wireTimestamp } from '../records/timestamp';
import { isRedacted } from '../text/redactedCell';

/**
 * The last columns of a CSV: threats, feeds, reasons, and attributes of an indicator. Each group begins with a column of names;
 * the others have what belongs to them in the same order. Entries are separated by semicolons.
 */
const listColumnGroups = [
  ['threats', 'threat_categories', 'threat_risks', 'threat_dates'],
  ['feeds', 'feed_organizations', 'feed_categories', 'feed_pricing', 'feed_dates'],
  ['reasons', 'reason_risks'],
] as const;

/** The columns that a group always has, by which it is recognized: a single one of them may have another meaning. */
const [required, attributePrefix, retiredReason] = [2, 'attr_', 'retired_reason'];

type Lists = Pick<IndicatorRecord, 'threats' | 'feeds' | 'riskFactors' | 'attributes' | 'retired' | 'retiredReason'>;

/** A further column of a CSV. */
interface ListColumn {
  readonly name: string;
  readonly cell: (record: Lists) => string;
}

type Field<Entry> = (entry: Entry) => string | undefined;

const threatFields: readonly Field<ThreatLink>[] = [
  ({ name }) => name,
  ({ category }) => category,
  ({ risk }) => risk,
  ({ linked }) => wireTimestamp(linked) ?? undefined,
];
const feedFields: readonly Field<FeedLink>[] = [
  ({ name }) => name,
  ({ organization }) => organization,
  ({ category }) => category,
  ({ pricing }) => pricing,
  ({ linked }) => wireTimestamp(linked) ?? undefined,
];
const reasonFields: readonly Field<RiskFactor>[] = [({ description }) => description, ({ risk }) => risk];

/** The columns that these records need. A risk of threats is only written where it isn't the one of the indicator. */
export function listColumns(records: readonly (Lists & Pick<IndicatorRecord, 'risk'>)[]): readonly ListColumn[] {
  const [threats, feeds, factors] = listColumnGroups;
  const ownRisks = records.some(({ threats, risk }) => threats.some((threat) => threat.risk !== risk));
  const attributes = new Set(records.flatMap(({ attributes }) => Object.keys(attributes).filter(isColumnName)));
  return [
    ...(records.some((record) => reasonOf(record) !== '') ? [{ name: retiredReason, cell: reasonOf }] : []),
    ...columnsOf(threats, threatFields, records, (record) => record.threats).filter(
      ({ name }) => ownRisks || name !== 'threat_risks',
    ),
    ...columnsOf(feeds, feedFields, records, (record) => record.feeds),
    ...columnsOf(factors, reasonFields, records, (record) => record.riskFactors),
    ...[...attributes].sort().map((name) => ({
      name: attributePrefix + name,
      cell: ({ attributes }: Lists) =>
        joined((attributes[name] ?? []).map((row) => row.map((cell) => escaped(cell, '|')).join(' | '))),
    })),
  ];
}

function reasonOf({ retired, retiredReason: reason }: Lists): string {
  return retired ? (reason ?? '') : '';
}

/** The columns of a group, without optional ones in which all cells are empty. */
function columnsOf<Entry>(
  names: readonly string[],
  fields: readonly Field<Entry>[],
  records: readonly Lists[],
  entriesIn: (record: Lists) => readonly Entry[],
): readonly ListColumn[] {
  if (records.every((record) => entriesIn(record).length === 0)) return [];
  return names.flatMap((name, at): ListColumn[] => {
    const field = fields[at];
    if (field === undefined) return [];
    const isFilled = (entry: Entry): boolean => (field(entry) ?? '') !== '';
    if (at >= required && !records.some((record) => entriesIn(record).some(isFilled))) return [];
    return [{ name, cell: (record) => joined(entriesIn(record).map((entry) => field(entry) ?? '')) }];
  });
}

/** Names of attributes that can be part of a column's name. */
function isColumnName(name: string): boolean {
  return /^[a-z\d_]{1,40}$/.test(name);
}

/** Entries in one cell; empty if all are. */
function joined(entries: readonly string[]): string {
  return entries.every((entry) => entry === '') ? '' : entries.map((entry) => escaped(entry, ';')).join('; ');
}

/** Separators in an entry are escaped by a backslash. */
function escaped(entry: string, separator: ';' | '|'): string {
  return entry.replace(separator === ';' ? /[\\;]/g : /[\\|]/g, '\\$&');
}

/** The columns with lists among those of a table, by their names in lower case. */
export function listColumnsIn(names: readonly string[]): ReadonlySet<string> {
  const groups = listColumnGroups.filter((group) => group.slice(0, required).every((name) => names.includes(name)));
  const known = new Set<string>([retiredReason, ...groups.flat()]);
  return new Set(names.filter((name) => known.has(name) || isAttribute(name)));
}

function isAttribute(name: string): boolean {
  return name.startsWith(attributePrefix) && isColumnName(name.slice(attributePrefix.length));
}

/** The lists in the cells of such columns; threats without a risk have the indicator's. */
export function listsIn(
  columns: Iterable<string>,
  cellOf: (column: string) => string,
  risk: RiskLevel,
): Partial<Pick<IndicatorRecord, 'threats' | 'feeds' | 'riskFactors' | 'attributes' | 'retiredReason'>> {
  const names = new Set(columns);
  const [threats, feeds, reasons] = listColumnGroups.map((group) => rowsIn(group, names, cellOf));
  const reason = names.has(retiredReason) ? cellOf(retiredReason) : '';
  const attributes = attributesIn(names, cellOf);
  return {
    ...(threats === undefined
      ? {}
      : {
          threats: threats.map(([name = '', category = '', own = '', date = '']): ThreatLink => ({
            name,
            ...(category === '' ? {} : { category }),
            risk: own === '' ? risk : parseRiskWord(own),
            ...linkedAt(date),
          })),
        }),
    ...(feeds === undefined
      ? {}
      : {
          feeds: feeds.map(([name = '', organization = '', category = '', pricing = '', date = '']): FeedLink => ({
            name,
            ...(category === '' ? {} : { category }),
            ...(organization === '' ? {} : { organization }),
            ...(pricing === '' ? {} : { pricing }),
            ...linkedAt(date),
          })),
        }),
    ...(reasons === undefined
      ? {}
      : { riskFactors: reasons.map(([description = '', own = '']) => ({ description, risk: parseRiskWord(own) })) }),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    ...(reason === '' || isRedacted(reason) ? {} : { retiredReason: reason }),
  };
}

/** The entries of a group, each with its fields; undefined without such columns. */
function rowsIn(
  group: readonly string[],
  names: ReadonlySet<string>,
  cellOf: (column: string) => string,
): readonly (readonly string[])[] | undefined {
  if (!group.slice(0, required).every((name) => names.has(name))) return undefined;
  const [first = [], ...others] = group.map((name) => (names.has(name) ? entriesOf(cellOf(name)) : []));
  return first
    .map((name, at) => [name, ...others.map((entries) => entries[at] ?? '')])
    .filter(([name = '']) => name !== '' && !isRedacted(name));
}

function attributesIn(names: ReadonlySet<string>, cellOf: (column: string) => string): Attributes {
  const cells = [...names]
    .filter(isAttribute)
    .map((name) => [name.slice(attributePrefix.length), cellOf(name)] as const);
  return Object.fromEntries(
    cells
      .map(
        ([name, cell]) =>
          [
            name,
            entriesOf(cell)
              .filter((row) => row !== '' && !isRedacted(row))
              .map((row) => entriesOf(row, '|')),
          ] as const,
      )
      .filter(([, rows]) => rows.length > 0),
  );
}

function linkedAt(date: string): { readonly linked?: UtcMillis } {
  const linked = parseTimestamp(date);
  return linked === undefined ? {} : { linked };
}

/** The entries of a cell, also empty ones. */
function entriesOf(cell: string, separator: ';' | '|' = ';'): readonly string[] {
  const entries: string[] = [];
  let entry = '';
  let isEscaped = false;
  for (const character of cell) {
    if (!isEscaped && character === separator) {
      entries.push(entry.trim());
      entry = '';
    } else if (isEscaped || character !== '\\') {
      entry += character;
      isEscaped = false;
    } else isEscaped = true;
  }
  return [...entries, entry.trim()];
}
