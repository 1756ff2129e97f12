import type { Indicator } from '../../indicators/identity/types';
import { riskReason, saysNothing, type TeamJudgment } from '../../records/judgment';
import { emptyRecord } from '../../records/record';
import { lookupKey } from '../../indicators';
import { subjectByKey } from '../statements/statements';
import type { Connection } from '../sqlite/sqlite';
import { remerge, writeAssertion } from './assertions';
import { removeOwnStatement } from './overrides';
import { retire, unretire } from './retirement';
import { openSource, type SourceTarget } from './sources';

/**
 * Writes a team's judgment of an indicator as the statement of a source, and whether it is retired, unless that is
 * undefined. Call it inside a transaction.
 */
export function writeJudgment(
  connection: Connection,
  source: SourceTarget,
  indicator: Indicator,
  { judgment, retired }: { readonly judgment: TeamJudgment; readonly retired: boolean | undefined },
): void {
  const key = lookupKey(indicator);
  const opened = openSource(connection, source);
  const present = subjectByKey(connection, key);
  if (saysNothing(judgment)) {
    if (present === undefined) return;
    removeOwnStatement(connection, present, opened.id);
    remerge(connection, present);
  } else {
    const { risk } = judgment;
    const record = {
      ...emptyRecord(indicator.value, indicator.type),
      ...(risk === undefined
        ? {}
        : { risk, manualRisk: true, riskFactors: [{ description: riskReason(judgment), risk }] }),
      timestamps: { updated: judgment.at },
      judgment,
    };
    writeAssertion(connection, opened, { record });
  }
  const subject = retired === undefined ? undefined : subjectByKey(connection, key);
  if (subject === undefined) return;
  unretire(connection, subject.iid);
  if (retired === true) retire(connection, subject.iid, connection.now(), 'manual');
  remerge(connection, subject);
}
