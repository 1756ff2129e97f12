import * as z from 'zod/mini';
import { type Answer, refusal, result } from '../http/answer';
import { type Context, type Endpoint, withParams } from '../http/endpoint';
import { flag, oneOf, wholeNumber } from '../http/params';
import { feedObject } from '../wire/threatObject';
import { getLinks, pageNumber } from './groupLinks';

const params = z.object({
  fid: z.optional(wholeNumber(1)),
  // The specification's sample request uses this name for the ID of a feed.
  iid: z.optional(wholeNumber(1)),
  feed: z.optional(z.string()),
  organization: z.optional(z.string()),
  get: z.optional(oneOf(['links'])),
  summary: flag,
  splitrisk: flag,
  page: pageNumber,
});

/** A feed by ID or name, its linked indicators, or their summary (lookup API: “Feed linked indicators”). */
export const feed: Endpoint = { path: '/api/feed.php', methods: { GET: withParams(params, answer) } };

async function answer(query: z.infer<typeof params>, context: Context): Promise<Answer> {
  const { groups } = context.store;
  const wanted = wantedFeed(query);
  if ('status' in wanted) return wanted;
  const found = await groups.feed(wanted);
  if (found?.fid === undefined) return refusal(404, 'Feed not found.');
  if (query.get === 'links') return getLinks(context, 'feed', found.fid, query);
  return result(feedObject({ ...found, counts: await groups.counts('feed', found.fid) }));
}

/** How the feed is named in the request, or the answer to a request that names none or two. */
function wantedFeed(
  query: z.infer<typeof params>,
): Answer | { readonly fid: number } | { readonly name: string; readonly organization?: string } {
  const { feed: name, organization, iid } = query;
  const fid = query.fid ?? iid;
  if (fid === undefined) {
    return name === undefined ? refusal(400, 'Parameter fid or feed is missing.') : { name, organization };
  }
  if (iid !== undefined && fid !== iid) return refusal(400, 'Parameters fid and iid are different feeds.');
  return name === undefined ? { fid } : refusal(400, 'Specify either fid or feed.');
}
