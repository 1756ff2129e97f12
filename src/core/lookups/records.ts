import type { ServiceClient } from '../api/client';
import type { FeedSelector, ThreatSelector } from '../api/recordClient';
import type { Outcome, RequestError } from '../api/requestError';
import { lookupKey } from '../indicators/lookupKey';
import type { Indicator } from '../indicators/types';
import type { FeedRecord } from '../records/feed';
import { mergeWithCurrent, matchesLatest, type PropertyHistory, type WholeIndicator } from '../records/history';
import type { Known, Knowledge } from '../records/knowledge';
import type { LinkPage, LinkSummary } from '../records/linked';
import { emptyThreatDetails, type ThreatRecord } from '../records/threat';
import { RecordLinkPager } from './linkPager';
import type { LookupSettings, RequestLog } from './lookups';
import type { FeedRef, IndicatorRef, Opened, OpenOptions, PartOptions, RecordRef, Records, ThreatRef } from './opened';
import { redactIndicator } from './redactIndicator';
import { type Part, Parts } from './parts';
import { createSendPolicy } from './sendPolicy';
import type { RequestSubject } from './types';

/** What {@link createRecords} depends on. */
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

interface GroupPart<R> {
  readonly record: Part<R>;
  readonly summary: Part<LinkSummary>;
  /** What is known without an answer, for services that only have its links. */
  readonly bare: R | undefined;
}

