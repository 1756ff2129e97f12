import type { ServiceClient } from '../../../../src/core/api/client';
import type { Outcome, RequestError } from '../../../../src/core/api/requestError';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import {
  LookupEngine,
  type ExplorePlan,
  type LookupSettings,
  type Lookups,
  type RequestLogEntry,
} from '../../../../src/core/lookups/index';
import type { Knowledge, Source } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { lookupKey } from '../../../../src/core/indicators/identity/lookupKey';
import { noRecords } from '../api/noRecords';

export const start = 1_700_000_000_000;
export const minute = 60_000;
export const hour = 60 * minute;

export const domain: Indicator = { type: 'domain', value: 'lookups-test-2.com' };

export function record(indicator: Indicator, fields: Partial<IndicatorRecord> = {}): IndicatorRecord {
  return { ...emptyRecord(indicator.value, indicator.type), risk: 'high', ...fields };
}

export const mirror: Source = { kind: 'mirror', name: 'Team feed' };
export const host = 'lookups-test-1.com';
export const service: Source = { kind: 'service', name: host, address: `https://${host}/p` };

export function known(
  indicator: Indicator,
  source: Source,
  fields: Partial<IndicatorRecord> = {},
  asOf = start,
): Knowledge {
  return { kind: 'known', source, asOf, record: record(indicator, fields), detail: 'full' };
}

type Answer = IndicatorRecord | RequestError | undefined;

/** A request to the fake service, which the test answers. */
export interface Request {
  readonly indicator: Indicator;
  readonly signal: AbortSignal | undefined;
  answer(answer: Answer): Promise<void>;
}

/** Lets everything that only waits for promises happen. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isRequestError = (answer: Answer): answer is RequestError => answer !== undefined && 'kind' in answer;

/** A service that notes what reaches it; `reply` answers at once, without it the test does. */
export function fakeService(reply?: (indicator: Indicator) => Answer, remote = true) {
  const requests: Request[] = [];
  const outcomeOf = (answer: Answer): Outcome<IndicatorRecord | undefined> =>
    isRequestError(answer) ? { ok: false, error: answer } : { ok: true, value: answer };
  const client: ServiceClient = {
    address: remote ? `https://${host}/p` : 'local:',
    host: remote ? host : 'local service',
    remote,
    indicator: (indicator, options) =>
      new Promise((resolve) => {
        const signal = options?.signal;
        const answer = async (given: Answer): Promise<void> => {
          resolve(outcomeOf(given));
          await settled();
        };
        signal?.addEventListener('abort', () => void answer({ kind: 'canceled', detail: '' }));
        requests.push({ indicator, signal, answer });
        options?.onRequest?.();
        if (reply !== undefined) void answer(reply(indicator));
      }),
    indicatorByIid: () => Promise.reject(new Error('not asked here')),
    exploreIndicators: () => Promise.reject(new Error('not asked here')),
    explore: () => Promise.reject(new Error('not asked here')),
    submitScan: () => Promise.reject(new Error('not asked here')),
    pollScan: () => Promise.reject(new Error('not asked here')),
    ...noRecords,
    check: () => Promise.reject(new Error('not asked here')),
    budget: () => ({}),
    onBudget: () => () => undefined,
  };
  return { client, requests, requested: () => requests.map(({ indicator }) => indicator.value) };
}

export interface World {
  readonly lookups: Lookups;
  readonly requests: Request[];
  readonly requested: () => string[];
  readonly stored: Map<string, Knowledge[]>;
  readonly kept: { readonly key: string; readonly address: string; readonly knowledge: Knowledge }[];
  readonly saved: RequestLogEntry[];
  settings: LookupSettings;
  client: ServiceClient | undefined;
  now: number;
}

export interface WorldOptions {
  readonly settings?: Partial<LookupSettings>;
  readonly reply?: (indicator: Indicator) => Answer;
  readonly remote?: boolean;
  /** The content of the store. */
  readonly stored?: readonly (readonly [Indicator, ...Knowledge[]])[];
  readonly sentBefore?: readonly RequestLogEntry[];
  readonly plan?: ExplorePlan;
  /** Whether the store has anything besides sample data. */
  readonly hasRealData?: boolean;
}

const noKey: ExplorePlan = { name: 'auto', withKey: false };

/** An engine with a store, a service, and a clock that the test controls. */
export function world(options: WorldOptions = {}): World {
  const fake = fakeService(options.reply, options.remote);
  const stored = new Map(
    (options.stored ?? []).map(([indicator, ...knowledge]) => [lookupKey(indicator), knowledge] as const),
  );
  const kept: World['kept'] = [];
  const saved: RequestLogEntry[] = [];
  const self: World = {
    requests: fake.requests,
    requested: fake.requested,
    stored,
    kept,
    saved,
    settings: {
      mode: 'onHover',
      urls: 'withoutQuery',
      freshMillis: 24 * hour,
      notFoundMillis: hour,
      ignore: [],
      ...options.settings,
    },
    client: fake.client,
    now: start,
    lookups: new LookupEngine({
      store: {
        find: (key) => stored.get(key) ?? [],
        hasRealData: () => options.hasRealData === true,
        keep: (key, address, knowledge) => {
          kept.push({ key, address, knowledge });
          return Promise.resolve();
        },
      },
      service: () => self.client,
      settings: () => self.settings,
      now: () => self.now,
      ...(options.plan === undefined ? {} : { plan: () => Promise.resolve(options.plan ?? noKey) }),
      requestLogStore: {
        load: () => Promise.resolve(options.sentBefore ?? []),
        save: (entries) => saved.push(...entries),
        clear: () => saved.splice(0),
      },
    }),
  };
  return self;
}
