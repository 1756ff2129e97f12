import * as z from 'zod/mini';
import { type Answer, refusal, result } from '../http/answer';
import { type Context, type Endpoint, withParams } from '../http/endpoint';
import { flag, oneOf, wholeNumber } from '../http/params';
import { threatObject } from '../wire/threatObject';
import { getLinks, pageNumber } from './groupLinks';

const params = z.object({
  tid: z.optional(wholeNumber(1)),
  threat: z.optional(z.string()),
  // Two alternative names of the parameter used in practice.
  tname: z.optional(z.string()),
  name: z.optional(z.string()),
  get: z.optional(oneOf(['links'])),
  summary: flag,
  splitrisk: flag,
  page: pageNumber,
});

/** A threat by ID or name, its links, or their summary (lookup API: “Threat linked-indicator summary”). */
export const threat: Endpoint = { path: '/api/threat.php', methods: { GET: withParams(params, answer) } };

async function answer(query: z.infer<typeof params>, context: Context): Promise<Answer> {
  const { store } = context;
  const { tid } = query;
  const name = query.threat ?? query.tname ?? query.name;
  if (tid !== undefined && name !== undefined) return refusal(400, 'Specify either tid or threat.');
  if (tid === undefined && name === undefined) return refusal(400, 'Parameter tid or threat is missing.');
  const found = await store.groups.threat(tid === undefined ? { name: name ?? '' } : { tid });
  if (found?.tid === undefined) return refusal(404, 'Threat not found.');
  return query.get === 'links' ? getLinks(context, 'threat', found.tid, query) : result(threatObject(found));
}