/** Complete records, each from its own source (see {@link Records}). */
export function createRecords(ports: RecordsPorts): Records {
  const { settings, now } = ports;
  const blocked = createSendPolicy(() => settings().ignore);
  const parts = new Parts({ settings, now, requestLog: ports.requestLog, blocked });

  /** The client for a record, or why there is none. */
  function clientOf(ref: RecordRef): ServiceClient | Extract<Opened<never>, { kind: 'elsewhere' }> {
    const service = ports.service();
    const client = ref.from === '' ? (service ?? ports.local()) : ref.from === 'local:' ? ports.local() : service;
    const fits = client !== undefined && (ref.from === '' || ref.from === client.address);
    return fits ? client : { kind: 'elsewhere', host: hostLabel(ref.from) };
  }

  async function group<R>(
    ref: ThreatRef | FeedRef,
    { record, summary, bare }: GroupPart<R>,
    options: PartOptions<{ readonly record: R; readonly summary: LinkSummary | RequestError | undefined }>,
  ): Promise<Opened<{ readonly record: R; readonly summary: LinkSummary | RequestError | undefined }>> {
    const client = clientOf(ref);
    if ('kind' in client) return client;
    const first = await parts.get(client, record, options);
    if (first.kind === 'found') options.onPart?.({ ...first, value: { record: first.value, summary: undefined } });
    const isUnreported = first.kind === 'failed' && bare !== undefined && hasOnlySummary(first.error);
    if (first.kind !== 'found' && !isUnreported) return first;
    const second = await parts.get(client, summary, options);
    if (first.kind !== 'found') {
      if (second.kind !== 'found' || bare === undefined) return first;
      return { ...second, value: { record: bare, summary: second.value } };
    }
    if (second.kind === 'canceled') return second;
    const told = second.kind === 'found' ? second.value : second.kind === 'failed' ? second.error : undefined;
    return { ...first, value: { record: first.value, summary: told } };
  }

  /** The request for an indicator; undefined if the reference has none. */
  function indicatorPart<T>(
    ref: IndicatorRef,
    client: ServiceClient,
    name: string,
    request: Part<T>['request'],
  ): Part<T> | undefined {
    const sent = sentFor(ref, client);
    const byIid = ref.iid !== undefined;
    if (!byIid && sent === undefined) return undefined;
    // An id reveals as much as the whole URL, of which the settings allow only a part.
    const hasMore = byIid && client.remote && ref.indicator !== undefined && sent?.value !== ref.indicator.value;
    return {
      key: `${name} ${byIid ? `#${ref.iid}` : lookupKey(sent ?? '')}`,
      ...(ref.indicator === undefined
        ? { what: String(ref.iid), subject: { kind: 'indicator', isId: true } }
        : { what: (hasMore ? ref.indicator : (sent ?? ref.indicator)).value }),
      ...(ref.indicator === undefined ? {} : { about: { indicator: ref.indicator, sent: sent ?? ref.indicator } }),
      ...(hasMore ? { onlyOnClick: true } : {}),
      request,
    };
  }

  const sentFor = ({ indicator }: IndicatorRef, client: ServiceClient): Indicator | undefined =>
    indicator && (client.remote ? redactIndicator(indicator, settings().urls) : indicator);

  function requestedIndicator(ref: IndicatorRef, client: ServiceClient) {
    const sent = sentFor(ref, client);
    return ref.iid === undefined && sent !== undefined ? { indicator: sent } : { iid: ref.iid ?? 0 };
  }

  async function openIndicator(
    ref: IndicatorRef,
    options: OpenOptions & { readonly schema?: boolean },
  ): Promise<Opened<WholeIndicator>> {
    const client = clientOf(ref);
    if ('kind' in client) return client;
    const { schema = false } = options;
    const part = indicatorPart<WholeIndicator>(
      ref,
      client,
      schema ? 'indicator schema' : 'indicator',
      (requested, request) => requested.fullIndicator(requestedIndicator(ref, requested), { ...request, schema }),
    );
    if (part === undefined) return nothingRequested(client.host);
    const opened = await parts.get(client, part, options);
    if (opened.kind === 'found' && client.remote) keep(client, opened);
    return opened;
  }

  async function openHistory(
    ref: IndicatorRef,
    { today, ...options }: OpenOptions & { readonly today: Pick<Known, 'record' | 'detail'> },
  ): Promise<Opened<PropertyHistory>> {
    const client = clientOf(ref);
    if ('kind' in client) return client;
    const part = indicatorPart<PropertyHistory>(ref, client, 'history of indicator', (requested, request) =>
      requested.indicatorHistory(requestedIndicator(ref, requested), request),
    );
    if (part === undefined) return nothingRequested(client.host);
    const opened = await parts.get(client, part, options);
    // The local service marks the latest scan, across all its sources.
    if (opened.kind !== 'found' || !client.remote) return opened;
    const { properties } = today.record;
    if (today.detail === 'full' && matchesLatest(opened.value, properties))
      return mapped(opened, (history) => mergeWithCurrent(history, properties));
    const plain = await openIndicator(ref, { ...options, again: true });
    if (plain.kind !== 'found') return plain;
    return mapped(opened, (history) => mergeWithCurrent(history, plain.value.record.properties));
  }

  function keep(client: ServiceClient, { value, source, asOf }: Extract<Opened<WholeIndicator>, { kind: 'found' }>) {
    const { record } = value;
    const knowledge: Knowledge = { kind: 'known', source, asOf, record, detail: 'full' };
    ports.keep(lookupKey(record), client.address, knowledge).catch(() => undefined);
  }

  function pagePart(ref: RecordRef, client: ServiceClient, page: number | undefined): Part<LinkPage> | undefined {
    const onPage = page === undefined ? {} : { page };
    const suffix = page === undefined ? '' : `, page ${page}`;
    const linksOnPage = { part: 'links', ...onPage } as const;
    if (ref.kind === 'indicator') {
      const part = indicatorPart<LinkPage>(ref, client, `links${suffix} of indicator`, (requested, request) =>
        requested.indicatorLinks(requestedIndicator(ref, requested), { ...request, ...onPage }),
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
      request: (requested, request): Promise<Outcome<LinkPage | undefined>> =>
        ref.kind === 'threat'
          ? requested.threatLinks(requestedThreat(ref), { ...request, ...onPage })
          : requested.feedLinks(requestedFeed(ref), { ...request, ...onPage }),
    };
  }

  return {
    openIndicator,
    openHistory,
    async openThreat(ref, { onPart, ...options }) {
      const name = threatName(ref);
      if (name === undefined) return nothingRequested(hostLabel(ref.from));
      const requested = requestedThreat(ref);
      const opened = await group<ThreatRecord>(
        ref,
        {
          record: { ...name, request: (client, request) => client.threat(requested, request) },
          summary: {
            key: `summary of ${name.key}`,
            what: name.what,
            subject: { ...name.subject, part: 'summary' },
            request: (client, request) => client.threatSummary(requested, { ...request, splitRisk: true }),
          },
          bare: bareThreat(ref),
        },
        { ...options, ...(onPart && { onPart: (part) => onPart(mapped(part, asThreat)) }) },
      );
      return opened.kind === 'found' ? mapped(opened, asThreat) : opened;
    },
    async openFeed(ref, { onPart, ...options }) {
      const name = feedName(ref);
      if (name === undefined) return nothingRequested(hostLabel(ref.from));
      const requested = requestedFeed(ref);
      const opened = await group<FeedRecord>(
        ref,
        {
          record: { ...name, request: (client, request) => client.feed(requested, request) },
          summary: {
            key: `summary of ${name.key}`,
            what: name.what,
            subject: { ...name.subject, part: 'summary' },
            request: (client, request) => client.feedSummary(requested, { ...request, splitRisk: true }),
          },
          bare: bareFeed(ref),
        },
        { ...options, ...(onPart && { onPart: (part) => onPart(mapped(part, asFeed)) }) },
      );
      return opened.kind === 'found' ? mapped(opened, asFeed) : opened;
    },
    openLinks(ref) {
      return new RecordLinkPager(async (page, options): Promise<Opened<LinkPage>> => {
        const client = clientOf(ref);
        if ('kind' in client) return client;
        const part = pagePart(ref, client, page);
        return part === undefined ? nothingRequested(client.host) : parts.get(client, part, options);
      });
    },
    current: () => (ports.service() ?? ports.local())?.address ?? 'local:',
    forget: () => parts.forget(ports.service()),
  };
}

type Found<T> = Extract<Opened<T>, { kind: 'found' }>;

function mapped<T, U>(opened: Found<T>, map: (value: T) => U): Found<U> {
  return { ...opened, value: map(opened.value) };
}

type GroupValue<R> = { readonly record: R; readonly summary: LinkSummary | RequestError | undefined };
const asThreat = ({ record, summary }: GroupValue<ThreatRecord>) => ({ threat: record, summary });
const asFeed = ({ record, summary }: GroupValue<FeedRecord>) => ({ feed: record, summary });

interface Name {
  readonly key: string;
  readonly what: string;
  readonly subject: RequestSubject;
}

function threatName({ tid, name }: ThreatRef): Name | undefined {
  if (tid === undefined && name === undefined) return undefined;
  const key = tid === undefined ? `threat ${(name ?? '').toLowerCase()}` : `threat #${tid}`;
  return { key, what: name ?? String(tid), subject: { kind: 'threat', ...(name === undefined ? { isId: true } : {}) } };
}

function feedName({ fid, name, organization = '' }: FeedRef): Name | undefined {
  if (fid === undefined && name === undefined) return undefined;
  const byName = `feed ${(name ?? '').toLowerCase()} of ${organization.toLowerCase()}`;
  const key = fid === undefined ? byName : `feed #${fid}`;
  return { key, what: name ?? String(fid), subject: { kind: 'feed', ...(name === undefined ? { isId: true } : {}) } };
}

function requestedThreat({ tid, name = '' }: ThreatRef): ThreatSelector {
  return tid === undefined ? { threat: name } : { tid };
}

function requestedFeed({ fid, name = '', organization }: FeedRef): FeedSelector {
  if (fid !== undefined) return { fid };
  return { feed: name, ...(organization === undefined ? {} : { organization }) };
}

function bareThreat({ tid, name }: ThreatRef): ThreatRecord {
  return {
    name: name ?? `Threat ${tid ?? ''}`,
    ...(tid === undefined ? {} : { tid }),
    risk: 'unknown',
    retired: false,
    ...emptyThreatDetails,
  };
}

function bareFeed({ fid, name, organization }: FeedRef): FeedRecord {
  return {
    name: name ?? `Feed ${fid ?? ''}`,
    ...(fid === undefined ? {} : { fid }),
    ...(organization === undefined ? {} : { organization }),
    references: [],
    timestamps: {},
    other: {},
  };
}

/** The specification only documents the summary of a threat's links: a service may know no more. */
function hasOnlySummary({ kind }: RequestError): boolean {
  return kind === 'badRequest' || kind === 'badShape' || kind === 'notFound';
}

function hostLabel(from: string): string {
  return from === 'local:' || from === '' ? 'local service' : URL.canParse(from) ? new URL(from).host : from;
}

function nothingRequested(host: string): {
  readonly kind: 'failed';
  readonly host: string;
  readonly error: RequestError;
} {
  const detail = 'neither a number nor a name was given; nothing was sent';
  return { kind: 'failed', host, error: { kind: 'badRequest', detail, status: 0 } };
}
