import { useEffect, useState } from 'preact/hooks';
import { formatUtc, plural, t } from '../../../l10n';
import { hostLabel, riskView, typeTitle } from '../../../core/records/labels/verdict';
import type { Column } from '../../common/grid/column';
import { Grid } from '../../common/grid/grid';
import { useAnnouncedChange } from '../../common/live';
import { menuContext, LinkedText, Ref } from '../../common/linkedText';
import { RiskBadge } from '../../common/riskBadge';
import { Time } from '../../common/time';
import type { LinkedTextView, RefView, RiskView } from '../../messages/parts';
import { joinLinkedTexts } from '../../messages/linkedText';
import type { LinkRow, LinksLoaded, LinksView, RecordView } from '../../messages/record';
import { Card } from '../card';
import type { CardContext } from '../cardPart';
import { Notice } from '../notices';
import { Waiting } from '../waiting';
import { indicatorRef, type Show } from '../shown';
import { usePanel } from '../panelContext';
import type { LinksState } from '../panelState';
import { usePersisted, usePersistedTop } from '../viewState';
import { joinCells } from '../cardPart';

interface LinkView {
  readonly row: LinkRow;
  readonly indicator: RefView;
  readonly type: string;
  readonly risk: RiskView;
  readonly detail: LinkedTextView;
}

/** There may be many rows, and they don't change. */
const views = new WeakMap<LinkRow, LinkView>();

function linkView(row: LinkRow, show: Show): LinkView {
  const there = views.get(row);
  if (there !== undefined) return there;
  const view = {
    row,
    indicator: indicatorRef(row),
    type: typeTitle(row.type),
    risk: riskView(row.risk),
    detail: joinLinkedTexts(row.details.map(show), ' · '),
  };
  views.set(row, view);
  return view;
}

const columns = (): readonly Column<LinkView>[] => [
  {
    id: 'risk',
    title: t('Risk'),
    width: 190,
    cell: ({ risk, row }) => <RiskBadge risk={risk} retired={row.retired} />,
  },
  {
    id: 'indicator',
    title: t('Indicator'),
    cell: ({ indicator }, tabIndex) => <Ref part={indicator} tabIndex={tabIndex} />,
  },
  { id: 'type', title: t('Type'), width: 84, cell: ({ type }) => type },
  {
    id: 'linked',
    title: t('Linked'),
    width: 110,
    cell: ({ row: { linked } }, tabIndex) => (linked === undefined ? null : <Time at={linked} tabIndex={tabIndex} />),
  },
  {
    id: 'detail',
    title: t('Details'),
    cell: ({ detail }, tabIndex) => <LinkedText text={detail} tabIndex={tabIndex} />,
  },
];

interface LinkedCardProps {
  readonly record: RecordView;
  readonly list: LinksView;
  readonly context: CardContext;
}

/** The name of the list in the state of the page. */
const name = 'links';

/** The linked indicators, loaded page by page. */
export function LinkedCard({ record: { id: record, kind }, list, context }: LinkedCardProps) {
  const { state, send } = usePanel();
  const { matches, show } = context;
  const title = kind === 'indicator' ? t('Linked indicators') : t('Indicators');
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [start, setStart] = usePersisted(`row ${name}`, '');
  const [top, storeTop] = usePersistedTop(name);
  const loaded = state.links.get(record);
  const load = (page: number, reload = false): void =>
    send({ kind: 'links', record, page, reload: reload || undefined });
  const automatic = automaticPage(list, loaded);
  useEffect(() => {
    if (automatic !== undefined) load(automatic);
  }, [record, automatic]);
  const rows = (loaded?.rows ?? [])
    .map((row) => linkView(row, show))
    .filter(({ indicator, type, detail, risk }) => matches(indicator.text, indicator.plain, type, detail, risk.label));
  if (!matches(title) && rows.length === 0) return null;
  const isComplete = loaded?.isLoading === false && automatic === undefined;
  const copied = (chosen: readonly LinkView[]): string => chosen.map(linkLine).join('\n');
  return (
    <Card title={title} copy={rows.length === 0 ? undefined : () => copied(rows)}>
      {rows.length === 0 ? null : (
        <Grid
          label={title}
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
              what: plural(chosen.length, { one: '{0} row', other: '{0} rows' }),
            })
          }
          menuOf={({ row }) => menuContext(row)}
        />
      )}
      <LoadingLinks list={list} loaded={loaded} cancel={() => send({ kind: 'cancel', record, part: 'links' })} />
      <LoadMore list={list} loaded={loaded} shown={rows.length} load={load} />
    </Card>
  );
}

