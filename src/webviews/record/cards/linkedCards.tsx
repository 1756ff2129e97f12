import { useEffect, useState } from 'preact/hooks';
import { formatUtc, t } from '../../../l10n';
import type { Column } from '../../common/grid/column';
import { Grid } from '../../common/grid/grid';
import { useAnnouncedChange } from '../../common/live';
import { menuContext, Pieces, Ref } from '../../common/pieces';
import { textOf } from '../../messages/pieces';
import type { LinkListView, LinkRowView, RecordView } from '../../messages/recordParts';
import type { MatchesFilter } from '../parts/cardPart';
import { Card } from '../parts/card';
import { joinCells } from '../parts/listCard';
import { Time } from '../../common/time';
import { Notice } from '../parts/notices';
import { usePanel } from '../state/panelContext';
import { usePersisted, usePersistedTop } from '../state/viewState';
import { type LinksState, partKey } from '../state/panelState';
import { RiskBadge } from '../../common/riskBadge';
import { Waiting } from '../parts/waiting';
import { strings } from '../strings';

const columns = (): readonly Column<LinkRowView>[] => [
  {
    id: 'risk',
    title: t('Risk'),
    width: 190,
    cell: ({ risk, retired }) => <RiskBadge risk={risk} retired={retired} />,
  },
  {
    id: 'indicator',
    title: t('Indicator'),
    cell: ({ indicator }, tabIndex) => <Ref piece={indicator} tabIndex={tabIndex} />,
  },
  { id: 'type', title: t('Type'), width: 84, cell: ({ type }) => type },
  {
    id: 'linked',
    title: t('Linked'),
    width: 110,
    cell: ({ linked }, tabIndex) => (linked === undefined ? null : <Time at={linked} tabIndex={tabIndex} />),
  },
  {
    id: 'detail',
    title: t('Details'),
    cell: ({ detail }, tabIndex) => (detail === undefined ? null : <Pieces text={detail} tabIndex={tabIndex} />),
  },
];

/** The linked indicators, list by list, loaded page by page. */
export function LinkedCards({ record, matches }: { readonly record: RecordView; readonly matches: MatchesFilter }) {
  return record.links.map((list) => <LinkedCard key={list.id} record={record.id} list={list} matches={matches} />);
}

interface LinkedCardProps {
  readonly record: string;
  readonly list: LinkListView;
  readonly matches: MatchesFilter;
}

function LinkedCard({ record, list, matches }: LinkedCardProps) {
  const { state, send } = usePanel();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [start, setStart] = usePersisted(`row ${list.id}`, '');
  const [top, storeTop] = usePersistedTop(list.id);
  const loaded = state.links.get(partKey(record, list.id));
  const load = (page: number, reload = false): void =>
    send({ kind: 'links', record, list: list.id, page, reload: reload || undefined });
  const next =
    loaded === undefined ? 0 : loaded.isLoading || loaded.error !== undefined ? undefined : loaded.more?.page;
  const loadsAutomatically = next !== undefined && (next < list.held || (list.free && loaded === undefined));
  useEffect(() => {
    if (loadsAutomatically) load(next);
  }, [record, list.id, next, loadsAutomatically]);
  const rows = (loaded?.rows ?? []).filter((row) =>
    matches(row.indicator.text, row.indicator.plain, row.type, row.detail, row.risk.label),
  );
  if (!matches(list.title) && rows.length === 0) return null;
  const isComplete = loaded?.isLoading === false && !loadsAutomatically;
  const copied = (chosen: readonly LinkRowView[]): string => chosen.map(linkLine).join('\n');
  return (
    <Card title={list.title} copy={rows.length === 0 ? undefined : () => copied(rows)}>
      {rows.length === 0 ? null : (
        <Grid
          label={list.title}
          columns={columns()}
          rows={rows}
          keyOf={({ indicator }, index) => `${index} ${indicator.text}`}
          start={start === '' ? undefined : start}
          top={isComplete ? top : undefined}
          onScroll={storeTop}
          onFocus={(row) => setStart(`${rows.indexOf(row)} ${row.indicator.text}`)}
          selected={selected}
          onSelect={select}
          onOpen={({ indicator }, beside) => send({ kind: 'open', subject: indicator.open, beside })}
          onCopy={(chosen) =>
            send({
              kind: 'copyText',
              text: copied(chosen),
              what: strings.rows(chosen.length),
            })
          }
          menuOf={({ indicator: { open } }) => (open.kind === 'indicator' ? menuContext(open) : undefined)}
        />
      )}
      {loaded?.error === undefined ? null : <Notice notice={loaded.error} />}
      {loaded?.isLoading === true ? (
        <Waiting message={list.pendingLabel} cancel={() => send({ kind: 'cancel', record, part: 'links' })} />
      ) : null}
      <LoadMore list={list} loaded={loaded} shown={rows.length} load={load} />
    </Card>
  );
}

interface LoadMoreProps {
  readonly list: LinkListView;
  readonly loaded: LinksState | undefined;
  readonly shown: number;
  readonly load: (page: number, reload?: boolean) => void;
}

/** How many are loaded, and the button for the next page. */
function LoadMore({ list, loaded, shown, load }: LoadMoreProps) {
  const isFiltered = loaded !== undefined && shown < loaded.rows.length;
  const status = loaded?.status ?? list.status;
  useAnnouncedChange(isFiltered ? strings.matching(shown) : (status ?? ''));
  const next =
    loaded === undefined
      ? { page: 0, label: list.load }
      : (loaded.more ??
        (loaded.rows.length === 0 && loaded.error !== undefined ? { page: 0, label: list.load } : undefined));
  return (
    <p class="ask">
      {isFiltered ? <span>{strings.matching(shown)}</span> : null}
      {status === undefined ? null : <span class="dim">{status}</span>}
      {next === undefined || loaded?.isLoading === true ? null : (
        <button type="button" class="secondary" onClick={() => load(next.page)}>
          {next.label}
        </button>
      )}
      {list.reload === undefined || loaded === undefined || loaded.isLoading ? null : (
        <>
          <span class="dim">{t('Loaded before the last lookup.')}</span>
          <button type="button" class="secondary" onClick={() => load(0, true)}>
            {list.reload}
          </button>
        </>
      )}
    </p>
  );
}

function linkLine({ indicator, type, risk, linked, detail }: LinkRowView): string {
  return joinCells([
    indicator.text,
    type,
    risk.label,
    linked === undefined ? '' : formatUtc(linked),
    detail === undefined ? '' : textOf(detail),
  ]);
}
