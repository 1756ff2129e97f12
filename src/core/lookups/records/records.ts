import type { ServiceClient } from '../../api/client';
import type { Outcome, RequestError } from '../../api/requestError';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { FeedRecord } from '../../records/feed';
import { mergeWithCurrent, matchesLatest, type PropertyHistory, type WholeIndicator } from '../../records/history';
import type { Known, Knowledge } from '../../records/knowledge';
import type { LinkPage, LinkSummary } from '../../records/linked';
import type { ThreatRecord } from '../../records/threat';
import type { LookupSettings, RequestLog } from '../options';
import type {
  FeedRef,
  IndicatorRef,
  LinkPager,
  Opened,
  OpenedFeed,
  OpenedThreat,
  OpenOptions,
  PartOptions,
  RecordRef,
  Records,
  ThreatRef,
  FetchedLink,
  FetchedLinks,
} from '../opened';
import { type Part, Parts } from './parts';
import { createSendPolicy, type SendPolicy } from '../policy/sendPolicy';
import { hostOfSource, isConnectedService, isLocalSource, localSource, type SourceId } from '../../records/sourceId';
import type { FeedSelector, ThreatSelector } from '../../api/recordClient';
import { emptyThreatDetails } from '../../records/threat';
import type { RequestSubject } from '../types';

/** Fetches one page; page 0 is requested without its number. */
type GetPage = (page: number | undefined, options: OpenOptions) => Promise<Opened<LinkPage>>;

/**
 * Fetches the pages of a record's links on request. Counts are correct whatever the service does: each row counts
 * once, a page without new links is the last one, and the total is known only at the end.
 */
class RecordLinkPager implements LinkPager {
  private readonly links: FetchedLink[] = [];
  private readonly known = new Set<string>();
  private pages = 0;
  private unreadable = 0;
  private more: FetchedLinks['more'] = 'perhaps';
  private nextPage: number | undefined;
  /** The service named a next page before: if it names none, there is none. */
  private namesNext = false;
  private last: Extract<Opened<LinkPage>, { kind: 'found' }> | undefined;

  constructor(private readonly getPage: GetPage) {}

  fetched(): FetchedLinks {
    const { links, pages, unreadable, more } = this;
    return {
      links: [...links],
      pages,
      unreadable,
      more,
      total: more === 'no' ? links.length + unreadable : undefined,
    };
  }

  async next(options: OpenOptions): Promise<Opened<FetchedLinks>> {
    if (this.last !== undefined && this.more === 'no') return { ...this.last, value: this.fetched() };
    const requested = this.pages;
    const opened = await this.getPage(this.nextPage, options);
    if (opened.kind !== 'found') return opened;
    // Two callers may wait for the same page, which is added once.
    if (requested === this.pages) this.add(opened.value);
    this.last = opened;
    return { ...opened, value: this.fetched() };
  }

  private add(page: LinkPage): void {
    const hasNew = this.addLinks(page);
    const isRepeated = !hasNew && this.pages > 0;
    // A repeated page repeats its unreadable rows.
    if (!isRepeated) this.unreadable += page.unreadable;
    this.pages++;
    this.namesNext ||= page.more === 'yes';
    const hasMore = !isRepeated && (page.more === 'yes' || (page.more === 'perhaps' && !this.namesNext));
    this.more = hasMore ? page.more : 'no';
    this.nextPage = hasMore ? page.next : undefined;
  }

  /** Whether any link of a page is new. */
  private addLinks({ relations }: LinkPage): boolean {
    const before = this.links.length;
    for (const { name, links } of relations) {
      for (const link of links) {
        const key = `${name}\n${link.iid ?? lookupKey(link.value)}`;
        if (this.known.has(key)) continue;
        this.known.add(key);
        this.links.push({ ...link, relation: name });
      }
    }
    return this.links.length > before;
  }
}

/** Dependencies of {@link RecordLookups}. */
export interface RecordsPorts {
  /** The service for lookups, see `LookupPorts`. */
  readonly service: () => ServiceClient | undefined;
  /** The local service; undefined if the store can't be used. */
  readonly local: () => ServiceClient | undefined;
  readonly settings: () => LookupSettings;
  readonly now: () => number;
  readonly requestLog: Pick<RequestLog, 'begin'>;
  /** Saves a record that a remote service returned; never rejects. */
  readonly keep: (key: string, address: string, knowledge: Knowledge) => Promise<void>;
}