/** The page that is loaded without a click: pages that are held already, and the first one if nothing is sent for it. */
function automaticPage({ held, host }: LinksView, loaded: LinksState | undefined): number | undefined {
  if (loaded === undefined) return held > 0 || host === undefined ? 0 : undefined;
  const { isLoading, error, next } = loaded;
  if (isLoading || error !== undefined || next === undefined) return undefined;
  return next < held ? next : undefined;
}

interface LoadingProps {
  readonly list: LinksView;
  readonly loaded: LinksState | undefined;
  readonly cancel: () => void;
}

/** Why a page couldn't be loaded, or that one is loading. */
function LoadingLinks({ list: { host }, loaded, cancel }: LoadingProps) {
  if (loaded === undefined) return null;
  const message = host === undefined ? t('Loading…') : t('Loading from {0}…', hostLabel(host));
  return (
    <>
      {loaded.error === undefined ? null : <Notice notice={loaded.error} />}
      {loaded.isLoading ? <Waiting message={message} cancel={cancel} /> : null}
    </>
  );
}

interface LoadMoreProps {
  readonly list: LinksView;
  readonly loaded: LinksState | undefined;
  readonly shown: number;
  readonly load: (page: number, reload?: boolean) => void;
}

/** The number of loaded indicators, and the button for the next page. */
function LoadMore({ list, loaded, shown, load }: LoadMoreProps) {
  const isFiltered = shown < (loaded?.rows.length ?? 0);
  const matching = plural(shown, { one: '{0} matches the filter.', other: '{0} match the filter.' });
  const status = statusOf(list, loaded?.loaded);
  useAnnouncedChange(isFiltered ? matching : (status ?? ''));
  return (
    <p class="ask">
      {isFiltered ? <span>{matching}</span> : null}
      {status === undefined ? null : <span class="dim">{status}</span>}
      <LoadNext host={list.host} loaded={loaded} load={load} />
      {list.areEarlier && loaded?.isLoading === false ? <Reload host={list.host} reload={() => load(0, true)} /> : null}
    </p>
  );
}

/** The page that a click loads: the first one again if it couldn't be loaded. */
function nextPage({ isLoading, rows, error, next }: LinksState): number | undefined {
  if (isLoading) return undefined;
  return next ?? (rows.length === 0 && error !== undefined ? 0 : undefined);
}

interface NextProps extends Pick<LoadMoreProps, 'loaded' | 'load'> {
  readonly host: string | undefined;
}

function LoadNext({ host, loaded, load }: NextProps) {
  const next = loaded === undefined ? 0 : nextPage(loaded);
  if (next === undefined) return null;
  const more = loaded?.loaded?.more === 'perhaps' ? 'perhaps' : 'more';
  return (
    <button type="button" class="secondary" onClick={() => load(next)}>
      {loadLabel(next === 0 ? 'first' : more, host)}
    </button>
  );
}

function Reload({ host, reload }: { readonly host: string | undefined; readonly reload: () => void }) {
  return (
    <>
      <span class="dim">{t('Loaded before the last lookup, so it may be out of date.')}</span>
      <button type="button" class="secondary" onClick={reload}>
        {host === undefined ? t('Reload') : t('Reload from {0}', hostLabel(host))}
      </button>
    </>
  );
}

function statusOf({ total }: LinksView, loaded: LinksLoaded | undefined): string | undefined {
  if (loaded !== undefined) return linksStatus(loaded);
  return total === undefined ? undefined : t('{0} in total', total);
}

/** “300 of 40,000 loaded.”, or “300 loaded.” if the total isn't known. */
export function linksStatus({ count, total, unreadable, more, isWhole }: LinksLoaded): string {
  if (isWhole && count === 0 && unreadable === 0) return t('No linked indicators.');
  const status = isWhole
    ? plural(count, { one: '{0} link loaded.', other: 'All {0} links loaded.' })
    : more === 'no' || total === undefined || total < count
      ? t('{0} loaded.', count)
      : t('{0} of {1} loaded.', count, total);
  if (unreadable === 0) return status;
  const skipped = plural(unreadable, { one: "{0} entry couldn't be read.", other: "{0} entries couldn't be read." });
  return `${status} ${skipped}`;
}

function loadLabel(kind: 'first' | 'perhaps' | 'more', host: string | undefined): string {
  if (host === undefined) {
    return { first: () => t('Load Entries'), perhaps: () => t('Check for More'), more: () => t('Load More') }[kind]();
  }
  const shown = hostLabel(host);
  return {
    first: () => t('Load from {0}', shown),
    perhaps: () => t('Check for More on {0}', shown),
    more: () => t('Load More from {0}', shown),
  }[kind]();
}

function linkLine({ row: { linked }, indicator, type, risk, detail }: LinkView): string {
  return joinCells([indicator.text, type, risk.label, linked === undefined ? '' : formatUtc(linked), detail]);
}
