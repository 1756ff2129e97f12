import type { ServiceClient } from '../../api/client';
import type { RequestError, RequestErrorKind } from '../../api/requestError';
import { getHost } from '../../indicators/identity/getHost';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { Knowledge, Known } from '../../records/knowledge';
import { isAllowed } from '../policy/lookupMode';
import type { ErrorBackoff, FailedAttempt } from '../requests/errorBackoff';
import type { LookUpOptions, LookupSettings } from '../options';
import { redactIndicator } from '../policy/redactIndicator';
import type { SendPolicy } from '../policy/sendPolicy';
import type { LookupReason, LookupState } from '../types';
import { isLocalKnowledge, type View, type Views } from './view';
import { isWithin } from '../../records/clockBounds';

/** Errors after which the same request may work later. */
const temporary: ReadonlySet<RequestErrorKind> = new Set([
  'nameNotFound',
  'connectionRefused',
  'unreachable',
  'timeout',
  'partial',
  'serverError',
]);

/** The next step of a lookup: nothing more, or request `sent`. */
export type Plan =
  | { readonly kind: 'done'; readonly state: LookupState }
  | { readonly kind: 'request'; readonly client: ServiceClient; readonly sent: Indicator };

export type PlanOptions = Pick<LookUpOptions, 'reason' | 'again' | 'wholeUrl'>;

/** The next step for the host of a URL in a lookup of the URL. */
export interface HostPlan {
  readonly host: Indicator;
  readonly plan: Plan;
}

/** Dependencies of the planner. */
export interface PlannerParts {
  readonly service: () => ServiceClient | undefined;
  readonly settings: () => LookupSettings;
  readonly now: () => number;
  readonly backoff: ErrorBackoff;
  readonly blockReason: SendPolicy;
  /** Whether a request for a key is in flight. */
  readonly isInFlight: (address: string, key: string) => boolean;
}

/** Decides whether a lookup sends a request, by data at hand, mode, ignore list, reserved ranges, and recent errors. */
export class LookupPlanner {
  constructor(private readonly parts: PlannerParts) {}

  /** The part of an indicator that is sent: the whole URL only if the user has seen and confirmed it. */
  sentFor(indicator: Indicator, wholeUrl = false): Indicator {
    const { blockReason, settings } = this.parts;
    return wholeUrl ? redactIndicator(indicator, 'full') : blockReason.sent(indicator, settings().urls);
  }

  plan(indicator: Indicator, options: PlanOptions, views: Views): Plan {
    return this.planFor(indicator, options, views, false);
  }

  /**
   * The next step for the host of a URL: a service that doesn't know the URL may know its host. Undefined if the host
   * isn't looked up: the URL isn't sent as a URL, or this machine knows enough about it.
   */
  planHost(indicator: Indicator, own: Plan, { wholeUrl, ...options }: PlanOptions, views: Views): HostPlan | undefined {
    const client = this.parts.service();
    if (indicator.type !== 'url' || client?.remote !== true) return undefined;
    const sent = this.sentFor(indicator, wholeUrl);
    const host = sent.type === 'url' ? getHost(sent) : undefined;
    if (host === undefined || (own.kind === 'done' && !this.wasSent([indicator, sent], own.state, client, views)))
      return undefined;
    return { host, plan: this.planFor(host, options, views, true) };
  }

  /** The state of an indicator before anything is sent. */
  stateOf(indicator: Indicator, options: PlanOptions, views: Views): LookupState {
    const own = this.plan(indicator, options, views);
    const state = stateBefore(own);
    const host = state.kind === 'settled' ? this.planHost(indicator, own, options, views)?.plan : undefined;
    return this.withHost(indicator, options, state, host && stateBefore(host), views);
  }

  /** The state of a URL with that of its host, which counts once the URL itself is settled. */
  withHost(
    indicator: Indicator,
    { reason }: Pick<PlanOptions, 'reason'>,
    own: LookupState,
    ofHost: LookupState | undefined,
    views: Views,
  ): LookupState {
    if (own.kind === 'settled') {
      return ofHost?.kind === 'failed' || ofHost?.kind === 'pending' ? { ...ofHost, ofHost: true } : own;
    }
    const offers = (own.kind === 'notRequested' || own.kind === 'failed') && own.wouldSend !== undefined;
    return offers && isShown(reason) && this.clickSendsHost(indicator, views) ? { ...own, sendsHost: true } : own;
  }

