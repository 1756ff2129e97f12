import type { QueryNode } from '../../explore/syntax/ast';
import type { FoundName, SimilarNames } from '../../records/recent';
import { findNames } from './names';
import type { Search } from '../query/search';
import { type Connection, text } from '../sqlite/sqlite';

/** Maximum number of names of each kind that are compared. */
const compared = 20_000;
/** Minimum share of letter pairs that two names have in common: “Papper Lantren” and “Paper Lantern” share a half. */
const alike = 0.4;

/**
 * Threats and feeds of local sources whose names are most similar to a possibly mistyped text; at most `limit`, best
 * match first.
 */
export function findNearNames(connection: Connection, wanted: string, limit: number): readonly FoundName[] {
  const needle = pairsOf(wanted);
  const named = (table: 'threat' | 'feed'): readonly string[] =>
    connection.all(`SELECT name FROM ${table} LIMIT ?`, compared).map((row) => text(row.name));
  const near = [...new Set([...named('threat'), ...named('feed')])]
    .map((name) => ({ name, likeness: likeness(needle, pairsOf(name)) }))
    .filter(({ likeness: share }) => share >= alike)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, limit);
  return near
    .flatMap(({ name }) => findNames(connection, name, limit).filter((found) => found.name === name))
    .slice(0, limit);
}

/** Similar names, and indicators that contain the words. */
export async function findSimilarNames(
  store: Pick<Search, 'search'> & { findNearNames(text: string, limit: number): readonly FoundName[] },
  wanted: string,
  limit: number,
): Promise<SimilarNames> {
  const query = holdingWords(wanted);
  const records = query === undefined ? [] : await store.search(query, { limit });
  return {
    names: store.findNearNames(wanted, limit),
    indicators: records.map(({ type, value }) => ({ type, value })),
  };
}

/** A query for indicators that contain the words of a text in their order; undefined if too little is left. */
function holdingWords(wanted: string): QueryNode | undefined {
  const words = wanted.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  if (words.join('').length < 3) return undefined;
  const range = { start: 0, end: 0 };
  return {
    kind: 'term',
    field: 'ioc',
    operator: '=',
    value: `*${words.slice(0, 8).join('*')}*`,
    quoted: true,
    range,
    fieldRange: range,
    valueRange: range,
  };
}

/** All pairs of adjacent letters with their frequency. */
function pairsOf(name: string): ReadonlyMap<string, number> {
  const bare = name.toLowerCase().slice(0, 200).replace(/\s+/g, ' ');
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < bare.length; at++) {
    const pair = bare.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Similarity from 0 to 1: twice the common pairs divided by all pairs (Sørensen–Dice). */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  let all = 0;
  for (const [pair, count] of a) {
    common += Math.min(count, b.get(pair) ?? 0);
    all += count;
  }
  for (const count of b.values()) all += count;
  return all === 0 ? 0 : (2 * common) / all;
}
