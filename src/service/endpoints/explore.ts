import * as z from 'zod/mini';
import { parseQuery, type QueryNode } from '../../core/explore';
import type { IndicatorRecord, ThreatLink } from '../../core/records/record';
import { csvPieces, type ResultsHeader, stixPieces, threatsCsvFile } from '../../core/results';
import { QueryRejectedError } from '../../core/store/query/queryRejected';
import { type Answer, refusal, result, Written } from '../http/answer';
import { type Context, type Endpoint, withParams } from '../http/endpoint';
import { oneOf, wholeNumber } from '../http/params';
import { tiers } from '../http/tiers';
import { exploreRow } from '../wire/exploreRow';
import { threatRow } from '../wire/exploreThreats';

const params = z.object({
  q: z.string(),
  type: z._default(oneOf(['indicators', 'threats']), 'indicators'),
  limit: z.optional(wholeNumber(1)),
  format: z._default(oneOf(['json', 'csv', 'stix']), 'json'),
});

type Params = z.infer<typeof params>;

/** Explore search (api-spec: “Explore search”, “Explore CSV result”, “Explore STIX result”, “Limits”). */
export const explore: Endpoint = { path: '/api/explore.php', methods: { GET: withParams(params, answer) } };

async function answer(given: Params, context: Context): Promise<Answer> {
  const { q, type, format } = given;
  const { node, errors } = parseQuery(q);
  const [error] = errors;
  if (error !== undefined) return refusal(400, `Query, character ${error.range.start + 1}: ${error.message}`);
  if (node === undefined) return refusal(400, 'The query is empty.');
  if (type === 'threats' && format === 'stix') return refusal(400, 'format=stix requires type=indicators.');
  if (format === 'stix' && !context.registered)
    return refusal(401, 'format=stix requires a registered user account. Add the parameter key.');
  const maxResults = tiers[context.tier].exploreLimit;
  const limit = given.limit ?? maxResults;
  if (limit > maxResults)
    return refusal(429, `Parameter limit is ${limit}; the plan “${context.tier}” allows at most ${maxResults}.`);
  try {
    return await found(node, { ...given, limit }, context);
  } catch (fault) {
    if (fault instanceof QueryRejectedError) return refusal(400, `Query: ${fault.message}`);
    throw fault;
  }
}

async function found(node: QueryNode, given: Params & { readonly limit: number }, context: Context): Promise<Answer> {
  const { limit, type, format } = given;
  const { store, signal } = context;
  const header = headerOf(given, context);
  if (type === 'threats') {
    const threats: readonly ThreatLink[] = await store.searchThreats(node, { limit, signal });
    if (format === 'csv') return result(new Written('text/csv', () => [threatsCsvFile(header, threats)]));
    return result({ results: threats.map(threatRow) });
  }
  const records = await store.search(node, { limit, signal });
  switch (format) {
    case 'json':
      return result({ results: records.map(exploreRow) });
    case 'csv': {
      const referenceOf = ({ iid }: IndicatorRecord): string => `${context.address}/api/indicator.php?iid=${iid ?? ''}`;
      return result(new Written('text/csv', () => csvPieces(header, records, referenceOf)));
    }
    case 'stix':
      return result(new Written('application/stix+json', (indent) => stixPieces(header, records, indent)));
  }
}

/** The URL without the key, since files of results are shared. */
function headerOf({ q, type, format, limit }: Params & { readonly limit: number }, context: Context): ResultsHeader {
  const query = new URLSearchParams({ q, type, limit: String(limit), format });
  return {
    generated: context.now(),
    query: q,
    limit,
    address: `${context.address}/api/explore.php?${query.toString()}`,
  };
}
