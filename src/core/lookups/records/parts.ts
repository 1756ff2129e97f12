import type { RequestOptions, ServiceClient } from '../../api/client';
import type { Outcome, RequestError } from '../../api/requestError';
import type { Indicator } from '../../indicators/identity/types';
import type { Source } from '../../records/knowledge';
import type { UtcMillis } from '../../records/record';
import { isAllowed } from '../policy/lookupMode';
import { RequestCoalescer } from '../requests/requestCoalescer';
import type { LookupSettings, RequestLog } from '../options';
import type { Opened, OpenOptions } from '../opened';
import { ErrorBackoff } from '../requests/errorBackoff';
import { logRequests } from '../requests/logRequests';
import type { BlockReason, RequestSubject } from '../types';
import { localSource } from '../../records/sourceId';
import { isWithin } from '../../records/clockBounds';

export interface PartPorts {
  readonly settings: () => LookupSettings;
  readonly now: () => number;
  readonly requestLog: Pick<RequestLog, 'begin'>;
  /** Why an indicator is never sent, given the form that would be sent. */
  readonly blocked: (indicator: Indicator, sent: Indicator) => BlockReason | undefined;
}

/** One request for a part of a record. */
export interface Part<T> {
  /** Identifies the part within a service. */
  readonly key: string;
  /** The value, name, or ID that is sent (see {@link RequestSubject}). */
  readonly what: string;
  readonly subject?: RequestSubject;
  /** The indicator it is about, if any: determines whether it may be sent, and in which form. */
  readonly about?: { readonly indicator: Indicator; readonly sent: Indicator };
  /** Requested only by a click, whatever the mode. */
  readonly onlyOnClick?: boolean;
  /** Its answer is too large, or outdated too soon, to be cached. */
  readonly isTransient?: boolean;
  readonly request: (client: ServiceClient, options: RequestOptions) => Promise<Outcome<T | undefined>>;
}

/** An answer, or the service's message instead of one. */
interface Answered<T> {
  readonly value: T | undefined;
  readonly serviceMessage?: string;
}

interface CachedAnswer extends Answered<unknown> {
  readonly asOf: UtcMillis;
}

/** Cached parts of records; panels have their own. */
const maxRemembered = 200;

/**
 * Fetches parts of records from memory or their service, as mode, ignore list, and backoff allow. Identical requests
 * in flight are shared. The local service is queried in every mode.
 */
export class Parts {
  private readonly memory = new Map<string, CachedAnswer>();
  private readonly requests = new RequestCoalescer<unknown>();
  private readonly pending = new Map<string, Part<unknown>>();
  private readonly backoff: ErrorBackoff;

  constructor(private readonly ports: PartPorts) {
    this.backoff = new ErrorBackoff(ports.now);
  }

  /** Never rejects. */
  async get<T>(client: ServiceClient, part: Part<T>, options: OpenOptions): Promise<Opened<T>> {
    const name = nameOf(client, part);
    const existing = options.again === true ? undefined : this.fresh(name, client);
    // Each key has a single type of answer.
    if (existing !== undefined) return opened(client, existing as Answered<T>, existing.asOf);
    const why = client.remote ? this.refused(client, part, options) : undefined;
    if (why !== undefined) return why;
    if (options.signal?.aborted === true) return { kind: 'canceled' };
    const start = (signal: AbortSignal): Promise<Outcome<unknown>> => this.request(client, part, options, signal);
    const joined = await this.requests.join(name, start, { signal: options.signal });
    if (joined.kind !== 'settled') return { kind: 'canceled' };
    const { outcome } = joined;
    if (!outcome.ok) {
      if (outcome.error.kind === 'canceled') return { kind: 'canceled' };
      return { kind: 'failed', host: client.host, error: outcome.error };
    }
    return opened(client, outcome as Answered<T>, this.ports.now());
  }

  /**
   * Discards answers and errors, and cancels what is no longer allowed. `allowed` is the service that may be queried
   * now.
   */
  forget(allowed: ServiceClient | undefined): void {
    this.memory.clear();
    this.backoff.clear();
    const isOffline = this.ports.settings().mode === 'offline';
    this.requests.abort((name) => {
      if (name.startsWith(`${localSource} `)) return false;
      const about = this.pending.get(name)?.about;
      const isWrongAddress = allowed === undefined || !name.startsWith(`${allowed.address} `);
      return isOffline || isWrongAddress || (about !== undefined && this.blocked(about) !== undefined);
    });
  }

