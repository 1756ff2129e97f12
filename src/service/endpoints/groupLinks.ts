import * as z from 'zod/mini';
import type { GroupKind } from '../../core/store/groups/groups';
import { type Answer, result } from '../http/answer';
import type { Context } from '../http/endpoint';
import { wholeNumber } from '../http/params';
import { pageSize, wirePage } from '../wire/linkedPage';
import type { LinkSummary } from '../../core/records/linked';
import { wireTimestamp } from '../../core/records/timestamp';
import { wireBreakdowns, wireCounts } from '../wire/counts';

/** The page number, starting at 0, which is the default. */
export const pageNumber = z.optional(wholeNumber(0));

/** `get=links` of a threat or feed: a page of its indicators, or with `summary` their statistics. */
export async function getLinks(
  { store: { groups }, signal, pace }: Context,
  kind: GroupKind,
  id: number,
  query: { readonly summary: boolean; readonly splitrisk: boolean; readonly page?: number | undefined },
): Promise<Answer> {
  if (query.summary)
    return result(wireSummary(kind, await groups.summary(kind, id, { signal, pace }), query.splitrisk));
  const { page = 0 } = query;
  const { links, hasMore } = await groups.links(kind, id, { page, size: pageSize });
  return result(wirePage(page, links, hasMore));
}

/**
 * A threat summary with the field names and order of the specification (lookup API: “Threat summary”), or a feed's,
 * which has threats instead of feeds. `split` is `splitrisk=1`.
 */
function wireSummary(kind: 'threat' | 'feed', summary: LinkSummary, split: boolean) {
  const { technology = [], hosttype = [], protocol = [], port = [] } = summary.breakdowns;
  const none = { total: 0, levels: {} };
  return {
    updated_last_domain: wireTimestamp(summary.updatedLastDomain),
    attributes: wireBreakdowns({ technology, hosttype, protocol, port }, split),
    properties: Object.fromEntries(
      Object.entries(summary.properties).map(([group, keys]) => [group, wireBreakdowns(keys, split)]),
    ),
    ...(kind === 'threat'
      ? {
          feeds: summary.feeds.map(({ fid, name, category, organization, pricing, counts = none }) => ({
            fid: fid ?? null,
            organization: organization ?? null,
            name,
            pricing: pricing ?? null,
            category: category ?? null,
            indicators: wireCounts(counts),
          })),
        }
      : {
          threats: summary.threats.map(({ tid, name, category, risk, counts = none }) => ({
            tid: tid ?? null,
            name,
            category: category ?? null,
            risk,
            indicators: wireCounts(counts),
          })),
        }),
    risk: wireCounts(summary.risk),
  };
}
