import type { Outcome, RequestError } from '../api/requestError';

/** The first pause of an outage; each further one is twice as long, up to the maximum. */
const initialPauseMillis = 1_000;
const maxPauseMillis = 60_000;
/** How long to wait in total where nothing has come in this run: the address may simply be wrong. */
export const shortOutageMillis = 130_000;
/** How long to wait in total where pages have come in this run. */
export const longOutageMillis = 20 * 60_000;

/** True for a temporary error: the server or the network is down, and retrying may help. */
export function isOutage(error: RequestError): boolean {
  switch (error.kind) {
    case 'nameNotFound':
    case 'connectionRefused':
    case 'unreachable':
    case 'timeout':
      return true;
    case 'serverError':
      return [502, 503, 504].includes(error.status);
    default:
      return false;
  }
}

/** How long to wait after the `tries`th failure in a row, counted from 1; milliseconds. */
export function outageDelay(tries: number): number {
  return Math.min(maxPauseMillis, initialPauseMillis * 2 ** (tries - 1));
}

interface Deps {
  readonly now: () => number;
  /** Resolves with false once `signal` is aborted. */
  readonly delay: (millis: number, signal: AbortSignal | undefined) => Promise<boolean>;
  readonly signal: AbortSignal | undefined;
  /** Called before each pause; `until` is the time of the next attempt. */
  readonly onWait: (error: RequestError, until: number) => void;
  /** How long to wait in total, in milliseconds; {@link shortOutageMillis} by default. */
  readonly maxMillis?: number;
}

/** Retries while the server is down, at most `maxMillis`; resolves with the last outcome. */
export async function retryThroughOutage<T>(
  ask: () => Promise<Outcome<T>>,
  { now, delay, signal, onWait, maxMillis = shortOutageMillis }: Deps,
): Promise<Outcome<T>> {
  let waited = 0;
  for (let tries = 1; ; tries++) {
    const outcome = await ask();
    if (outcome.ok || !isOutage(outcome.error)) return outcome;
    const { error } = outcome;
    const pause = outageDelay(tries);
    waited += pause + (error.kind === 'timeout' ? error.afterMillis : 0);
    if (waited > maxMillis) return outcome;
    onWait(error, now() + pause);
    if (!(await delay(pause, signal))) return { ok: false, error: { kind: 'canceled', detail: 'canceled in a pause' } };
  }
}
