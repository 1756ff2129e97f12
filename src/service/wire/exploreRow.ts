import { type IndicatorRecord } from '../../core/records/record';
import { wireProperties } from './properties';
import { wireTimestamp } from './timestamp';

/** The groups that a row of a search tells of. */
const summaryGroups = ['http', 'geo', 'whois'];

/** What is at hand of a record where it is one of many. */
export function summaryOf(record: IndicatorRecord) {
  return { properties: wireProperties(record.properties, summaryGroups) };
}

/** A row of Explore's JSON results; `retired` stands beside the risk, so that the level of a retired indicator is not lost. */
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
    summary: summaryOf(record),
  };
}
