import { useRef } from 'preact/hooks';
import { useFilterShortcut } from '../../common/useFilterShortcut';
import { useRoving } from '../../common/useRoving';
import type { RecordView } from '../../messages/recordParts';
import { usePanel } from '../state/panelContext';
import type { Loaded } from '../state/panelState';
import { t } from '../../../l10n';

interface RecordToolsProps {
  readonly record: RecordView;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  readonly copyAll: () => void;
  readonly isRawShown: boolean;
  readonly toggleRaw: () => void;
}

/** The toolbar of a record: the filter, and buttons for the record as a whole. */
export function RecordTools({ record, filter, setFilter, copyAll, isRawShown, toggleRaw }: RecordToolsProps) {
  const { state, send } = usePanel();
  const tools = useRoving<HTMLDivElement>();
  const filterBox = useRef<HTMLInputElement>(null);
  useFilterShortcut(filterBox);
  return (
    <div ref={tools} class="tools" role="toolbar" aria-label={t('Record actions')}>
      <input
        ref={filterBox}
        class="filter"
        type="search"
        placeholder={t('Filter this record')}
        aria-label={t('Filter this record')}
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {record.compare === undefined || isCompared(state.compared.get(record.id)) ? null : (
        <button type="button" class="secondary" onClick={() => send({ kind: 'compare', record: record.id })}>
          {record.compare.label}
        </button>
      )}
      {record.page === undefined ? null : (
        <button type="button" class="secondary" onClick={() => send({ kind: 'openPage', record: record.id })}>
          {record.page.label}
        </button>
      )}
      <button type="button" class="secondary" onClick={copyAll}>
        {filter.trim() === '' ? t('Copy All') : t('Copy Filtered')}
      </button>
      <button type="button" class="secondary" onClick={toggleRaw} aria-expanded={isRawShown}>
        {t('Raw JSON')}
      </button>
    </div>
  );
}

/** A failed comparison can be tried again. */
function isCompared(loaded: Loaded<'compared'> | undefined): boolean {
  return loaded === 'pending' || loaded?.comparison !== undefined;
}
