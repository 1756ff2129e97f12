import type { Column } from '../../common/grid/column';
import { Grid } from '../../common/grid/grid';
import type { RowView, SectionView, ValidityView } from '../../messages/recordParts';
import { type CardPart, type MatchesFilter, linesOf, sumOf } from '../parts/cardPart';
import { CopyButton } from '../parts/copyButton';
import { Fold } from '../parts/fold';
import { usePersisted } from '../state/viewState';
import { joinCells } from '../parts/listCard';
import { WithOthers } from '../parts/others';
import { usePanel } from '../state/panelContext';
import { strings } from '../strings';
import { Time } from '../../common/time';
import { plural, t } from '../../../l10n';

/** A section with the rows loaded so far. */
export interface LoadedSection {
  readonly section: SectionView;
  readonly rows: readonly RowView[];
  /** Requests more rows. */
  readonly requestMore: () => void;
}

/** Longer sections are grids, which render only the visible rows. */
const plainRows = 40;
const listLines = 18;

/** Every group of properties and attributes that matches the filter. */
export function sectionCards(sections: readonly LoadedSection[], matches: MatchesFilter): readonly CardPart[] {
  return sections.flatMap((loaded) => {
    const { id, title, validity } = loaded.section;
    const rows = matches(title) ? loaded.rows : loaded.rows.filter((row) => matches(row.label, row.key, ...row.values));
    if (rows.length === 0) return [];
    const lines = isLong(loaded.section) ? listLines : sumOf(rows, ({ values }) => sumOf(values, linesOf));
    return [
      {
        id: `section ${id}`,
        title,
        lines: lines + (validity === undefined ? 0 : 2),
        copy: () => rows.map(rowLine).join('\n'),
        content: (
          <>
            {validity === undefined ? null : <Validity validity={validity} />}
            {isLong(loaded.section) ? <LongRows loaded={loaded} rows={rows} /> : <Rows rows={rows} />}
          </>
        ),
      },
    ];
  });
}

/** Whether there are many rows, or not all are loaded; more are requested on scrolling. */
function isLong({ rows, total }: SectionView): boolean {
  return total > plainRows || rows.length < total;
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
  const { values, label, key, copied } = row;
  const [all, showAll] = usePersisted(`values ${key}`, false);
  const more = values.length - shownValues;
  return (
    <>
      <CopyButton what={label} text={() => joinCells(values)} always={copied === true} tabIndex={tabIndex} />
      {(all ? values : values.slice(0, shownValues)).map((value, index) => (
        <WithOthers key={index} term={row.others?.[index]} label={label} text={value} tabIndex={tabIndex}>
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

function LongRows({ loaded, rows }: { readonly loaded: LoadedSection; readonly rows: readonly RowView[] }) {
  const { send } = usePanel();
  const { section, requestMore } = loaded;
  const isWhole = rows.length === loaded.rows.length;
  return (
    <>
      <Grid
        label={section.title}
        columns={columns()}
        rows={rows}
        keyOf={(row, index) => `${index} ${row.key}`}
        {...(isWhole ? { total: section.total } : {})}
        onEnd={requestMore}
        onCopy={(copied) =>
          send({ kind: 'copyText', text: copied.map(rowLine).join('\n'), what: copied[0]?.label.slice(0, 200) ?? '' })
        }
      />
      <p class="dim">{isWhole ? strings.rows(section.total) : t('{0} of {1} rows', rows.length, section.total)}</p>
    </>
  );
}

/** How much of a certificate's validity has passed. */
function Validity({ validity: { from, until, passed, tone, label } }: { readonly validity: ValidityView }) {
  const width = 1000;
  return (
    <div class={`validity ${tone}`}>
      <span>{label}</span>
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