  private clickSendsHost(indicator: Indicator, views: Views): boolean {
    const { service, settings } = this.parts;
    const client = service();
    if (indicator.type !== 'url' || client === undefined || settings().mode === 'offline') return false;
    const click: Plan = { kind: 'request', client, sent: this.sentFor(indicator) };
    return this.planHost(indicator, click, { reason: 'click' }, views)?.plan.kind === 'request';
  }

  /** Whether the service was queried about a URL for which nothing needs to be sent now. */
  private wasSent(forms: readonly Indicator[], state: LookupState, { address }: ServiceClient, views: Views): boolean {
    if (state.kind === 'failed') return true;
    if (state.kind !== 'settled') return false;
    return forms.some((form) => {
      const { known, notFound } = views(lookupKey(form));
      return [...known, ...notFound].some(({ source }) => source.kind === 'service' && source.address === address);
    });
  }

  private planFor(indicator: Indicator, options: PlanOptions, views: Views, isHost: boolean): Plan {
    const { service, settings, blockReason } = this.parts;
    const client = service();
    const own = views(lookupKey(indicator));
    if (client?.remote !== true) return this.localPlan(indicator, own, client);

    const { reason, again = false, wholeUrl = false } = options;
    const redacted = this.sentFor(indicator, wholeUrl);
    const by = blockReason(indicator, redacted);
    if (by !== undefined) return done({ kind: 'blocked', by });
    const atHand = wholeUrl ? [own] : [own, views(lookupKey(redacted))];
    if (!again && this.isSettled(atHand, client, reason, isHost))
      return this.settledPlan(client, indicator, redacted, reason);
    const { mode } = settings();
    if (mode === 'offline') return done({ kind: 'offline' });
    if (!isAllowed(mode, reason)) return this.notAllowed(client, indicator, redacted, reason);
    return this.backedOff(client, indicator, redacted, options) ?? { kind: 'request', client, sent: redacted };
  }

  /** The data at hand is enough, but a lookup of it may have failed since. */
  private settledPlan(client: ServiceClient, indicator: Indicator, redacted: Indicator, reason: LookupReason): Plan {
    const mayShowFailure = isShown(reason) && this.parts.settings().mode !== 'offline';
    const tried = mayShowFailure ? this.lastFailure(client, indicator, redacted) : undefined;
    if (tried === undefined) return done({ kind: 'settled' });
    return done({ kind: 'failed', host: client.host, error: tried.error, triedAt: tried.at });
  }

  /** A recent error prevents the request, unless the user asks for it; a rate limit even then. */
  private backedOff(
    client: ServiceClient,
    indicator: Indicator,
    redacted: Indicator,
    { reason, again = false }: PlanOptions,
  ): Plan | undefined {
    const key = lookupKey(redacted);
    const error = this.parts.backoff.find(client.address, key);
    const isRequested = again || reason === 'click' || reason === 'triage';
    if (error === undefined || (isRequested && error.kind !== 'rateLimited')) return undefined;
    const context = this.errorContext(client, indicator, redacted, error);
    const retry = this.nextRetryAt(client, key, error, reason);
    return done({ kind: 'failed', host: client.host, error, ...context, ...retry });
  }

  /**
   * When the next hover retries automatically, if that may help: other errors remain until something is changed. A rate
   * limit has its own time.
   */
  nextRetryAt(
    { address, remote }: ServiceClient,
    key: string,
    { kind }: RequestError,
    reason: LookupReason,
  ): { readonly nextAt?: number } {
    const { settings, backoff } = this.parts;
    const retries = remote && reason === 'hover' && temporary.has(kind) && isAllowed(settings().mode, reason);
    const nextAt = retries ? backoff.nextAt(address, key) : undefined;
    return nextAt === undefined ? {} : { nextAt };
  }

  /** The state after the local side was queried without a result. */
  withoutResult(indicator: Indicator, own: View): LookupState {
    if (own.known.length > 0) return { kind: 'settled' };
    const by = this.parts.blockReason(indicator, this.sentFor(indicator));
    return by === undefined ? { kind: 'noService' } : { kind: 'blocked', by };
  }

