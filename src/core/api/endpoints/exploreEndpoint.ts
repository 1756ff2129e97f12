import { addressLength, maxAddressLength } from '../../explore/queries/address';
import type { FoundRows } from '../../records/found';
import { type ExploreAnswer, type ExploreRequest, tooLong } from '../exploreRequest';
import type { Gateway } from '../http/gateway';
import type { GetOptions, JsonAnswer, Params } from '../http/gatewayTypes';
import { LimitTracker } from '../http/limitTracker';
import { notFoundOutcome } from './notFound';
import { isNothingFound } from '../http/nothingFound';
import type { RequestOptions } from '../requestOptions';
import { readExploreIndicators } from '../schemas/explore';
import { readExploreThreats } from '../schemas/exploreThreats';
import type { OnDropped } from '../schemas/fields';
import { hasMore } from '../schemas/rows';
import type { Outcome } from '../requestError';

const explorePath = '/api/explore.php';

/** A query over a whole dataset takes longer than a lookup and returns more; the user sees it run and can cancel it. */
const bounds = { timeoutMillis: 180_000, maxBytes: 128 * 1024 * 1024 };

const mediaTypes = { csv: 'text/csv', stix: 'application/stix+json' } as const;

/**
 * Explore with every parameter (lookup API: “Explore search”): one request, retried only where a kept-alive connection
 * was dead.
 */
export function createExploreEndpoint(
  gateway: Gateway,
  /** In process no URL is too long. */
  embedded: boolean,
  onDropped: OnDropped,
) {
  const limits = new LimitTracker();

  function send(request: ExploreRequest, options: RequestOptions): Promise<Outcome<JsonAnswer & { text?: string }>> {
    const get: GetOptions = {
      ...options,
      once: 'unlessUnprocessed',
      bounds,
      accept: isNothingFound,
      untriedLimit: limits.of(request.limit),
    };
    const { format = 'json' } = request;
    return format === 'json'
      ? gateway.getJson(explorePath, paramsOf(request), get)
      : gateway.getText(explorePath, paramsOf(request), mediaTypes[format], get);
  }

  return async (request: ExploreRequest, options: RequestOptions = {}): Promise<Outcome<ExploreAnswer>> => {
    const length = addressLength(request.query, request, gateway.address.length);
    if (!embedded && length > maxAddressLength) return { ok: false, error: tooLong(length) };
    const answer = await send(request, options);
    if (!answer.ok) {
      limits.refused(answer.error, request.limit);
      return answer;
    }
    limits.granted(request.limit);
    const { body, status, text = '' } = answer.value;
    const { type = 'indicators', format = 'json' } = request;
    if (isNothingFound(body, status)) {
      return notFoundOutcome({ format: 'json', found: { type, rows: [], unreadable: 0 } }, body, gateway);
    }
    if (format !== 'json') return { ok: true, value: { format, text } };
    const found = rowsOf(type, body, onDropped);
    return found === undefined
      ? { ok: false, error: { kind: 'badShape', detail: 'no list of results in the answer' } }
      : { ok: true, value: { format, found } };
  };
}

/** Missing parameters are left to the service's defaults. */
function paramsOf({ query, type, limit, format }: ExploreRequest): Params {
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ['q', query],
    ['type', type],
    ['limit', limit?.toString()],
    ['format', format],
  ];
  return parameters.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function rowsOf(type: FoundRows['type'], body: unknown, onDropped: OnDropped): FoundRows | undefined {
  const found = readRows(type, body, onDropped);
  return found === undefined || !hasMore(body, found.rows.length + found.unreadable)
    ? found
    : { ...found, hasMore: true };
}

function readRows(type: FoundRows['type'], body: unknown, onDropped: OnDropped): FoundRows | undefined {
  if (type === 'threats') {
    const threats = readExploreThreats(body, onDropped);
    return threats && { type, ...threats };
  }
  const indicators = readExploreIndicators(body, onDropped);
  return indicators && { type, ...indicators };
}
