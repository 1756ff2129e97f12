import { useState } from 'preact/hooks';
import type { PanelView } from '../messages/record';
import type { RecordView } from '../messages/recordParts';
import { VerdictBand } from './verdictBand';
import { Notices } from './notices';
import { RecordBody } from './recordBody';
import { RawJson } from './rawJson';
import type { Send } from './send';

/** The whole panel: verdict, notices, and what the chosen source says. */
export function RecordPage({ panel, send }: { readonly panel: PanelView; readonly send: Send }) {
  const [chosen, choose] = useState(0);
  const index = chosen < panel.records.length ? chosen : 0;
  const record = panel.records[index];
  return (
    <>
      <VerdictBand panel={panel} record={record} send={send} />
      {panel.loading === undefined ? null : (
        <p class="loading" role="status">
          {panel.loading}
        </p>
      )}
      <Notices notices={panel.notices} send={send} />
      {panel.records.length > 1 ? <Sources records={panel.records} index={index} choose={choose} /> : null}
      {record === undefined ? null : (
        <div id="record" role={panel.records.length > 1 ? 'tabpanel' : undefined} aria-label={record.source}>
          <RecordBody record={record} />
          <RawJson record={record} copy={() => send({ kind: 'copyRaw', record: record.id })} />
        </div>
      )}
    </>
  );
}

interface SourcesProps {
  readonly records: readonly RecordView[];
  readonly index: number;
  readonly choose: (index: number) => void;
}

/** One tab a source; arrow keys move between them. */
function Sources({ records, index, choose }: SourcesProps) {
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (index + step + records.length) % records.length;
    choose(next);
    const tab = event.currentTarget.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Sources" onKeyDown={move}>
      {records.map((record, each) => (
        <button
          key={each}
          type="button"
          role="tab"
          aria-selected={each === index}
          aria-controls="record"
          tabIndex={each === index ? 0 : -1}
          onClick={() => choose(each)}
        >
          <span class={`dot risk-${record.verdict?.color ?? 'unknown'}`} aria-hidden="true" />
          {record.source}
          <span class="dim"> {record.verdict?.words}</span>
        </button>
      ))}
    </div>
  );
}
