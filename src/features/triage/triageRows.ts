import { type TriageState } from '../../core/triage/triageEntry';
import { type Triaged } from '../../core/triage/assess';
import { standingLabels, locationLabel, formatReasons } from '../../core/triage/triageExport';
import { emptyRecord } from '../../core/records/record';
import { type ResultChip, type ResultColumn, type ResultRow } from '../../webviews/messages/results';
import { cellsOf, indicatorRow, resultColumns, type RowContext } from '../common/resultRows';
import { formatSource } from '../common/verdict';
import { visibleText } from '../common/visibleText';
import { stateLabels } from './stateLabels';

/** What rows of triage are made with. */
export interface TriageRowContext extends RowContext {
  readonly fileOf: (file: number) => string;
  readonly stateOf: (row: Triaged) => TriageState | undefined;
  /** Where a row of the list came from, where that is no place in a file. */
  readonly originOf?: (row: Triaged) => string | undefined;
}

const text = (id: string, title: string, width: number, shown = true): ResultColumn => ({
  ...{ id, title, kind: 'text', width, shown },
});

const shared = (...ids: readonly string[]): readonly ResultColumn[] =>
  ids.flatMap((id) => resultColumns('indicators').find((column) => column.id === id) ?? []);

const hidden = (columns: readonly ResultColumn[]): readonly ResultColumn[] =>
  columns.map((column) => ({ ...column, shown: false }));

/** The columns of triage, in their order; `list`: of the list that is kept. */
export function triageColumns(list: boolean): readonly ResultColumn[] {
  const state = text('state', 'State', 85);
  return [
    ...(list ? [state] : []),
    ...shared('risk').map((column) => ({ ...column, width: 150 })),
    ...shared('name'),
    ...(list ? [] : [{ id: 'times', title: 'Times', kind: 'number', width: 60, shown: true } as const]),
    { id: 'where', title: 'Where', kind: 'place', width: 130, shown: true },
    ...(list ? [text('origin', 'From', 150)] : [state]),
    ...shared('type').map((column) => ({ ...column, width: 90 })),
    ...shared('seen', 'threats'),
    text('why', 'Why', 190),
    ...hidden([text('sources', 'Sources', 150), ...shared('place', 'organization', 'feeds', 'updated', 'added')]),
  ];
}

const standingTitles: Readonly<Record<Triaged['standing'], string>> = {
  known: 'A source on this machine, or an answer that is kept, has it',
  unread: 'Nobody can say: the local store could not be read',
  unasked: 'No source on this machine has it, and no service was asked',
  notKnown: 'The service was asked and does not know it',
  wellKnown: 'A host that every log names; not asked for',
  ignored: 'Never sent: the ignore list names it',
  reserved: 'Never sent: an internal name or a reserved address',
};

const typeLabels: Readonly<Record<Triaged['indicator']['type'], string>> = {
  domain: 'domains',
  ip: 'addresses',
  url: 'URLs',
};

/** What rows are counted by, beside their risk. */
export const triageChips: readonly ResultChip[] = [
  ...(['known', 'unread', 'unasked', 'notKnown', 'wellKnown', 'ignored', 'reserved'] as const).map((standing) => ({
    ...{ id: `standing:${standing}`, label: standingLabels[standing], title: standingTitles[standing] },
  })),
  ...(['domain', 'ip', 'url'] as const).map((type) => ({
    ...{ id: `type:${type}`, label: typeLabels[type], title: `${typeLabels[type]} alone` },
  })),
  ...(['review', 'escalate', 'done'] as const).map((state) => ({
    id: `state:${state}`,
    label: stateLabels[state].toLowerCase(),
    title: `On the triage list: ${stateLabels[state]}`,
  })),
];

/** An indicator of a triage as a row of its panel. */
export function triageRow(row: Triaged, context: TriageRowContext): ResultRow {
  const { indicator, lead, known, standing, occurrences } = row;
  const { type, value } = indicator;
  // Of a URL whose host is worse it is the host's record, under the URL's own name.
  const base = indicatorRow({ ...(lead?.record ?? emptyRecord(value, type)), value, type }, context);
  const state = context.stateOf(row);
  const where = locationLabel(row, context);
  const origin = context.originOf?.(row);
  const cells = cellsOf(
    {
      times: String(occurrences),
      state: state === undefined ? undefined : stateLabels[state],
      origin,
      why: reasons(row).join(', '),
      sources: known.map(({ source }) => formatSource(source)).join(', '),
    },
    context,
  );
  return {
    ...base,
    // Names of files stay as they are, or nobody would find them.
    cells: { ...base.cells, ...cells, ...(where === '' ? {} : { where: visibleText(where) }) },
    tags: [`standing:${standing}`, `type:${type}`, ...(state === undefined ? [] : [`state:${state}`])],
  };
}

/** Why the risk is what it is; without one, why nothing is known. */
function reasons(row: Triaged): readonly string[] {
  return row.lead === undefined && row.standing !== 'known' ? [standingLabels[row.standing]] : formatReasons(row);
}
