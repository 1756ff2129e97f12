import { findIndicators, getHost } from '../../core/indicators';
import { filled, isThreatName, listDate, getPort } from '../../core/lists/cells';
import { type Entry, getEntries, looksLikeIndicator, parseEntry, reasonAgainst } from '../../core/lists/entries';
import { isUnratable, getTargets } from '../../core/lists/targets';
import type { Indicator } from '../../core/indicators/identity/types';
import {
  emptyRecord,
  type IndicatorRecord,
  readReach,
  type Timestamps,
  type UtcMillis,
} from '../../core/records/record';
import { cellText, getIid, listsIn, isRedacted, isNo, isYes, groupedProperties, groupAndKey } from '../../core/results';
import { isRetiredWord, getLevel, type RiskLevel } from '../../core/records/risk';
import type { SkippedItem, Statement } from '../../core/records/statement';
import { threatReason } from '../../core/records/threat';
import { isMissingTimestamp, parseTimestamp } from '../../core/records/timestamp';
import { expiredReason } from '../../core/stix/indicatorRecord';
import type { Columns, Meaning } from '../../core/lists/tables/columns';
import { isUnreadRisk, parseRiskWord } from '../../core/lists/tables/riskWords';
import { getValueType } from '../../core/lists/tables/types';
import type { SkipReason } from '../../core/records/problems/skipReason';

const timestampMeanings = ['added', 'updated', 'seen', 'retired'] as const;

function timestampsOf(cell: CellReader): Timestamps {
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
  /** Columns with lists, by name. */
  readonly lists: ReadonlyMap<string, number>;
  /** The category of the threats in the first such column, if its name implies one. */
  readonly category: string | undefined;
  readonly properties: readonly { readonly group: string; readonly key: string; readonly at: number }[];
  readonly others: readonly (readonly [name: string, at: number])[];
  /** Columns that contain indicators as well, which aren't taken. */
  readonly seconds: readonly (readonly [name: string, at: number])[];
  /** Columns that state whether an entry counts. */
  readonly flags: readonly (readonly [meaning: Flag, at: number])[];
  /** Columns in which unread values are noticed: those of indicators, and unknown ones. */
  readonly values: readonly number[];
}

const flagMeanings = ['isRetired', 'isActive', 'status', 'isMalicious', 'isHarmless', 'isForDetection'] as const;
type Flag = (typeof flagMeanings)[number];

const isFlag = (meaning: Meaning): meaning is Flag => (flagMeanings as readonly string[]).includes(meaning);

/** Meanings of columns whose text is also kept verbatim. */
const keptMeanings: ReadonlySet<Meaning> = new Set(['note', 'until', ...flagMeanings.slice(1)]);

/** Whether the entry of a row counts, by its flags. */
interface RowFlags {
  /** Why it no longer counts; empty without a reason. */
  readonly retired?: string;
  /** It isn't malicious, or isn't meant for detection, so a risk in the row isn't its own. */
  readonly harmless?: 'benign' | 'notForDetection';
}

const endedWords = /^(?:inactive|expired|revoked|retired|deprecated|disabled|deleted|removed|closed|invalid)$/i;
const harmlessWords = /^(?:false[ _-]?positive|benign|harmless|not[ _-]malicious|(?:white|allow)[ _-]?listed)$/i;

const ended: RowFlags = { retired: 'No longer active' };
const benign: RowFlags = { harmless: 'benign' };

/** Readers of flag cells; undefined for a cell without effect. */
const flagReadings: Readonly<Record<Flag, (cell: string) => RowFlags | undefined>> = {
  isRetired: (cell) => (isYes(cell) ? { retired: '' } : undefined),
  isActive: (cell) => (isNo(cell) ? ended : undefined),
  status: (cell) => (endedWords.test(cell) ? ended : harmlessWords.test(cell) ? benign : undefined),
  isMalicious: (cell) => (isNo(cell) ? benign : undefined),
  isHarmless: (cell) => (isYes(cell) ? benign : undefined),
  isForDetection: (cell) => (isNo(cell) ? { harmless: 'notForDetection' } : undefined),
};

