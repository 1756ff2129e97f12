import { countryLabel } from '../../../core/context/places';
import type { Annotation } from '../../../core/triage/triageEntry';
import type { TriageState } from '../../../core/triage/triageEntry';
import { hasKnowledge, standings, type Triaged } from '../../../core/triage/assess';
import { networkOf, registeredDomainOf } from '../../../core/triage/rowGroups';
import type { TimelineUnit } from '../../../core/triage/timeline';
import { strings as triageStrings } from '../../../core/triage/strings';
import { locationLabel, formatReasons } from '../../../core/triage/triageExport';
import { contextCategories } from '../../../core/records/context';
import { contextCategory, contextTexts } from '../../../core/records/labels/contextLabels';
import { emptyRecord } from '../../../core/records/record';
import { localSource } from '../../../core/records/sourceId';
import type { ResultChip, ResultColumn, ResultRow } from '../../../webviews/messages/results';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import { cellsOf, indicatorRow, resultColumns, type RowContext } from '../../shared/panels/resultRows';
import { formatSource } from '../../shared/format/verdict';
import { riskView } from '../../shared/format/riskView';
import { truncateMiddle, visibleText } from '../../shared/text/visibleText';
import { strings } from '../strings';
import type { TriageList } from '../triageList';
import type { RowTimeline } from './rowTimeline';
import { t } from '../../../l10n';

interface TriageRowParts {
  readonly tools: IndicatorTools;
  readonly results: Pick<RowContext, 'locationOf' | 'isRedacted'>;
  readonly list: Pick<TriageList, 'stateOf' | 'annotationOf' | 'originLabel'>;
}

/** What rows of a triage are made with. */
export interface TriageRowContext extends RowContext {
  readonly fileOf: (file: number) => string;
  /** All rows are from the same file, which need not be named. */
  readonly hasOneFile: boolean;
  /** Rows that say little are folded. */
  readonly isFolding: boolean;
  readonly timeline: RowTimeline | undefined;
  readonly stateOf: (row: Triaged) => TriageState | undefined;
  readonly annotationOf: (row: Triaged) => Annotation | undefined;
  /** Where a row of the list came from, if not from a file. */
  readonly originOf?: (row: Triaged) => string | undefined;
}

/** The context of a panel's rows. */
export function triageRowContext(
  { tools, results, list }: TriageRowParts,
  source: Pick<TriageRowContext, 'fileOf' | 'hasOneFile' | 'isFolding' | 'timeline'>,
): TriageRowContext {
  return {
    now: Date.now(),
    tools,
    source: localSource,
    ...source,
    locationOf: results.locationOf,
    isRedacted: results.isRedacted,
    stateOf: ({ indicator }) => list.stateOf(indicator),
    annotationOf: ({ indicator }) => list.annotationOf(indicator),
    originOf: ({ indicator }) => list.originLabel(indicator),
  };
}

