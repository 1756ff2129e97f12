import { textOf } from '../messages/parts';
import type { RowView, SectionView } from '../messages/recordParts';
import { type CardPart, type Holds, linesOf, sumOf } from './cardPart';
import { Fold } from './fold';

/** Every group of properties and attributes, as far as it holds what is looked for. */
export function groupCards(sections: readonly SectionView[], holds: Holds): readonly CardPart[] {
  return filtered(sections, holds).map(({ id, title, rows, total }) => ({
    id: `group ${id}`,
    title,
    lines: sumOf(rows, ({ values }) => sumOf(values, (value) => linesOf(textOf(value)))),
    content: (
      <>
        <dl>
          {rows.map((row) => (
            <Row key={row.key + row.label} row={row} />
          ))}
        </dl>
        {total > rows.length ? <p class="dim">{total - rows.length} more in the raw JSON</p> : null}
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
    const rows = section.rows.filter((row) => holds(row.label, row.key, ...row.values.map((value) => textOf(value))));
    return rows.length === 0 ? [] : [{ ...section, rows }];
  });
}
