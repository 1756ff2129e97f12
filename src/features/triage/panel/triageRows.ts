import { lookupStatuses, type Triaged } from '../../../core/triage/assess';
import type { Clients } from '../../../core/triage/clients/counted';
import {
  clientNames,
  locationText,
  recordOfRow,
  type RowTextContext,
  rowTexts,
  getSources,
} from '../../../core/triage/rowTexts';
import { formatReasons } from '../../../core/triage/triageExport';
import { defangText } from '../../../core/indicators/identity/defangText';
import { formatSource } from '../../../core/records/labels/verdict';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { TimelineUnit } from '../../../core/triage/timeline';
import { optionalColumns } from '../../../core/triage/triageTable';
import { contextCategories } from '../../../core/records/context';
import { contextCategory } from '../../../core/records/labels/contextLabels';
import type { ResultChip, ResultColumn, ResultRow } from '../../../webviews/messages/results';
import { getCells, indicatorRow, resultColumns, type RowContext } from '../../shared/panels/resultRows';
import { visibleText } from '../../../core/text/visibleText';
import { strings } from '../strings';
import { t } from '../../../l10n';

/** Inputs for creating rows of a triage. */
export interface TriageRowContext extends RowContext, RowTextContext {
  /** In which other triaged files it was, in words; undefined if in none. */
  readonly seenBefore?: (indicator: Indicator) => string | undefined;
}

const text = (id: string, title: string, width: number, shown = true): ResultColumn => ({
  id,
  title,
  kind: 'text',
  width,
  shown,
});

/** A column that is only shown on request, and that rows can be grouped by. */
const group = (id: string, title: string, width: number): ResultColumn => ({
  ...text(id, title, width, false),
  isGroup: true,
});

const shared = (...ids: readonly string[]): readonly ResultColumn[] =>
  ids.flatMap((id) => resultColumns('indicators').find((column) => column.id === id) ?? []);

const hidden = (columns: readonly ResultColumn[]): readonly ResultColumn[] =>
  columns.map((column) => ({ ...column, shown: false }));

/** The columns of a triage or of the triage list, the most important ones first. Without `filled`, all are shown. */
export function triageColumns(
  list: boolean,
  unit?: TimelineUnit,
  filled: ReadonlySet<string> = new Set(optionalColumns),
  hasSeenBefore = false,
  zone = '',
): readonly ResultColumn[] {
  const optional: ReadonlySet<string> = new Set(
    list ? optionalColumns.filter((id) => id !== 'state') : optionalColumns,
  );
  const state = { ...text('state', t('State'), 85), isGroup: true };
  const location = {
    id: 'where',
    title: t('Found at'),
    kind: 'location',
    width: 125,
    shown: true,
  } as const;
  const columns = [
    ...(list ? [state] : []),
    ...shared('risk').map((column) => ({ ...column, width: 120, isGroup: true })),
    ...shared('name'),
    ...(list ? [] : lineColumns()),
    location,
    ...timeColumns(unit, zone),
    ...shared('threats').map((column) => ({ ...column, width: 130, minWidth: 90 })),
    { ...text('sources', t('Source'), 150), minWidth: 90, isGroup: true },
    { ...text('note', t('Note'), 200, true), minWidth: 100 },
    { ...text('tags', t('Tags'), 120, true), minWidth: 80 },
    { ...text('team', t('Team'), 200, true), minWidth: 100 },
    { ...text('why', t('Reasons'), 240), minWidth: 120 },
    { ...text('context', t('Context'), 150), minWidth: 100, isGroup: true },
    ...(list ? [text('origin', t('From'), 150)] : [state]),
    ...shared('type').map((column) => ({ ...column, width: 90, isGroup: true })),
    ...shared('seen'),
    ...(hasSeenBefore ? [text('seenBefore', t('Seen before'), 200)] : []),
    group('domain', t('Registered domain'), 150),
    group('subnet', t('Network'), 130),
    ...(unit === 'seconds' ? [group('first', t('First occurrence'), 130)] : []),
    ...hidden([
      ...shared('network', 'organization'),
      { ...text('place', t('Country'), 110), isGroup: true },
      ...(list ? [] : [group('file', t('File'), 150)]),
      ...shared('feeds', 'updated', 'added'),
    ]),
  ];
  return columns.map((column) =>
    optional.has(column.id) && !filled.has(column.id) ? { ...column, shown: false } : column,
  );
}