/** Columns that only take room where some row has text for them. */
export const optionalColumns = ['note', 'tags', 'threats', 'context', 'state', 'seen'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

/** Which of them rows have text for. `used` are those that the triage list fills. */
export function filledColumns(
  rows: readonly Triaged[],
  used: ReadonlySet<OptionalColumn>,
): ReadonlySet<OptionalColumn> {
  const fills: Readonly<Partial<Record<OptionalColumn, (row: Triaged) => boolean>>> = {
    threats: ({ lead }) => (lead?.record.threats.length ?? 0) > 0,
    context: ({ contexts = [] }) => contexts.length > 0,
    seen: ({ lead }) => lead?.record.timestamps.seen !== undefined,
  };
  return new Set(optionalColumns.filter((id) => used.has(id) || rows.some((row) => fills[id]?.(row) === true)));
}

const text = (id: string, title: string, width: number, shown = true): ResultColumn => ({
  id,
  title,
  kind: 'text',
  width,
  shown,
});

/** A column that is only shown on request, and by which rows can be grouped. */
const group = (id: string, title: string, width: number): ResultColumn => ({
  ...text(id, title, width, false),
  isGroup: true,
});

const shared = (...ids: readonly string[]): readonly ResultColumn[] =>
  ids.flatMap((id) => resultColumns('indicators').find((column) => column.id === id) ?? []);

const hidden = (columns: readonly ResultColumn[]): readonly ResultColumn[] =>
  columns.map((column) => ({ ...column, shown: false }));

/** The columns of a triage, or of the triage list; what a decision needs comes first. Without `filled`, all are shown. */
export function triageColumns(
  list: boolean,
  unit?: TimelineUnit,
  filled: ReadonlySet<string> = new Set(optionalColumns),
): readonly ResultColumn[] {
  const optional: ReadonlySet<string> = new Set(
    list ? optionalColumns.filter((id) => id !== 'state') : optionalColumns,
  );
  const state = { ...text('state', t('State'), 85), isGroup: true };
  const location = {
    id: 'where',
    title: t('Location'),
    kind: 'place',
    width: 125,
    minWidth: 110,
    shown: true,
  } as const;
  const whenTitle = unit === 'seconds' ? t('When') : t('Position');
  const columns = [
    ...(list ? [state] : []),
    ...shared('risk').map((column) => ({ ...column, width: 120, isGroup: true })),
    ...shared('name'),
    ...(list ? [] : [{ id: 'times', title: t('Count'), kind: 'number', width: 60, shown: true } as const]),
    location,
    ...(unit === undefined
      ? []
      : [{ id: 'when', title: whenTitle, kind: 'timeline', width: 100, minWidth: 70, shown: true } as const]),
    { ...text('note', t('Note'), 200, true), minWidth: 100 },
    { ...text('tags', t('Tags'), 120, true), minWidth: 80 },
    { ...text('why', t('Reasons'), 240), minWidth: 120 },
    ...shared('threats').map((column) => ({ ...column, width: 150, minWidth: 100 })),
    { ...text('context', t('Known context'), 150), minWidth: 100, isGroup: true },
    ...(list ? [text('origin', t('Source'), 150)] : [state]),
    ...shared('type').map((column) => ({ ...column, width: 90, isGroup: true })),
    ...shared('seen'),
    group('domain', t('Registered domain'), 150),
    group('subnet', t('Network'), 130),
    ...(unit === 'seconds' ? [group('first', t('First occurrence'), 130)] : []),
    ...hidden([
      ...shared('network', 'organization'),
      { ...text('place', t('Country'), 110), isGroup: true },
      ...(list ? [] : [group('file', t('File'), 150)]),
      text('sources', t('Sources'), 150),
      ...shared('feeds', 'updated', 'added'),
    ]),
  ];
  return columns.map((column) =>
    optional.has(column.id) && !filled.has(column.id) ? { ...column, shown: false } : column,
  );
}

/** What rows can be filtered by, in addition to risk. */
export const triageChips = (): readonly ResultChip[] => [
  ...standings.map((standing) => ({
    id: `standing:${standing}`,
    group: t('Known'),
    label: strings.standingFilter(standing),
    title: strings.standingTooltip(standing),
  })),
  ...(['domain', 'ip', 'url'] as const).map((type) => ({
    id: `type:${type}`,
    group: t('Type'),
    label: strings.typeFilter(type),
    title: strings.typeTooltip(type),
  })),
  ...contextCategories.map((category) => ({
    id: `context:${category}`,
    group: t('Known context'),
    label: contextCategory(category),
    title: t('Only indicators with this known context'),
  })),
  ...(['review', 'escalate', 'done'] as const).map((state) => ({
    id: `state:${state}`,
    group: t('State'),
    label: strings.stateLabel(state),
    title: strings.stateTooltip(state),
  })),
];

/** Rows about which nothing is known, and internal ones, are folded unless the user has set a state. */
function foldOf({ standing }: Triaged, state: TriageState | undefined): ResultRow['folded'] {
  if (state !== undefined || hasKnowledge({ standing })) return undefined;
  return standing === 'ignored' || standing === 'reserved' || standing === 'wellKnown' ? 'internal' : 'unknown';
}

/** “line 3748 (+31)” in the only file, else the file, with its name shortened so that the line is in view. */
export function locationText(
  row: Triaged,
  { fileOf, hasOneFile }: Pick<TriageRowContext, 'fileOf' | 'hasOneFile'>,
): string {
  const [first] = row.locations;
  if (first === undefined) return '';
  const more = row.occurrences - 1;
  if (hasOneFile) return more > 0 ? strings.lineAndMore(first.line, more) : strings.line(first.line);
  const shortName = (file: number): string => truncateMiddle(fileOf(file), maxFileName);
  const label = locationLabel(row, { fileOf: shortName });
  return more > 0 && row.files === 1 ? strings.locationAndMore(label, more) : label;
}

const maxFileName = 22;

/** An indicator of a triage as a row of its panel. */
export function triageRow(row: Triaged, context: TriageRowContext): ResultRow {
  const { indicator, lead, known, standing, occurrences, place } = row;
  const { type, value } = indicator;
  const { timeline } = row;
  const common = timeline && context.timeline;
  // For a URL with a worse host, this is the host's record under the URL's name.
  const record = lead?.record ?? emptyRecord(value, type);
  // What isn't highlighted in an editor isn't shown as risky here either.
  const risk = row.isNoise === true ? 'unknown' : record.risk;
  const base: ResultRow = indicatorRow({ ...record, risk, value, type }, context);
  const state = context.stateOf(row);
  const where = locationText(row, context);
  const [first] = row.locations;
  const folded = context.isFolding ? foldOf(row, state) : undefined;
  const origin = context.originOf?.(row);
  const { note, tags = [] } = context.annotationOf(row) ?? {};
  const cells = cellsOf(
    {
      times: String(occurrences),
      state: state === undefined ? undefined : strings.stateLabel(state),
      origin,
      note,
      tags: tags.join(', '),
      why: reasons(row).join(' · '),
      context: contextTexts(row.contexts).join(', '),
      when: timeline && common?.spanOf(timeline),
      first: timeline && common?.groupOf(timeline),
      domain: registeredDomainOf(indicator),
      subnet: networkOf(indicator),
      sources: known.map(({ source }) => formatSource(source)).join(', '),
      ...(place === undefined
        ? {}
        : { place: countryLabel(place), network: place.asn, organization: place.organization }),
    },
    context,
  );
  return {
    ...base,
    // File names aren't defanged, so that users recognize them.
    cells: {
      ...base.cells,
      ...cells,
      risk: riskView(risk).label,
      ...(where === '' || first === undefined
        ? {}
        : { where: visibleText(where), file: visibleText(context.fileOf(first.file)) }),
    },
    ...(folded === undefined ? {} : { folded }),
    ...(timeline === undefined || common === undefined ? {} : { bins: [...common.binsOf(timeline)] }),
    tags: [
      `standing:${standing}`,
      `type:${type}`,
      ...new Set((row.contexts ?? []).map(({ category }) => `context:${category}`)),
      ...(state === undefined ? [] : [`state:${state}`]),
    ],
  };
}

/** The reasons for the risk; without a risk, why nothing is known. */
function reasons(row: Triaged): readonly string[] {
  if (row.lead === undefined && !hasKnowledge(row)) return [triageStrings.standing(row.standing)];
  return [...(row.isNoise === true ? [t('Known service, not highlighted')] : []), ...formatReasons(row)];
}
