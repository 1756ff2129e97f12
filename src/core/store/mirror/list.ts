import type { ChainEnd, MirrorState, MirrorTarget } from '../../sync/ports';
import type { SyncError } from '../../sync/syncError';
import type { SourceDetails } from '../../records/sourceDetails';
import { type SourceContext, writeAssertion } from '../writing/assertions';
import { getDetails } from '../writing/sourceMeaning';
import { delistThreats } from '../statements/links';
import { unpackRecord } from '../sqlite/body';
import { getBody } from '../sqlite/bodyTemplates';
import { subjectByIid } from '../statements/statements';
import { releaseLease, takeLease } from '../sqlite/leases';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { mirrorById, mirrorFor, noteEnd } from './mirrors';
import type { MirrorWriterPorts } from './writer';

const sliceSize = 500;
const leaseMillis = 90_000;
const deletedReason = 'No longer on the list';

/** One refresh of a list: its content is imported under the name of its source, between begin and end. */
export interface ListRefresh {
  readonly state: MirrorState;
  /** The details of its source. */
  readonly details: SourceDetails;
  /** The source to import under, so that the list is a mirror. */
  readonly source: { readonly kind: 'mirror'; readonly name: string; readonly address: string };
  keep(): void;
  /** Retires some entries that are no longer on the list; returns how many, undefined at the end. */
  retireSome(): number | undefined;
  /**
   * Notes the result, and releases the list. `isUpdated`: the entries that came in spite of the error count as a sync.
   */
  end(error: SyncError | undefined, options?: { readonly isUpdated?: boolean }): MirrorState;
  /** The store has failed: only releases the list. Never throws. */
  giveUp(): void;
}

/** Starts a refresh; undefined while another window does it. */
export function beginListRefresh({ withConnection }: MirrorWriterPorts, target: MirrorTarget): ListRefresh | undefined {
  const state = withConnection((c) => mirrorFor(c, target));
  const lease = `mirror:${state.id}`;
  const keep = (): boolean => withConnection((c) => takeLease(c, lease, leaseMillis));
  if (!keep()) return undefined;
  const { id, name } = state;
  let from = 0;
  return {
    state,
    details: withConnection((c) => getDetails(c, id)),
    source: { kind: 'mirror', name, address: `${target.server} ${target.collection}` },
    keep: () => void keep(),
    retireSome: () =>
      withConnection((c) => {
        const slice = retireSlice(c, { id, name }, from);
        from = slice.next ?? from;
        return slice.next === undefined && slice.retired === 0 ? undefined : slice.retired;
      }),
    end: (error, { isUpdated = false } = {}) => {
      try {
        const reached = isUpdated ? { reached: { full: false } } : {};
        const end: ChainEnd =
          error === undefined ? { complete: true, full: true } : { complete: false, error, ...reached };
        withConnection((c) => noteEnd(c, id, end, c.now()));
        return withConnection((c) => mirrorById(c, id)) ?? state;
      } finally {
        withConnection((c) => releaseLease(c, lease));
      }
    },
    giveUp: () => {
      try {
        withConnection((c) => releaseLease(c, lease));
      } catch {
        // The lease expires.
      }
    },
  };
}

/** Retires entries that the source hasn't stated in its last run, from an indicator on, and at the end its threats. */
function retireSlice(
  connection: Connection,
  source: { readonly id: number; readonly name: string },
  from: number,
): { readonly retired: number; readonly next: number | undefined } {
  return connection.transaction(() => {
    const asOf = integer(connection.get('SELECT as_of FROM source WHERE id = ?', source.id)?.['as_of']) ?? 0;
    const rows = connection.all(
      `SELECT iid, as_of, body FROM assertion WHERE source_id = ? AND as_of <> ? AND iid > ? ORDER BY iid LIMIT ${sliceSize}`,
      source.id,
      asOf,
      from,
    );
    let retired = 0;
    for (const row of rows) {
      const subject = subjectByIid(connection, integer(row.iid) ?? 0);
      if (subject === undefined) continue;
      const record = unpackRecord(getBody(connection, text(row.body)), subject.value, subject.type);
      if (record.retired) continue;
      // The statement has the date when it was last on the list.
      const sourceContext: SourceContext = { ...source, kind: 'mirror', asOf: integer(row.as_of) ?? 0 };
      writeAssertion(
        connection,
        sourceContext,
        { record: { ...record, retired: true, retiredReason: deletedReason } },
        'goes',
      );
      retired++;
    }
    const next = rows.length < sliceSize ? undefined : integer(rows.at(-1)?.['iid']);
    if (next === undefined) delistThreats(connection, { id: source.id, asOf }, 'all');
    return { retired, next };
  });
}
