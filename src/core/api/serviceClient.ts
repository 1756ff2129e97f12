import { iocQuery } from '../explore/iocQuery';
import { lookupKey } from '../indicators/lookupKey';
import type { Indicator } from '../indicators/types';
import type { IndicatorRecord } from '../records/record';
import type { ScanState } from '../records/scan';
import { type BatchRequestOptions, checkedIndicator, type RequestOptions, type ServiceClient } from './client';
import { createExploreEndpoint } from './exploreEndpoint';
import type { Gateway } from './gateway';
import type { JsonAnswer, Params } from './gatewayTypes';
import { createRecordEndpoints } from './recordEndpoints';
import { miss, withServiceMessage } from './miss';
import { isNothingFound } from './nothingFound';
import { readExploreRows } from './schemas/explore';
import type { OnDropped } from './schemas/fields';
import { readIndicator } from './schemas/indicator';
import { isPollAnswer, readPoll, readSubmission } from './schemas/scan';
import { submissionParams } from './submission';
import type { Outcome, RequestError } from './requestError';
import { localHost, localSource } from '../records/sourceId';

export interface ServiceClientPorts {
  readonly gateway: Gateway;
  /** The local service in this process: it has no URL, and accepts any indicator. */
  readonly embedded?: boolean;
  /** Called, without the key, with the part of a response that was dropped and the reason. */
  readonly onDropped?: OnDropped;
}

const indicatorPath = '/api/indicator.php';
const analyzePath = '/api/analyze.php';
const explorePath = '/api/explore.php';

