import { RiskIcon } from '../common/riskIcon';
import type { RiskView } from '../messages/parts';
import type { PanelView } from '../messages/record';
import type { RecordView, VerdictView } from '../messages/recordParts';
import { Moment } from './moment';
import type { Send } from './send';

interface BandProps {
  readonly panel: PanelView;
  readonly record: RecordView | undefined;
  readonly send: Send;
}

/** The verdict at a glance: words, icon, bar; under it the indicator, defanged, with its copy buttons. */
export function VerdictBand({ panel, record, send }: BandProps) {
  const tone = `risk-${record?.verdict?.color ?? 'unknown'}`;
  return (
    <header class={`band ${tone} ${record?.verdict?.retired === true ? 'retired' : ''}`}>
      {record?.verdict === undefined ? null : <Verdict verdict={record.verdict} />}
      <h1 class="value">{panel.value}</h1>
      <div class="under">
        {record === undefined ? (
          <span class="dim">{panel.type}</span>
        ) : (
          <span class="dim">
            {panel.type} · {record.source}, {record.asOf.age === 'just now' ? '' : 'as of '}
            <Moment moment={record.asOf} />
            {record.summaryOnly ? ' · summary only' : ''}
          </span>
        )}
        <span class="buttons">
          <button type="button" onClick={() => send({ kind: 'copy', what: 'defanged' })}>
            Copy Defanged
          </button>
          <button type="button" class="secondary" onClick={() => send({ kind: 'copy', what: 'value' })}>
            Copy
          </button>
          {panel.buttons.map(({ label, action }) => (
            <button key={action} type="button" class="secondary" onClick={() => send({ kind: 'act', action })}>
              {label}
            </button>
          ))}
        </span>
      </div>
    </header>
  );
}

function Verdict({ verdict }: { readonly verdict: VerdictView }) {
  return (
    <div class="verdict">
      <RiskIcon icon={verdict.icon} />
      <strong class="words">{verdict.words}</strong>
      {verdict.retired ? (
        <span class="retired-note" title={verdict.retiredReason}>
          <RiskIcon icon="history" /> retired{verdict.retiredReason === undefined ? '' : `: ${verdict.retiredReason}`}
        </span>
      ) : null}
      {verdict.manual === undefined ? null : <span class="dim">{verdict.manual}</span>}
      <Bar risk={verdict} />
    </div>
  );
}

/** Six steps, filled up to the level; it repeats the words, so that screen readers skip it. */
function Bar({ risk }: { readonly risk: RiskView }) {
  return (
    <span class="bar" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((step) => (
        <span key={step} class={step <= risk.level ? 'on' : ''} />
      ))}
    </span>
  );
}
