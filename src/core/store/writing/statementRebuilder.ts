import { lookupKey } from '../../indicators';
import type { IndicatorRecord } from '../../records/record';
import type { BundleReader } from '../../stix/objects';
import { remerge, type SourceContext, writeAssertion } from './assertions';
import { mergeMentions } from '../statements/mergeMentions';
import { subjectByIid } from '../statements/statements';
import { rateByThreat } from './rateByThreat';
import { withdrawIndicator } from '../statements/changeDates';
import type { Connection } from '../sqlite/sqlite';
import { getIndicators } from '../stix/objectIndicators';
import { objectIn, objectState } from '../stix/storedObjects';

const deletedReason = 'No longer in the collection';

/** Rebuilds the statement of a mirrored collection about an indicator, after one of its objects has changed. */
export class StatementRebuilder {
  constructor(
    private readonly connection: Connection,
    private readonly sourceContext: SourceContext,
    private readonly reader: BundleReader,
  ) {}

  /** The indicators of an object of the collection. */
  iidsOf(id: string): readonly number[] {
    return getIndicators(this.connection, this.sourceContext.id, id);
  }

  /** Rebuilds the statement about one indicator from all objects of the collection that are left, if any. */
  of(iid: number): void {
    const { connection, sourceContext } = this;
    const subject = subjectByIid(connection, iid);
    if (subject === undefined) return;
    const rows = connection.all(
      `SELECT o.state, o.body FROM object_indicator i JOIN stix_object o ON o.oid = i.oid
       WHERE i.iid = ? AND o.source_id = ? ORDER BY o.oid`,
      iid,
      sourceContext.id,
    );
    const key = lookupKey(subject);
    const records = rows.flatMap((row) => {
      const { statements } = this.reader.readNow(objectIn(row));
      const isStale = row.state === objectState.stale;
      return statements.flatMap((each) =>
        each.kind === 'indicator' && lookupKey(each.record) === key
          ? [isStale ? asDeleted(each.record) : each.record]
          : [],
      );
    });
    const [first, ...rest] = records;
    if (first === undefined) {
      withdrawIndicator(connection, sourceContext.id, iid);
      connection.run('DELETE FROM assertion WHERE iid = ? AND source_id = ?', iid, sourceContext.id);
      remerge(connection, subject);
      return;
    }
    writeAssertion(connection, sourceContext, { record: rest.reduce(mergeMentions, first), original: true }, 'goes');
    rateByThreat(connection, sourceContext, iid);
  }
}

/** The statement about an indicator with stale objects only. */
function asDeleted(record: IndicatorRecord): IndicatorRecord {
  if (record.retired) return record;
  return { ...record, retired: true, retiredReason: deletedReason };
}
