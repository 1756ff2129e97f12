import fc from 'fast-check';
import { Gateway, createServiceClient, type GatewayPorts, type ServiceClient } from '../../../src/core/api/index';
import { parseIndicator } from '../../../src/core/indicators';
import { lookupKey } from '../../../src/core/indicators/identity/lookupKey';
import type { Indicator } from '../../../src/core/indicators/identity/types';
import { LookupEngine, type LookupSettings, type Lookups } from '../../../src/core/lookups/index';
import type { Records } from '../../../src/core/lookups/opened';
import { RecordLookups } from '../../../src/core/lookups/records/records';
import type { Knowledge } from '../../../src/core/records/knowledge';
import type { IndicatorRecord } from '../../../src/core/records/record';
import { wordingArbitrary } from '../../harness/wordings/arbitrary';
import { wordings } from '../../harness/wordings/profiles';
import { WordedService } from '../../harness/wordings/service';
import type { Wording } from '../../harness/wordings/wording';

/** The core of the product before a service with a wording. */
export interface Session {
  readonly service: WordedService;
  readonly client: ServiceClient;
  readonly lookups: Lookups;
  readonly records: Records;
  /** The content of the store by `lookupKey`. */
  readonly stored: Map<string, Knowledge>;
}

export interface SessionOptions {
  /** Decides how boldly batches begin. */
  readonly withKey?: boolean;
  /** Milliseconds since 1970. */
  readonly clock?: { readonly now: number };
}

const start = Date.UTC(2026, 2, 1);

export const settings: LookupSettings = {
  mode: 'automatic',
  urls: 'full',
  freshMillis: 86_400_000,
  notFoundMillis: 3_600_000,
  ignore: [],
};

/** Connects to a new service. */
export function startSession(
  wording: Wording,
  { withKey = true, clock = { now: start } }: SessionOptions = {},
): Session {
  const service = new WordedService(wording);
  return { service, ...connected(service.fetch, 'https://lookups-test-9.com/p', { withKey, clock }) };
}

/** The core of the product on a `fetch`. */
export function connected(
  fetch: GatewayPorts['fetch'],
  baseUrl: string,
  { withKey = true, clock = { now: start } }: SessionOptions = {},
): Omit<Session, 'service'> {
  const gateway = new Gateway({
    fetch,
    baseUrl,
    key: () => Promise.resolve(withKey ? 'the-key' : undefined),
    now: () => clock.now,
    userAgent: 'threat-lookups/test',
    limits: { retryMillis: 0, holdMillis: 0 },
  });
  const client = createServiceClient({ gateway });
  const stored = new Map<string, Knowledge>();
  const keep = (key: string, _address: string, knowledge: Knowledge): Promise<void> => {
    stored.set(key, knowledge);
    return Promise.resolve();
  };
  const lookups = new LookupEngine({
    store: {
      find: (key) => {
        const existing = stored.get(key);
        return existing === undefined ? [] : [existing];
      },
      keep,
    },
    service: () => client,
    settings: () => settings,
    now: () => clock.now,
    plan: () => Promise.resolve({ name: 'auto', withKey }),
  });
  const records = new RecordLookups({
    service: () => client,
    local: () => undefined,
    settings: () => settings,
    now: () => clock.now,
    requestLog: lookups.requestLog,
    keep,
  });
  return { client, lookups, records, stored };
}

/** Reads a value as a text would be read. */
export function indicatorOf(value: string): Indicator {
  const indicator = parseIndicator(value);
  if (indicator === undefined) throw new Error(`no indicator: ${value}`);
  return indicator;
}

export const keyOf = (value: string): string => lookupKey(indicatorOf(value));

/**
 * Returns the meaning of a record, without the parts that depend on the wording: extra keys, display names, reasons,
 * and the level that `retired` replaces.
 */
export function meaning(record: IndicatorRecord | undefined, { values: { retiredRisk } }: Wording): unknown {
  if (record === undefined) return undefined;
  const { retired, riskFactors, threats } = record;
  return {
    ...without(record, 'other', 'retiredReason', 'qid'),
    ...(retired && retiredRisk === 'recommendations' ? { riskRecommended: 'untold' } : {}),
    attributes: mapped(record.attributes, (rows) => rows.map(([value]) => value)),
    properties: mapped(record.properties, lowerKeys),
    riskFactors: riskFactors.map((factor) => {
      const isUnreported = retired && retiredRisk === 'factors' && factor.id === 2;
      return isUnreported ? factor.description : pick(factor, 'description', 'id', 'risk');
    }),
    threats: threats.map((threat) => {
      const isUnreported = retiredRisk === 'threats' && threat.name === 'Old Lantern';
      return isUnreported ? threat.name : pick(threat, 'name', 'tid', 'category', 'risk', 'linked');
    }),
  };
}

/** Some keys of an object. */
function pick<T extends object>(object: T, ...keys: readonly (keyof T)[]): Partial<T> {
  const picked: Partial<T> = {};
  for (const key of keys) picked[key] = object[key];
  return picked;
}

/** An object without some of its keys. */
export function without<T extends object>(object: T, ...keys: readonly (keyof T)[]): Partial<T> {
  const left: Partial<T> = { ...object };
  for (const key of keys) Reflect.deleteProperty(left, key);
  return left;
}

export function mapped<T, U>(object: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), map(value)]));
}

export function lowerKeys<T>(object: Readonly<Record<string, T>>): Record<string, T> {
  return mapped(object, (value) => value);
}

/** A wording whose service has no limits. */
export const unlimited = (wording: Wording): Wording => ({
  ...wording,
  limits: { ...wording.limits, requests: undefined },
});

const seed = process.env['WORDING_SEED'];

/** Checks a property of many wordings, the named ones first; prints seed and wording of a failure. */
export async function forEveryWording(
  usual: number,
  holds: (wording: Wording, drawn: number) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(wordingArbitrary, fc.nat({ max: 299 }), holds), {
    numRuns: Number(process.env['WORDING_RUNS'] ?? usual),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    examples: Object.values(wordings).map((wording, at): [Wording, number] => [wording, at * 12]),
    includeErrorInReport: true,
  });
}