function standingOf({ flags }: Layout, row: readonly string[]): RowFlags {
  let standing: RowFlags = {};
  for (const [meaning, at] of flags) {
    const cell = row[at]?.trim() ?? '';
    const said = cell === '' ? undefined : flagReadings[meaning](cell);
    if (said === undefined) continue;
    standing = {
      retired: standing.retired ?? said.retired,
      harmless: said.harmless === 'benign' ? 'benign' : (standing.harmless ?? said.harmless),
    };
  }
  return standing;
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
    lists: new Map(indexed.filter(({ meaning }) => meaning === 'list').map(({ plain, at }) => [plain, at])),
    properties: indexed.flatMap(({ plain, at }) => {
      const property = groupAndKey(plain);
      return property === undefined ? [] : [{ ...property, at }];
    }),
    others: indexed
      .filter(
        ({ meaning, plain }) =>
          keptMeanings.has(meaning) ||
          (meaning === 'category' && !isThreat) ||
          (meaning === 'other' && plain !== 'type' && !isProperty(plain)),
      )
      .map(({ name, at }) => [name === '' ? 'column' : name, at]),
    seconds: indexed
      .filter(({ meaning, isSecond }) => meaning === 'other' && isSecond === true)
      .map(({ name, at }) => [name, at]),
    flags: indexed.flatMap(({ meaning, at }) => (isFlag(meaning) ? [[meaning, at] as const] : [])),
    values: indexed
      .filter(({ meaning, isSecond }) => meaning === 'indicator' || (meaning === 'other' && isSecond === true))
      .map(({ at }) => at),
  };
  layouts.set(columns, layout);
  return layout;
}

const notForDetection = [{ kind: 'informational', category: 'other', label: 'Not meant for detection' }] as const;

/** The text of the cell with a meaning, or an empty text. */
type CellReader = (meaning: Meaning) => string;

/** The record shared by all indicators of a row, without value and type. */
function recordOf(layout: Layout, row: readonly string[], now: UtcMillis): IndicatorRecord {
  const { indexes, properties } = layout;
  const cell: CellReader = (meaning) => cellText(row[indexes.get(meaning) ?? -1]?.trim() ?? '');
  const standing = standingOf(layout, row);
  const threat = isThreatName(cell('threat')) ? cell('threat') : '';
  const feed = cell('feed');
  const iid = getIid(cell('reference'));
  const port = getPort(cell('port'));
  const own = ownRisk(cell('risk'), standing);
  const isRatedByThreat = threat !== '' && canBeRated(cell('risk'), own, standing);
  const risk = isRatedByThreat ? 'high' : own;
  const listed = listedIn(layout, row, own);
  return {
    ...emptyRecord('', 'domain'),
    ...(iid === undefined ? {} : { iid }),
    risk,
    riskFactors: isRatedByThreat ? [{ description: threatReason(threat), risk: 'high' }] : [],
    ...endOf(cell, standing, now),
    ...(standing.harmless === 'notForDetection' ? { contexts: notForDetection } : {}),
    ...(feed === '' ? {} : { feeds: [{ name: feed }] }),
    ...(port === undefined ? {} : { attributes: { port: [[String(port)]] } }),
    ...listed,
    threats:
      threat === '' ? named(listed.threats) : [{ name: threat, category: cell('category') || layout.category, risk }],
    properties: groupedProperties(
      properties.map(({ group, key, at }) => ({ group, key, cell: row[at]?.trim() ?? '' })),
    ),
    other: otherOf(layout, row, iid === undefined ? filled(cell('reference')) : ''),
  };
}

const named = (threats: IndicatorRecord['threats'] = []): IndicatorRecord['threats'] =>
  threats.filter(({ name }) => isThreatName(name));

/** The risk that a row states. */
function ownRisk(word: string, { harmless }: RowFlags): RiskLevel {
  if (harmless === undefined) return parseRiskWord(word);
  return harmless === 'benign' ? 'none' : 'unknown';
}

/** Whether a named threat implies a risk, as in STIX bundles: only if the row neither has one nor rules it out. */
function canBeRated(word: string, own: RiskLevel, { harmless }: RowFlags): boolean {
  return own === 'unknown' && harmless === undefined && !isRetiredWord(word);
}

/** Whether a row no longer counts, and its times. */
function endOf(
  cell: CellReader,
  { retired: reason }: RowFlags,
  now: UtcMillis,
): Pick<IndicatorRecord, 'retired' | 'retiredReason' | 'timestamps'> {
  const until = listDate(cell('until'));
  const isExpired = until !== undefined && until <= now;
  const why = reason ?? (isExpired ? expiredReason : undefined);
  const retiredCell = cell('retired');
  const hasEnd = !isNo(cell('isRetired')) && retiredCell !== '' && !isMissingTimestamp(retiredCell);
  return {
    retired: isRetiredWord(cell('risk')) || why !== undefined || hasEnd,
    ...(why === undefined || why === '' ? {} : { retiredReason: why }),
    timestamps: { ...(isExpired ? { retired: until } : {}), ...timestampsOf(cell) },
  };
}

