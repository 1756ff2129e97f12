import type { Column } from '../common/grid/column';
import { Grid } from '../common/grid/grid';
import type { RowView, SectionView } from '../messages/recordParts';
import { type CardPart, type MatchesFilter, linesOf, sumOf } from './cardPart';
import { CopyButton } from './copyButton';
import { Fold } from './fold';
import { usePersisted } from './viewState';
import { joinCells } from './listCard';
import { WithOthers } from './others';
import { usePanel } from './panelContext';
import { Validity } from './validity';

/** A section with the rows that came so far. */
export interface LoadedSection {
  readonly section: SectionView;
  readonly rows: readonly RowView[];
  /** Asks for more of them. */
  readonly askMore: () => void;
}

/** Longer sections are lists of their own, of which only what is on the screen is drawn. */
const plainRows = 40;
const listLines = 18;

/** Every group of properties and attributes, as far as it holds what is looked for. */
export function sectionCards(sections: readonly LoadedSection[], matches: MatchesFilter): readonly CardPart[] {
  return sections.flatMap((held) => {
    const { id, title, validity } = held.section;
    const rows = matches(title) ? held.rows : held.rows.filter((row) => matches(row.label, row.key, ...row.values));
    if (rows.length === 0) return [];
    const lines = isLong(held.section) ? listLines : sumOf(rows, ({ values }) => sumOf(values, linesOf));
    return [
      {
        id: `section ${id}`,
        title,
        lines: lines + (validity === undefined ? 0 : 2),
        copy: () => rows.map(rowLine).join('\n'),
        content: (
          <>
            {validity === undefined ? null : <Validity validity={validity} />}
            {isLong(held.section) ? <LongRows held={held} rows={rows} /> : <Rows rows={rows} />}
          </>
        ),
      },
    ];
  });
}

/** Many rows, or not all of them here: the rest is asked for as one comes to it. */
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
          {all ? 'Show fewer values' : `Show ${more.toLocaleString()} more ${more === 1 ? 'value' : 'values'}`}
        </button>
      ) : null}
    </>
  );
}

const columns: readonly Column<RowView>[] = [
  { id: 'property', title: 'Property', width: 170, cell: ({ label, key }) => <span title={key}>{label}</span> },
  { id: 'value', title: 'Value', cell: (row, tabIndex) => <Values row={row} tabIndex={tabIndex} /> },
];

function LongRows({ held, rows }: { readonly held: LoadedSection; readonly rows: readonly RowView[] }) {
  const { send } = usePanel();
  const { section, askMore } = held;
  const isWhole = rows.length === held.rows.length;
  return (
    <>
      <Grid
        label={section.title}
        columns={columns}
        rows={rows}
        keyOf={(row, index) => `${index} ${row.key}`}
        {...(isWhole ? { total: section.total } : {})}
        onEnd={askMore}
        onCopy={(copied) =>
          send({ kind: 'copyText', text: copied.map(rowLine).join('\n'), what: copied[0]?.label.slice(0, 200) ?? '' })
        }
      />
      <p class="dim">
        {isWhole
          ? `${section.total.toLocaleString()} rows`
          : `${rows.length.toLocaleString()} of ${section.total.toLocaleString()} rows`}
      </p>
    </>
  );
}
