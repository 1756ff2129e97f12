import * as z from 'zod/mini';
import { parseQuery, type QueryNode, getTerms } from '../../core/explore';
import type { IndicatorRecord, ThreatLink } from '../../core/records/record';
import { csvChunks, type ResultsHeader, stixChunks, threatsCsvFile } from '../../core/results';
import { QueryRejectedError } from '../../core/store/query/queryRejected';
import { type Answer, refusal, result, Written } from '../http/answer';
import { type Context, type Endpoint, withParams } from '../http/endpoint';
import { oneOf, wholeNumber } from '../http/params';
import { tiers } from '../http/tiers';
import { exploreRow } from '../wire/exploreRow';
const params = z.object({
  q: z.string(),
  type: z._default(oneOf(['indicators', 'threats']), 'indicators'),
  limit: z.optional(wholeNumber(1)),
  format: z._default(oneOf(['json', 'csv', 'stix']), 'json'),
});

type Params = z.infer<typeof params>;

/** Much more than fits into the URL of a batch of the extension, whose terms have no wildcards. */
const maxTerms = 10_000;
/** Each term with wildcards may be compared with every indicator. */
const maxPatterns = 500;
const maxWildcards = 1_000;

/** Explore search (lookup API: “Explore search”, “Explore CSV result”, “Explore STIX result”, “Limits”). */
export const explore: Endpoint = { path: '/api/explore.php', methods: { GET: withParams(params, answer) } };

async function answer(given: Params, context: Context): Promise<Answer> {
  const { q, type, format } = given;
  const { node, errors } = parseQuery(q);
  const [error] = errors;
  if (error !== undefined) return refusal(400, `Query, character ${error.range.start + 1}: ${error.message}`);
  if (node === undefined) return refusal(400, 'The query is empty.');
  const tooLarge = context.pace === undefined ? undefined : excessOf(node);
  if (tooLarge !== undefined) return refusal(400, tooLarge);
  if (format === 'stix') {
    if (type === 'threats') return refusal(400, 'format=stix requires type=indicators.');
    if (!context.registered)
      return refusal(401, 'format=stix requires a registered user account. Add the parameter key.');
  }
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

/** Which limit of a query is exceeded, as a sentence. */
function excessOf(node: QueryNode): string | undefined {
  const terms = getTerms(node);
  if (terms.length > maxTerms) return `The query has ${terms.length} terms. At most ${maxTerms} are allowed.`;
  const patterns = terms.filter(({ value }) => value.includes('*'));
  if (patterns.length > maxPatterns)
    return `The query has ${patterns.length} terms with wildcards. At most ${maxPatterns} are allowed.`;
  const wildcards = patterns.reduce((sum, { value }) => sum + (value.match(/\*+/g)?.length ?? 0), 0);
  if (wildcards > maxWildcards) return `The query has ${wildcards} wildcards. At most ${maxWildcards} are allowed.`;
  return undefined;
}

async function found(node: QueryNode, given: Params & { readonly limit: number }, context: Context): Promise<Answer> {
  const { limit, type, format } = given;
  const { store, signal, pace } = context;
  const header = headerOf(given, context);
  if (type === 'threats') {
    const threats: readonly ThreatLink[] = await store.searchThreats(node, { limit, signal, pace });
    if (format === 'csv') return result(new Written('text/csv', () => [threatsCsvFile(header, threats)]));
    return result({ results: threats.map(threatRow) });
  }
  const records = await store.search(node, { limit, signal, pace });
  switch (format) {
    case 'json':
      return result({ results: records.map(exploreRow) });
    case 'csv': {
      const referenceOf = ({ iid }: IndicatorRecord): string => `${context.address}/api/indicator.php?iid=${iid ?? ''}`;
      return result(new Written('text/csv', () => csvChunks(header, records, referenceOf)));
    }
    case 'stix':
      return result(new Written('application/stix+json', (indent) => stixChunks(header, records, indent)));
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

/** A row of Explore's JSON results for `type=threats`, which the specification doesn't show. */
function threatRow({ tid, name, category, risk }: ThreatLink) {
  return { tid: tid ?? null, threat: name, category: category ?? null, risk };
}
