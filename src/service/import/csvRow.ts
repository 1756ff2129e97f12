import { rejectionReason } from '../../core/indicators';
import { filled, isThreatName, portOf } from '../../core/lists/cells';
import { isLeftOut, parseEntry, targetsOf } from '../../core/lists/targets';
import type { Indicator } from '../../core/indicators/identity/types';
import { emptyRecord, type IndicatorRecord, type Timestamps } from '../../core/records/record';
import {
  cellText,
  iidOf,
  isRedacted,
  isNo,
  isYes,
  placedProperties,
  propertyPlace,
  threatsInCells,
} from '../../core/results';
import { isRetiredWord, levelOf, parseRisk, type RiskLevel } from '../../core/records/risk';
import type { SkippedItem, Statement } from '../../core/records/statement';
import { isMissingTimestamp, parseTimestamp } from '../../core/records/timestamp';
import type { Columns, Meaning } from '../../core/lists/tables/columns';

const riskWords: Readonly<Record<string, RiskLevel>> = {
  malicious: 'high',
  severe: 'critical',
  suspicious: 'medium',
  moderate: 'medium',
  informational: 'very low',
  info: 'very low',
  benign: 'none',
  clean: 'none',
  harmless: 'none',
};

function riskOf(word: string): RiskLevel {
  const level = parseRisk(word);
  if (level !== 'unknown') return level;
  const plain = word.trim().toLowerCase();
  return Object.hasOwn(riskWords, plain) ? (riskWords[plain] ?? 'unknown') : 'unknown';
}

const timestampMeanings = ['added', 'updated', 'seen', 'retired'] as const;

function timestampsOf(cell: (meaning: Meaning) => string): Timestamps {
  const timestamps: { -readonly [N in keyof Timestamps]: Timestamps[N] } = {};
  for (const meaning of timestampMeanings) {
    const text = cell(meaning);
    const timestamp = text === '' ? undefined : parseTimestamp(text);
    if (timestamp !== undefined) timestamps[meaning] = timestamp;
  }
  return timestamps;
}

/** The layout of a file, computed once per file. */
interface Layout {
  readonly indexes: ReadonlyMap<Meaning, number>;
  readonly indicators: readonly number[];
  /** The category of the threats in the first such column, if its name implies one. */
  readonly category: string | undefined;
  readonly properties: readonly { readonly group: string; readonly key: string; readonly at: number }[];
  readonly others: readonly (readonly [name: string, at: number])[];
}

const layouts = new WeakMap<Columns, Layout>();

function layoutOf(columns: Columns): Layout {
  const known = layouts.get(columns);
  if (known !== undefined) return known;
  const indexed = columns.map((column, at) => ({ ...column, at }));
  const isThreat = columns.some(({ meaning }) => meaning === 'threat');
  const isProperty = (plain: string): boolean => /^(?:geo|dns)_/.test(plain);
  const layout: Layout = {
    indexes: new Map(indexed.toReversed().map(({ meaning, at }) => [meaning, at])),
    category: indexed.find(({ meaning }) => meaning === 'threat')?.category,
    indicators: indexed.filter(({ meaning }) => meaning === 'indicator').map(({ at }) => at),
    properties: indexed.flatMap(({ plain, at }) => {
      const property = propertyPlace(plain);
      return property === undefined ? [] : [{ ...property, at }];
    }),
    others: indexed
      .filter(
        ({ meaning, plain }) =>
          meaning === 'note' ||
          (meaning === 'category' && !isThreat) ||
          (meaning === 'other' && plain !== 'type' && !isProperty(plain)),
      )
      .map(({ name, at }) => [name === '' ? 'column' : name, at]),
  };
  layouts.set(columns, layout);
  return layout;
}

/**
 * The record shared by all indicators of a row, without value and type. A named threat without a risk means high, as in
 * STIX bundles.
 */
