import { isWellKnown } from '../context/builtIn';
import { shownGeoLocation } from '../context/geoLocation';
import type { RequestOptions, ServiceClient } from '../api/client';
import type { Outcome, RequestError } from '../api/requestError';
import { timeBound, untilAborted } from '../api/http/waiting';
import { getHost } from '../indicators/identity/getHost';
import { lookupKey } from '../indicators/identity/lookupKey';
import type { Indicator } from '../indicators/identity/types';
import type { Knowledge, Known } from '../records/knowledge';
import type { IndicatorRecord } from '../records/record';
import { localSource } from '../records/sourceId';
import { isAllowed } from './policy/lookupMode';
import { AnswerSizes } from './answerSizes';
import { Batches } from './requests/batches';
import { ErrorBackoff } from './requests/errorBackoff';
import { logRequests } from './requests/logRequests';
import { isForMany, LookupPlanner, type Plan } from './engine/lookupPlanner';
import type {
  BatchEstimate,
  BatchOptions,
  BatchResult,
  LookupContext,
  LookUpOptions,
  LookupPorts,
  PlannedLookup,
  RequestLog,
} from './options';
import { Memory } from './engine/memory';
import { judgedView, type View, type Views, getView } from './engine/view';
import { RequestCoalescer } from './requests/requestCoalescer';
import { MemoryRequestLog } from './requests/requestLog';
import { createSendPolicy, type SendPolicy } from './policy/sendPolicy';
import type { BlockReason, LookupReason, LookupResult, LookupState } from './types';
import { byPrecedence } from '../records/knowledge';
import { riskRank } from '../records/risk';

/** Answers of services in memory. */
const maxAnswers = 5_000;

/** More changed indicators are reported as one change of anything. */
const maxSingleChanges = 100;

const settled: LookupState = { kind: 'settled' };

/** A request in flight, and the keys that its answer is for. */
interface InFlight {
  readonly sent: Indicator;
  readonly keys: Set<string>;
}

/** Looks indicators up: in memory, then the store, then the service, as mode, ignore list, and reserved ranges allow (docs/contributing/architecture.md). */
export class LookupEngine {
  readonly requestLog: RequestLog;
  /** Sizes of services' answers, which query runs and batches learn from. */
  readonly sizes = new AnswerSizes();
  private readonly memory = new Memory(maxAnswers);
  private readonly backoff: ErrorBackoff;
  private readonly requests = new RequestCoalescer<Knowledge>();
  private readonly blockReason: SendPolicy;
  private readonly planner: LookupPlanner;
  private readonly batches: Batches;
  private readonly listeners = new Set<(key: string | undefined) => void>();
  private readonly inFlight = new Map<string, InFlight>();

  constructor(private readonly ports: LookupPorts) {
    const { service, settings, now } = ports;
    this.requestLog = new MemoryRequestLog(now, ports.requestLogStore);
    this.backoff = new ErrorBackoff(now);
    this.blockReason = createSendPolicy(() => settings().ignore);
    this.planner = new LookupPlanner({
      service,
      settings,
      now,
      backoff: this.backoff,
      blockReason: this.blockReason,
      isInFlight: (address, key) => this.requests.has(`${address} ${key}`),
    });
    this.batches = this.createBatches();
  }

  /** Memory and store only: never sends, never waits. `state` is what a lookup for `reason` would do next. */
  local(indicator: Indicator, reason: LookupReason): LookupResult {
    const views = this.viewsNow();
    const result = this.resultFor(indicator, this.planner.stateOf(indicator, { reason }, views), reason, views);
    // Counts of many indicators must not include fictional ones beside real data.
    const isCounting = isForMany(reason) && hasSamples(result);
    return isCounting && this.ports.store.hasRealData?.() === true ? withoutSamples(result) : result;
  }