/** The documented API as typed functions over one gateway. */
export function createServiceClient(ports: ServiceClientPorts): ServiceClient {
  const { gateway, embedded = false } = ports;
  // Whether lookups by value are supported shows with the first that succeeds.
  let byValue: 'untried' | 'works' | 'unknown to the service' = 'untried';

  const onDropped: OnDropped = (path, why) => ports.onDropped?.(gateway.redact(path), gateway.redact(why));

  function badShape(detail: string): { readonly ok: false; readonly error: RequestError } {
    return { ok: false, error: { kind: 'badShape', detail } };
  }

  /** The service's message may repeat the key, and is stored. */
  function cleaned(state: ScanState | undefined): ScanState | undefined {
    return state?.message === undefined ? state : { ...state, message: gateway.redact(state.message) };
  }

  async function fetchRecord(
    params: Params,
    requested: Indicator | undefined,
    options: RequestOptions,
  ): Promise<Outcome<{ readonly record: IndicatorRecord | undefined; readonly hadKey: boolean }>> {
    const answer = await gateway.getJson(indicatorPath, params, { ...options, accept: isNothingFound });
    if (!answer.ok) return answer;
    const { body, status, hadKey } = answer.value;
    if (isNothingFound(body, status)) return miss({ record: undefined, hadKey }, body, gateway);
    const record = readIndicator(body, requested, onDropped);
    if (record === undefined) return badShape('no Indicator object in the answer');
    if (requested !== undefined && !isAbout(record, requested)) return badShape(otherIndicator);
    return { ok: true, value: { record, hadKey } };
  }

  async function explore(
    values: readonly string[],
    limit: number,
    { untriedLimit: which, ...options }: BatchRequestOptions,
  ): Promise<Outcome<{ readonly rows: readonly IndicatorRecord[]; readonly hadKey: boolean }>> {
    const query = iocQuery(values);
    if (query === undefined) return { ok: false, error: unsayable };
    const params: Params = [
      ['q', query],
      ['limit', String(limit)],
    ];
    const untriedLimit = which && { limit, isLowerTry: which === 'lower' };
    const answer = await gateway.getJson(explorePath, params, { ...options, untriedLimit, accept: isNothingFound });
    if (!answer.ok) return answer;
    const { body, status, hadKey }: JsonAnswer = answer.value;
    if (isNothingFound(body, status)) return miss({ rows: [], hadKey }, body, gateway);
    const rows = readExploreRows(body, onDropped);
    return rows === undefined ? badShape('no list of results in the answer') : { ok: true, value: { rows, hadKey } };
  }

  /** For a service without lookups by value: its Explore row has the iid, the iid leads to the full record. */
  async function fetchByExplore(
    requested: Indicator,
    options: RequestOptions,
  ): Promise<Outcome<{ readonly record: IndicatorRecord | undefined; readonly hadKey: boolean }>> {
    const found = await explore([requested.value], 1, options);
    if (!found.ok) return found;
    const { rows, hadKey } = found.value;
    const row = rows.find((candidate) => isAbout(candidate, requested));
    if (row === undefined && rows.length > 0) return badShape(otherIndicator);
    if (row?.iid === undefined) return { ...found, value: { record: row, hadKey } };
    const full = await fetchRecord([['iid', String(row.iid)]], requested, options);
    return full.ok && full.value.record === undefined ? { ok: true, value: { record: row, hadKey } } : full;
  }

  async function fetchIndicator(requested: Indicator, options: RequestOptions) {
    if (byValue === 'unknown to the service') return fetchByExplore(requested, options);
    const direct = await fetchRecord([['indicator', requested.value]], requested, options);
    if (direct.ok) {
      byValue = 'works';
      return direct;
    }
    const refused = direct.error.kind === 'badRequest' && (byValue === 'untried' || requiresIid(direct.error));
    if (!refused) return direct;
    const around = await fetchByExplore(requested, options);
    // Where the iid was not found, the value is what Explore rejected.
    if (!around.ok) return around.error.kind === 'badRequest' && !requiresIid(direct.error) ? direct : around;
    // The service may have rejected this value only: a fallback counts once it succeeds.
    if (around.value.record === undefined && !requiresIid(direct.error))
      return withServiceMessage(around, direct.error);
    byValue = 'unknown to the service';
    return around;
  }

  const records = createRecordEndpoints({
    gateway,
    embedded,
    onDropped,
    iidOf: async (requested, options) =>
      mapped(
        await explore([requested.value], 1, options),
        ({ rows }) => rows.find((row) => isAbout(row, requested))?.iid,
      ),
  });

  return {
    ...records,
    address: embedded ? localSource : gateway.address,
    host: embedded ? localHost : gateway.host,
    remote: !embedded,
    async indicator(indicator, options = {}) {
      return mapped(await fetchIndicator(indicator, options), (value) => value.record);
    },
    async indicatorByIid(iid, options = {}) {
      return mapped(await fetchRecord([['iid', String(iid)]], undefined, options), (value) => value.record);
    },
    async exploreIndicators(values, limit, options = {}) {
      return mapped(await explore(values, limit, options), (value) => value.rows);
    },
    explore: createExploreEndpoint({ gateway, embedded, onDropped }),
    async submitScan(request, options = {}) {
      const answer = await gateway.postJson(analyzePath, submissionParams(request), options);
      if (!answer.ok) return answer;
      const submission = readSubmission(answer.value.body, request.indicator, onDropped);
      return submission === undefined ? badShape('no qid in the answer') : { ok: true, value: { qid: submission.qid } };
    },
    async pollScan(qid, requested, options = {}) {
      const poll = { ...options, accept: isPollAnswer, uncounted: true };
      const answer = await gateway.getJson(analyzePath, [['qid', String(qid)]], poll);
      if (!answer.ok) return answer;
      const { body, status } = answer.value;
      const state = cleaned(readPoll(body, requested, onDropped, status));
      return state === undefined ? badShape('no scan state in the response') : { ok: true, value: state };
    },
    async check(options = {}) {
      return mapped(await fetchIndicator(checkedIndicator, options), (value) => ({ withKey: value.hadKey }));
    },
    budget: () => gateway.budget(),
    onBudget: (listener) => gateway.onBudget(listener),
  };
}

const unsayable: RequestError = {
  kind: 'badRequest',
  detail: 'Explore has no safe way to write one of these values; nothing was sent',
  status: 0,
};

/** The service requires the one parameter that a lookup by value doesn't have. */
function requiresIid(error: RequestError): boolean {
  return /\biid\b/i.test(error.detail);
}

const otherIndicator = 'the answer is about another indicator';

/** Whether a response is about the requested indicator: services may omit a scheme or a trailing slash, no more. */
function isAbout({ value }: IndicatorRecord, requested: Indicator): boolean {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, '');
  return lookupKey(value) === lookupKey(requested) || plain(value) === plain(requested.value);
}

function mapped<T, U>(outcome: Outcome<T>, map: (value: T) => U): Outcome<U> {
  return outcome.ok ? { ...outcome, value: map(outcome.value) } : outcome;
}
