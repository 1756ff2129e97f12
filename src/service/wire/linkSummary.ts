import type { LinkSummary } from '../../core/records/linked';
import { wireTimestamp } from '../../core/records/timestamp';
import { wireBreakdowns, wireCounts } from './counts';

/**
 * A threat summary with the field names and order of the specification (api-spec: “Threat summary”), or a feed's, which
 * has threats instead of feeds. `split` is `splitrisk=1`.
 */
export function wireSummary(kind: 'threat' | 'feed', summary: LinkSummary, split: boolean) {
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
