import type { FoundRows } from '../../../core/records/found';
import type { IndicatorRecord, Timestamps } from '../../../core/records/record';
import { riskRank } from '../../../core/records/risk';
import { getReference } from '../../../core/records/webPage';
import { recordTexts } from '../../../core/rows/recordTexts';
import { retiredLevel } from '../../../core/rows/rowQuery';
import type { ThreatRecord } from '../../../core/records/threat';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { ResultColumn, ResultRow, ResultsView } from '../../../webviews/messages/results';
import { categoryLabel } from '../../../core/records/labels/categoryLabel';
import { defangText } from '../../../core/indicators/identity/defangText';
import type { IndicatorTools } from '../indicators/indicatorTools';
import type { TimeContext } from '../format/timeContext';
import { omitPassword } from '../../../core/text/omitPassword';
import { t } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** Inputs for creating rows. */
export interface RowContext extends TimeContext {
  readonly tools: Pick<IndicatorTools, 'defang' | 'findIndicators'>;
  readonly locationOf: (record: IndicatorRecord) => string | undefined;
  readonly isRedacted: (text: string) => boolean;
  /** The source of the threats' IDs, see `Subject`. */
  readonly source: string;
  /** Threats of rows that name none. */
  readonly threats?: readonly string[] | undefined;
}

const maxCellLength = 300;

/** Columns in which many rows have the same text. */
const groups: ReadonlySet<string> = new Set([
  'category',
  'threats',
  'place',
  'network',
  'organization',
  'context',
  'registrar',
  'status',
]);

const column = (id: string, title: string, kind: ResultColumn['kind'], width?: number, shown = true): ResultColumn => ({
  id,
  title,
  kind,
  shown,
  width,
  isGroup: groups.has(id) ? true : undefined,
});

/** The columns of results, in their order. */
export function resultColumns(type: FoundRows['type']): readonly ResultColumn[] {
  const timestampColumns = [
    column('seen', t('Last seen'), 'timestamp', 105),
    column('updated', t('Updated'), 'timestamp', 105),
    column('added', t('Added'), 'timestamp', 105),
  ];
  const retiredColumn = column('retired', t('Retired'), 'timestamp', 105, false);
  if (type === 'threats') {
    return [
      column('risk', t('Risk'), 'risk', 185),
      column('name', t('Threat'), 'name', 220),
      column('category', t('Category'), 'text', 170),
      ...timestampColumns,
      column('aliases', t('Aliases'), 'text', 220),
      retiredColumn,
    ];
  }
  return [
    column('risk', t('Risk'), 'risk', 185),
    column('name', t('Indicator'), 'name', 220),
    column('type', t('Type'), 'text', 86),
    ...timestampColumns,
    column('threats', t('Threats'), 'text', 135),
    column('place', t('Location'), 'text', 110),
    column('organization', t('Organization'), 'text', 130),
    column('context', t('Context'), 'text', 170, false),
    column('network', t('Network (ASN)'), 'text', 100, false),
    column('feeds', t('Feeds'), 'text', 150, false),
    column('registrar', t('Registrar'), 'text', 150, false),
    column('registered', t('Registered'), 'text', 130, false),
    column('title', t('Page title'), 'text', 180, false),
    column('status', t('HTTP status'), 'text', 100, false),
    column('ports', t('Ports'), 'text', 120, false),
    column('technologies', t('Technologies'), 'text', 150, false),
    column('ptr', t('PTR'), 'text', 150, false),
    retiredColumn,
    column('reference', t('Reference'), 'text', 220, false),
  ];
}

/** Columns that are often empty, if no row fills them. */
export function emptyColumns(found: FoundRows): ReadonlySet<string> {
  const isEmpty = found.type === 'indicators' && found.rows.every(({ threats }) => threats.length === 0);
  return new Set(isEmpty ? ['threats'] : []);
}

/** The risk level that a row counts toward, known without making it. */
export function getLevel(record: Pick<IndicatorRecord, 'risk' | 'retired'> | undefined): number {
  if (record === undefined) return riskRank('unknown');
  return record.retired ? retiredLevel : riskRank(record.risk);
}