/** Returns the contents of columns with lists. */
function listedIn({ lists }: Layout, row: readonly string[], risk: RiskLevel): Partial<IndicatorRecord> {
  if (lists.size === 0) return {};
  return listsIn(lists.keys(), (name) => cellText(row[lists.get(name) ?? -1]?.trim() ?? ''), risk);
}

/** Returns the cells that are kept verbatim. */
function otherOf({ others }: Layout, row: readonly string[], reference: string): Readonly<Record<string, string>> {
  const kept = others
    .map(([name, at]) => [name, cellText(row[at]?.trim() ?? '')] as const)
    .filter(([, text]) => text !== '');
  return Object.fromEntries(reference === '' ? kept : [['reference', reference], ...kept]);
}

/** Returns the reach of a cell for more than one name: `*.` includes a name and its subdomains. */
function reachOf(
  layout: Layout,
  row: readonly string[],
  cell: string,
  { type }: Indicator,
): Pick<IndicatorRecord, 'reach'> {
  const reach = readReach(row[layout.indexes.get('reach') ?? -1]?.trim(), type);
  if (reach !== undefined) return { reach };
  return type === 'domain' && /^\*?\.[^\s,;]+$/.test(cell) ? { reach: 'all' } : {};
}

function statementOf(shared: IndicatorRecord, { value, type }: Indicator, port?: number): Statement {
  const own = port === undefined ? {} : { attributes: { ...shared.attributes, port: [[String(port)]] } };
  const record: IndicatorRecord = { ...shared, value, type, ...own };
  return { kind: 'indicator', record, foreignId: shared.iid === undefined ? undefined : String(shared.iid) };
}

/** A row of a list without indicators. */
function readThreatRow(layout: Layout, row: readonly string[], now: UtcMillis): RowReading {
  const [threat] = recordOf(layout, row, now).threats;
  if (threat === undefined) {
    return { statements: [], skipped: [{ reason: { kind: 'rowWithoutThreat' }, example: row.join(',') }] };
  }
  if (isRedacted(threat.name)) {
    return {
      statements: [],
      skipped: [{ reason: { kind: 'blockedValue' }, example: threat.name }],
    };
  }
  return { statements: [{ kind: 'threat', ...threat, risk: getLevel(threat.risk) }], skipped: [] };
}

/** Contents of a row. */
interface RowReading {
  readonly statements: readonly Statement[];
  readonly skipped: readonly SkippedItem[];
}

/** The statements in a row, the cells that aren't indicators, and a risk that isn't known. */
export function readRow(columns: Columns, row: readonly string[], now: UtcMillis): RowReading {
  const layout = layoutOf(columns);
  const cells = readCells(layout, row, now);
  const reading = cells.statements.length === 0 ? noticed(layout, row, cells) : withSeconds(layout, row, cells);
  const word = filled(row[layout.indexes.get('risk') ?? -1]);
  if (reading.statements.length === 0 || !isUnreadRisk(word)) return reading;
  const reason = { kind: 'unknownRisk', detail: word } as const;
  return { ...reading, skipped: [...reading.skipped, { reason, example: row.join(',') }] };
}

/** Reasons that don't explain why a value wasn't taken. */
const vagueReasons: ReadonlySet<string> = new Set(['noIndicator', 'rowWithoutIndicator', 'patternSyntax']);

/** A row of which nothing was taken: whether there is something that looks like an indicator. */
function noticed({ indicators, values }: Layout, row: readonly string[], reading: RowReading): RowReading {
  if (indicators.length === 0 || !reading.skipped.every(({ reason }) => vagueReasons.has(reason.kind))) return reading;
  const unread = values.map((at) => row[at]?.trim() ?? '').find((cell) => cell !== '' && looksLikeIndicator(cell));
  return unread === undefined
    ? reading
    : { statements: [], skipped: [{ reason: { kind: 'unreadValue' }, example: unread }] };
}

/** Says what other columns contain, except the host of a URL that was taken. */
function withSeconds({ seconds }: Layout, row: readonly string[], reading: RowReading): RowReading {
  if (seconds.length === 0) return reading;
  const taken = new Set<string>();
  for (const statement of reading.statements) {
    if (statement.kind !== 'indicator') continue;
    const { value, type } = statement.record;
    taken.add(value).add(getHost({ value, type })?.value ?? value);
  }
  const skipped = seconds.flatMap(([name, at]): SkippedItem[] => {
    const cell = row[at]?.trim() ?? '';
    const isOther = getEntries(cell).some(({ indicator }) => !taken.has(indicator.value) && !isUnratable(indicator));
    return isOther ? [{ reason: { kind: 'secondColumn', detail: name }, example: cell }] : [];
  });
  return skipped.length === 0 ? reading : { ...reading, skipped: [...reading.skipped, ...skipped] };
}