/** The columns with the number of lines and their clients. */
function lineColumns(): readonly ResultColumn[] {
  return [
    { id: 'lines', title: t('Lines'), kind: 'number', width: 60, shown: true },
    { id: 'clients', title: t('Clients'), kind: 'client', width: 150, shown: true, isGroup: true },
  ];
}

/** The columns with times or positions of lines. */
function timeColumns(unit: TimelineUnit | undefined, zone: string): readonly ResultColumn[] {
  if (unit === undefined) return [];
  const picture = { id: 'when', kind: 'timeline', width: 100, minWidth: 70, shown: true } as const;
  if (unit === 'lines') return [{ ...picture, title: t('Position') }];
  const inZone = (title: string): string => (zone === '' ? title : t('{0} ({1})', title, zone));
  const time = { kind: 'text', width: 150, shown: true } as const;
  return [
    { ...time, id: 'from', title: inZone(t('First in log')) },
    { ...time, id: 'to', title: inZone(t('Last in log')) },
    { ...picture, title: t('Timeline') },
  ];
}

/** The filters for rows in addition to risk. */
export const triageChips = (): readonly ResultChip[] => [
  ...lookupStatuses.map((status) => ({
    id: `status:${status}`,
    group: t('Found'),
    label: strings.statusFilter(status),
    title: strings.statusTooltip(status),
  })),
  ...(['domain', 'ip', 'url'] as const).map((type) => ({
    id: `type:${type}`,
    group: t('Type'),
    label: strings.typeFilter(type),
    title: strings.typeTooltip(type),
  })),
  ...contextCategories.map((category) => ({
    id: `context:${category}`,
    group: t('Context'),
    label: contextCategory(category),
    title: t('Only indicators with this context'),
  })),
  ...(['review', 'escalate', 'done'] as const).map((state) => ({
    id: `state:${state}`,
    group: t('State'),
    label: strings.stateLabel(state),
    title: strings.stateTooltip(state),
  })),
];

/** The most frequent client of a row, and the filter for it. */
function clientOf(clients: Clients | undefined): Pick<ResultRow, 'client'> {
  const [first] = clients?.top ?? [];
  return first === undefined ? {} : { client: { name: visibleText(first.name), filter: `client:${first.name}` } };
}

/** The hovers of cells: all texts that don't fit into the column. */
function hoversOf(row: Triaged, { tools }: TriageRowContext): Record<string, string> {
  const shown = (texts: readonly string[]): string =>
    visibleText(defangText([...new Set(texts)].join('\n'), tools), { keepLines: true });
  return {
    risk: shown(formatReasons(row)),
    sources: shown(getSources(row).map(formatSource)),
    ...(row.clients === undefined ? {} : { clients: clientNames(row.clients, maxHovered) }),
  };
}

/** Clients that the hover of a cell names. */
const maxHovered = 20;

/** An indicator of a triage as a row of its panel. */
export function triageRow(row: Triaged, context: TriageRowContext): ResultRow {
  const { timeline, locations, clients } = row;
  const base = indicatorRow(recordOfRow(row), context);
  const texts = rowTexts(row, context);
  const where = locationText(row, context);
  const [first] = locations;
  const seenBefore = context.seenBefore?.(row.indicator);
  return {
    ...base,
    // File names and clients aren't defanged, so that users recognize them.
    cells: {
      ...base.cells,
      ...getCells(texts, context),
      ...(texts['clients'] === undefined ? {} : { clients: visibleText(texts['clients']) }),
      ...(row.ofSource === undefined ? {} : { sources: visibleText(row.ofSource) }),
      ...(seenBefore === undefined ? {} : { seenBefore }),
      ...(where === '' || first === undefined
        ? {}
        : { where: visibleText(where), file: visibleText(context.fileOf(first.file)) }),
    },
    ...clientOf(clients),
    hovers: hoversOf(row, context),
    bins: timeline && context.timeline && [...context.timeline.binsOf(timeline)],
  };
}
