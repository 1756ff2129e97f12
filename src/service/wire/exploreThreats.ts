import { type QueryNode } from '../../core/explore';
import { type IndicatorRecord, type ThreatLink } from '../../core/records/record';
import { riskRank } from '../../core/records/risk';
import { type ServedRecords } from '../records';

/** So many indicators are looked at for the threats that they are linked to. */
const indicatorsLookedAt = 10_000;

/**
 * Rows of Explore's JSON results for `type=threats`: the threats of the indicators that the query finds, of those whose
 * names it asks for where it asks for names; the worst first, then by name.
 */
export function exploreThreats(store: ServedRecords, query: QueryNode, limit: number) {
  const asked = threatPatterns(query);
  const threats = new Map<string, ThreatLink>();
  for (const record of store.search(query, { limit: indicatorsLookedAt })) collect(record, asked, threats);
  return [...threats.values()]
    .sort((a, b) => riskRank(b.risk) - riskRank(a.risk) || a.name.localeCompare(b.name, 'en'))
    .slice(0, limit)
    .map(({ tid, name, category, risk }) => ({ tid: tid ?? null, threat: name, category: category ?? null, risk }));
}

function collect(record: IndicatorRecord, asked: readonly RegExp[], threats: Map<string, ThreatLink>): void {
  for (const threat of record.threats) {
    if (asked.length > 0 && !asked.some((pattern) => pattern.test(threat.name))) continue;
    const key = threat.tid?.toString() ?? threat.name.toLowerCase();
    const known = threats.get(key);
    if (known === undefined || riskRank(threat.risk) > riskRank(known.risk)) threats.set(key, threat);
  }
}

/** The names of `threat=` terms that a result may match; those behind `not` and `!=` only narrow the indicators. */
function threatPatterns(query: QueryNode): readonly RegExp[] {
  switch (query.kind) {
    case 'term':
      return query.operator === '=' && query.field.toLowerCase() === 'threat' ? [wildcard(query.value)] : [];
    case 'not':
      return [];
    case 'and':
    case 'or':
      return query.operands.flatMap(threatPatterns);
  }
}

function wildcard(value: string): RegExp {
  const literal = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  // Neighbouring stars would make the expression slow and say no more than one.
  return new RegExp(`^${value.split(/\*+/).map(literal).join('.*')}$`, 'isu');
}
