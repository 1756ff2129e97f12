import { useState } from 'preact/hooks';
import type { RecordView } from '../messages/recordParts';
import type { CardPart, Holds } from './cardPart';
import { Columns } from './columns';
import { commentCards } from './comments';
import { groupCards } from './groups';
import { overviewCards } from './overview';

/** From this many cards on a filter helps more than it is in the way. */
const filterFrom = 6;

/** All that one source says, card by card; the filter keeps what holds its text. */
export function RecordBody({ record }: { readonly record: RecordView }) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim();
  const shown = cardsOf(record, wanted);
  const filters = wanted !== '' || shown.length >= filterFrom;
  return (
    <>
      {filters ? (
        <input
          class="filter"
          type="search"
          placeholder="Filter this record"
          aria-label="Filter this record"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      ) : null}
      {shown.length === 0 && wanted !== '' ? <p class="dim">Nothing in this record holds “{wanted}”.</p> : null}
      <Columns cards={shown} />
    </>
  );
}

function cardsOf(record: RecordView, wanted: string): readonly CardPart[] {
  const lower = wanted.toLowerCase();
  const holds: Holds = (...texts) => texts.some((text) => text.toLowerCase().includes(lower));
  return [
    ...overviewCards(record, holds),
    ...groupCards(record.sections, holds),
    ...commentCards(record.comments, holds),
  ];
}