  /**
   * Memory, then store, then service, as mode, ignore list, and reserved ranges allow. The service is also
   * queried about the host of a URL, unless there is a recent answer. Never rejects.
   */
  async lookUp(indicator: Indicator, options: LookUpOptions): Promise<LookupResult> {
    const before = this.viewsNow();
    const own = this.planner.plan(indicator, options, before);
    const host = this.planner.planHost(indicator, own, options, before);
    const sends = own.kind === 'request' || host?.plan.kind === 'request';
    if (sends && options.signal?.aborted === true) return this.local(indicator, options.reason);
    const [state, ofHost] = await Promise.all([
      this.carryOut(indicator, own, options, () => this.planner.plan(indicator, options, this.viewsNow())),
      host &&
        this.carryOut(
          indicator,
          host.plan,
          options,
          () => this.planner.planHost(indicator, own, options, this.viewsNow())?.plan,
        ),
    ]);
    const after = this.viewsNow();
    const both = this.planner.withHost(indicator, options, state, ofHost, after);
    return this.resultFor(indicator, both, options.reason, after);
  }

  /** Sends what a plan about an indicator requests, and waits for the answer; `planAgain` is its plan after another one. */
  private async carryOut(
    indicator: Indicator,
    plan: Plan | undefined,
    options: LookUpOptions,
    planAgain: () => Plan | undefined,
  ): Promise<LookupState> {
    if (plan === undefined) return settled;
    if (plan.kind === 'done') return plan.state;
    const batch = this.batches.inFlight(plan.client.address, lookupKey(plan.sent));
    if (batch === undefined || options.again === true) {
      const state = await this.requestAndWait(indicator, plan, options);
      if (state !== 'canceled') return state;
      const next = planAgain();
      return next?.kind === 'request' ? { kind: 'pending', host: next.client.host } : (next?.state ?? settled);
    }
    // The batch in flight may be enough; what it leaves open is requested afterwards.
    const startedAt = this.ports.now();
    if (!(await isOverWithin(batch, options))) return { kind: 'pending', host: plan.client.host };
    const { waitMillis } = options;
    const passed = this.ports.now() - startedAt;
    const rest = waitMillis === undefined ? {} : { waitMillis: Math.max(0, waitMillis - passed) };
    return this.carryOut(indicator, planAgain(), { ...options, ...rest }, planAgain);
  }

  /**
   * Queries a remote service for those of many indicators that the mode allows for the reason (visible ones in mode
   * `automatic`) and that are unknown, URLs with their hosts, many per request, one request at a time. Answers are reported by `onChanged`.
   * Never rejects.
   */
  lookUpVisible(indicators: readonly Indicator[], options?: BatchOptions): Promise<BatchResult> {
    return this.batches.requestRows(indicators, options);
  }

  /** The estimated size of such a lookup; sends nothing. Never rejects. */
  estimate(indicators: readonly Indicator[], options?: BatchOptions): Promise<BatchEstimate> {
    return this.batches.estimate(indicators, options);
  }

  /** The values that such a lookup would send now; undefined if none. Sends nothing. Never rejects. */
  planned(indicators: readonly Indicator[], options?: BatchOptions): Promise<PlannedLookup | undefined> {
    return this.batches.planned(indicators, options);
  }

  /** Why the indicator would never be sent, if so; for a URL, in the form of `wouldSend`. */
  blocked(indicator: Indicator, wholeUrl?: boolean): BlockReason | undefined {
    return this.blockReason(indicator, this.planner.sentFor(indicator, wholeUrl));
  }

  /** Why a text must not be sent unchanged, and the host in it that is the reason. */
  blockedInText(text: string): { readonly value: string; readonly by: BlockReason } | undefined {
    return this.blockReason.inText(text);
  }

  /** The data that another thread needs for the same results as {@link local}. */
  context(): LookupContext {
    const settings = this.ports.settings();
    const client = this.ports.service();
    if (client === undefined) return { settings, answers: [] };
    const { address, host, remote } = client;
    // The local service only merges what the store has by source.
    const answers = remote ? [...this.memory.below(`${address} `), ...this.judgedAnswers(client)] : [];
    return { settings, service: { address, host, remote }, answers };
  }

  /** The judgments of the team, as answers that are newer than those of the store. */
  private judgedAnswers(client: ServiceClient): readonly (readonly [key: string, answer: Knowledge])[] {
    const judged = [...(this.ports.judgments?.all(client.address) ?? [])];
    return judged.flatMap(([key, each]) => {
      const view = judgedView(this.readView(key), client, each);
      const answer = view.known.find(({ source }) => source.kind === 'service' && source.address === client.address);
      return answer === undefined ? [] : [[key, { ...answer, asOf: answer.asOf + 1 }] as const];
    });
  }

