import { useCallback, useEffect, useRef } from 'preact/hooks';
import { useNow } from '../../common/clock';
import type { Column } from '../../common/grid/column';
import { Grid } from '../../common/grid/grid';
import type { RecordView, TableRow, TableView } from '../../messages/record';
import { type CardPart, type MatchesFilter, getLines, sumCounts, joinCells } from '../cardPart';
import { CopyButton } from '../copyButton';
import { Fold } from '../fold';
import { usePersisted } from '../viewState';
import { WithOthers } from '../others';
import { usePanel } from '../panelContext';
import { partKey } from '../panelState';
import { Time } from '../../common/time';
import { plural, t, formatNumber, formatRelative, interleave } from '../../../l10n';
import { exactTerm } from '../../../core/explore/queries/exactTerms';
import {
  attributeTitle,
  formatPropertyValue,
  groupTitle,
  keyLabel,
  otherLabel,
} from '../../../core/records/labels/propertyLabels';
import { recordStrings } from '../../../core/records/labels/recordStrings';
import { riskStyle } from '../../../core/records/labels/verdict';
import type { FeedRecord } from '../../../core/records/feed';
import type { IndicatorRecord, UtcMillis } from '../../../core/records/record';
import type { Reference, ThreatRecord } from '../../../core/records/threat';
import { parseTimestamp } from '../../../core/records/timestamp';
import type { LinkedTextView } from '../../messages/parts';
import { joinLinkedTexts } from '../../messages/linkedText';
import { oneLine, type Show } from '../shown';

/** A row of a section: a label with its values. */
interface RowView {
  readonly label: string;
  /** The original key, shown on hover. */
  readonly key: string;
  readonly values: readonly LinkedTextView[];
  /** The query term of each value; undefined if no query can express it. */
  readonly terms: readonly (string | undefined)[];
  /** Often copied (such as a fingerprint), so that its copy button is always visible. */
  readonly isCopied: boolean;
}

/** A titled group of rows. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly RowView[];
  /** The total number of rows; more than `rows` until all are loaded. */
  readonly total: number;
  /** Not all rows came with the record; more are requested on scrolling. */
  readonly isPaged: boolean;
  /** Only for certificates. */
  readonly validity?: Validity;
}

interface Validity {
  readonly from: UtcMillis;
  readonly until: UtcMillis;
}

/**
 * The details of a record in sections: the description, the groups of properties, attributes, data of the service, and
 * keys that the API does not specify.
 */
export function getSections(
  record: RecordView,
  rowsOf: (table: TableView) => readonly TableRow[],
  show: Show,
): readonly Section[] {
  const tables = record.tables.map((table) => ({ table, section: tableSection(table, rowsOf(table), show) }));
  const known = tables.filter(({ table }) => table.kind !== 'other').map(({ section }) => section);
  const other = tables.filter(({ table }) => table.kind === 'other').map(({ section }) => section);
  switch (record.kind) {
    case 'indicator':
      return [...known, ...section('listing', t('Service data'), serviceRows(record.record, show)), ...other];
    case 'threat':
      return [...section('about', t('About'), threatRows(record.threat, show)), ...other];
    case 'feed':
      return [...section('about', t('About'), feedRows(record.feed, show)), ...other];
  }
}

function tableSection(table: TableView, rows: readonly TableRow[], show: Show): Section {
  return {
    id: table.id,
    title: tableTitle(table),
    rows: rows.map((row) => rowView(table, row, show)),
    total: table.total,
    isPaged: table.rows.length < table.total,
    validity: table.kind === 'properties' && table.group === 'ssl' ? certificateValidity(rows) : undefined,
  };
}

function tableTitle({ kind, group }: TableView): string {
  switch (kind) {
    case 'about':
      return t('About');
    case 'properties':
      return groupTitle(group) ?? oneLine(group, 100);
    case 'more':
      return t('More groups');
    case 'attributes':
      return t('Ports, protocols, and technologies');
    case 'other':
      return t('Other properties');
  }
}

