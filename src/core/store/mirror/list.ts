import type { ChainEnd, MirrorState, MirrorTarget } from '../../mirror/ports';
import type { SyncError } from '../../mirror/syncError';
import type { RiskLevel } from '../../records/risk';
import type { Statement } from '../../records/statement';
import { type SourceContext, writeAssertion } from '../assertions';
import { unpackRecord } from '../body';
import { subjectByIid } from '../statements';
import { type Connection, integer, text } from '../sqlite';
import { mirrorById, mirrorFor, noteEnd } from './mirrors';
import type { MirrorWriterPorts } from './writer';

const sliceSize = 500;
const leaseMillis = 90_000;
const deletedReason = 'No longer on the list';

/** One refresh of a list: what it says is imported under the name of its source, between begin and end. */
export interface ListRefresh {
  readonly state: MirrorState;
  /** The source to import under, so that the list speaks as the mirror it is. */
  readonly source: { readonly kind: 'mirror'; readonly name: string; readonly address: string };
  keep(): void;
  /** Retires some of what the list no longer holds; answers with how many, undefined at the end. */
  retireSome(): number | undefined;
  /** Notes how it ended, and gives the list free. */
  end(error: SyncError | undefined): MirrorState;
  /** The store has failed: only gives the list free. Never throws. */
  giveUp(): void;
}

/** Begins a refresh; undefined while another window is at it. */
export function beginListRefresh(
  { guarded, takeLease, releaseLease, now }: MirrorWriterPorts,
  target: MirrorTarget,
): ListRefresh | undefined {
  const state = guarded((c) => mirrorFor(c, target, now()));
  const lease = `mirror:${state.id}`;
  if (!takeLease(lease, leaseMillis)) return undefined;
  const { id, name } = state;
  let from = 0;
  return {
    state,
    source: { kind: 'mirror', name, address: `${target.server} ${target.collection}` },
    keep: () => void takeLease(lease, leaseMillis),
    retireSome: () =>
      guarded((c) => {
        const slice = retireSlice(c, { id, name }, from);
        from = slice.next ?? from;
        return slice.next === undefined && slice.retired === 0 ? undefined : slice.retired;
      }),
    end: (error) => {
      try {
        const end: ChainEnd = error === undefined ? { complete: true, full: true } : { complete: false, error };
        guarded((c) => noteEnd(c, id, end, now()));
        return guarded((c) => mirrorById(c, id)) ?? state;
      } finally {
        releaseLease(lease);
      }
    },
    giveUp: () => {
      try {
        releaseLease(lease);
      } catch {
        // The claim runs out by time.
      }
    },
  };
}

/** Retires what the source said before its last run alone, from an indicator on. */
function retireSlice(
  connection: Connection,
  source: { readonly id: number; readonly name: string },
  from: number,
): { readonly retired: number; readonly next: number | undefined } {
  return connection.transaction(() => {
    const asOf = integer(connection.get('SELECT as_of FROM source WHERE id = ?', source.id)?.['as_of']) ?? 0;
    const rows = connection.all(
      `SELECT iid, as_of, body FROM assertion WHERE source_id = ? AND as_of < ? AND iid > ? ORDER BY iid LIMIT ${sliceSize}`,
      source.id,
      asOf,
      from,
    );
    let retired = 0;
    for (const row of rows) {
      const subject = subjectByIid(connection, integer(row.iid) ?? 0);
      if (subject === undefined) continue;
      const record = unpackRecord(text(row.body), subject.value, subject.type);
      if (record.retired) continue;
      // It speaks as of when it was on the list last.
      const sourceContext: SourceContext = { ...source, kind: 'mirror', asOf: integer(row.as_of) ?? 0 };
      writeAssertion(
        connection,
        sourceContext,
        { record: { ...record, retired: true, retiredReason: deletedReason } },
        'goes',
      );
      retired++;
    }
    return { retired, next: rows.length < sliceSize ? undefined : integer(rows.at(-1)?.['iid']) };
  });
}

/** What being on a list means, where the list itself says nothing of a risk. */
export function rated(statement: Statement, risk: RiskLevel, title: string): Statement {
  if (statement.kind !== 'indicator' || statement.record.risk !== 'unknown') return statement;
  const factor = { description: `On the list “${title}”`, risk };
  return {
    ...statement,
    record: { ...statement.record, risk, riskFactors: [...statement.record.riskFactors, factor] },
  };
}