function recordOf(
  { indexes, properties, others, category: ofColumn }: Layout,
  row: readonly string[],
): IndicatorRecord {
  const cell = (meaning: Meaning): string => cellText(row[indexes.get(meaning) ?? -1]?.trim() ?? '');
  const threat = isThreatName(cell('threat')) ? cell('threat') : '';
  const category = (cell('category') || ofColumn) ?? '';
  const feed = cell('feed');
  const own = riskOf(cell('risk'));
  const isRatedByThreat = own === 'unknown' && threat !== '' && !isRetiredWord(cell('risk'));
  const iid = iidOf(cell('reference'));
  const retiredCell = cell('retired');
  const port = portOf(cell('port'));
  const reference = iid === undefined ? filled(cell('reference')) : '';
  const statements = others
    .map(([name, at]) => [name, cellText(row[at]?.trim() ?? '')] as const)
    .filter(([, text]) => text !== '');
  return {
    ...emptyRecord('', 'domain'),
    ...(iid === undefined ? {} : { iid }),
    risk: isRatedByThreat ? 'high' : own,
    riskFactors: isRatedByThreat ? [{ description: `Associated with ${threat}`, risk: 'high' }] : [],
    retired:
      isRetiredWord(cell('risk')) ||
      isYes(cell('isRetired')) ||
      (!isNo(cell('isRetired')) && retiredCell !== '' && !isMissingTimestamp(retiredCell)),
    timestamps: timestampsOf(cell),
    threats:
      threat === ''
        ? threatsInCells(cell('threats'), cell('threatCategories'), own).filter(({ name }) => isThreatName(name))
        : [{ name: threat, ...(category === '' ? {} : { category }), risk: isRatedByThreat ? 'high' : own }],
    feeds: feed === '' ? [] : [{ name: feed }],
    ...(port === undefined ? {} : { attributes: { port: [[String(port)]] } }),
    properties: placedProperties(properties.map(({ group, key, at }) => ({ group, key, cell: row[at]?.trim() ?? '' }))),
    other: Object.fromEntries(reference === '' ? statements : [['reference', reference], ...statements]),
  };
}

function statementOf(shared: IndicatorRecord, { value, type }: Indicator): Statement {
  const record: IndicatorRecord = { ...shared, value, type };
  return { kind: 'indicator', record, ...(shared.iid === undefined ? {} : { foreignId: String(shared.iid) }) };
}

/** A row of a list without indicators. */
function readThreatRow(layout: Layout, row: readonly string[]): RowReading {
  const [threat] = recordOf(layout, row).threats;
  if (threat === undefined) {
    return { statements: [], skipped: [{ reason: { kind: 'rowWithoutThreat' }, example: row.join(',') }] };
  }
  if (isRedacted(threat.name)) {
    return {
      statements: [],
      skipped: [{ reason: { kind: 'blockedValue' }, example: threat.name }],
    };
  }
  return { statements: [{ kind: 'threat', ...threat, risk: levelOf(threat.risk) }], skipped: [] };
}

/** What a row says. */
interface RowReading {
  readonly statements: readonly Statement[];
  readonly skipped: readonly SkippedItem[];
}

/** The statements in a row, the cells that aren't indicators, and a risk that isn't known. */
export function readRow(columns: Columns, row: readonly string[]): RowReading {
  const reading = readCells(columns, row);
  const word = filled(row[layoutOf(columns).indexes.get('risk') ?? -1]);
  if (word === '' || reading.statements.length === 0 || riskOf(word) !== 'unknown' || isRetiredWord(word))
    return reading;
  const reason = { kind: 'unknownRisk', detail: word } as const;
  return { ...reading, skipped: [...reading.skipped, { reason, example: row.join(',') }] };
}

/** A row about all addresses from the first to the last one. */
function readRange(layout: Layout, row: readonly string[], range: string): RowReading {
  const { indicators, reason } = targetsOf(range);
  if (reason !== undefined) return { statements: [], skipped: [{ reason, example: range }] };
  const shared = recordOf(layout, row);
  return { statements: indicators.map((indicator) => statementOf(shared, indicator)), skipped: [] };
}

function readCells(columns: Columns, row: readonly string[]): RowReading {
  const layout = layoutOf(columns);
  if (layout.indicators.length === 0) return readThreatRow(layout, row);
  const cells = layout.indicators.map((at) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
  const [sole = ''] = cells;
  const end = row[layout.indexes.get('rangeEnd') ?? -1]?.trim() ?? '';
  if (cells.length === 1 && end !== '') return readRange(layout, row, `${sole}-${end}`);
  if (cells.length === 1 && !isRedacted(sole)) {
    const indicator = parseEntry(sole);
    if (indicator !== undefined && !isLeftOut(indicator)) {
      return { statements: [statementOf(recordOf(layout, row), indicator)], skipped: [] };
    }
  }
  if (cells.length === 0)
    return { statements: [], skipped: [{ reason: { kind: 'rowWithoutIndicator' }, example: row.join(',') }] };
  const redacted = cells.filter(isRedacted);
  const shared = recordOf(layout, row);
  const read = cells.filter((cell) => !redacted.includes(cell)).map((cell) => ({ cell, indicator: parseEntry(cell) }));
  return {
    statements: read.flatMap(({ indicator }) => {
      return indicator === undefined || isLeftOut(indicator) ? [] : [statementOf(shared, indicator)];
    }),
    skipped: [
      ...redacted.map((example): SkippedItem => ({ reason: { kind: 'blockedValue' }, example })),
      ...read
        .filter(({ indicator }) => indicator === undefined || isLeftOut(indicator))
        .map(({ cell, indicator }): SkippedItem => ({
          reason: { kind: indicator === undefined ? rejectionReason(cell) : 'reserved' },
          example: cell,
        })),
    ],
  };
}
