import * as z from 'zod/mini';
import { type Answer, refusal, result } from '../http/answer';
import { type Context, type Endpoint, withParams } from '../http/endpoint';
import { flag, oneOf, wholeNumber } from '../http/params';
import { feedObject } from '../wire/threatObject';
import { linksOf, pageNumber } from './groupLinks';

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

/** A feed by ID or name, its linked indicators, or their summary (api-spec: “Feed linked indicators”). */
export const feed: Endpoint = { path: '/api/feed.php', methods: { GET: withParams(params, answer) } };

function answer(query: z.infer<typeof params>, context: Context): Answer | Promise<Answer> {
  const { store } = context;
  const { feed: name, organization } = query;
  const fid = query.fid ?? query.iid;
  if (fid !== undefined && query.iid !== undefined && fid !== query.iid)
    return refusal(400, 'Parameters fid and iid are different feeds.');
  if (fid !== undefined && name !== undefined) return refusal(400, 'Specify either fid or feed.');
  if (fid === undefined && name === undefined) return refusal(400, 'Parameter fid or feed is missing.');
  const found = store.groups.feed(fid === undefined ? { name: name ?? '', organization } : { fid });
  if (found?.fid === undefined) return refusal(404, 'Feed not found.');
  const { groups } = store;
  if (query.get === 'links') return linksOf(context, 'feed', found.fid, query);
  return result(feedObject({ ...found, counts: groups.counts('feed', found.fid) }));
}