/** A row about all addresses from the first to the last one. */
function readRange(layout: Layout, row: readonly string[], range: string, now: UtcMillis): RowReading {
  const { indicators, reason } = getTargets(range);
  if (reason !== undefined) return { statements: [], skipped: [{ reason, example: range }] };
  const shared = recordOf(layout, row, now);
  return { statements: indicators.map((indicator) => statementOf(shared, indicator)), skipped: [] };
}

/** Why the value of a row isn't read, by its type; undefined if it can be an indicator. */
function reasonOfType(word: string, cell: string): SkipReason | undefined {
  switch (getValueType(word)) {
    case 'indicator':
      return undefined;
    case 'hash':
      return { kind: 'fileHash' };
    case 'email':
      return { kind: 'emailAddress' };
    case 'report':
      return { kind: 'report' };
    case 'other':
      return { kind: 'otherType', detail: word };
    case undefined: {
      // A name that could as well be that of a file isn't an indicator.
      const [sole, ...more] = word === '' ? [] : getEntries(cell);
      const isName = sole?.indicator.type === 'domain' && more.length === 0 && findIndicators(cell).length === 0;
      return isName ? { kind: 'otherType', detail: word } : undefined;
    }
  }
}

/** Whether a row of MISP links to a report: its URL isn't meant for detection. */
function isReport(layout: Layout, row: readonly string[]): boolean {
  const cell = (meaning: Meaning): string => row[layout.indexes.get(meaning) ?? -1]?.trim() ?? '';
  return (
    cell('type') === 'url' &&
    cell('category') === 'External analysis' &&
    standingOf(layout, row).harmless === 'notForDetection'
  );
}

function readCells(layout: Layout, row: readonly string[], now: UtcMillis): RowReading {
  if (layout.indicators.length === 0) return readThreatRow(layout, row, now);
  const cells = layout.indicators.map((at) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
  const [sole] = cells;
  if (sole === undefined)
    return { statements: [], skipped: [{ reason: { kind: 'rowWithoutIndicator' }, example: row.join(',') }] };
  const reason = reasonOfRow(layout, row, sole);
  if (reason !== undefined) return { statements: [], skipped: [{ reason, example: sole }] };
  const only = cells.length === 1 ? readOnlyCell(layout, row, sole, now) : undefined;
  return only ?? readEach(layout, row, cells, now);
}

/** Why nothing of a row is read, by its type. */
function reasonOfRow(layout: Layout, row: readonly string[], cell: string): SkipReason | undefined {
  const types = layout.indexes.get('type');
  if (types === undefined) return undefined;
  return isReport(layout, row) ? { kind: 'report' } : reasonOfType(row[types]?.trim() ?? '', cell);
}

/** The only cell of a row as most lists have it: the start of a range, or an indicator; undefined for anything else. */
function readOnlyCell(layout: Layout, row: readonly string[], cell: string, now: UtcMillis): RowReading | undefined {
  const end = row[layout.indexes.get('rangeEnd') ?? -1]?.trim() ?? '';
  if (end !== '') return readRange(layout, row, `${cell}-${end}`, now);
  const indicator = isRedacted(cell) || cell.includes(':') ? undefined : parseEntry(cell);
  if (indicator === undefined || isUnratable(indicator)) return undefined;
  const record = { ...recordOf(layout, row, now), ...reachOf(layout, row, cell, indicator) };
  return { statements: [statementOf(record, indicator)], skipped: [] };
}

/** All that cells contain, each also several indicators. */
function readEach(layout: Layout, row: readonly string[], cells: readonly string[], now: UtcMillis): RowReading {
  const shared = recordOf(layout, row, now);
  const statements: Statement[] = [];
  const skipped: SkippedItem[] = [];
  for (const cell of cells) {
    if (isRedacted(cell)) {
      skipped.push({ reason: { kind: 'blockedValue' }, example: cell });
      continue;
    }
    const entries: readonly Entry[] = getEntries(cell);
    if (entries.length === 0) skipped.push({ reason: reasonAgainst(cell), example: cell });
    for (const { indicator, port } of entries) {
      if (isUnratable(indicator)) skipped.push({ reason: { kind: 'reserved' }, example: cell });
      else statements.push(statementOf({ ...shared, ...reachOf(layout, row, cell, indicator) }, indicator, port));
    }
  }
  return { statements, skipped };
}
