import type { RiskLevel } from '../../records/risk';
import { riskRank } from '../../records/risk';
import type { SourceDetails } from '../../records/sourceDetails';
import { listReason } from '../../records/sourceDetails';
import { describesIn, type ListRating } from '../statements/listRating';
import { riskOrNone } from '../statements/statements';
import { type Connection, text } from '../sqlite/sqlite';

/** The meaning of a source; absent parts stay as they are. */
export interface SourceMeaning {
  /** The risk of entries without one; `unknown` if being listed implies none. */
  readonly risk?: RiskLevel | undefined;
  /** Whether its rating of an entry weakens with the age of the entry. */
  readonly ages?: boolean | undefined;
  /** Merged into the stored details, key by key; undefined removes a key. */
  readonly details?: ChangedDetails | undefined;
}

export type ChangedDetails = { readonly [K in keyof SourceDetails]?: SourceDetails[K] | undefined };

/** Reads the stored details of a source; empty if they can't be read. */
export function detailsIn(stored: string): SourceDetails {
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** The rating of a source for its entries. */
export function getListRating(connection: Connection, id: number): ListRating {
  const row = connection.get(
    `SELECT name, risk, ages, details ->> 'describes' AS describes FROM source WHERE id = ?`,
    id,
  );
  return {
    name: text(row?.name),
    risk: riskOrNone(row?.['risk']),
    ages: row?.['ages'] === 1,
    describes: describesIn(row?.['describes']),
  };
}

/** The details of a source; empty if it doesn't exist. */
export function getDetails(connection: Connection, id: number): SourceDetails {
  return detailsIn(text(connection.get('SELECT details FROM source WHERE id = ?', id)?.['details']));
}

/**
 * Changes the meaning of a source. Returns whether its rating changed, after which its indicators are merged again
 * with `remergeSome`.
 */
export function changeSource(connection: Connection, id: number, { risk, ages, details }: SourceMeaning): boolean {
  if (risk === undefined && ages === undefined && details === undefined) return false;
  const before = getListRating(connection, id);
  if (details !== undefined) {
    const merged = JSON.stringify({ ...getDetails(connection, id), ...details });
    connection.run('UPDATE source SET details = ? WHERE id = ?', merged, id);
  }
  if (ages !== undefined) connection.run('UPDATE source SET ages = ? WHERE id = ?', ages ? 1 : 0, id);
  if (risk !== undefined) {
    connection.run('UPDATE source SET risk = ? WHERE id = ?', risk === 'unknown' ? null : riskRank(risk), id);
    // The interface gives each reason an ID.
    connection.run("INSERT OR IGNORE INTO own_name (kind, name) VALUES ('riskfactor', ?)", listReason(before.name));
  }
  const after = getListRating(connection, id);
  return before.risk !== after.risk || before.ages !== after.ages || before.describes !== after.describes;
}
