import { type FoundRows } from '../records/found';
import { type IndicatorRecord } from '../records/record';
import { wireStamp } from '../records/stamp';
import { type ThreatRecord } from '../records/threat';
import { onOneLine, type ResultsHeader } from './header';

/**
 * Rows as JSON, indented: the rows under `results` in the names of the interface (api-spec: “Indicator object”), with the
 * query, the limit and where they come from beside them.
 */
export function resultsJson({ generated, query, limit, address, incomplete }: ResultsHeader, found: FoundRows): string {
  const results = found.type === 'threats' ? found.rows.map(threatRow) : found.rows.map(indicatorRow);
  const about = {
    ...{ query: onOneLine(query), type: found.type, limit, address, exported: wireStamp(generated) },
    ...(incomplete === true ? { incomplete } : {}),
  };
  return `${JSON.stringify({ ...about, results }, undefined, 2)}\n`;
}

function indicatorRow(record: IndicatorRecord) {
  const { stamps } = record;
  return {
    iid: record.iid,
    indicator: record.value,
    type: record.type,
    risk: record.risk,
    retired: record.retired ? 1 : 0,
    stamp_added: wireStamp(stamps.added),
    stamp_updated: wireStamp(stamps.updated),
    stamp_seen: wireStamp(stamps.seen),
    ...(stamps.retired === undefined ? {} : { stamp_retired: wireStamp(stamps.retired) }),
    ...(record.threats.length === 0 ? {} : { threats: record.threats }),
    ...(record.feeds.length === 0 ? {} : { feeds: record.feeds }),
    ...(Object.keys(record.attributes).length === 0 ? {} : { attributes: record.attributes }),
    ...(Object.keys(record.properties).length === 0 ? {} : { properties: record.properties }),
    ...record.other,
  };
}

function threatRow({ tid, name, category, risk, retired, otherNames, description, stamps, other }: ThreatRecord) {
  return {
    tid,
    threat: name,
    category,
    risk,
    retired: retired ? 1 : 0,
    ...(otherNames.length === 0 ? {} : { othernames: otherNames }),
    description,
    stamp_added: wireStamp(stamps.added),
    stamp_updated: wireStamp(stamps.updated),
    stamp_seen: wireStamp(stamps.seen),
    ...other,
  };
}
