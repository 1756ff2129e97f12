import { type RawBuilder, sql } from 'kysely';
import { type GeoLocationParts, hostAddress } from '../../../core/context/geoLocation';
import type { IndicatorType } from '../../../core/indicators';
import { allOf, anyOf, type Condition, negate, never } from '../../../core/store/query/condition';
import { matchesWord } from '../../../core/store/query/fields';
import { facetValue } from '../../../core/store/searchIndex/facets';
import type { Team } from '../database';
import { getGeoLocations } from '../geoLocations';
import { conditionSql } from './condition';

type GeoLocationCondition = Extract<Condition, { kind: 'geoLocation' }>;

/** Candidates that are read at once. */
const atOnce = 5_000;

/** Whether a condition asks where an address is according to the location data, which the database doesn't know. */
export function asksForGeoLocations(condition: Condition): boolean {
  switch (condition.kind) {
    case 'geoLocation':
      return true;
    case 'not':
      return asksForGeoLocations(condition.of);
    case 'all':
    case 'any':
      return condition.of.some(asksForGeoLocations);
    default:
      return false;
  }
}

/** A condition that all matches fulfill, without the locations. */
function candidates(condition: Condition, isNegated = false): Condition {
  switch (condition.kind) {
    case 'geoLocation':
      return isNegated ? never : negate(never);
    case 'not':
      return negate(candidates(condition.of, !isNegated));
    case 'all':
      return allOf(condition.of.map((each) => candidates(each, isNegated)));
    case 'any':
      return anyOf(condition.of.map((each) => candidates(each, isNegated)));
    default:
      return condition;
  }
}

interface Candidate {
  readonly lookup_key: string;
  readonly value: string;
  readonly type: IndicatorType;
  readonly newest: number;
  readonly iid: number;
  /** The ID of the threat, in searches for threats. */
  readonly part: number;
  /** Whether each part of the condition that the database knows is true. */
  readonly parts: readonly boolean[];
}

/** Whether a candidate matches, with what is known of its location. */
type Test = (candidate: Candidate, geoLocation: GeoLocationParts) => boolean;

/** A test, and the parts of it that the database answers for each candidate. */
function testOf(condition: Condition, parts: RawBuilder<boolean>[]): Test {
  if (!asksForGeoLocations(condition)) {
    const index = parts.push(conditionSql(condition)) - 1;
    return (candidate) => candidate.parts[index] === true;
  }
  switch (condition.kind) {
    case 'geoLocation':
      return geoLocationTest(condition, parts);
    case 'not': {
      const test = testOf(condition.of, parts);
      return (...given) => !test(...given);
    }
    case 'all': {
      const tests = condition.of.map((each) => testOf(each, parts));
      return (...given) => tests.every((test) => test(...given));
    }
    case 'any': {
      const tests = condition.of.map((each) => testOf(each, parts));
      return (...given) => tests.some((test) => test(...given));
    }
    default:
      return () => false;
  }
}

function geoLocationTest({ part, patterns, stated }: GeoLocationCondition, parts: RawBuilder<boolean>[]): Test {
  const index =
    parts.push(sql`EXISTS (
      SELECT FROM unnest(i.facets) f JOIN facet x ON x.id = f WHERE x.field_id = any(${stated}::integer[]))`) - 1;
  return (candidate, geoLocation) => {
    if (candidate.parts[index] === true) return false;
    const value = facetValue(geoLocation[part] ?? '');
    return patterns.some((pattern) => (/^\*+$/.test(pattern) ? value !== '' : matchesWord(pattern, value)));
  };
}

/** The rows that candidates are read from: an indicator as `i`, or one of its threats as `t`. */
interface Rows {
  readonly from: RawBuilder<unknown>;
  /** Distinguishes rows of one indicator. */
  readonly part: RawBuilder<number>;
}

const indicatorRows: Rows = { from: sql`indicator i`, part: sql`0::integer` };
const threatRows: Rows = {
  from: sql`indicator i JOIN threat_link k ON k.key = i.key JOIN threat t ON t.tid = k.tid`,
  part: sql`t.tid`,
};

/** Yields matches of a condition with locations, newest seen first: candidates are read in this order. */
async function* matches(transaction: Team, condition: Condition, { from, part }: Rows): AsyncGenerator<Candidate> {
  const parts: RawBuilder<boolean>[] = [];
  const test = testOf(condition, parts);
  const where = conditionSql(candidates(condition));
  let last: Candidate | undefined;
  do {
    const after =
      last === undefined
        ? sql`true`
        : sql`(i.newest < ${last.newest} OR (i.newest = ${last.newest} AND (i.iid, ${part}) > (${last.iid}, ${last.part})))`;
    const { rows } = await sql<Candidate>`
      SELECT i.lookup_key, CASE i.own_value WHEN '' THEN i.lookup_key ELSE i.own_value END AS value, i.type, i.newest, i.iid,
        ${part} AS part, array[${sql.join(parts)}]::boolean[] AS parts
      FROM ${from} WHERE ${where} AND ${after} ORDER BY i.newest DESC, i.iid, ${part} LIMIT ${atOnce}`.execute(
      transaction,
    );
    const geoLocations = await getGeoLocations(
      transaction,
      rows.flatMap((row) => hostAddress(row) ?? []),
    );
    for (const row of rows) {
      const address = hostAddress(row);
      const geoLocation = (address === undefined ? undefined : geoLocations.get(address)) ?? {};
      if (test(row, geoLocation)) yield row;
    }
    last = rows.length < atOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** The lookup keys of what matches a condition with locations, newest seen first. */
export async function findByGeoLocation(
  transaction: Team,
  condition: Condition,
  limit: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const row of matches(transaction, condition, indicatorRows))
    if (found.push(row.lookup_key) >= limit) break;
  return found;
}

/** The IDs of threats of which an indicator matches a condition with locations. */
export async function findThreatsByGeoLocation(transaction: Team, condition: Condition): Promise<readonly number[]> {
  const found = new Set<number>();
  for await (const { part } of matches(transaction, condition, threatRows)) found.add(part);
  return [...found];
}
