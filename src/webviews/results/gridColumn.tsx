import type { ComponentChildren } from 'preact';
import { t } from '../../l10n';
import type { Column } from '../common/grid/column';
import { SubjectLink } from '../common/linkedText';
import { RiskBadge, riskText } from '../common/riskBadge';
import { Time } from '../common/time';
import type { ResultColumn, ResultRow, ResultsView } from '../messages/results';
import type { ResultsState, Send } from './resultsState';
import { nextOrder, type ShownRow } from './rows';
import { numberText } from './numberText';
import type { RiskView } from '../messages/parts';
import { barHeight } from './filters/timelinePicture';
import { MarkedLine } from './markedLine';

const height = 16;

interface SparklineProps {
  readonly row: ResultRow;
  /** The number of bins of the timeline. */
  readonly count: number;
  readonly risk: RiskView | undefined;
}

/** The timeline of a row; a text beside it states the same. */
function Sparkline({ row, count, risk }: SparklineProps) {
  if (row.bins === undefined || count <= 0) return null;
  const sums = Array.from({ length: count }, () => 0);
  for (let at = 0; at + 1 < row.bins.length; at += 2) sums[row.bins[at] ?? 0] = row.bins[at + 1] ?? 0;
  const most = Math.max(...sums);
  return (
    <svg
      class={`sparkline risk-${risk?.color ?? 'unknown'}`}
      viewBox={`0 0 ${count} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {sums.map((sum, bin) => {
        const tall = barHeight(sum, most, height);
        return tall === 0 ? null : <rect key={bin} x={bin} width="1" y={height - tall} height={tall} />;
      })}
    </svg>
  );
}

/** The risk of a row, if it has one. */
function riskOf({ risks }: ResultsView, { risk }: ResultRow): ResultsView['risks'][number] | undefined {
  return risk === undefined ? undefined : risks[risk];
}

/** Truncated text, with the full text as tooltip. */
function OneLine({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <span class="one-line" title={title}>
      {children}
    </span>
  );
}

/** Inputs of cells besides the state. */
interface GridRoom {
  readonly isNarrow: boolean;
  /** Shows the lines of a row, or hides them. */
  readonly unfold: (row: number) => void;
}

/** A column of the grid, with its cells. */
export function gridColumn(
  column: ResultColumn,
  view: ResultsView,
  { order, widths, lines, isNarrow, unfold }: Pick<ResultsState, 'order' | 'widths' | 'lines'> & GridRoom,
  change: (changes: Partial<ResultsState>) => void,
  send: Send,
): Column<ShownRow> {
  const { id, title, kind } = column;
  const width = widths[id] ?? column.width;
  return {
    id,
    title,
    width,
    isSticky: kind === 'name' ? true : undefined,
    align: kind === 'number' ? ('end' as const) : undefined,
    sorted: order?.column === id ? (order.descending ? ('descending' as const) : ('ascending' as const)) : undefined,
    onSort: () => change({ order: nextOrder(order, column) }),
    onResize: (wide) => change({ widths: { ...widths, [id]: wide } }),
    cell: (shown, tabIndex) => (
      <Cell
        column={column}
        view={view}
        shown={shown}
        tabIndex={tabIndex}
        lines={lines}
        isNarrow={isNarrow}
        unfold={unfold}
        change={change}
        send={send}
      />
    ),
  };
}

interface CellProps extends GridRoom, Pick<ResultsState, 'lines'> {
  readonly column: ResultColumn;
  readonly view: ResultsView;
  readonly shown: ShownRow;
  readonly tabIndex: number;
  readonly change: (changes: Partial<ResultsState>) => void;
  readonly send: Send;
}

function Cell(props: CellProps) {
  const { column, view, tabIndex, isNarrow, send } = props;
  const { id, kind } = column;
  const { row, index } = props.shown;
  const text = row.cells[id] ?? '';
  switch (kind) {
    case 'risk':
      return <RiskCell row={row} risk={riskOf(view, row)} isNarrow={isNarrow} />;
    case 'name':
      return <NameCell {...props} />;
    case 'timestamp':
      return <TimeCell at={row.timestamps[id]} form="age" tabIndex={tabIndex} />;
    case 'utc':
      return <TimeCell at={row.timestamps[id]} form={isNarrow ? 'shortUtc' : 'utc'} tabIndex={tabIndex} />;
    case 'number':
      return <span class="number">{numberText(text)}</span>;
    case 'timeline':
      return (
        <OneLine title={text}>
          <Sparkline row={row} count={(view.timeline?.labels.length ?? 1) - 1} risk={riskOf(view, row)} />
          <span class="unseen">{text}</span>
        </OneLine>
      );
    case 'location':
      return (
        <LinkCell text={text} title={text} tabIndex={tabIndex} onClick={() => send({ kind: 'goTo', row: index })} />
      );
    case 'client':
      return <ClientCell {...props} />;
    case 'text':
      return <TextCell text={text} title={row.hovers?.[id] ?? text} isRedacted={row.redacted?.includes(id) === true} />;
  }
}

function NameCell({ view, shown: { row, index }, tabIndex, lines, unfold }: CellProps) {
  return (
    <OneLine title={row.name}>
      {view.hasLines === true && row.name !== '' ? (
        <Unfold isOpen={lines.has(index)} tabIndex={tabIndex} toggle={() => unfold(index)} />
      ) : null}
      {row.open === undefined ? (
        <MarkedLine text={row.name} marks={row.marks} />
      ) : (
        <SubjectLink subject={row.open} tabIndex={tabIndex}>
          {row.name}
        </SubjectLink>
      )}
    </OneLine>
  );
}

interface TimeCellProps {
  readonly at: ResultRow['timestamps'][string] | undefined;
  readonly form: 'age' | 'utc' | 'shortUtc';
  readonly tabIndex: number;
}

function TimeCell({ at, form, tabIndex }: TimeCellProps) {
  return at === undefined ? null : <Time at={at} form={form} tabIndex={tabIndex} />;
}

function ClientCell({ column: { id }, shown: { row }, tabIndex, change }: CellProps) {
  const { client, hovers, cells } = row;
  if (client === undefined) return null;
  const title = `${hovers?.[id] ?? ''}\n\n${t('Show only {0}', client.name)}`;
  const show = (): void => change({ filter: client.filter, group: undefined });
  return <LinkCell text={cells[id] ?? ''} title={title} tabIndex={tabIndex} onClick={show} />;
}

interface LinkCellProps {
  readonly text: string;
  readonly title: string;
  readonly tabIndex: number;
  readonly onClick: () => void;
}

function LinkCell({ text, title, tabIndex, onClick }: LinkCellProps) {
  return text === '' ? null : (
    <button type="button" class="link one-line" tabIndex={tabIndex} title={title} onClick={onClick}>
      {text}
    </button>
  );
}

interface UnfoldProps {
  readonly isOpen: boolean;
  readonly tabIndex: number;
  readonly toggle: () => void;
}

function Unfold({ isOpen, tabIndex, toggle }: UnfoldProps) {
  const label = isOpen ? t('Hide lines') : t('Show lines');
  return (
    <button
      type="button"
      class="unfold"
      tabIndex={tabIndex}
      title={label}
      aria-label={label}
      aria-expanded={isOpen}
      onClick={toggle}
    />
  );
}

interface RiskCellProps {
  readonly row: ResultRow;
  readonly risk: RiskView | undefined;
  readonly isNarrow: boolean;
}

function RiskCell({ row: { retired, hovers }, risk, isNarrow }: RiskCellProps) {
  if (risk === undefined) return null;
  return (
    <OneLine title={[riskText(risk, retired), hovers?.['risk'] ?? ''].join('\n').trim()}>
      <RiskBadge risk={risk} retired={retired} icon={isNarrow} />
    </OneLine>
  );
}

interface TextCellProps {
  readonly text: string;
  readonly title: string;
  readonly isRedacted: boolean;
}

function TextCell({ text, title, isRedacted }: TextCellProps) {
  return isRedacted ? <span class="dim">{text}</span> : <OneLine title={title}>{text}</OneLine>;
}
