import { countryLabel } from '../../../core/context/places';
import type { TriageState } from '../../../core/triage/triageEntry';
import type { Triaged } from '../../../core/triage/assess';
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
import { visibleText } from '../../shared/text/visibleText';
import { strings } from '../strings';
import type { TriageList } from '../triageList';

interface TriageRowParts {
  readonly tools: IndicatorTools;
  readonly results: Pick<RowContext, 'locationOf' | 'isRedacted'>;
  readonly list: Pick<TriageList, 'stateOf' | 'originLabel'>;
}

/** What rows of a triage are made with. */
export interface TriageRowContext extends RowContext {
  readonly fileOf: (file: number) => string;
  readonly stateOf: (row: Triaged) => TriageState | undefined;
  /** Where a row of the list came from, if not from a file. */
  readonly originOf?: (row: Triaged) => string | undefined;
}

/** The context of a panel's rows. */
export function triageRowContext(
  { tools, results, list }: TriageRowParts,
  fileOf: TriageRowContext['fileOf'],
): TriageRowContext {
  return {
    ...{ now: Date.now(), tools, source: localSource, fileOf },
    ...{ locationOf: results.locationOf, isRedacted: results.isRedacted },
    stateOf: ({ indicator }) => list.stateOf(indicator),
    originOf: ({ indicator }) => list.originLabel(indicator),
  };
}

const text = (id: string, title: string, width: number, shown = true): ResultColumn => ({
  ...{ id, title, kind: 'text', width, shown },
});

const shared = (...ids: readonly string[]): readonly ResultColumn[] =>
  ids.flatMap((id) => resultColumns('indicators').find((column) => column.id === id) ?? []);

const hidden = (columns: readonly ResultColumn[]): readonly ResultColumn[] =>
  columns.map((column) => ({ ...column, shown: false }));

/** The columns of a triage, or of the triage list. */
export function triageColumns(list: boolean): readonly ResultColumn[] {
  const state = { ...text('state', strings.state(), 85), isGroup: true };
  return [
    ...(list ? [state] : []),
    ...shared('risk').map((column) => ({ ...column, width: 150 })),
    ...shared('name'),
    ...(list ? [] : [{ id: 'times', title: strings.count(), kind: 'number', width: 60, shown: true } as const]),
    { id: 'where', title: strings.location(), kind: 'place', width: 130, shown: true },
    ...(list ? [text('origin', strings.source(), 150)] : [state]),
    ...shared('type').map((column) => ({ ...column, width: 90 })),
    ...shared('seen', 'threats'),
    text('why', strings.reason(), 190),
    { ...text('context', triageStrings.context(), 170), isGroup: true },
    ...hidden([
      text('sources', strings.sources(), 150),
      { ...text('place', strings.country(), 110), isGroup: true },
      ...shared('network', 'organization', 'feeds', 'updated', 'added'),
    ]),
  ];
}

/** What rows can be filtered by, in addition to risk. */
export const triageChips = (): readonly ResultChip[] => [
  ...(['known', 'unread', 'unasked', 'notKnown', 'wellKnown', 'ignored', 'reserved'] as const).map((standing) => ({
    ...{
      id: `standing:${standing}`,
      label: strings.standingFilter(standing),
      title: strings.standingTooltip(standing),
    },
  })),
  ...(['domain', 'ip', 'url'] as const).map((type) => ({
    ...{ id: `type:${type}`, label: strings.typeFilter(type), title: strings.typeTooltip(type) },
  })),
  ...contextCategories.map((category) => ({
    id: `context:${category}`,
    label: contextCategory(category),
    title: strings.contextTooltip(),
  })),
  ...(['review', 'escalate', 'done'] as const).map((state) => ({
    id: `state:${state}`,
    label: strings.stateLabel(state),
    title: strings.stateTooltip(state),
  })),
];

/** An indicator of a triage as a row of its panel. */
export function triageRow(row: Triaged, context: TriageRowContext): ResultRow {
  const { indicator, lead, known, standing, occurrences, place } = row;
  const { type, value } = indicator;
  // For a URL with a worse host, this is the host's record under the URL's name.
  const base = indicatorRow({ ...(lead?.record ?? emptyRecord(value, type)), value, type }, context);
  const state = context.stateOf(row);
  const where = locationLabel(row, context);
  const origin = context.originOf?.(row);
  const cells = cellsOf(
    {
      times: String(occurrences),
      state: state === undefined ? undefined : strings.stateLabel(state),
      origin,
      why: reasons(row).join(' · '),
      context: contextTexts(row.contexts).join(', '),
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
    cells: { ...base.cells, ...cells, ...(where === '' ? {} : { where: visibleText(where) }) },
    tags: [
      ...[`standing:${standing}`, `type:${type}`],
      ...new Set((row.contexts ?? []).map(({ category }) => `context:${category}`)),
      ...(state === undefined ? [] : [`state:${state}`]),
    ],
  };
}

/** The reasons for the risk; without a risk, why nothing is known. */
function reasons(row: Triaged): readonly string[] {
  return row.lead === undefined && row.standing !== 'known'
    ? [triageStrings.standing(row.standing)]
    : formatReasons(row);
}
