import type { RowView, SectionView } from '../messages/record';
import { type CardPart, type Holds, linesOf, sumOf } from './cardPart';
import { Fold } from './fold';

/** Every group of properties and attributes, as far as it holds what is looked for. */
export function groupCards(sections: readonly SectionView[], holds: Holds): readonly CardPart[] {
  return filtered(sections, holds).map(({ id, title, rows, more }) => ({
    id: `group ${id}`,
    title,
    lines: sumOf(rows, ({ values }) => sumOf(values, linesOf)),
    content: (
      <>
        <dl>
          {rows.map((row) => (
            <Row key={row.key + row.label} row={row} />
          ))}
        </dl>
        {more > 0 ? <p class="dim">{more} more in the raw JSON</p> : null}
      </>
    ),
  }));
}

function Row({ row }: { readonly row: RowView }) {
  return (
    <div class="row">
      <dt title={row.key}>{row.label}</dt>
      {row.values.map((value, index) => (
        <dd key={index}>
          <Fold text={value} />
        </dd>
      ))}
    </div>
  );
}

function filtered(sections: readonly SectionView[], holds: Holds): readonly SectionView[] {
  return sections.flatMap((section) => {
    if (holds(section.title)) return [section];
    const rows = section.rows.filter((row) => holds(row.label, row.key, ...row.values));
    return rows.length === 0 ? [] : [{ ...section, rows }];
  });
}