type Found<T> = Extract<Opened<T>, { kind: 'found' }>;

/** A threat or feed with the summary of its links; undefined until it is requested. */
interface GroupValue<R> {
  readonly record: R;
  readonly summary: LinkSummary | RequestError | undefined;
}

interface GroupPart<R> {
  readonly record: Part<R>;
  readonly summary: Part<LinkSummary>;
  /** The record without an answer, for services that only have its links. */
  readonly bare: R;
}

/** The requests for a threat or feed, and how it is returned. */
interface GroupRequests<R, T> {
  readonly record: Part<R>['request'];
  readonly summary: Part<LinkSummary>['request'];
  readonly bare: () => R;
  readonly map: (value: GroupValue<R>) => T;
}

/** Complete records, each from its own source (see {@link Records}). */
export class RecordLookups implements Records {
  private readonly parts: Parts;
  private readonly policy: SendPolicy;

  constructor(private readonly ports: RecordsPorts) {
    const { settings, now, requestLog } = ports;
    this.policy = createSendPolicy(() => settings().ignore);
    this.parts = new Parts({ settings, now, requestLog, blocked: this.policy });
  }

  async openIndicator(
    ref: IndicatorRef,
    options: OpenOptions & { readonly schema?: boolean },
  ): Promise<Opened<WholeIndicator>> {
    const { schema = false } = options;
    const client = this.clientOf(ref);
    if ('kind' in client) return client;
    const part = this.indicatorPart<WholeIndicator>(
      ref,
      client,
      schema ? 'indicator schema' : 'indicator',
      (service, request) => service.fullIndicator(this.selectorOf(ref, service), { ...request, schema }),
    );
    if (part === undefined) return nothingRequested(client.host);
    const opened = await this.parts.get(client, part, options);
    if (opened.kind === 'found' && client.remote) this.cache(client, opened);
    return opened;
  }

  async openHistory(
    ref: IndicatorRef,
    { today, ...options }: OpenOptions & { readonly today: Pick<Known, 'record' | 'detail'> },
  ): Promise<Opened<PropertyHistory>> {
    const client = this.clientOf(ref);
    if ('kind' in client) return client;
    const part = this.indicatorPart<PropertyHistory>(ref, client, 'history of indicator', (service, request) =>
      service.indicatorHistory(this.selectorOf(ref, service), request),
    );
    if (part === undefined) return nothingRequested(client.host);
    const opened = await this.parts.get(client, part, options);
    // The local service marks the latest scan, across all its sources.
    if (opened.kind !== 'found' || !client.remote) return opened;
    const { properties } = today.record;
    if (today.detail === 'full' && matchesLatest(opened.value, properties))
      return mapped(opened, (history) => mergeWithCurrent(history, properties));
    const plain = await this.openIndicator(ref, { ...options, again: true });
    if (plain.kind !== 'found') return plain;
    return mapped(opened, (history) => mergeWithCurrent(history, plain.value.record.properties));
  }

  openThreat(ref: ThreatRef, options: PartOptions<OpenedThreat>): Promise<Opened<OpenedThreat>> {
    const requested = requestedThreat(ref);
    return this.openGroup<ThreatRecord, OpenedThreat>(
      ref,
      threatName(ref),
      {
        record: (client, request) => client.threat(requested, request),
        summary: (client, request) => client.threatSummary(requested, { ...request, splitRisk: true }),
        bare: () => bareThreat(ref),
        map: ({ record, summary }) => ({ threat: record, summary }),
      },
      options,
    );
  }

  openFeed(ref: FeedRef, options: PartOptions<OpenedFeed>): Promise<Opened<OpenedFeed>> {
    const requested = requestedFeed(ref);
    return this.openGroup<FeedRecord, OpenedFeed>(
      ref,
      feedName(ref),
      {
        record: (client, request) => client.feed(requested, request),
        summary: (client, request) => client.feedSummary(requested, { ...request, splitRisk: true }),
        bare: () => bareFeed(ref),
        map: ({ record, summary }) => ({ feed: record, summary }),
      },
      options,
    );
  }

