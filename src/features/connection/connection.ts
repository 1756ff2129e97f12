import * as vscode from 'vscode';
import { parseServiceUrl } from '../../core/api/baseUrl';
import type { RequestOptions, ServiceClient } from '../../core/api/client';
import type { Outcome, RequestError } from '../../core/api/requestError';
import type { Output } from '../shared/ui';
import type { SettingsFacade } from '../shared/settings/settings';
import type { ConnectionState } from './connectionState';
import type { Keys } from './keys';
import { exploreRefusal } from '../../core/api/exploreRequest';

interface Deps {
  readonly settings: SettingsFacade;
  readonly keys: Keys;
  readonly output: Output;
  /** A client of the service at this base URL; it takes its key from {@link Keys}, request by request. */
  readonly createClient: (address: string) => ServiceClient;
  /** The local service; absent if the store can't be used. */
  readonly embedded: ServiceClient | undefined;
}

/** Determines the current service: the one of the setting `baseUrl`; otherwise the local one. */
export class Connection implements vscode.Disposable {
  private unwatched: ServiceClient | undefined;
  private client: ServiceClient | undefined;
  private error: RequestError | undefined;
  private stopBudget: (() => void) | undefined;
  private readonly changed = new vscode.EventEmitter<ConnectionState>();
  private readonly switched = new vscode.EventEmitter<void>();
  private readonly errorEmitter = new vscode.EventEmitter<RequestError>();
  /** Any change of {@link state}. */
  readonly onChanged = this.changed.event;
  /** Another service, or the same with another key: cached answers may be out of date. */
  readonly onSwitched = this.switched.event;
  /** Each time a request fails. */
  readonly onRequestError = this.errorEmitter.event;
  private readonly listening: readonly vscode.Disposable[];

  constructor(private readonly deps: Deps) {
    this.listening = [
      deps.settings.onChanged(({ now, before }) => {
        if (now.baseUrl !== before.baseUrl || now.allowHttp !== before.allowHttp) this.renew();
        else this.fireChanged();
      }),
      deps.keys.onChanged((address) => {
        if (address === this.client?.address) this.renew();
      }),
    ];
    this.open();
  }

  /** The service for lookups. With an invalid base URL it is the local one, so nothing is sent to the wrong host. */
  current(): ServiceClient | undefined {
    return this.client ?? this.deps.embedded;
  }

  /** Checks address and key with the service. The caller reports the result, so {@link onRequestError} doesn't fire. */
  async check(options?: RequestOptions): Promise<Outcome<{ readonly withKey: boolean }> | undefined> {
    const client = this.unwatched;
    if (client === undefined) return undefined;
    const outcome = await client.check(options);
    const error = outcome.ok ? undefined : outcome.error;
    if (error?.kind !== 'canceled' && client.address === this.client?.address) this.note(error);
    return outcome;
  }

  state(): ConnectionState {
    const { mode, urls } = this.deps.settings.current().lookups;
    return {
      remote: this.client === undefined ? undefined : { address: this.client.address, host: this.client.host },
      mode,
      urls,
      budget: this.client?.budget() ?? {},
      error: this.error,
    };
  }

  dispose(): void {
    this.stopBudget?.();
    for (const disposable of [...this.listening, this.changed, this.switched, this.errorEmitter]) disposable.dispose();
  }

  private renew(): void {
    this.open();
    this.switched.fire();
    this.fireChanged();
    if (this.error !== undefined) this.errorEmitter.fire(this.error);
  }

  private open(): void {
    this.stopBudget?.();
    this.stopBudget = undefined;
    this.unwatched = undefined;
    this.client = undefined;
    this.error = undefined;
    const { baseUrl, allowHttp } = this.deps.settings.current();
    if (baseUrl === '') return;
    const read = parseServiceUrl(baseUrl, { allowHttp });
    if (!read.ok) {
      this.error = { kind: 'badBaseUrl', detail: `invalid base URL (${read.problem.kind})`, problem: read.problem };
      return;
    }
    this.unwatched = this.deps.createClient(read.url);
    const { address } = this.unwatched;
    this.client = watchedClient(this.unwatched, (error) => {
      // By address, not by client: the same service with a new key is the same service.
      if (address === this.client?.address) this.onOutcome(error);
    });
    this.stopBudget = this.client.onBudget(() => this.fireChanged());
  }

  private onOutcome(error: RequestError | undefined): void {
    this.note(error);
    if (error !== undefined) this.errorEmitter.fire(error);
  }

  private note(error: RequestError | undefined): void {
    if (error === undefined && this.error === undefined) return;
    this.error = error;
    if (error !== undefined) {
      this.deps.output.warn(`${this.client?.host ?? ''}: ${error.kind}: ${error.detail}`);
    }
    this.fireChanged();
  }

  private fireChanged(): void {
    this.changed.fire(this.state());
  }
}

/** Called with the error of a request, or undefined if the service answered. */
type OutcomeListener = (error: RequestError | undefined) => void;

/**
 * Returns a client that also reports outcomes to a listener. Canceled requests aren't reported, nor is polling that
 * continues in the background for hours: of scans, which show their own errors, and of the team.
 */
export function watchedClient(client: ServiceClient, onOutcome: OutcomeListener): ServiceClient {
  const watched = async <T>(
    answer: Promise<Outcome<T>>,
    isAnswer: (error: RequestError) => boolean = () => false,
  ): Promise<Outcome<T>> => {
    const outcome = await answer;
    if (outcome.ok || isAnswer(outcome.error)) onOutcome(undefined);
    else if (outcome.error.kind !== 'canceled') onOutcome(outcome.error);
    return outcome;
  };
  return {
    ...client,
    indicator: (indicator, options) => watched(client.indicator(indicator, options)),
    indicatorByIid: (iid, options) => watched(client.indicatorByIid(iid, options)),
    exploreIndicators: (values, limit, options) => watched(client.exploreIndicators(values, limit, options)),
    // A rejected query doesn't indicate a problem with the service.
    explore: (request, options) =>
      watched(client.explore(request, options), (error) => exploreRefusal(error, request) !== undefined),
    // A key that may not scan may look up.
    submitScan: (request, options) =>
      watched(client.submitScan(request, options), (error) => error.kind === 'keyRejected' && error.status === 403),
    fullIndicator: (requested, options) => watched(client.fullIndicator(requested, options)),
    indicatorHistory: (requested, options) => watched(client.indicatorHistory(requested, options)),
    indicatorLinks: (requested, options) => watched(client.indicatorLinks(requested, options)),
    threat: (requested, options) => watched(client.threat(requested, options)),
    threatSummary: (requested, options) => watched(client.threatSummary(requested, options)),
    threatLinks: (requested, options) => watched(client.threatLinks(requested, options)),
    feed: (requested, options) => watched(client.feed(requested, options)),
    feedSummary: (requested, options) => watched(client.feedSummary(requested, options)),
    feedLinks: (requested, options) => watched(client.feedLinks(requested, options)),
    check: (options) => watched(client.check(options)),
  };
}
