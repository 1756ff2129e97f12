import { useEffect, useState } from 'preact/hooks';
import { Time } from '../common/time';
import { RiskIcon } from '../common/riskIcon';
import type { ResultsButton, ResultsNotice, ResultsView } from '../messages/results';
import type { Send } from './send';

interface TopProps {
  readonly view: ResultsView;
  /** Rows that have come. */
  readonly loaded: number;
  /** How much of the answer has come, in words. */
  readonly read: string | undefined;
  readonly send: Send;
}

/** What ran, where, when, how long, how many, whether that is all, and what was sent. */
export function TopLine({ view, loaded, read, send }: TopProps) {
  const { facts, at, running, summary, more, sent, runs } = view;
  return (
    <header class="top">
      <div class="title">
        <h1>{view.title}</h1>
        {runs.length > 1 ? (
          <select
            aria-label="Query"
            value={view.id}
            onChange={(event) => send({ kind: 'choose', id: event.currentTarget.value })}
          >
            {runs.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        ) : null}
        <span class="buttons">
          <Buttons buttons={view.buttons} send={send} />
        </span>
      </div>
      <p class="facts">
        <span>{facts.join(' · ')}</span> · <Time at={at} />
      </p>
      {running === undefined ? null : <Running id={view.id} before={running} work={view.work} read={read} />}
      <p class="summary" role="status">
        {summary === '' ? null : <strong>{summary}</strong>}
        {loaded < view.count ? <span class="dim"> ({loaded.toLocaleString()} loaded so far)</span> : null}
        {more.length === 0 ? null : <Buttons buttons={more} send={send} />}
      </p>
      {view.query === '' ? (
        <p class="dim">{sent}</p>
      ) : (
        <details class="query" open={view.count === 0}>
          <summary>
            Query <span class="dim">· {sent}</span>
          </summary>
          <pre tabIndex={0}>{view.query}</pre>
          <span class="links">
            <button type="button" class="link" onClick={() => send({ kind: 'act', action: 'showQuery' })}>
              Show in Editor
            </button>
            <button type="button" class="link" onClick={() => send({ kind: 'act', action: 'showSent' })}>
              What Was Sent
            </button>
          </span>
        </details>
      )}
      {view.notices.map((notice, index) => (
        <Notice key={index} notice={notice} send={send} />
      ))}
    </header>
  );
}

interface RunningProps {
  readonly id: string;
  readonly before: number;
  readonly work: string | undefined;
  readonly read: string | undefined;
}

/** Elapsed time, counted here from what the host said, and how much has come. */
function Running({ id, before, work, read }: RunningProps) {
  const [elapsed, setElapsed] = useState(before);
  useEffect(() => {
    const began = performance.now() - before;
    const timer = setInterval(() => setElapsed(performance.now() - began), 100);
    return () => clearInterval(timer);
  }, [id, work]);
  return (
    <p class="running">
      <span role="progressbar" aria-label={work ?? 'The query is running'} class="progress" />
      {work ?? 'Running'}, <span aria-hidden="true">{(elapsed / 1000).toFixed(1)} s</span>
      {read === undefined ? (work === undefined ? ', no answer yet' : '') : `, ${read}`}
    </p>
  );
}

function Notice({ notice, send }: { readonly notice: ResultsNotice; readonly send: Send }) {
  return (
    <div class={`notice ${notice.tone}`} role="status">
      <RiskIcon icon={notice.icon} />
      <span class="notice-text">{notice.text}</span>
      <Buttons buttons={notice.actions} send={send} />
    </div>
  );
}

function Buttons({ buttons, send }: { readonly buttons: readonly ResultsButton[]; readonly send: Send }) {
  return (
    <>
      {buttons.map(({ label, action, limit }) => (
        <button
          key={label}
          type="button"
          class={action === 'cancel' ? undefined : 'secondary'}
          onClick={() => send({ kind: 'act', action, ...(limit === undefined ? {} : { limit }) })}
        >
          {label}
        </button>
      ))}
    </>
  );
}
