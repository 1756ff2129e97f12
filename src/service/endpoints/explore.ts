import * as z from 'zod';
import { parseQuery } from '../../core/explore';
import { QueryRefused } from '../../core/store/search';
import { type Answer, refusal, result } from '../answer';
import { type Context, type Endpoint, withParams } from '../endpoint';
import { oneOf, wholeNumber } from '../params';
import { tiers } from '../tiers';
import { exploreRow } from '../wire/exploreRow';
import { exploreThreats } from '../wire/exploreThreats';

const params = z.object({
  q: z.string(),
  type: oneOf(['indicators', 'threats']).default('indicators'),
  limit: wholeNumber(1).optional(),
  format: oneOf(['json']).default('json'),
});

/** Explore search (api-spec: “Explore search”, “Limits”). */
export const explore: Endpoint = { path: '/api/explore.php', methods: { GET: withParams(params, answer) } };

function answer({ q, type, limit }: z.infer<typeof params>, { store, tier }: Context): Answer {
  const { node, errors } = parseQuery(q);
  const [error] = errors;
  if (error !== undefined)
    return refusal(400, `Parameter q can't be read at character ${error.range.start + 1}: ${error.message}`);
  if (node === undefined) return refusal(400, 'Parameter q holds no query.');
  const most = tiers[tier].exploreLimit;
  if (limit !== undefined && limit > most)
    return refusal(429, `Parameter limit is ${limit}; the plan “${tier}” allows at most ${most}.`);
  try {
    const results =
      type === 'threats'
        ? exploreThreats(store, node, limit ?? most)
        : store.search(node, { limit: limit ?? most }).map(exploreRow);
    return result({ results });
  } catch (fault) {
    if (fault instanceof QueryRefused) return refusal(400, `Parameter q can't be answered: ${fault.message}`);
    throw fault;
  }
}
