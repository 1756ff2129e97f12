import { useState } from 'preact/hooks';
import type { RowView, SectionView } from '../messages/record';
import { Fold } from './fold';
import { Card } from './card';

/** From this many groups on a filter helps more than it is in the way. */
const filterFrom = 4;

/** Every group of properties and attributes; the filter keeps groups and rows that hold the text. */
export function Groups({ sections }: { readonly sections: readonly SectionView[] }) {
  const [filter, setFilter] = useState('');
  const shown = filtered(sections, filter.trim().toLowerCase());
  if (sections.length === 0) return null;
  return (
    <>
      {sections.length < filterFrom ? null : (
        <input
          class="filter"
          type="search"
          placeholder="Filter details"
          aria-label="Filter details"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 ? <p class="dim">No detail holds “{filter.trim()}”.</p> : null}
      <div class="columns">
        {shown.map((section) => (
          <Card key={section.id} title={section.title}>
            <dl>
              {section.rows.map((row) => (
                <Row key={row.key + row.label} row={row} />
              ))}
            </dl>
            {section.more > 0 ? <p class="dim">{section.more} more in the raw JSON</p> : null}
          </Card>
        ))}
      </div>
    </>
  );
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

function filtered(sections: readonly SectionView[], wanted: string): readonly SectionView[] {
  if (wanted === '') return sections;
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted);
  return sections.flatMap((section) => {
    if (holds(section.title)) return [section];
    const rows = section.rows.filter((row) => holds(row.label) || holds(row.key) || row.values.some(holds));
    return rows.length === 0 ? [] : [{ ...section, rows }];
  });
}
