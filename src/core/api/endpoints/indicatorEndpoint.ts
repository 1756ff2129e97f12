import { iocQuery } from '../../explore/queries/exactTerms';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { IndicatorRecord } from '../../records/record';
import type { BatchRequestOptions, RequestOptions } from '../client';
import type { Gateway } from '../http/gateway';
import type { JsonAnswer, Params } from '../http/gatewayTypes';
import { notFoundOutcome, withServiceMessage } from './notFound';
import { isNothingFound } from '../http/nothingFound';
import type { Outcome, RequestError } from '../requestError';
import { readExploreRows } from '../schemas/explore';
import type { OnDropped } from '../schemas/fields';
import { readIndicator } from '../schemas/indicator';

interface FoundRecord {
  readonly record: IndicatorRecord | undefined;
  readonly hadKey: boolean;
}

interface FoundRows {
  readonly rows: readonly IndicatorRecord[];
  readonly hadKey: boolean;
}

const indicatorPath = '/api/indicator.php';
const explorePath = '/api/explore.php';

const notExpressible: RequestError = {
  kind: 'badRequest',
  detail: 'Explore has no safe way to write one of these values; nothing was sent',
  status: 0,
};

const otherIndicator = 'the answer is about another indicator';

/** Records of indicators by value, by ID, or by an Explore query. */
export class IndicatorEndpoint {
  /** Whether lookups by value are supported shows with the first that succeeds. */
  private byValue: 'untried' | 'works' | 'unknown to the service' = 'untried';

  constructor(
    private readonly gateway: Gateway,
    private readonly onDropped: OnDropped,
  ) {}

  /** By value, or through Explore where the service doesn't support lookups by value. */
  async find(requested: Indicator, options: RequestOptions): Promise<Outcome<FoundRecord>> {
    if (this.byValue === 'unknown to the service') return this.findByExplore(requested, options);
    const direct = await this.request([['indicator', requested.value]], requested, options);
    if (direct.ok) {
      this.byValue = 'works';
      return direct;
    }
    const refused = direct.error.kind === 'badRequest' && (this.byValue === 'untried' || requiresIid(direct.error));
    if (!refused) return direct;
    const around = await this.findByExplore(requested, options);
    // A bad request without a demand for an iid is about the value, so the first error is the one to report.
    if (!around.ok) return around.error.kind === 'badRequest' && !requiresIid(direct.error) ? direct : around;
    // The service may have rejected this value only: a fallback counts once it succeeds.
    if (around.value.record === undefined && !requiresIid(direct.error))
      return withServiceMessage(around, direct.error);
    this.byValue = 'unknown to the service';
    return around;
  }

  findByIid(iid: number, options: RequestOptions): Promise<Outcome<FoundRecord>> {
    return this.request([['iid', String(iid)]], undefined, options);
  }

  /** Summaries of those values that the service knows. */
  async explore(
    values: readonly string[],
    limit: number,
    { untriedLimit: which, ...options }: BatchRequestOptions,
  ): Promise<Outcome<FoundRows>> {
    const query = iocQuery(values);
    if (query === undefined) return { ok: false, error: notExpressible };
    const params: Params = [
      ['q', query],
      ['limit', String(limit)],
    ];
    const untriedLimit = which && { limit, isLowerTry: which === 'lower' };
    const request = { ...options, untriedLimit, accept: isNothingFound };
    const answer = await this.gateway.getJson(explorePath, params, request);
    if (!answer.ok) return answer;
    const { body, status, hadKey }: JsonAnswer = answer.value;
    if (isNothingFound(body, status)) return notFoundOutcome({ rows: [], hadKey }, body, this.gateway);
    const rows = readExploreRows(body, this.onDropped);
    return rows === undefined ? badShape('no list of results in the answer') : { ok: true, value: { rows, hadKey } };
  }

  /** The service's ID of an indicator, from its Explore row. */
  async iidOf(requested: Indicator, options: RequestOptions): Promise<Outcome<number | undefined>> {
    const found = await this.explore([requested.value], 1, options);
    if (!found.ok) return found;
    return { ...found, value: found.value.rows.find((row) => isAbout(row, requested))?.iid };
  }

  /** For a service without lookups by value: its Explore row has the iid, the iid leads to the full record. */
  private async findByExplore(requested: Indicator, options: RequestOptions): Promise<Outcome<FoundRecord>> {
    const found = await this.explore([requested.value], 1, options);
    if (!found.ok) return found;
    const { rows, hadKey } = found.value;
    const row = rows.find((candidate) => isAbout(candidate, requested));
    if (row === undefined && rows.length > 0) return badShape(otherIndicator);
    if (row?.iid === undefined) return { ...found, value: { record: row, hadKey } };
    const full = await this.request([['iid', String(row.iid)]], requested, options);
    return full.ok && full.value.record === undefined ? { ok: true, value: { record: row, hadKey } } : full;
  }

  private async request(
    params: Params,
    requested: Indicator | undefined,
    options: RequestOptions,
  ): Promise<Outcome<FoundRecord>> {
    const answer = await this.gateway.getJson(indicatorPath, params, { ...options, accept: isNothingFound });
    if (!answer.ok) return answer;
    const { body, status, hadKey } = answer.value;
    if (isNothingFound(body, status)) return notFoundOutcome({ record: undefined, hadKey }, body, this.gateway);
    const record = readIndicator(body, requested, this.onDropped);
    if (record === undefined) return badShape('no Indicator object in the answer');
    if (requested !== undefined && !isAbout(record, requested)) return badShape(otherIndicator);
    return { ok: true, value: { record, hadKey } };
  }
}

function badShape(detail: string): { readonly ok: false; readonly error: RequestError } {
  return { ok: false, error: { kind: 'badShape', detail } };
}

/** The service requires the one parameter that a lookup by value doesn't have. */
function requiresIid(error: RequestError): boolean {
  return /\biid\b/i.test(error.detail);
}

/** Whether a response is about the requested indicator: services may omit a scheme or a trailing slash, no more. */
function isAbout({ value }: IndicatorRecord, requested: Indicator): boolean {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, '');
  return lookupKey(value) === lookupKey(requested) || plain(value) === plain(requested.value);
}
