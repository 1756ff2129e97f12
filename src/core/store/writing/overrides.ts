import { lookupKey } from '../../indicators';
import type { Indicator } from '../../indicators/identity/types';
import { emptyRecord, type UtcMillis } from '../../records/record';
import type { RiskLevel } from '../../records/risk';
import { remerge, writeAssertion } from './assertions';
import { mergeStatements } from '../statements/merge';
import { getEffectiveStatements, type Subject, subjectByIid, subjectByKey } from '../statements/statements';
import { localRecord } from '../statements/records';
import { inactiveSince, retire, threeMonthsBefore, unretire } from './retirement';
import { withdrawIndicator } from '../statements/changeDates';
import { sourceIds, openSource } from './sources';
import { type Connection, integer } from '../sqlite/sqlite';
import { deleteRows, remains } from '../sqlite/upkeep';

/** The user's own risks and retirements, and retirement by age. Each method is one transaction. */
export interface OverrideStore {
  /**
   * Sets the user's own risk, which takes precedence over all sources; null removes it. Returns the effective risk, or
   * undefined if nothing is known about the indicator any longer.
   */
  setRisk(indicator: Indicator, risk: RiskLevel | null): RiskLevel | undefined;
  /** Retires an indicator manually, or reactivates it; false if the store doesn't contain it. */
  setRetired(indicator: Indicator, retired: boolean): boolean;
  /**
   * Retires at most `limit` indicators without any activity for three months. Returns how many were checked: fewer at
   * the end.
   */
  retireInactive(limit: number): number;
}

function setRisk(connection: Connection, indicator: Indicator, risk: RiskLevel | null, now: UtcMillis) {
  const key = lookupKey(indicator);
  if (risk === null) {
    const present = subjectByKey(connection, key);
    if (present === undefined) return undefined;
    for (const id of sourceIds(connection, 'user')) removeOwnStatement(connection, present, id);
    remerge(connection, present);
  } else {
    const record = {
      ...emptyRecord(indicator.value, indicator.type),
      risk,
      manualRisk: true,
      timestamps: { updated: now },
    };
    writeAssertion(connection, openSource(connection, { kind: 'user', name: '' }), { record });
  }
  const subject = subjectByKey(connection, key);
  return subject === undefined ? undefined : localRecord(connection, subject)?.risk;
}

/** Removes the statement of the user or a team about an indicator; the caller recomputes the merged row. */
export function removeOwnStatement(connection: Connection, { iid }: Subject, sourceId: number): void {
  withdrawIndicator(connection, sourceId, iid);
  deleteRows(connection, remains.records, 'DELETE FROM assertion WHERE iid = ? AND source_id = ?', iid, sourceId);
}

function setRetired(connection: Connection, indicator: Indicator, retired: boolean, now: UtcMillis): boolean {
  const subject = subjectByKey(connection, lookupKey(indicator));
  if (subject === undefined) return false;
  unretire(connection, subject.iid);
  if (retired) retire(connection, subject.iid, now, 'manual');
  remerge(connection, subject);
  return true;
}

function retireInactive(connection: Connection, now: UtcMillis, limit: number): number {
  const before = threeMonthsBefore(now);
  const iids = inactiveSince(connection, before, limit);
  for (const iid of iids) {
    const subject = subjectByIid(connection, iid);
    const [first, ...rest] = subject === undefined ? [] : getEffectiveStatements(connection, subject, true);
    // The merged row has a date of the past if it was merged while the clock was behind.
    const seen = first === undefined ? undefined : mergeStatements([first, ...rest]).timestamps.seen;
    if (seen === undefined || seen < before) retire(connection, iid, now, 'inactive');
    if (subject !== undefined) remerge(connection, subject);
  }
  return iids.length;
}

/** Reactivates all manually retired indicators. Returns how many. */
export function clearManualRetirements(connection: Connection): number {
  const rows = connection.all("SELECT iid FROM retirement WHERE reason = 'manual'");
  for (const row of rows) {
    const iid = integer(row.iid) ?? 0;
    unretire(connection, iid);
    const subject = subjectByIid(connection, iid);
    if (subject !== undefined) remerge(connection, subject);
  }
  return rows.length;
}

export interface OverrideStorePorts {
  readonly withConnection: <T>(work: (connection: Connection) => T) => T;
  readonly now: () => UtcMillis;
}

/** The methods of {@link OverrideStore} over one connection. */
export function createOverrideStore({ withConnection, now }: OverrideStorePorts): OverrideStore {
  const inTransaction = <T>(work: (connection: Connection) => T): T =>
    withConnection((c) => c.transaction(() => work(c)));
  return {
    setRisk: (indicator, risk) => inTransaction((c) => setRisk(c, indicator, risk, now())),
    setRetired: (indicator, retired) => inTransaction((c) => setRetired(c, indicator, retired, now())),
    retireInactive: (limit) => inTransaction((c) => retireInactive(c, now(), limit)),
  };
}
