import type { RequestOptions, ServiceClient } from '../api/client';
import type { Outcome, RequestError } from '../api/requestError';
import { timeBound, untilAborted } from '../api/waiting';
import { hostOf } from '../indicators/hostOf';
import { lookupKey } from '../indicators/lookupKey';
import type { Indicator } from '../indicators/types';
import { isWellKnown } from '../indicators/wellKnown';
import { byPrecedence, type Knowledge, type Known } from '../records/knowledge';
import type { IndicatorRecord } from '../records/record';
import { riskRank } from '../records/risk';
import { isAllowed } from './allowed';
import { AnswerSizes } from './answerSizes';
import { Batches } from './batches';
import { RequestCoalescer } from './requestCoalescer';
import type { LookUpOptions, LookupPorts, Lookups } from './lookups';
import { Memory } from './memory';
import { redactIndicator } from './redactIndicator';
import { ErrorBackoff, type FailedAttempt } from './errorBackoff';
import { logRequests } from './logRequests';
import { createRequestLog } from './requestLog';
import type { LookupReason, LookupResult, LookupState } from './types';
import { isLocalKnowledge, viewOf, type View } from './view';
import { createSendPolicy } from './sendPolicy';

const remembered = 5_000;

type PlanOptions = Pick<LookUpOptions, 'reason' | 'again' | 'wholeUrl'>;

/** What a lookup does next: nothing more, or ask for `sent`. */
type Plan =
  | { readonly kind: 'done'; readonly state: LookupState }
  | { readonly kind: 'request'; readonly client: ServiceClient; readonly sent: Indicator };

/**
 * The lookups engine: memory, then store, then service, as mode, ignore list and reserved ranges allow (DESIGN.md,
 * decisions 1 to 3).
 */