  /** Local answers aren't cached: the local service is as fast as memory and never out of date. */
  private fresh(name: string, client: ServiceClient): CachedAnswer | undefined {
    const existing = client.remote ? this.memory.get(name) : undefined;
    if (existing === undefined) return undefined;
    const { freshMillis, notFoundMillis } = this.ports.settings();
    return isWithin(existing.asOf, existing.value === undefined ? notFoundMillis : freshMillis, this.ports.now())
      ? existing
      : undefined;
  }

  private blocked({ indicator, sent }: NonNullable<Part<unknown>['about']>): BlockReason | undefined {
    return this.ports.blocked(indicator, sent);
  }

  private refused<T>(client: ServiceClient, part: Part<T>, { reason, again }: OpenOptions): Opened<T> | undefined {
    const { host } = client;
    const by = part.about === undefined ? undefined : this.blocked(part.about);
    if (by !== undefined) return { kind: 'blocked', by };
    const { mode } = this.ports.settings();
    if (mode === 'offline') return { kind: 'offline', host };
    const isClicked = reason === 'click' || again === true;
    const failed = this.backedOff(client, part.key, isClicked);
    if (failed !== undefined) return failed;
    if (isClicked || (isAllowed(mode, reason) && part.onlyOnClick !== true)) return undefined;
    return { kind: 'notRequested', host, wouldSend: part.what, subject: part.subject };
  }

  /** A recent error prevents the request, unless it is clicked; a rate limit even then. */
  private backedOff({ address, host }: ServiceClient, key: string, isClicked: boolean): Opened<never> | undefined {
    const error = this.backoff.find(address, key);
    const isRateLimit = error?.kind === 'rateLimited';
    if (error === undefined || (isClicked && !isRateLimit)) return undefined;
    const isUntried = !isRateLimit && this.backoff.tried(address, key) === undefined;
    return { kind: 'failed', host, error, isUntried: isUntried || undefined };
  }

  private async request<T>(
    client: ServiceClient,
    part: Part<T>,
    { reason }: OpenOptions,
    signal: AbortSignal,
  ): Promise<Outcome<T | undefined>> {
    const name = nameOf(client, part);
    const rows = client.remote
      ? logRequests(this.ports.requestLog, {
          to: client.address,
          what: [part.what],
          why: reason,
          subject: part.subject,
        })
      : undefined;
    this.pending.set(name, part);
    const outcome = await answerOf(part, client, { signal, ...rows?.options });
    if (this.pending.get(name) === part) this.pending.delete(name);
    if (outcome.ok) rows?.end(outcome.value === undefined ? 'noRecord' : 'answered');
    else rows?.endWithError(outcome.error);
    // Not cached if canceled while the answer was read because the settings changed.
    if (client.remote) this.learn(client, part, outcome, signal.aborted);
    return outcome;
  }

  private learn<T>(client: ServiceClient, part: Part<T>, outcome: Outcome<T | undefined>, isCanceled: boolean): void {
    const { address } = client;
    if (outcome.ok) {
      this.backoff.answered(address, part.key);
      if (part.isTransient !== true && !isCanceled) this.remember(nameOf(client, part), outcome);
    } else if (outcome.error.kind !== 'canceled') this.backoff.remember(address, part.key, outcome.error);
  }

  private remember(name: string, { value, serviceMessage }: Answered<unknown>): void {
    this.memory.delete(name);
    this.memory.set(name, {
      value,
      asOf: this.ports.now(),
      serviceMessage,
    });
    const [oldest] = this.memory.keys();
    if (this.memory.size > maxRemembered && oldest !== undefined) this.memory.delete(oldest);
  }
}

/** Identifies a part among those of all services. */
function nameOf({ address }: ServiceClient, { key }: Pick<Part<unknown>, 'key'>): string {
  return `${address} ${key}`;
}

function opened<T>(client: ServiceClient, { value, serviceMessage }: Answered<T>, asOf: UtcMillis): Opened<T> {
  const source: Source = { kind: 'service', name: client.host, address: client.address };
  if (value !== undefined) return { kind: 'found', value, source, asOf };
  return { kind: 'notFound', source, asOf, serviceMessage };
}

/** The client returns its errors; an exception nevertheless becomes one as well. */
async function answerOf<T>(
  part: Part<T>,
  client: ServiceClient,
  options: RequestOptions,
): Promise<Outcome<T | undefined>> {
  try {
    return await part.request(client, options);
  } catch (cause) {
    const error: RequestError = { kind: 'unreachable', detail: cause instanceof Error ? cause.name : 'unknown fault' };
    return { ok: false, error };
  }
}
