import { useCallback, useEffect, useRef } from 'preact/hooks';
import { useNow } from '../../common/clock';
import type { Column } from '../../common/grid/column';
import { Grid } from '../../common/grid/grid';
import type { RecordView } from '../../messages/record';
import { type CardPart, type MatchesFilter, linesOf, sumOf, joinCells } from '../cardPart';
import { CopyButton } from '../copyButton';
import { Fold } from '../fold';
import { usePersisted } from '../viewState';
import { WithOthers } from '../others';
import { usePanel } from '../panelContext';
import { partKey } from '../panelState';
import { type RowView, type Section, sectionsOf, type Validity, validityLabel } from './sections';
import { Time } from '../../common/time';
import { plural, t } from '../../../l10n';

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
  const sections = sectionsOf(
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
    const lines = isLong(section) ? listLines : sumOf(rows, ({ values }) => sumOf(values, linesOf));
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
          {all ? t('Show fewer values') : plural(more, { one: 'Show {0} more value', other: 'Show {0} more values' })}
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