  openLinks(ref: RecordRef): LinkPager {
    return new RecordLinkPager(async (page, options): Promise<Opened<LinkPage>> => {
      const client = this.clientOf(ref);
      if ('kind' in client) return client;
      const part = this.pagePart(ref, client, page);
      return part === undefined ? nothingRequested(client.host) : this.parts.get(client, part, options);
    });
  }

  current(): SourceId {
    return (this.ports.service() ?? this.ports.local())?.address ?? localSource;
  }

  forget(): void {
    this.parts.forget(this.ports.service());
  }

  /** The client for a record, or why there is none. */
  private clientOf(ref: RecordRef): ServiceClient | Extract<Opened<never>, { kind: 'elsewhere' }> {
    const { ports } = this;
    const service = ports.service();
    const client = isConnectedService(ref.from)
      ? (service ?? ports.local())
      : isLocalSource(ref.from)
        ? ports.local()
        : service;
    const fits = client !== undefined && (isConnectedService(ref.from) || ref.from === client.address);
    return fits ? client : { kind: 'elsewhere', host: hostOfSource(ref.from) };
  }

  private async openGroup<R, T>(
    ref: ThreatRef | FeedRef,
    name: GroupName | undefined,
    { record, summary, bare, map }: GroupRequests<R, T>,
    { onPart, ...options }: PartOptions<T>,
  ): Promise<Opened<T>> {
    if (name === undefined) return nothingRequested(hostOfSource(ref.from));
    const client = this.clientOf(ref);
    if ('kind' in client) return client;
    const group: GroupPart<R> = {
      record: { ...name, request: record },
      summary: {
        key: `summary of ${name.key}`,
        what: name.what,
        subject: { ...name.subject, part: 'summary' },
        request: summary,
      },
      bare: bare(),
    };
    const opened = await this.getGroup(client, group, {
      ...options,
      onPart: onPart ? (part) => onPart(mapped(part, map)) : undefined,
    });
    return opened.kind === 'found' ? mapped(opened, map) : opened;
  }

  private async getGroup<R>(
    client: ServiceClient,
    { record, summary, bare }: GroupPart<R>,
    options: PartOptions<GroupValue<R>>,
  ): Promise<Opened<GroupValue<R>>> {
    const first = await this.parts.get(client, record, options);
    if (first.kind === 'found') options.onPart?.({ ...first, value: { record: first.value, summary: undefined } });
    const isUnreported = first.kind === 'failed' && hasOnlySummary(first.error);
    if (first.kind !== 'found' && !isUnreported) return first;
    const second = await this.parts.get(client, summary, options);
    if (first.kind !== 'found')
      return second.kind === 'found' ? { ...second, value: { record: bare, summary: second.value } } : first;
    if (second.kind === 'canceled') return second;
    const reported = second.kind === 'found' ? second.value : second.kind === 'failed' ? second.error : undefined;
    return { ...first, value: { record: first.value, summary: reported } };
  }

  /** The request for an indicator; undefined if the reference has none. */
  private indicatorPart<T>(
    ref: IndicatorRef,
    client: ServiceClient,
    name: string,
    request: Part<T>['request'],
  ): Part<T> | undefined {
    const { iid, indicator } = ref;
    const sent = this.sentFor(ref, client);
    if (indicator === undefined || sent === undefined) {
      if (iid === undefined) return undefined;
      return { key: `${name} #${iid}`, what: String(iid), subject: { kind: 'indicator', isId: true }, request };
    }
    // An id reveals as much as the whole URL, of which the settings allow only a part.
    const hasMore = iid !== undefined && client.remote && sent.value !== indicator.value;
    return {
      key: `${name} ${iid === undefined ? lookupKey(sent) : `#${iid}`}`,
      what: (hasMore ? indicator : sent).value,
      about: { indicator, sent },
      onlyOnClick: hasMore || undefined,
      request,
    };
  }

  private sentFor({ indicator }: IndicatorRef, client: ServiceClient): Indicator | undefined {
    return indicator && (client.remote ? this.policy.sent(indicator, this.ports.settings().urls) : indicator);
  }

  /** The indicator as a parameter of the API: by its ID if known, otherwise by the value that may be sent. */
  private selectorOf(ref: IndicatorRef, client: ServiceClient) {
    const sent = this.sentFor(ref, client);
    return ref.iid === undefined && sent !== undefined ? { indicator: sent } : { iid: ref.iid ?? 0 };
  }