/** There may be many rows, and few of them change from one time to the next. */
const views = new WeakMap<TableRow, RowView>();

function rowView(table: TableView, row: TableRow, show: Show): RowView {
  const there = views.get(row);
  if (there !== undefined) return there;
  const { group, key, values, hasMore } = row;
  const isProperty = table.kind === 'properties' || table.kind === 'more';
  const field =
    table.kind === 'attributes'
      ? ({ of: 'attribute', key } as const)
      : isProperty
        ? ({ of: 'property', key } as const)
        : undefined;
  const texts = values.map((parts) =>
    joinLinkedTexts(
      parts.map((part) => show(isProperty ? formatPropertyValue(group, key, part) : part)),
      ' · ',
    ),
  );
  const view = {
    label: oneLine(rowLabel(table, row), 200),
    key: oneLine(key, 200),
    values: hasMore === true ? [...texts, t('… more in the raw JSON')] : texts,
    terms: values.map(([value = '']) => field && exactTerm(field, value)),
    isCopied: isProperty && key.toLowerCase() === 'fingerprint',
  };
  views.set(row, view);
  return view;
}

function rowLabel({ kind }: TableView, { group, key, values }: TableRow): string {
  switch (kind) {
    case 'properties':
      return keyLabel(group, key, values[0]?.[0]);
    case 'more':
      return `${group} · ${keyLabel(group, key)}`;
    case 'attributes':
      return attributeTitle(key) ?? keyLabel('attributes', key);
    case 'about':
    case 'other':
      return otherLabel(key);
  }
}

type Entry = readonly [label: string, key: string, values: readonly LinkedTextView[]];

/** A section of the entries that have values. */
function section(id: string, title: string, entries: readonly Entry[]): readonly Section[] {
  const rows = entries
    .filter(([, , values]) => values.length > 0)
    .map(([label, key, values]): RowView => ({ label, key, values, terms: [], isCopied: false }));
  return rows.length === 0 ? [] : [{ id, title, rows, total: rows.length, isPaged: false }];
}

function serviceRows(record: IndicatorRecord, show: Show): readonly Entry[] {
  const { iid, qid, submissions, toplist, riskRecommended, manualRisk, risk } = record;
  const isScored = riskRecommended !== undefined && (manualRisk || riskRecommended !== risk);
  return [
    [t('Popularity rank'), 'toplist_rank', toplist === undefined ? [] : [rankText(toplist, show)]],
    [t('Submissions'), 'submissions', shown(submissions, show)],
    [t('Automatic score'), 'risk_recommended', isScored ? [riskStyle(riskRecommended).label] : []],
    [t('Indicator ID'), 'iid', shown(iid, show)],
    [t('Queue ID'), 'qid', shown(qid, show)],
  ];
}

/** “88,123 (evil[.]example)” */
function rankText({ rank, domain }: NonNullable<IndicatorRecord['toplist']>, show: Show): LinkedTextView {
  if (domain === undefined) return String(rank);
  return joinLinkedTexts(interleave<LinkedTextView, '{0} ({1})'>('{0} ({1})', formatNumber(rank), show(domain)), '');
}

function threatRows(threat: ThreatRecord, show: Show): readonly Entry[] {
  return [
    [t('Other names'), 'othernames', threat.otherNames.map(show)],
    [t('Wiki summary'), 'wikisummary', shown(threat.wikiSummary, show)],
    [t('Wiki page'), 'wikireference', shown(threat.wikiReference, show)],
    [recordStrings.techniques(), 'ttps', threat.ttps.map(show)],
    [recordStrings.references(), 'references', threat.references.map((each) => referenceText(each, show))],
    [t('Threat ID'), 'tid', shown(threat.tid, show)],
  ];
}

