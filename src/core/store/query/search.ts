import { noPlaces, type PlaceReader } from '../../context/places';
import type { QueryNode } from '../../explore/syntax/ast';
import type { LinksOfRow } from '../../records/linksOfRow';
import type { IndicatorRecord, ThreatLink } from '../../records/record';
import { createTimeSlicer, type SliceOptions, type Steps } from '../sqlite/timeSlicer';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { compileQuery } from './compile';
import { linksOf } from './linksOf';
import { definePlaces } from './placeTerms';
import { findIds } from './run';
import { feedTrigrams } from '../searchIndex/textIndex';
import { findThreats } from './threats';
import { indexPending } from '../searchIndex/pendingIndex';
import type { IndicatorType } from '../../indicators/identity/types';
import { effectiveStatementsOfMany } from '../statements/statements';
import { mergeStatements } from '../statements/merge';
import { omit } from '../statements/omit';

export interface SearchOptions extends SliceOptions {
  /** At least 1. */
  readonly limit: number;
}

/** Explore searches in a store, in time slices of a few milliseconds. */
export interface Search {
  /** Indicators, newest `stamp_seen` first, then by iid. Rejects with QueryRejectedError. */
  search(query: QueryNode, options: SearchOptions): Promise<readonly IndicatorRecord[]>;
  /** Threats, most severe first, then by name. Rejects with QueryRejectedError. */
  searchThreats(query: QueryNode, options: SearchOptions): Promise<readonly ThreatLink[]>;
}

/** Links for results of the local store. */
export interface FoundLinks {
  /** The threats and feeds of indicators that have any. */
  linksOf(iids: readonly number[], signal?: AbortSignal): Promise<readonly LinksOfRow[]>;
}

function hasWildcard(query: QueryNode): boolean {
  const open: QueryNode[] = [query];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'term') {
      if (node.value.includes('*')) return true;
    } else if (node.kind === 'not') open.push(node.operand);
    else for (const operand of node.operands) open.push(operand);
  }
  return false;
}

/** Updates the indexes that searches read. */
function* updateIndexes(connection: Connection, query: QueryNode): Steps<undefined> {
  while (indexPending(connection)) yield;
  if (hasWildcard(query)) while (feedTrigrams(connection)) yield;
  return undefined;
}

interface Sought {
  readonly query: QueryNode;
  readonly limit: number;
  readonly now: number;
  readonly places: PlaceReader;
}

function* indicators(connection: Connection, { query, limit, now, places }: Sought) {
  yield* updateIndexes(connection, query);
  definePlaces(connection, places);
  const condition = yield* compileQuery(query, { connection, now, hasPlaces: places.info() !== undefined });
  return yield* foundRecords(connection, yield* findIds(connection, condition, limit));
}

function* threats(connection: Connection, { query, limit, now, places }: Sought) {
  yield* updateIndexes(connection, query);
  definePlaces(connection, places);
  return yield* findThreats(connection, query, { limit, now, hasPlaces: places.info() !== undefined });
}

export interface SearchPorts {
  readonly withConnection: <T>(work: (connection: Connection) => T) => T;
  readonly now: () => number;
  readonly places?: PlaceReader;
}

/** Implements {@link Search} and {@link FoundLinks} over a connection. */
export function createSearch({ withConnection, now, places = noPlaces }: SearchPorts): Search & FoundLinks {
  const timeSliced = createTimeSlicer(withConnection);
  return {
    search: (query, options) =>
      timeSliced((c) => indicators(c, { query, limit: options.limit, now: now(), places }), options),
    searchThreats: (query, options) =>
      timeSliced((c) => threats(c, { query, limit: options.limit, now: now(), places }), options),
    linksOf: (iids, signal) => timeSliced((c) => linksOf(c, iids), { signal }),
  };
}

const chunk = 250;

/**
 * The merged records of ids in their order, without the ids of risk factors and comments, which `localRecord` looks up.
 * Skips deleted ids.
 */
function* foundRecords(connection: Connection, iids: readonly number[]): Steps<readonly IndicatorRecord[]> {
  const records: IndicatorRecord[] = [];
  for (let at = 0; at < iids.length; at += chunk) {
    const wanted = iids.slice(at, at + chunk);
    const rows = connection.all(
      'SELECT iid, value, type FROM indicator WHERE iid IN (SELECT value FROM json_each(?))',
      JSON.stringify(wanted),
    );
    const subjects = rows.map((row) => ({
      iid: integer(row['iid']) ?? 0,
      value: text(row['value']),
      type: text(row['type']) as IndicatorType,
    }));
    const statements = effectiveStatementsOfMany(connection, subjects);
    for (const iid of wanted) {
      const [first, ...rest] = statements.get(iid) ?? [];
      if (first !== undefined) records.push({ ...omit(mergeStatements([first, ...rest]), 'qid'), iid });
    }
    yield;
  }
  return records;
}