  /** Reports changed judgments by key; undefined if any may have changed. */
  judged(keys: readonly string[] | undefined): void {
    const some = keys !== undefined && keys.length <= maxSingleChanges ? keys : [undefined];
    for (const key of some) this.notify(key);
  }

  /** Exactly what would be sent to the service about the indicator itself. */
  wouldSend(indicator: Indicator, wholeUrl?: boolean): string {
    return this.planner.sentFor(indicator, wholeUrl).value;
  }

  /**
   * Called with the `lookupKey` of new data, or with undefined if anything may have changed (import, clear, switch).
   */
  onChanged(listener: (key: string | undefined) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Discards cached answers (after an import, a clear, a switched service, changed settings). */
  forget(): void {
    this.memory.clear();
    this.backoff.clear();
    this.batches.forget();
    // Requests that wait in the gateway's queue must not be sent after the user has changed the settings.
    const client = this.ports.service();
    const isOffline = this.ports.settings().mode === 'offline';
    this.requests.abort((requestKey) => {
      if (requestKey.startsWith(`${localSource} `)) return false;
      const sent = this.inFlight.get(requestKey)?.sent;
      const isWrongAddress = client === undefined || !requestKey.startsWith(`${client.address} `);
      return isOffline || isWrongAddress || sent === undefined || this.blockReason(sent, sent) !== undefined;
    });
    this.notify(undefined);
  }

  private createBatches(): Batches {
    const { service, settings, now, plan } = this.ports;
    return new Batches({
      sizes: this.sizes,
      next: (indicator, reason) => {
        const views = this.viewsNow();
        const own = this.planner.plan(indicator, { reason }, views);
        const host = this.planner.planHost(indicator, own, { reason }, views)?.plan;
        const isNeeded = (plan: Plan | undefined): plan is Extract<Plan, { kind: 'request' }> => {
          if (plan?.kind !== 'request' || !plan.client.remote || this.isSkipped(plan.sent)) return false;
          return !this.requests.has(`${plan.client.address} ${lookupKey(plan.sent)}`);
        };
        return [...(isNeeded(own) ? [own] : []), ...(isNeeded(host) ? [{ ...host, isHost: true as const }] : [])];
      },
      canSend: (indicator, { client, sent }, reason) =>
        service() === client &&
        isAllowed(settings().mode, reason) &&
        this.isSentFor(indicator, sent) &&
        this.blockReason(indicator, sent) === undefined,
      plan: (address) => plan?.(address) ?? Promise.resolve({ name: 'auto', withKey: false }),
      requestLog: this.requestLog,
      learn: (client, sent, record, keys, serviceMessage) => {
        this.learn(client, sent, record, 'summary', serviceMessage);
        for (const key of keys) this.notify(key);
      },
      error: (client, sent, error) => this.backoff.remember(client.address, lookupKey(sent), error),
      now,
    });
  }

  /** Whether the settings still send exactly this for an indicator: the indicator, or the host of a URL that is sent. */
  private isSentFor(indicator: Indicator, sent: Indicator): boolean {
    const own = this.planner.sentFor(indicator);
    return own.value === sent.value || (own.type === 'url' && getHost(own)?.value === sent.value);
  }

  private notify(key: string | undefined): void {
    for (const listener of [...this.listeners]) listener(key);
  }

  /** Well-known hosts may be excluded from batches. */
  private isSkipped(indicator: Indicator): boolean {
    return this.ports.settings().skipWellKnown === true && isWellKnown(indicator);
  }

  /** The knowledge of memory and store now. Each key is read once, since a lookup needs it several times. */
  private viewsNow(): Views {
    const read = new Map<string, View>();
    return (key) => {
      const view = read.get(key) ?? this.readView(key);
      read.set(key, view);
      return view;
    };
  }

  private readView(key: string): View {
    const { store, service } = this.ports;
    const stored = store.find(key);
    // The state is about this key: the next one may be readable.
    const unread = store.unread?.();
    const client = service();
    const answer = client && this.memory.get(`${client.address} ${key}`);
    // The local service only merges what the store has by source.
    const isDuplicate = client?.remote === false && stored.length > 0;
    const view = getView(answer === undefined || isDuplicate ? stored : [...stored, answer]);
    return unread === undefined ? view : { ...view, unread };
  }

  /** Views with the judgments of the service's team. */
  private judgedViews(views: Views): Views {
    const { service, judgments } = this.ports;
    const client = service();
    if (client?.remote !== true || judgments === undefined) return views;
    return (key) => {
      const judged = judgments.of(client.address, key);
      return judged === undefined ? views(key) : judgedView(views(key), client, judged);
    };
  }

  private resultFor(indicator: Indicator, state: LookupState, reason: LookupReason, plain: Views): LookupResult {
    const { service, geoLocations } = this.ports;
    const views = this.judgedViews(plain);
    const own = views(lookupKey(indicator));
    const redacted = this.planner.sentFor(indicator);
    const isReduced = service()?.remote === true && lookupKey(redacted) !== lookupKey(indicator);
    const reduced = isReduced && own.known.length === 0 ? views(lookupKey(redacted)) : undefined;
    const view = reduced !== undefined && (reduced.known.length > 0 || own.notFound.length === 0) ? reduced : own;
    const isAnswered = view === reduced && (view.known.length > 0 || view.notFound.length > 0);
    const ofHost = hostView(indicator, isAnswered ? redacted : indicator, views);
    const host = hostKnowledge(ofHost?.known ?? [], view.known);
    const hostNotFound = ofHost?.notFound ?? [];
    const worseHost = worseHostOf(host, view.known[0]);
    const unread = own.unread ?? view.unread ?? ofHost?.unread;
    const place =
      reason === 'visible' ? undefined : shownGeoLocation(indicator, [...view.known, ...host], geoLocations);
    return {
      indicator: { type: indicator.type, value: indicator.value },
      known: view.known,
      notFound: view === own ? own.notFound : [...own.notFound, ...view.notFound],
      state,
      unread,
      sentAs: isAnswered ? redacted.value : undefined,
      host: host.length === 0 ? undefined : host,
      hostNotFound: hostNotFound.length === 0 ? undefined : hostNotFound,
      place,
      worseHost,
    };
  }

  /** Sends one request. Its answer goes to memory and store, its error to the backoff. */
  private async request(
    client: ServiceClient,
    sent: Indicator,
    { reason, onSent }: Pick<LookUpOptions, 'reason' | 'onSent'>,
    signal: AbortSignal,
  ): Promise<Outcome<Knowledge>> {
    const log = client.remote
      ? logRequests(this.requestLog, { to: client.address, what: [sent.value], why: reason })
      : undefined;
    const onRequest = (): void => {
      log?.options.onRequest?.();
      onSent?.();
    };
    const outcome = await answerOf(client, sent, { signal, onRequest });
    if (!outcome.ok) {
      log?.endWithError(outcome.error);
      if (outcome.error.kind !== 'canceled' && client.remote)
        this.backoff.remember(client.address, lookupKey(sent), outcome.error);
      return outcome;
    }
    const knowledge = this.learn(client, sent, outcome.value, 'full', outcome.serviceMessage);
    log?.end(knowledge.kind === 'known' ? 'answered' : 'noRecord');
    return { ok: true, value: knowledge };
  }

  /** Puts a service's answer into memory and store, also that it doesn't know the indicator. */
  private learn(
    client: ServiceClient,
    sent: Indicator,
    record: IndicatorRecord | undefined,
    detail: Known['detail'],
    serviceMessage?: string,
  ): Knowledge {
    const { store, now } = this.ports;
    const key = lookupKey(sent);
    const source = { kind: 'service', name: client.host, address: client.address } as const;
    const knowledge: Knowledge =
      record === undefined
        ? { kind: 'notFound', source, asOf: now(), serviceMessage }
        : { kind: 'known', source, asOf: now(), record, detail };
    // The local service's misses end with the next import, and its records are in the store already.
    if (client.remote || record !== undefined) this.memory.set(`${client.address} ${key}`, knowledge);
    if (client.remote) {
      this.backoff.answered(client.address, key);
      store.keep(key, client.address, knowledge).catch(() => undefined);
    }
    return knowledge;
  }

  private async requestAndWait(
    indicator: Indicator,
    { client, sent }: Extract<Plan, { kind: 'request' }>,
    options: LookUpOptions,
  ): Promise<LookupState | 'canceled'> {
    const requestKey = `${client.address} ${lookupKey(sent)}`;
    const known = this.requests.has(requestKey) ? this.inFlight.get(requestKey) : undefined;
    const entry = known ?? { sent, keys: new Set<string>() };
    this.inFlight.set(requestKey, entry);
    entry.keys.add(lookupKey(sent)).add(lookupKey(indicator));
    const start = async (signal: AbortSignal): Promise<Outcome<Knowledge>> => {
      const outcome = await this.request(client, sent, options, signal);
      if (this.inFlight.get(requestKey) === entry) this.inFlight.delete(requestKey);
      if (outcome.ok) for (const key of entry.keys) this.notify(key);
      return outcome;
    };
    const joined = await this.requests.join(requestKey, start, options);
    if (joined.kind !== 'settled') return { kind: 'pending', host: client.host };
    const { outcome } = joined;
    if (!outcome.ok) {
      const { error } = outcome;
      // Canceled because the settings changed: the new ones apply.
      if (error.kind === 'canceled') return 'canceled';
      const next = this.planner.nextRetryAt(client, lookupKey(sent), error, options.reason);
      return { kind: 'failed', host: client.host, error, ...next };
    }
    return client.remote ? settled : this.planner.withoutResult(indicator, this.readView(lookupKey(indicator)));
  }
}

/** The interface of the engine for features. */
export type Lookups = Pick<LookupEngine, keyof LookupEngine>;

/** The view of the host of a URL. */
function hostView(indicator: Indicator, shown: Indicator, views: Views): View | undefined {
  const host = indicator.type === 'url' && shown.type === 'url' ? getHost(indicator) : undefined;
  return host && views(lookupKey(host));
}

/** Waits for a request of another caller; false if the time is up or the caller canceled. */
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

/** The client returns its errors; an exception nevertheless becomes one as well. */
async function answerOf(client: ServiceClient, sent: Indicator, options: RequestOptions) {
  try {
    return await client.indicator(sent, options);
  } catch (cause) {
    const error: RequestError = { kind: 'unreachable', detail: cause instanceof Error ? cause.name : 'unknown error' };
    return { ok: false, error } as const;
  }
}

/** The host of a URL if it is riskier. */
function worseHostOf([known]: readonly Known[], lead: Known | undefined): Known | undefined {
  if (known === undefined || riskRank(known.record.risk) <= riskRank('none')) return undefined;
  if (lead === undefined) return known;
  const isWorse = riskRank(known.record.risk) > riskRank(lead.record.risk) && byPrecedence(known, lead) < 0;
  return isWorse ? known : undefined;
}

/** The knowledge about the host of a URL, without lists whose only URL of the host is this one. */
function hostKnowledge(ofHost: readonly Known[], own: readonly Known[]): readonly Known[] {
  const isThis = ({ source: { kind, name, urls } }: Known): boolean =>
    urls?.count === 1 && own.some(({ source }) => source.kind === kind && source.name === name);
  return ofHost.filter((known) => !isThis(known));
}

/** Whether sample data knows an indicator, or its host. */
function hasSamples({ known, host = [] }: LookupResult): boolean {
  return [...known, ...host].some(({ source }) => source.kind === 'sample');
}

/** A result without sample data, which is fictional. */
function withoutSamples(result: LookupResult): LookupResult {
  const isReal = ({ source }: Known): boolean => source.kind !== 'sample';
  const [known, host] = [result.known.filter(isReal), (result.host ?? []).filter(isReal)];
  const worseHost = worseHostOf(host, known[0]);
  const real: { -readonly [K in keyof LookupResult]: LookupResult[K] } = { ...result, known };
  delete real.host;
  delete real.worseHost;
  if (host.length > 0) real.host = host;
  if (worseHost !== undefined) real.worseHost = worseHost;
  if (known.length < result.known.length || host.length < (result.host ?? []).length) real.isSampleSkipped = true;
  return real;
}