function feedRows(feed: FeedRecord, show: Show): readonly Entry[] {
  return [
    [recordStrings.feed.organization(), 'organization', shown(feed.organization, show)],
    [recordStrings.feed.website(), 'website', shown(feed.website, show)],
    [recordStrings.feed.schedule(), 'schedule', shown(feed.schedule, show)],
    [recordStrings.feed.pricing(), 'pricing', shown(feed.pricing, show)],
    [recordStrings.references(), 'references', feed.references.map((each) => referenceText(each, show))],
    [t('Feed ID'), 'fid', shown(feed.fid, show)],
  ];
}

function referenceText({ name, id, description, url }: Reference, show: Show): LinkedTextView {
  return joinLinkedTexts(
    [name, id, description, url].flatMap((part) => shown(part, show)),
    ' · ',
  );
}

function shown(value: string | number | undefined, show: Show): readonly LinkedTextView[] {
  return value === undefined || value === '' ? [] : [show(String(value))];
}

/** The validity of a certificate; undefined unless the record has both its start and its end. */
function certificateValidity(rows: readonly TableRow[]): Validity | undefined {
  const from = timestampOf(rows, ['valid', 'valid_from', 'not_before', 'issued']);
  const until = timestampOf(rows, ['expires', 'valid_until', 'not_after']);
  return from === undefined || until === undefined || until <= from ? undefined : { from, until };
}