export function createLookups(ports: LookupPorts): Lookups {
  const { store, service, settings, now } = ports;
  const memory = new Memory(remembered);
  const backoff = new ErrorBackoff(now);
  const requests = new RequestCoalescer<Knowledge>();
  const requestLog = createRequestLog(now, ports.requestLogStore);
  const blocked = createSendPolicy(() => settings().ignore);
  const listeners = new Set<(key: string | undefined) => void>();
  /** What is asked for right now, and which keys it will be an answer to. */
  const asking = new Map<string, { readonly asked: Indicator; readonly answers: Set<string> }>();

  const notify = (key: string | undefined): void => {
    for (const listener of [...listeners]) listener(key);
  };

  /** What one synchronous look has read already: the same key comes up several times. */
  let seen: Map<string, View> | undefined;

  const viewOfKey = (key: string): View => {
    const view = seen?.get(key) ?? readView(key);
    seen?.set(key, view);
    return view;
  };

  const readView = (key: string): View => {
    const client = service();
    const held = store.find(key);
    const answer = client && memory.get(`${client.address} ${key}`);
    // The local service only repeats, as one, what the store says source by source.
    const repeats = client?.remote === false && held.length > 0;
    return viewOf(answer === undefined || repeats ? held : [...held, answer]);
  };

  const sentFor = (indicator: Indicator, wholeUrl = false): Indicator =>
    redactIndicator(indicator, wholeUrl ? 'full' : settings().urls);

  /** All that is read to say something of an indicator. */
  function keysOf(indicator: Indicator): readonly string[] {
    const host = indicator.type === 'url' ? hostOf(indicator) : undefined;
    return [...new Set([indicator, sentFor(indicator), ...(host === undefined ? [] : [host])].map(lookupKey))];
  }

  /** What the answer of the service, or what is here without it, makes superfluous. */
  function isSettled(views: readonly View[], client: ServiceClient, reason: LookupReason): boolean {
    const { freshMillis, missMillis } = settings();
    const isFresh = ({ source, asOf }: Knowledge, millis: number): boolean =>
      source.kind === 'service' && source.address === client.address && now() - asOf < millis;
    const isEnough = (known: Known): boolean => known.detail === 'full' || isForMany(reason);
    return views.some(
      ({ known, notKnown }) =>
        known.some((knowledge) => isEnough(knowledge) && isFresh(knowledge, freshMillis)) ||
        notKnown.some((knowledge) => isFresh(knowledge, missMillis)) ||
        known.some((knowledge) => isLocalKnowledge(knowledge) && (reason !== 'record' || knowledge.detail === 'full')),
    );
  }

  function plan(indicator: Indicator, { reason, again = false, wholeUrl = false }: PlanOptions): Plan {
    const client = service();
    const own = viewOfKey(lookupKey(indicator));
    if (client?.remote !== true) return localPlan(indicator, own, client);

    const redacted = sentFor(indicator, wholeUrl);
    const by = blocked(indicator, redacted);
    if (by !== undefined) return done({ kind: 'blocked', by });
    const key = lookupKey(redacted);
    const views = wholeUrl ? [own] : [own, viewOfKey(key)];
    const { mode } = settings();
    const { host } = client;
    if (!again && isSettled(views, client, reason)) {
      const tried = mode === 'offline' || !isShown(reason) ? undefined : lastFailure(client, indicator, redacted);
      if (tried === undefined) return done({ kind: 'settled' });
      return done({ kind: 'failed', host, error: tried.error, triedAt: tried.at });
    }
    if (mode === 'offline') return done({ kind: 'offline' });
    if (!isAllowed(mode, reason)) return notAllowed(client, indicator, redacted, reason);
    const error = backoff.find(client.address, key);
    const clicked = again || reason === 'click' || reason === 'triage';
    if (error !== undefined && (!clicked || error.kind === 'rateLimited')) {
      const context = errorContext(client, indicator, redacted, error);
      return done({ kind: 'failed', host, error, ...context, ...nextRetryAt(client, key, error, reason) });
    }
    return { kind: 'request', client, sent: redacted };
  }

  /** When the next hover asks by itself; of a rate limit the trouble says so. */
  function nextRetryAt(
    { address, remote }: ServiceClient,
    key: string,
    { kind }: RequestError,
    reason: LookupReason,
  ): { readonly nextAt?: number } {
    const isTold = remote && reason === 'hover' && kind !== 'rateLimited' && isAllowed(settings().mode, reason);
    const nextAt = isTold ? backoff.nextAt(address, key) : undefined;
    return nextAt === undefined ? {} : { nextAt };
  }

  /** Nothing may leave for this reason; what a click has sent is waited for, and what came of it is told. */
  function notAllowed(client: ServiceClient, indicator: Indicator, redacted: Indicator, reason: LookupReason): Plan {
    const { address, host } = client;
    const wouldSend = redacted.value;
    if (!isShown(reason)) return done({ kind: 'notRequested', host, wouldSend });
    const asked = redactedForms(indicator, redacted).find((form) => requests.has(`${address} ${lookupKey(form)}`));
    if (asked !== undefined) return { kind: 'request', client, sent: asked };
    const backedOff = backoff.find(address, lookupKey(redacted));
    if (backedOff?.kind === 'rateLimited') return done({ kind: 'failed', host, error: backedOff });
    const tried = lastFailure(client, indicator, redacted);
    const error = tried?.error ?? backedOff;
    if (error === undefined) return done({ kind: 'notRequested', host, wouldSend });
    const triedAt = tried === undefined ? {} : { triedAt: tried.at };
    return done({ kind: 'failed', host, error, ...triedAt, wouldSend });
  }

  /** Whether a trouble was met with this very indicator, or with another one of the same service. */
  function errorContext(client: ServiceClient, indicator: Indicator, redacted: Indicator, { kind }: RequestError) {
    const tried = lastFailure(client, indicator, redacted);
    if (tried !== undefined) return { triedAt: tried.at };
    // A rate limit is the same for all.
    return kind === 'rateLimited' ? {} : { wouldSend: redacted.value };
  }

  /** As the settings say, and whole. */
  const redactedForms = (indicator: Indicator, redacted: Indicator): readonly Indicator[] =>
    indicator.type === 'url' ? [redacted, sentFor(indicator, true)] : [redacted];

  function lastFailure(client: ServiceClient, indicator: Indicator, redacted: Indicator): FailedAttempt | undefined {
    return redactedForms(indicator, redacted)
      .map((form) => backoff.tried(client.address, lookupKey(form)))
      .filter((tried) => tried !== undefined)
      .sort((a, b) => b.at - a.at)[0];
  }

  /** No service, or the embedded one, of which anything may be asked in any mode. */
  function localPlan(indicator: Indicator, own: View, client: ServiceClient | undefined): Plan {
    if (own.known.length > 0) return done({ kind: 'settled' });
    return client === undefined ? done(nothingHere(indicator, own)) : { kind: 'request', client, sent: indicator };
  }

  /** The local side has been asked: what is said where it knows nothing. */
  function nothingHere(indicator: Indicator, own: View): LookupState {
    if (own.known.length > 0) return { kind: 'settled' };
    const by = blocked(indicator, sentFor(indicator));
    return by === undefined ? { kind: 'noService' } : { kind: 'blocked', by };
  }

  function resultFor(indicator: Indicator, state: LookupState): LookupResult {
    const own = viewOfKey(lookupKey(indicator));
    const redacted = sentFor(indicator);
    const isReduced = service()?.remote === true && lookupKey(redacted) !== lookupKey(indicator);
    const reduced = isReduced && own.known.length === 0 ? viewOfKey(lookupKey(redacted)) : undefined;
    const told = reduced !== undefined && (reduced.known.length > 0 || own.notKnown.length === 0) ? reduced : own;
    const isAnswered = told === reduced && (told.known.length > 0 || told.notKnown.length > 0);
    const worse = worseHostOf(indicator, isAnswered ? redacted : indicator, told.known[0]);
    const unread = store.unread?.();
    return {
      indicator: { type: indicator.type, value: indicator.value },
      known: told.known,
      notKnown: told === own ? own.notKnown : [...own.notKnown, ...told.notKnown],
      state,
      ...(unread === undefined ? {} : { unread }),
      ...(isAnswered ? { sentAs: redacted.value } : {}),
      ...(worse === undefined ? {} : { worseHost: worse }),
    };
  }

  /** Only from what is here: a host is never asked for by itself. */
  function worseHostOf(indicator: Indicator, shown: Indicator, lead: Known | undefined): Known | undefined {
    if (indicator.type !== 'url' || shown.type !== 'url') return undefined;
    const host = hostOf(indicator);
    const [known] = host === undefined ? [] : viewOfKey(lookupKey(host)).known;
    if (known === undefined || riskRank(known.record.risk) <= riskRank('none')) return undefined;
    if (lead === undefined) return known;
    const isWorse = riskRank(known.record.risk) > riskRank(lead.record.risk) && byPrecedence(known, lead) < 0;
    return isWorse ? known : undefined;
  }

  /** One request; its answer goes to memory and store, its trouble into the quiet time. */
  async function request(
    client: ServiceClient,
    asked: Indicator,
    { reason, onSent }: Pick<LookUpOptions, 'reason' | 'onSent'>,
    signal: AbortSignal,
  ): Promise<Outcome<Knowledge>> {
    const key = lookupKey(asked);
    const rows = client.remote
      ? logRequests((row) => requestLog.begin(row), { to: client.address, what: [asked.value], why: reason })
      : undefined;
    const onRequest = (): void => {
      rows?.options.onRequest?.();
      onSent?.();
    };
    const outcome = await answerOf(client, asked, { signal, onRequest });
    if (!outcome.ok) {
      rows?.endWithError(outcome.error);
      if (outcome.error.kind !== 'canceled' && client.remote) backoff.remember(client.address, key, outcome.error);
      return outcome;
    }
    const knowledge = learn(client, asked, outcome.value, 'full', outcome.serviceMessage);
    rows?.end(knowledge.kind === 'known' ? 'answered' : 'not known');
    return { ok: true, value: knowledge };
  }

  /** What a service said, or that it knows nothing: to memory, and to the store. */
  function learn(
    client: ServiceClient,
    asked: Indicator,
    record: IndicatorRecord | undefined,
    detail: Known['detail'],
    serviceMessage?: string,
  ): Knowledge {
    const key = lookupKey(asked);
    const source = { kind: 'service', name: client.host, address: client.address } as const;
    const knowledge: Knowledge =
      record === undefined
        ? { kind: 'notKnown', source, asOf: now(), ...(serviceMessage === undefined ? {} : { serviceMessage }) }
        : { kind: 'known', source, asOf: now(), record, detail };
    // The local service's misses end with the next import, and its records are in the store already.
    if (client.remote || record !== undefined) memory.set(`${client.address} ${key}`, knowledge);
    if (client.remote) {
      backoff.answered(client.address, key);
      store.keep(key, client.address, knowledge).catch(() => undefined);
    }
    return knowledge;
  }

  /** Of many indicators one: asked for only where a batch may answer for it. */
  const sizes = new AnswerSizes();
  const batches = new Batches({
    sizes,
    next: (indicator, reason) => {
      const next = plan(indicator, { reason });
      if (next.kind === 'done' || !next.client.remote || isSkipped(next.sent)) return undefined;
      return requests.has(`${next.client.address} ${lookupKey(next.sent)}`) ? undefined : next;
    },
    canSend: (indicator, { client, sent: asked }, reason) =>
      service() === client &&
      isAllowed(settings().mode, reason) &&
      sentFor(indicator).value === asked.value &&
      blocked(indicator, asked) === undefined,
    plan: (address) => ports.plan?.(address) ?? Promise.resolve({ name: 'auto', withKey: false }),
    begin: (entry) => requestLog.begin(entry),
    learn: (client, asked, record, keys, serviceMessage) => {
      learn(client, asked, record, 'summary', serviceMessage);
      for (const key of keys) notify(key);
    },
    error: (client, asked, error) => backoff.remember(client.address, lookupKey(asked), error),
    now,
  });

  const isSkipped = (indicator: Indicator): boolean => settings().skipWellKnown === true && isWellKnown(indicator);

  async function requestAndWait(
    indicator: Indicator,
    { client, sent: asked }: Extract<Plan, { kind: 'request' }>,
    options: LookUpOptions,
  ): Promise<LookupResult> {
    const requestKey = `${client.address} ${lookupKey(asked)}`;
    const form = (requests.has(requestKey) ? asking.get(requestKey) : undefined) ?? {
      asked,
      answers: new Set<string>(),
    };
    asking.set(requestKey, form);
    form.answers.add(lookupKey(asked)).add(lookupKey(indicator));
    const start = async (signal: AbortSignal): Promise<Outcome<Knowledge>> => {
      const outcome = await request(client, asked, options, signal);
      if (asking.get(requestKey) === form) asking.delete(requestKey);
      if (outcome.ok) for (const key of form.answers) notify(key);
      return outcome;
    };
    const joined = await requests.join(requestKey, start, options);
    const pending: LookupState = { kind: 'pending', host: client.host };
    if (joined.kind !== 'settled') return resultFor(indicator, pending);
    const { outcome } = joined;
    if (!outcome.ok) {
      const { error } = outcome;
      // Called off because the user's wishes changed: what they say now counts.
      if (error.kind === 'canceled') return lookups.local(indicator, options.reason);
      const next = nextRetryAt(client, lookupKey(asked), error, options.reason);
      return resultFor(indicator, { kind: 'failed', host: client.host, error, ...next });
    }
    if (client.remote) return resultFor(indicator, { kind: 'settled' });
    return resultFor(indicator, nothingHere(indicator, viewOfKey(lookupKey(indicator))));
  }

  const lookups: Lookups = {
    local(indicator, reason) {
      seen = new Map();
      try {
        const next = plan(indicator, { reason });
        const state: LookupState = next.kind === 'done' ? next.state : { kind: 'pending', host: next.client.host };
        return resultFor(indicator, state);
      } finally {
        const keys = [...seen.keys()];
        seen = undefined;
        // Whoever looked hears of what was not taken in yet.
        void store.ensureIndexed?.(keys)?.then((isNew) => {
          if (isNew) for (const key of keys) notify(key);
        });
      }
    },
    ready: (indicators) => store.ensureIndexed?.(indicators.flatMap(keysOf)),
    async lookUp(indicator, options) {
      const ready = lookups.ready([indicator]);
      if (ready !== undefined && !(await isOverWithin(ready, options))) return lookups.local(indicator, options.reason);
      const next = plan(indicator, options);
      if (next.kind === 'done') return resultFor(indicator, next.state);
      if (options.signal?.aborted === true) return lookups.local(indicator, options.reason);
      const batch = batches.inFlight(next.client.address, lookupKey(next.sent));
      if (batch === undefined || options.again === true) return requestAndWait(indicator, next, options);
      // The answer that is on its way may be enough; what it leaves open is asked for afterwards.
      const began = now();
      if (!(await isOverWithin(batch, options))) {
        return resultFor(indicator, { kind: 'pending', host: next.client.host });
      }
      const { waitMillis } = options;
      const rest = waitMillis === undefined ? {} : { waitMillis: Math.max(0, waitMillis - (now() - began)) };
      return lookups.lookUp(indicator, { ...options, ...rest });
    },
    lookUpVisible(indicators, options) {
      const ready = lookups.ready(indicators);
      return ready === undefined
        ? batches.ask(indicators, options)
        : ready.then(() => batches.ask(indicators, options));
    },
    estimate: (indicators, options) => batches.estimate(indicators, options),
    blocked: (indicator, wholeUrl) => blocked(indicator, sentFor(indicator, wholeUrl)),
    blockedInText: (text) => blocked.inText(text),
    wouldSend: (indicator, wholeUrl) => sentFor(indicator, wholeUrl).value,
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget() {
      memory.clear();
      backoff.clear();
      batches.forget();
      // What waits in the gateway's queue must not leave after the user has said otherwise.
      const client = service();
      const isOffline = settings().mode === 'offline';
      requests.abort((requestKey) => {
        if (requestKey.startsWith('local: ')) return false;
        const asked = asking.get(requestKey)?.asked;
        const isWrongAddress = client === undefined || !requestKey.startsWith(`${client.address} `);
        return isOffline || isWrongAddress || asked === undefined || blocked(asked, asked) !== undefined;
      });
      notify(undefined);
    },
    requestLog,
    sizes,
  };
  return lookups;
}

function done(state: LookupState): Plan {
  return { kind: 'done', state };
}

/** A row of an answer to many is enough. */
function isForMany(reason: LookupReason): boolean {
  return reason === 'visible' || reason === 'triage';
}

/** A person looks at one indicator, without having asked for it. */
function isShown(reason: LookupReason): boolean {
  return reason === 'hover' || reason === 'record';
}

/** Waits for a request that others sent; false where the caller's time is up or the caller has left. */
async function isOverWithin(request: Promise<unknown>, { signal, waitMillis }: LookUpOptions): Promise<boolean> {
  const over = request.then(() => true);
  const bound = timeBound(signal, waitMillis ?? 600_000);
  try {
    return await untilAborted(over, bound.signal);
  } catch {
    return false;
  } finally {
    bound.done();
  }
}

/** The client answers with its troubles; should it throw nevertheless, that is one, too. */
async function answerOf(client: ServiceClient, asked: Indicator, options: RequestOptions) {
  try {
    return await client.indicator(asked, options);
  } catch (cause) {
    const error: RequestError = { kind: 'unreachable', detail: cause instanceof Error ? cause.name : 'unknown fault' };
    return { ok: false, error } as const;
  }
}
