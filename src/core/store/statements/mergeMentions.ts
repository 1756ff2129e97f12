import { byPrecedence, type Known } from '../../records/knowledge';
import { ownValue } from '../../text/ownValue';
import type { Attributes, IndicatorRecord } from '../../records/record';
import { overlayRecords } from './merge';
import { combinedReach } from './nameReach';
import { omit } from './omit';

/** Merges two mentions of one indicator by the same source at the same time; the more specific one leads. */
export function mergeMentions(a: IndicatorRecord, b: IndicatorRecord): IndicatorRecord {
  const known = (record: IndicatorRecord): Known => ({
    kind: 'known',
    source: { kind: 'import', name: '' },
    asOf: 0,
    detail: 'full',
    record,
  });
  const [lead, other] = byPrecedence(known(a), known(b)) <= 0 ? [a, b] : [b, a];
  const reach = combinedReach(a.reach, b.reach);
  const attributes = combinedRows(lead.attributes, other.attributes);
  return { ...omit(overlayRecords(lead, [other]), 'reach'), attributes, reach };
}

/** A list has a row for each port of an address; more of them add nothing. */
const maxAttributeRows = 100;

/** The rows of both, without duplicates. */
function combinedRows(a: Attributes, b: Attributes): Attributes {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const rows = new Map(
        [...(ownValue(a, name) ?? []), ...(ownValue(b, name) ?? [])].map((row) => [JSON.stringify(row), row]),
      );
      return [name, [...rows.values()].slice(0, maxAttributeRows)];
    }),
  );
}
