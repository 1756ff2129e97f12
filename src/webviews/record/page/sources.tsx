import type { RecordView } from '../../messages/recordParts';
import { t } from '../../../l10n';

interface SourcesProps {
  readonly records: readonly RecordView[];
  readonly index: number;
  readonly choose: (index: number) => void;
}

/** One tab per source; arrow keys move between them. */
export function Sources({ records, index, choose }: SourcesProps) {
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (index + step + records.length) % records.length;
    choose(next);
    const tab = event.currentTarget.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t('Sources')} onKeyDown={move}>
      {records.map((record, each) => (
        <button
          key={each}
          type="button"
          role="tab"
          aria-selected={each === index}
          aria-controls="record"
          tabIndex={each === index ? 0 : -1}
          {...(record.credit === undefined ? {} : { title: record.credit })}
          onClick={() => choose(each)}
        >
          <span class={`dot risk-${record.verdict?.color ?? 'unknown'}`} aria-hidden="true" />
          {record.source}
          <span class="dim"> {record.verdict?.label}</span>
        </button>
      ))}
    </div>
  );
}
