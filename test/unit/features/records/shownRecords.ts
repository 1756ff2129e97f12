import type { MarkedText, RecordView } from '../../../../src/webviews/messages/record';
import type { Timestamp } from '../../../../src/webviews/record/cards/timestamps';
import { getTimestamps } from '../../../../src/webviews/record/cards/verdictCards';
import { getCards } from '../../../../src/webviews/record/recordBody';
import { createFilter } from '../../../../src/webviews/record/cardPart';
import { getFacts, getOmissions, showWith } from '../../../../src/webviews/record/shown';
import { now } from '../shared/builders';
import { type Section, getSections } from '../../../../src/webviews/record/cards/sectionCards';

/** A record as its page shows it. */
export interface ShownRecord {
  readonly facts: readonly string[];
  readonly omissions: readonly string[];
  /** The lines that the copy of a card has, by its title; cells are separated by tabs. */
  readonly cards: ReadonlyMap<string, readonly string[]>;
  readonly sections: readonly Section[];
  readonly timestamps: readonly Timestamp[];
  /** All of its text. */
  readonly text: string;
}

/** The records of a view as the page shows them, which gets them as JSON. */
export function shownRecords(view: {
  readonly records: readonly RecordView[];
  readonly marked: readonly MarkedText[];
}): readonly ShownRecord[] {
  const { records, marked } = JSON.parse(JSON.stringify(view)) as typeof view;
  const show = showWith(new Map(marked), now);
  return records.map((record) => {
    const sections = getSections(record, ({ rows }) => rows, show);
    const cards = getCards({
      record,
      sections: sections.map((section) => ({ ...section, requestMore: () => undefined })),
      context: { matches: createFilter(''), show },
      self: '',
      hasScreenshot: false,
    });
    const omissions = getOmissions(record);
    return {
      facts: getFacts(record),
      omissions,
      cards: new Map(cards.map(({ title, copy }) => [title, copy().split('\n')])),
      sections,
      timestamps: getTimestamps(record),
      text: [...cards.flatMap(({ title, copy }) => [title, copy()]), ...omissions].join('\n'),
    };
  });
}