  private cache(client: ServiceClient, { value, source, asOf }: Found<WholeIndicator>): void {
    const { record } = value;
    const knowledge: Knowledge = { kind: 'known', source, asOf, record, detail: 'full' };
    this.ports.keep(lookupKey(record), client.address, knowledge).catch(() => undefined);
  }

  private pagePart(ref: RecordRef, client: ServiceClient, page: number | undefined): Part<LinkPage> | undefined {
    const onPage = page === undefined ? {} : { page };
    const suffix = page === undefined ? '' : `, page ${page}`;
    const linksOnPage = { part: 'links', ...onPage } as const;
    if (ref.kind === 'indicator') {
      const part = this.indicatorPart<LinkPage>(ref, client, `links${suffix} of indicator`, (service, request) =>
        service.indicatorLinks(this.selectorOf(ref, service), { ...request, ...onPage }),
      );
      return part && { ...part, subject: { kind: 'indicator', ...part.subject, ...linksOnPage }, isTransient: true };
    }
    const name = ref.kind === 'threat' ? threatName(ref) : feedName(ref);
    if (name === undefined) return undefined;
    return {
      key: `links${suffix} of ${name.key}`,
      what: name.what,
      subject: { ...name.subject, ...linksOnPage },
      isTransient: true,
      request: (service, request): Promise<Outcome<LinkPage | undefined>> =>
        ref.kind === 'threat'
          ? service.threatLinks(requestedThreat(ref), { ...request, ...onPage })
          : service.feedLinks(requestedFeed(ref), { ...request, ...onPage }),
    };
  }
}

function mapped<T, U>(opened: Found<T>, map: (value: T) => U): Found<U> {
  return { ...opened, value: map(opened.value) };
}

/** The specification only documents the summary of a threat's links: a service may know no more. */
function hasOnlySummary({ kind }: RequestError): boolean {
  return kind === 'badRequest' || kind === 'badShape' || kind === 'notFound';
}

function nothingRequested(host: string): {
  readonly kind: 'failed';
  readonly host: string;
  readonly error: RequestError;
} {
  const detail = 'neither a number nor a name was given; nothing was sent';
  return { kind: 'failed', host, error: { kind: 'badRequest', detail, status: 0 } };
}

/** A threat or feed: its key in memory, and what the request log shows of it. */
interface GroupName {
  readonly key: string;
  readonly what: string;
  readonly subject: RequestSubject;
}

/** Undefined if the reference has neither an ID nor a name. */
function threatName({ tid, name }: ThreatRef): GroupName | undefined {
  if (tid === undefined && name === undefined) return undefined;
  const key = tid === undefined ? `threat ${(name ?? '').toLowerCase()}` : `threat #${tid}`;
  return { key, what: name ?? String(tid), subject: { kind: 'threat', isId: name === undefined ? true : undefined } };
}

/** Undefined if the reference has neither an ID nor a name. */
function feedName({ fid, name, organization = '' }: FeedRef): GroupName | undefined {
  if (fid === undefined && name === undefined) return undefined;
  const byName = `feed ${(name ?? '').toLowerCase()} of ${organization.toLowerCase()}`;
  const key = fid === undefined ? byName : `feed #${fid}`;
  return { key, what: name ?? String(fid), subject: { kind: 'feed', isId: name === undefined ? true : undefined } };
}

/** The threat in the terms of the interface. */
function requestedThreat({ tid, name = '' }: ThreatRef): ThreatSelector {
  return tid === undefined ? { threat: name } : { tid };
}

/** The feed in the terms of the interface. */
function requestedFeed({ fid, name = '', organization }: FeedRef): FeedSelector {
  if (fid !== undefined) return { fid };
  return { feed: name, organization };
}

/** The record of a threat without an answer, for services that only have its links. */
function bareThreat({ tid, name }: ThreatRef): ThreatRecord {
  return {
    name: name ?? `Threat ${tid ?? ''}`,
    tid,
    risk: 'unknown',
    retired: false,
    ...emptyThreatDetails,
  };
}

/** Like {@link bareThreat}, but for a feed. */
function bareFeed({ fid, name, organization }: FeedRef): FeedRecord {
  return {
    name: name ?? `Feed ${fid ?? ''}`,
    fid,
    organization,
    references: [],
    timestamps: {},
    other: {},
  };
}
