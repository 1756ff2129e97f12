import { creditsField, uniqueCredits } from '../../records/labels/credit';
import type { FoundRows } from '../../records/found';
import type { IndicatorRecord } from '../../records/record';
import { wireTimestamp } from '../../records/timestamp';
import type { ThreatRecord } from '../../records/threat';
import { queryOnOneLine, type ResultsHeader } from './header';

/**
 * Rows as indented JSON under `results`, with the names of the interface (lookup API: “Indicator object”), and the
 * query, limit, and source.
 */
export function resultsJson({ generated, query, limit, address, incomplete }: ResultsHeader, found: FoundRows): string {
  const results = found.type === 'threats' ? found.rows.map(threatRow) : found.rows.map(indicatorRow);
  const about = {
    query: queryOnOneLine(query),
    type: found.type,
    limit,
    address,
    exported: wireTimestamp(generated),
    incomplete: incomplete === true ? incomplete : undefined,
    ...(found.type === 'indicators' ? creditsField(uniqueCredits(found.rows)) : {}),
  };
  return `${JSON.stringify({ ...about, results }, undefined, 2)}\n`;
}

function indicatorRow(record: IndicatorRecord) {
  const { timestamps } = record;
  return {
    iid: record.iid,
    indicator: record.value,
    type: record.type,
    risk: record.risk,
    retired: record.retired ? 1 : 0,
    stamp_added: wireTimestamp(timestamps.added),
    stamp_updated: wireTimestamp(timestamps.updated),
    stamp_seen: wireTimestamp(timestamps.seen),
    stamp_retired: timestamps.retired === undefined ? undefined : wireTimestamp(timestamps.retired),
    threats: record.threats.length === 0 ? undefined : record.threats,
    feeds: record.feeds.length === 0 ? undefined : record.feeds,
    attributes: Object.keys(record.attributes).length === 0 ? undefined : record.attributes,
    properties: Object.keys(record.properties).length === 0 ? undefined : record.properties,
    ...creditsField(record.credits ?? []),
    ...record.other,
  };
}

function threatRow({ tid, name, category, risk, retired, otherNames, description, timestamps, other }: ThreatRecord) {
  return {
    tid,
    threat: name,
    category,
    risk,
    retired: retired ? 1 : 0,
    othernames: otherNames.length === 0 ? undefined : otherNames,
    description,
    stamp_added: wireTimestamp(timestamps.added),
    stamp_updated: wireTimestamp(timestamps.updated),
    stamp_seen: wireTimestamp(timestamps.seen),
    ...other,
  };
}
