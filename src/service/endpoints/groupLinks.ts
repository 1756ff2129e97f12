import * as z from 'zod/mini';
import type { GroupKind } from '../../core/store/groups/groups';
import { type Answer, result } from '../http/answer';
import type { Context } from '../http/endpoint';
import { wholeNumber } from '../http/params';
import { pageSize, wirePage } from '../wire/linkedPage';
import { wireSummary } from '../wire/linkSummary';

/** The page number, starting at 0, which is the default. */
export const pageNumber = z.optional(wholeNumber(0));

/** `get=links` of a threat or feed: a page of its indicators, or with `summary` their statistics. */
export async function linksOf(
  { store: { groups }, signal, pace }: Context,
  kind: GroupKind,
  id: number,
  query: { readonly summary: boolean; readonly splitrisk: boolean; readonly page?: number | undefined },
): Promise<Answer> {
  if (query.summary)
    return result(wireSummary(kind, await groups.summary(kind, id, { signal, pace }), query.splitrisk));
  const { page = 0 } = query;
  const { links, hasMore } = groups.links(kind, id, { page, size: pageSize });
  return result(wirePage(page, links, hasMore));
}
