import type { Indicator } from '../../indicators/identity/types';
import type { LinkPage, LinkSummary } from '../../records/linked';
import type { Gateway } from '../http/gateway';
import type { Params } from '../http/gatewayTypes';
import { notFoundOutcome, withServiceMessage } from './notFound';
import { isNothingFound } from '../http/nothingFound';
import type {
  FeedSelector,
  IndicatorSelector,
  ThreatSelector,
  PageOptions,
  RecordClient,
  SummaryOptions,
} from '../recordClient';
import { Fields, isObject, type OnDropped } from '../schemas/fields';
import { readDisplayNames, readHistory } from '../schemas/history';
import { readIndicator } from '../schemas/indicator';
import { readLinkPage, readLinkSummary } from '../schemas/linked';
import { readFeedRecord, readThreatRecord } from '../schemas/threat';
import type { RequestOptions } from '../requestOptions';
import type { Outcome } from '../requestError';

interface Deps {
  readonly gateway: Gateway;
  /** The local service in this process, which always names the next page. */
  readonly embedded: boolean;
  readonly onDropped: OnDropped;
  /**
   * The service's ID of an indicator, for a service that rejected a lookup by value; the error of that lookup where
   * there is no other way.
   */
  readonly iidOf: (indicator: Indicator, options: RequestOptions) => Promise<Outcome<number | undefined>>;
}

const paths = { indicator: '/api/indicator.php', threat: '/api/threat.php', feed: '/api/feed.php' } as const;
type Kind = keyof typeof paths;

const links = ['get', 'links'] as const;

const silent = (): void => undefined;

/** Full records over one gateway, see {@link RecordClient}. */
export function createRecordEndpoints(deps: Deps): RecordClient {
  const { onDropped, embedded } = deps;
  const requests = new RecordRequests(deps);
  const pageReader =
    ({ page = 0 }: PageOptions) =>
    (body: unknown): LinkPage | undefined =>
      readLinkPage(body, { page, namesNextPage: embedded }, onDropped);
  const readSummary = (body: unknown): LinkSummary | undefined => readLinkSummary(body, onDropped);

  return {
    fullIndicator(selector, options = {}) {
      const { schema = false } = options;
      const indicator = 'indicator' in selector ? selector.indicator : undefined;
      const read = (body: unknown) => {
        // The display names aren't a part of the record.
        const [names, rest] = splitOff(body, 'schema');
        const record = readIndicator(rest, indicator, onDropped);
        if (record === undefined) return undefined;
        return { record, displayNames: schema ? readDisplayNames(names, onDropped) : undefined };
      };
      return requests.indicator(selector, schema ? [['schema', '1']] : [], read, options);
    },
    indicatorHistory(selector, options = {}) {
      const indicator = 'indicator' in selector ? selector.indicator : undefined;
      const read = (body: unknown) =>
        isObject(body) && readIndicator(body, indicator, silent) !== undefined
          ? readHistory(new Fields(body, '', onDropped).raw('properties'), onDropped)
          : undefined;
      return requests.indicator(selector, [['historical', '1']], read, options);
    },
    indicatorLinks: (selector, options = {}) =>
      requests.indicator(selector, pageParams(options), pageReader(options), options),
    threat: (selector, options = {}) =>
      requests.record('threat', threatParams(selector), (body) => readThreatRecord(body, onDropped), options),
    threatSummary: (selector, options = {}) =>
      requests.record('threat', [...threatParams(selector), ...summaryParams(options)], readSummary, options),
    threatLinks: (selector, options = {}) =>
      requests.record('threat', [...threatParams(selector), ...pageParams(options)], pageReader(options), options),
    feed: (selector, options = {}) =>
      requests.record('feed', feedParams(selector), (body) => readFeedRecord(body, onDropped), options),
    feedSummary: (selector, options = {}) =>
      requests.record('feed', [...feedParams(selector), ...summaryParams(options)], readSummary, options),
    feedLinks: (selector, options = {}) =>
      requests.record('feed', [...feedParams(selector), ...pageParams(options)], pageReader(options), options),
  };
}

type Read<T> = (body: unknown) => T | undefined;

/** Requests a record and reads it; undefined if the service doesn't know it. */
class RecordRequests {
  constructor(private readonly deps: Pick<Deps, 'gateway' | 'iidOf'>) {}

  async record<T>(
    kind: Kind,
    params: Params,
    read: Read<T>,
    { signal, onRequest }: RequestOptions,
  ): Promise<Outcome<T | undefined>> {
    const { gateway } = this.deps;
    const request = { signal, onRequest, accept: isNothingFound };
    const answer = await gateway.getJson(paths[kind], params, request);
    if (!answer.ok) return answer;
    const { body, status } = answer.value;
    if (isNothingFound(body, status)) return notFoundOutcome(undefined, body, gateway);
    const value = read(body);
    if (value !== undefined) return { ok: true, value };
    return { ok: false, error: { kind: 'badShape', detail: `no ${kind} in the answer of ${paths[kind]}` } };
  }

  /** By value, or by ID where the service doesn't support lookups by value. */
  async indicator<T>(
    selector: IndicatorSelector,
    params: Params,
    read: Read<T>,
    options: RequestOptions,
  ): Promise<Outcome<T | undefined>> {
    const byIid = (iid: number) => this.record('indicator', [['iid', String(iid)], ...params], read, options);
    if ('iid' in selector) return byIid(selector.iid);
    const { indicator } = selector;
    const direct = await this.record('indicator', [['indicator', indicator.value], ...params], read, options);
    if (direct.ok || direct.error.kind !== 'badRequest') return direct;
    const found = await this.deps.iidOf(indicator, options);
    if (!found.ok) return direct;
    return found.value === undefined
      ? withServiceMessage({ ...found, value: undefined }, direct.error)
      : byIid(found.value);
  }
}

function pageParams({ page }: PageOptions): Params {
  return [links, ...(page === undefined ? [] : [['page', String(page)] as const])];
}

function summaryParams({ splitRisk = false }: SummaryOptions): Params {
  return [links, ['summary', '1'], ...(splitRisk ? [['splitrisk', '1'] as const] : [])];
}

function threatParams(selector: ThreatSelector): Params {
  return 'tid' in selector ? [['tid', String(selector.tid)]] : [['threat', selector.threat]];
}

/** The value under a key, in any letter case, and an object without it. */
function splitOff(body: unknown, name: string): readonly [value: unknown, rest: Record<string, unknown>] {
  const entries = Object.entries(isObject(body) ? body : {});
  const isNamed = ([key]: readonly [string, unknown]): boolean => key.toLowerCase() === name;
  return [entries.find(isNamed)?.[1], Object.fromEntries(entries.filter((entry) => !isNamed(entry)))];
}

/** In the specification's sample the ID of a feed is `iid`, services call it `fid`: both are sent. */
function feedParams(selector: FeedSelector): Params {
  if ('fid' in selector) {
    const id = String(selector.fid);
    return [
      ['fid', id],
      ['iid', id],
    ];
  }
  const { feed, organization } = selector;
  return [['feed', feed], ...(organization === undefined ? [] : [['organization', organization] as const])];
}
