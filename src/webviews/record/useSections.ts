import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { RecordView } from '../messages/recordParts';
import { usePanel } from './panelContext';
import { partKey } from './panelState';
import type { LoadedSection } from './sectionCards';

/** The sections of a record with the rows that came so far. With `whole`, further rows are asked for until all are here. */
export function useSections(
  record: RecordView,
  whole: boolean,
): { readonly sections: readonly LoadedSection[]; readonly isWhole: boolean } {
  const { state, send } = usePanel();
  const onTheWay = useRef(new Map<string, number>());
  const ask = useCallback(
    (section: string, from: number): void => {
      const key = partKey(record.id, section);
      if (onTheWay.current.get(key) === from) return;
      onTheWay.current.set(key, from);
      send({ kind: 'rows', record: record.id, section, from });
    },
    [record.id, send],
  );
  const sections = record.sections.map((section): LoadedSection => {
    const further = state.rows.get(partKey(record.id, section.id));
    const rows = further === undefined ? section.rows : [...section.rows, ...further];
    const askMore = (): void => {
      if (rows.length < section.total) ask(section.id, rows.length);
    };
    return { section, rows, askMore };
  });
  const isWhole = sections.every(({ section, rows }) => rows.length >= section.total);
  useEffect(() => {
    if (!whole) return;
    for (const { askMore } of sections) askMore();
  });
  // A section whose first rows did not come with the record, since there was too much of all of them.
  useEffect(() => {
    for (const { rows, askMore } of sections) if (rows.length === 0) askMore();
  });
  return { sections, isWhole };
}