function timestampOf(rows: readonly TableRow[], names: readonly string[]): UtcMillis | undefined {
  for (const { key, values } of rows) {
    const [[value = ''] = []] = values;
    const at = names.includes(key.toLowerCase().replace(/^\+\+/, '')) ? parseTimestamp(value) : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}

/** “Expires in 43 days” */
function validityLabel({ from, until }: Validity, now: UtcMillis): string {
  if (now < from) return t('Becomes valid {0}', formatRelative(from, now));
  return now < until ? t('Expires {0}', formatRelative(until, now)) : t('Expired {0}', formatRelative(until, now));
}

/** A section with the rows loaded so far. */
export interface LoadedSection extends Section {
  /** Requests more rows. */
  readonly requestMore: () => void;
}

/** The sections of a record with the rows loaded so far. With `whole`, requests more until all are loaded. */
export function useSections(
  record: RecordView,
  whole: boolean,
): { readonly sections: readonly LoadedSection[]; readonly isWhole: boolean } {
  const { state, send, show } = usePanel();
  const pending = useRef(new Map<string, number>());
  const request = useCallback(
    (table: string, from: number): void => {
      const key = partKey(record.id, table);
      if (pending.current.get(key) === from) return;
      pending.current.set(key, from);
      send({ kind: 'rows', record: record.id, table, from });
    },
    [record.id, send],
  );
  const sections = getSections(
    record,
    ({ id, rows }) => [...rows, ...(state.rows.get(partKey(record.id, id)) ?? [])],
    show,
  ).map((section): LoadedSection => {
    const { id, rows, total } = section;
    return {
      ...section,
      requestMore: () => {
        if (rows.length < total) request(id, rows.length);
      },
    };
  });
  const isWhole = sections.every(({ rows, total }) => rows.length >= total);
  useEffect(() => {
    if (!whole) return;
    for (const { requestMore } of sections) requestMore();
  });
  // Sections that were too large to send rows with the record.
  useEffect(() => {
    for (const { rows, requestMore } of sections) if (rows.length === 0) requestMore();
  });
  return { sections, isWhole };
}

/** Longer sections are grids, which render only the visible rows. */
const plainRows = 40;
const listLines = 18;

/** Every group of properties and attributes that matches the filter. */
export function sectionCards(sections: readonly LoadedSection[], matches: MatchesFilter): readonly CardPart[] {
  return sections.flatMap((section) => {
    const { id, title, validity } = section;
    const rows = matches(title)
      ? section.rows
      : section.rows.filter((row) => matches(row.label, row.key, ...row.values));
    if (rows.length === 0) return [];
    const lines = isLong(section) ? listLines : sumCounts(rows, ({ values }) => sumCounts(values, getLines));
    return [
      {
        id: `section ${id}`,
        title,
        lines: lines + (validity === undefined ? 0 : 2),
        copy: () => rows.map(rowLine).join('\n'),
        content: (
          <>
            {validity === undefined ? null : <ValidityBar validity={validity} />}
            {isLong(section) ? <LongRows section={section} rows={rows} /> : <Rows rows={rows} />}
          </>
        ),
      },
    ];
  });
}

function isLong({ total, isPaged }: Section): boolean {
  return total > plainRows || isPaged;
}

function rowLine({ label, values }: RowView): string {
  return joinCells([label, ...values]);
}

function Rows({ rows }: { readonly rows: readonly RowView[] }) {
  return (
    <dl>
      {rows.map((row, index) => (
        <div class="row" key={index}>
          <dt title={row.key}>{row.label}</dt>
          <dd>
            <Values row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const shownValues = 20;

function Values({ row, tabIndex = 0 }: { readonly row: RowView; readonly tabIndex?: number }) {
  const { values, label, key, terms, isCopied } = row;
  const [all, showAll] = usePersisted(`values ${key}`, false);
  const more = values.length - shownValues;
  return (
    <>
      <CopyButton what={label} text={() => joinCells(values)} always={isCopied} tabIndex={tabIndex} />
      {(all ? values : values.slice(0, shownValues)).map((value, index) => (
        <WithOthers key={index} term={terms[index]} label={label} text={value} tabIndex={tabIndex}>
          <Fold text={value} tabIndex={tabIndex} />
        </WithOthers>
      ))}
      {more > 0 ? (
        <button type="button" class="link" tabIndex={tabIndex} aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? t('Show Fewer Values') : plural(more, { one: 'Show {0} More Value', other: 'Show {0} More Values' })}
        </button>
      ) : null}
    </>
  );
}

const columns = (): readonly Column<RowView>[] => [
  { id: 'property', title: t('Property'), width: 170, cell: ({ label, key }) => <span title={key}>{label}</span> },
  { id: 'value', title: t('Value'), cell: (row, tabIndex) => <Values row={row} tabIndex={tabIndex} /> },
];

function LongRows({ section, rows }: { readonly section: LoadedSection; readonly rows: readonly RowView[] }) {
  const { send } = usePanel();
  const isWhole = rows.length === section.rows.length;
  return (
    <>
      <Grid
        label={section.title}
        columns={columns()}
        rows={rows}
        keyOf={(row, index) => `${index} ${row.key}`}
        total={isWhole ? section.total : undefined}
        onEnd={section.requestMore}
        onCopy={(copied) =>
          send({ kind: 'copyText', text: copied.map(rowLine).join('\n'), what: copied[0]?.label.slice(0, 200) ?? '' })
        }
      />
      <p class="dim">
        {isWhole
          ? plural(section.total, { one: '{0} row', other: '{0} rows' })
          : t('{0} of {1} rows', rows.length, section.total)}
      </p>
    </>
  );
}

/** A certificate expires soon when this little time is left. */
const soonMillis = 14 * 24 * 60 * 60 * 1000;

/** How much of a certificate's validity has passed. */
function ValidityBar({ validity }: { readonly validity: Validity }) {
  const now = useNow();
  const { from, until } = validity;
  const width = 1000;
  const passed = Math.min(1, Math.max(0, (now - from) / (until - from)));
  const tone = now >= until ? 'over' : until - now < soonMillis ? 'soon' : 'fine';
  return (
    <div class={`validity ${tone}`}>
      <span>{validityLabel(validity, now)}</span>
      <svg viewBox={`0 0 ${width} 8`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width={width} height="8" />
        <rect class="passed" width={Math.round(passed * width)} height="8" />
      </svg>
      <span class="ends dim">
        <Time at={from} form="date" />
        <Time at={until} form="date" />
      </span>
    </div>
  );
}