/** The order of an answer if it is sorted by newest first. */
export function naturalOrder({ rows }: FoundRows): ResultsView['order'] {
  const seen = rows.map(({ timestamps }) => timestamps.seen ?? -Infinity);
  const falls = seen.every((at, index) => index === 0 || at <= (seen[index - 1] ?? Infinity));
  return falls && seen[0] !== seen.at(-1) ? { column: 'seen', descending: true } : undefined;
}

/** Rows from one index to another, in the order of the answer. */
export function getRows(found: FoundRows, from: number, to: number, context: RowContext): readonly ResultRow[] {
  return found.type === 'threats'
    ? found.rows.slice(from, to).map((threat) => threatRow(threat, context))
    : found.rows.slice(from, to).map((record) => indicatorRow(record, context));
}

/** An indicator as panels show it: defanged, with a password as dots. */
function shownIndicator({ value }: Indicator, tools: Pick<IndicatorTools, 'defang'>): string {
  return visibleText(tools.defang(omitPassword(value)));
}

/** One row for an indicator. */
export function indicatorRow(record: IndicatorRecord, context: RowContext): ResultRow {
  const { value, type } = record;
  const reference = getReference(record, undefined);
  return {
    ...riskAndDates(record, record.timestamps),
    name: shownIndicator(record, context.tools),
    page: reference === undefined ? undefined : true,
    open: { kind: 'indicator', type, value },
    ...cellsAndRedacted(withThreats(recordTexts(record, context.locationOf), context), context),
  };
}

function withThreats(
  texts: ReturnType<typeof recordTexts>,
  { threats = [] }: Pick<RowContext, 'threats'>,
): ReturnType<typeof recordTexts> {
  return texts['threats'] === '' && threats.length > 0 ? { ...texts, threats: threats.join(', ') } : texts;
}

function threatRow(threat: ThreatRecord, context: RowContext): ResultRow {
  const { tid, name, category } = threat;
  return {
    ...riskAndDates(threat, threat.timestamps),
    name: textCell(name, context),
    open: { kind: 'threat', source: context.source, name, tid },
    ...cellsAndRedacted(
      { category: category && categoryLabel(category), aliases: threat.otherNames.join(', ') },
      context,
    ),
  };
}

function riskAndDates(
  { risk, retired }: Pick<IndicatorRecord, 'risk' | 'retired'>,
  { seen, added, updated, retired: retiredAt }: Timestamps,
): Pick<ResultRow, 'risk' | 'retired' | 'timestamps'> {
  return {
    risk: riskRank(risk),
    retired,
    timestamps: {
      ...(seen === undefined ? {} : { seen }),
      ...(added === undefined ? {} : { added }),
      ...(updated === undefined ? {} : { updated }),
      ...(retiredAt === undefined ? {} : { retired: retiredAt }),
    },
  };
}

/** Cells, and the columns of those that the service redacted. */
function cellsAndRedacted(
  texts: Readonly<Record<string, string | undefined>>,
  context: RowContext,
): Pick<ResultRow, 'cells' | 'redacted'> {
  const redacted = Object.entries(texts).flatMap(([id, text]) =>
    text !== undefined && context.isRedacted(text) ? [id] : [],
  );
  return { cells: getCells(texts, context), redacted: redacted.length === 0 ? undefined : redacted };
}

/** Cells by column: defanged, hidden characters named, truncated; without empty ones. */
export function getCells(
  texts: Readonly<Record<string, string | undefined>>,
  context: RowContext,
): Record<string, string> {
  const cells = Object.entries(texts).flatMap(([id, text]): [string, string][] =>
    text === undefined || text === '' ? [] : [[id, textCell(text, context)]],
  );
  return Object.fromEntries(cells);
}

function textCell(text: string, { tools, isRedacted }: RowContext): string {
  if (isRedacted(text)) return t('redacted');
  return truncateText(visibleText(defangText(text.slice(0, 2 * maxCellLength), tools)), maxCellLength);
}
