import { useEffect, useState } from 'preact/hooks';
import { Time } from '../common/time';
import { RiskIcon } from '../common/riskIcon';
import { formatNumber } from '../../l10n';
import type { ResultsButton, ResultsNotice, ResultsView } from '../messages/results';
import type { Send } from './send';
import { strings } from './strings';

interface TopProps {
  readonly view: ResultsView;
  /** Number of rows received. */
  readonly loaded: number;
  /** How much of the answer was received, as text. */
  readonly read: string | undefined;
  readonly send: Send;
}

/** The top of the panel: query, service, time, number of rows, notices, and buttons. */
export function TopLine({ view, loaded, read, send }: TopProps) {
  const { facts, details = [], at, running, summary, more, note, runs } = view;
  return (
    <header class="top">
      <div class="title">
        <h1 class={view.query === '' ? undefined : 'query'}>{view.title}</h1>
        {runs.length > 1 ? (
          <select
            aria-label={strings.query()}
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
      {facts.length === 0 && at === undefined ? null : (
        <p class="facts">
          <span>{facts.join(' · ')}</span>
          {facts.length === 0 || at === undefined ? '' : ' · '}
          {at === undefined ? null : <Time at={at} />}
        </p>
      )}
      {running === undefined ? null : <Running id={view.id} before={running} work={view.work} read={read} />}
      <p class="summary" role="status">
        {summary === '' ? null : <strong>{summary}</strong>}
        {loaded < view.count ? <span class="dim"> {strings.loadedSoFar(loaded)}</span> : null}
        {more.length === 0 ? null : <Buttons buttons={more} send={send} />}
      </p>
      {details.length === 0 ? null : (
        <dl class="details">
          {details.map(({ label, text, at: time }, index) => (
            <div key={index}>
              <dt>{label}</dt>
              <dd>
                {text}
                {time === undefined ? null : <Time at={time} form="ageAndDate" />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {view.query === '' ? (
        <p class="dim">{note}</p>
      ) : (
        <details class="query" open={view.count === 0}>
          <summary>
            {strings.query()} <span class="dim">· {note}</span>
          </summary>
          <pre tabIndex={0}>{view.query}</pre>
          <span class="links">
            <button type="button" class="link" onClick={() => send({ kind: 'act', action: 'showQuery' })}>
              {strings.showInEditor()}
            </button>
            <button type="button" class="link" onClick={() => send({ kind: 'act', action: 'showSent' })}>
              {strings.showRequestLog()}
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

/** Elapsed time, counted from the host's value, and how much was received. */
function Running({ id, before, work, read }: RunningProps) {
  const [elapsed, setElapsed] = useState(before);
  useEffect(() => {
    const startedAt = performance.now() - before;
    const timer = setInterval(() => setElapsed(performance.now() - startedAt), 100);
    return () => clearInterval(timer);
  }, [id, work]);
  return (
    <p class="running">
      <span role="progressbar" aria-label={work ?? strings.queryRunning()} class="progress" />
      {work ?? strings.running()},{' '}
      <span aria-hidden="true">{strings.seconds(formatNumber(Math.round(elapsed / 100) / 10))}</span>
      {read === undefined ? (work === undefined ? `, ${strings.noAnswer()}` : '') : `, ${read}`}
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
