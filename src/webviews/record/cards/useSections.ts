import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { RecordView } from '../../messages/recordParts';
import { usePanel } from '../state/panelContext';
import { partKey } from '../state/panelState';
import type { LoadedSection } from './sectionCards';

/** The sections of a record with the rows loaded so far. With `whole`, requests more until all are loaded. */
export function useSections(
  record: RecordView,
  whole: boolean,
): { readonly sections: readonly LoadedSection[]; readonly isWhole: boolean } {
  const { state, send } = usePanel();
  const pending = useRef(new Map<string, number>());
  const request = useCallback(
    (section: string, from: number): void => {
      const key = partKey(record.id, section);
      if (pending.current.get(key) === from) return;
      pending.current.set(key, from);
      send({ kind: 'rows', record: record.id, section, from });
    },
    [record.id, send],
  );
  const sections = record.sections.map((section): LoadedSection => {
    const further = state.rows.get(partKey(record.id, section.id));
    const rows = further === undefined ? section.rows : [...section.rows, ...further];
    const requestMore = (): void => {
      if (rows.length < section.total) request(section.id, rows.length);
    };
    return { section, rows, requestMore };
  });
  const isWhole = sections.every(({ section, rows }) => rows.length >= section.total);
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
