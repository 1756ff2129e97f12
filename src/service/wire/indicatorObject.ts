import { wireJudgment } from '../../core/records/judgment';
import type { IndicatorRecord } from '../../core/records/record';
import { wireProperties } from './properties';
import { wireTimestamp } from '../../core/records/timestamp';

/**
 * A record as the Indicator object of the specification, with its field names, types, and order. Unknown values are
 * null or empty; `risk` is never `retired`, which has its own flag (lookup API: “Indicator object”).
 */
export function indicatorObject(record: IndicatorRecord) {
  const { timestamps } = record;
  return {
    qid: record.qid ?? null,
    iid: record.iid ?? null,
    indicator: record.value,
    type: record.type,
    risk: record.risk,
    risk_recommended: record.riskRecommended ?? record.risk,
    manualrisk: record.manualRisk ? 1 : 0,
    retired: record.retired ? 1 : 0,
    stamp_added: wireTimestamp(timestamps.added),
    stamp_updated: wireTimestamp(timestamps.updated),
    stamp_seen: wireTimestamp(timestamps.seen),
    stamp_probed: wireTimestamp(timestamps.probed),
    stamp_retired: wireTimestamp(timestamps.retired),
    recent: 0,
    submissions: record.submissions ?? 0,
    toplist_rank: record.toplist?.rank ?? null,
    toplist_domain: record.toplist?.domain ?? null,
    riskfactors: record.riskFactors.map(({ id, description, risk }) => ({ rfid: id ?? null, description, risk })),
    redirects: {
      from: record.redirects.from.map(({ iid, value }) => ({ id: iid?.toString() ?? null, indicator: value })),
      to: record.redirects.to.map(({ iid, value }) => ({ iid: iid ?? null, indicator: value })),
    },
    threats: record.threats.map(({ tid, name, category, risk, linked }) => ({
      tid: tid ?? null,
      name,
      category: category ?? null,
      risk,
      stamp_linked: wireTimestamp(linked),
    })),
    feeds: record.feeds.map(({ fid, name, category, organization, pricing, linked }) => ({
      fid: fid ?? null,
      name,
      category: category ?? null,
      organization: organization ?? null,
      pricing: pricing ?? null,
      stamp_linked: wireTimestamp(linked),
    })),
    comments: record.comments.map(({ cid, username, title, text, added, updated, uid }) => ({
      cid: cid ?? null,
      username: username ?? null,
      title: title ?? null,
      comment: text,
      stamp_added: wireTimestamp(added),
      stamp_updated: wireTimestamp(updated),
      uid: uid ?? null,
    })),
    attributes: { port: [], protocol: [], technology: [], ...record.attributes },
    properties: wireProperties(record.properties),
    // Only where a team has judged it: not a part of the specification.
    ...(record.judgment === undefined ? {} : { judgment: wireJudgment(record.judgment) }),
  };
}
