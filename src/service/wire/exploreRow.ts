import type { IndicatorRecord } from '../../core/records/record';
import { wireProperties } from './properties';
import { wireTimestamp } from '../../core/records/timestamp';

/** The property groups in a search result. */
const summaryGroups = ['http', 'geo', 'whois'];

/** The summary of a record in a list. */
export function getSummary(record: IndicatorRecord) {
  return { properties: wireProperties(record.properties, summaryGroups) };
}

/**
 * A row of Explore's JSON results. `retired` is separate from the risk, so that retired indicators keep their level.
 */
export function exploreRow(record: IndicatorRecord) {
  const { timestamps } = record;
  return {
    iid: record.iid ?? null,
    indicator: record.value,
    type: record.type,
    risk: record.risk,
    retired: record.retired ? 1 : 0,
    stamp_added: wireTimestamp(timestamps.added),
    stamp_updated: wireTimestamp(timestamps.updated),
    stamp_seen: wireTimestamp(timestamps.seen),
    summary: getSummary(record),
  };
}
