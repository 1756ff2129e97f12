import { iocQuery } from '../../explore';
import { stixPieces } from '../results/stixWriter';
import type { IndicatorRecord, UtcMillis } from '../../records/record';

/**
 * A record as a STIX 2.1 bundle: identity, extension definition, indicator (api-spec: “Explore STIX result”). `now`
 * replaces unknown timestamps.
 */
export function exportStix(record: IndicatorRecord, now: UtcMillis): string {
  const header = { generated: now, query: iocQuery([record.value]) ?? '', limit: 1, address: '' };
  return `${[...stixPieces(header, [record], 2)].join('')}\n`;
}