  /** Whether the data at hand makes a request unnecessary. A summary is enough for the host of a URL. */
  private isSettled(views: readonly View[], client: ServiceClient, reason: LookupReason, isHost: boolean): boolean {
    const { settings, now } = this.parts;
    const { freshMillis, notFoundMillis } = settings();
    const isFresh = ({ source, asOf }: Knowledge, millis: number): boolean =>
      source.kind === 'service' && source.address === client.address && isWithin(asOf, millis, now());
    const isEnough = (known: Known): boolean => known.detail === 'full' || isHost || isForMany(reason);
    return views.some(
      ({ known, notFound }) =>
        known.some((knowledge) => isEnough(knowledge) && isFresh(knowledge, freshMillis)) ||
        notFound.some((knowledge) => isFresh(knowledge, notFoundMillis)) ||
        known.some(
          (knowledge) => isLocalKnowledge(knowledge) && (isHost || reason !== 'record' || knowledge.detail === 'full'),
        ),
    );
  }

  /** The mode doesn't allow a request for this reason. Still joins the request of a click, and reports its error. */
  private notAllowed(client: ServiceClient, indicator: Indicator, redacted: Indicator, reason: LookupReason): Plan {
    const { backoff, isInFlight } = this.parts;
    const { address, host } = client;
    const wouldSend = redacted.value;
    if (!isShown(reason)) return done({ kind: 'notRequested', host, wouldSend });
    const requested = this.redactedForms(indicator, redacted).find((form) => isInFlight(address, lookupKey(form)));
    if (requested !== undefined) return { kind: 'request', client, sent: requested };
    const backedOff = backoff.find(address, lookupKey(redacted));
    if (backedOff?.kind === 'rateLimited') return done({ kind: 'failed', host, error: backedOff });
    const tried = this.lastFailure(client, indicator, redacted);
    const error = tried?.error ?? backedOff;
    if (error === undefined) return done({ kind: 'notRequested', host, wouldSend });
    const triedAt = tried === undefined ? {} : { triedAt: tried.at };
    return done({ kind: 'failed', host, error, ...triedAt, wouldSend });
  }

  /** Whether this indicator caused the error, or another one of the same service. */
  private errorContext(client: ServiceClient, indicator: Indicator, redacted: Indicator, { kind }: RequestError) {
    const tried = this.lastFailure(client, indicator, redacted);
    if (tried !== undefined) return { triedAt: tried.at };
    // A rate limit applies to all indicators.
    return kind === 'rateLimited' ? {} : { wouldSend: redacted.value };
  }

  /** The forms in which an indicator may have been sent: by the settings, and in full. */
  private redactedForms(indicator: Indicator, redacted: Indicator): readonly Indicator[] {
    return indicator.type === 'url' ? [redacted, this.sentFor(indicator, true)] : [redacted];
  }

  private lastFailure(client: ServiceClient, indicator: Indicator, redacted: Indicator): FailedAttempt | undefined {
    return this.redactedForms(indicator, redacted)
      .map((form) => this.parts.backoff.tried(client.address, lookupKey(form)))
      .filter((tried) => tried !== undefined)
      .sort((a, b) => b.at - a.at)[0];
  }

  /** No service, or the local one, which may be queried in any mode. */
  private localPlan(indicator: Indicator, own: View, client: ServiceClient | undefined): Plan {
    if (own.known.length > 0) return done({ kind: 'settled' });
    return client === undefined
      ? done(this.withoutResult(indicator, own))
      : { kind: 'request', client, sent: indicator };
  }
}

function stateBefore(plan: Plan): LookupState {
  return plan.kind === 'done' ? plan.state : { kind: 'pending', host: plan.client.host };
}

function done(state: LookupState): Plan {
  return { kind: 'done', state };
}

/** Whether many indicators are looked up, so that a summary is enough. */
export function isForMany(reason: LookupReason): boolean {
  return reason === 'visible' || reason === 'triage' || reason === 'assistant';
}

/** Whether a single indicator is shown without an explicit request for a lookup. */
function isShown(reason: LookupReason): boolean {
  return reason === 'hover' || reason === 'record';
}
