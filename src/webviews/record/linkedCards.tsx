import { useEffect, useState } from 'preact/hooks';
import type { Column } from '../common/grid/column';
import { Grid } from '../common/grid/grid';
import { menuContext, Pieces, Ref } from '../common/pieces';
import { textOf } from '../messages/parts';
import type { LinkListView, LinkRowView, RecordView } from '../messages/recordParts';
import type { Holds } from './cardPart';
import { Card } from './card';
import { asLine } from './listCard';
import { Moment } from '../common/moment';
import { Notice } from './notices';
import { usePanel } from './panelContext';
import { type LinksState, partKey } from './panelState';
import { RiskBadge } from '../common/riskBadge';
import { Waiting } from './waiting';

const columns: readonly Column<LinkRowView>[] = [
  {
    id: 'risk',
    title: 'Risk',
    width: 190,
    cell: ({ risk, retired }) => <RiskBadge risk={risk} retired={retired} />,
  },
  {
    id: 'indicator',
    title: 'Indicator',
    cell: ({ indicator }, tabIndex) => <Ref piece={indicator} tabIndex={tabIndex} />,
  },
  { id: 'type', title: 'Type', width: 84, cell: ({ type }) => type },
  {
    id: 'linked',
    title: 'Linked',
    width: 110,
    cell: ({ linked }, tabIndex) => (linked === undefined ? null : <Moment moment={linked} tabIndex={tabIndex} />),
  },
  {
    id: 'detail',
    title: 'Details',
    cell: ({ detail }, tabIndex) => (detail === undefined ? null : <Pieces text={detail} tabIndex={tabIndex} />),
  },
];

/** The indicators that belong to it, list by list, loaded page by page. */
export function LinkedCards({ record, holds }: { readonly record: RecordView; readonly holds: Holds }) {
  return record.links.map((list) => <LinkedCard key={list.id} record={record.id} list={list} holds={holds} />);
}

interface LinkedCardProps {
  readonly record: string;
  readonly list: LinkListView;
  readonly holds: Holds;
}

function LinkedCard({ record, list, holds }: LinkedCardProps) {
  const { state, send } = usePanel();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const loaded = state.links.get(partKey(record, list.id));
  const load = (page: number, anew = false): void =>
    send({ kind: 'links', record, list: list.id, page, ...(anew ? { anew } : {}) });
  const next = loaded === undefined ? 0 : loaded.asked || loaded.error !== undefined ? undefined : loaded.more?.page;
  const comesByItself = next !== undefined && (next < list.held || (list.free && loaded === undefined));
  useEffect(() => {
    if (comesByItself) load(next);
  }, [record, list.id, next, comesByItself]);
  const rows = (loaded?.rows ?? []).filter((row) =>
    holds(row.indicator.text, row.indicator.plain, row.type, row.detail, row.risk.words),
  );
  if (!holds(list.title) && rows.length === 0) return null;
  const copied = (chosen: readonly LinkRowView[]): string => chosen.map(linkLine).join('\n');
  return (
    <Card title={list.title} copy={rows.length === 0 ? undefined : () => copied(rows)}>
      {rows.length === 0 ? null : (
        <Grid
          label={list.title}
          columns={columns}
          rows={rows}
          keyOf={({ indicator }, index) => `${index} ${indicator.text}`}
          selected={selected}
          onSelect={select}
          onOpen={({ indicator }, beside) => send({ kind: 'open', subject: indicator.open, beside })}
          onCopy={(chosen) =>
            send({
              kind: 'copyText',
              text: copied(chosen),
              what: `${chosen.length} ${chosen.length === 1 ? 'row' : 'rows'}`,
            })
          }
          menuOf={({ indicator: { open } }) => (open.kind === 'indicator' ? menuContext(open) : undefined)}
        />
      )}
      {loaded?.error === undefined ? null : <Notice notice={loaded.error} />}
      {loaded?.asked === true ? (
        <Waiting words={list.waits} cancel={() => send({ kind: 'cancel', record, part: 'links' })} />
      ) : null}
      <LoadMore list={list} loaded={loaded} shown={rows.length} load={load} />
    </Card>
  );
}

interface LoadMoreProps {
  readonly list: LinkListView;
  readonly loaded: LinksState | undefined;
  readonly shown: number;
  readonly load: (page: number, anew?: boolean) => void;
}

/** What was loaded of how many, and the button for the next page, which says what it costs. */
function LoadMore({ list, loaded, shown, load }: LoadMoreProps) {
  const isFiltered = loaded !== undefined && shown < loaded.rows.length;
  const said = loaded?.said ?? list.said;
  const next =
    loaded === undefined
      ? { page: 0, label: list.load }
      : (loaded.more ??
        (loaded.rows.length === 0 && loaded.error !== undefined ? { page: 0, label: list.load } : undefined));
  return (
    <p class="ask" role="status">
      {isFiltered ? <span>{shown.toLocaleString()} fit the filter.</span> : null}
      {said === undefined ? null : <span class="dim">{said}</span>}
      {next === undefined || loaded?.asked === true ? null : (
        <button type="button" class="secondary" onClick={() => load(next.page)}>
          {next.label}
        </button>
      )}
      {list.anew === undefined || loaded === undefined || loaded.asked ? null : (
        <>
          <span class="dim">Loaded before the last lookup.</span>
          <button type="button" class="secondary" onClick={() => load(0, true)}>
            {list.anew}
          </button>
        </>
      )}
    </p>
  );
}

function linkLine({ indicator, type, risk, linked, detail }: LinkRowView): string {
  return asLine([indicator.text, type, risk.words, linked?.utc ?? '', detail === undefined ? '' : textOf(detail)]);
}
