import { useNow } from '../common/clock';
import { Time } from '../common/time';
import { RiskIcon } from '../common/riskIcon';
import { useRoving } from '../common/useRoving';
import type { RiskView } from '../messages/parts';
import type { PanelView } from '../messages/record';
import type { RecordView, VerdictView } from '../messages/recordParts';
import { usePanel } from './panelContext';

interface BandProps {
  readonly panel: PanelView;
  readonly record: RecordView | undefined;
}

/** The verdict at a glance: words, icon, bar; under it what the panel is about, with what can be done with it. */
export function VerdictBand({ panel, record }: BandProps) {
  const { send } = usePanel();
  const buttons = useRoving<HTMLSpanElement>();
  const { subject } = panel.state;
  const isIndicator = subject.kind === 'indicator';
  const copied = isIndicator ? 'Copy' : subject.name === undefined ? 'Copy Number' : 'Copy Name';
  const verdict = record?.verdict;
  return (
    <header class={`band risk-${verdict?.color ?? 'unknown'} ${verdict?.retired === true ? 'retired' : ''}`}>
      {verdict === undefined ? null : <Verdict verdict={verdict} />}
      <h1 class={isIndicator ? 'value' : 'name'}>{panel.value}</h1>
      <div class="under">
        <span class="dim">
          {[panel.type, ...(record?.facts ?? [])].join(' · ')}
          {record === undefined ? null : (
            <>
              {' · '}
              {record.source}, <AsOf at={record.asOf} />
              {record.summaryOnly ? ' · summary only' : ''}
            </>
          )}
        </span>
        <span ref={buttons} class="buttons" role="toolbar" aria-label="Actions">
          {isIndicator ? (
            <button
              type="button"
              class={record === undefined ? 'secondary' : ''}
              onClick={() => send({ kind: 'copy', what: 'defanged' })}
            >
              Copy Defanged
            </button>
          ) : null}
          <button type="button" class="secondary" onClick={() => send({ kind: 'copy', what: 'value' })}>
            {copied}
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

/** “as of 2 hours ago”, “just now” */
function AsOf({ at }: { readonly at: number }) {
  const isNew = Math.abs(useNow() - at) < 60_000;
  return (
    <>
      {isNew ? '' : 'as of '}
      <Time at={at} />
    </>
  );
}

function Verdict({ verdict }: { readonly verdict: VerdictView }) {
  return (
    <div class="verdict">
      <RiskIcon icon={verdict.icon} />
      <strong class="words">{verdict.words}</strong>
      {verdict.retired ? (
        <span class="retired-note">
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
