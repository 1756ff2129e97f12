import type { RiskCounts } from '../../records/counts';
import type { FeedRecord } from '../../records/feed';
import type { SourceKind, SourceReport } from '../../records/knowledge';
import type { LinkedIndicator, LinkSummary } from '../../records/linked';
import type { ThreatRecord } from '../../records/threat';
import { feedRecord, fidOf, threatRecord, tidOf } from './groupRecords';
import { linkedPage } from './linkedPage';
import { linkSummary } from './linkSummary';
import { countRisks } from './riskCounts';
import { createTimeSlicer, type SliceOptions } from '../sqlite/timeSlicer';
import { type Connection, integer, text } from '../sqlite/sqlite';

export type GroupKind = 'threat' | 'feed';

/** Threats and feeds of the local service, merged from all sources, by local IDs. */
export interface Groups {
  /** By local ID or by a name: the main one, or else another one. */
  threat(requested: { readonly tid: number } | { readonly name: string }): ThreatRecord | undefined;
  /** By local ID, or by name and, if given, the organization that runs it. */
  feed(
    requested: { readonly fid: number } | { readonly name: string; readonly organization?: string },
  ): FeedRecord | undefined;
  /**
   * The sources that mention a group and the time of their data, newest first; for a mirror, the time of its last sync.
   */
  sources(kind: GroupKind, id: number): readonly SourceReport[];
  /** The number of linked indicators. */
  counts(kind: GroupKind, id: number): RiskCounts;
  /** Statistics of all linked indicators, computed in time slices. Rejects once aborted. */
  summary(kind: GroupKind, id: number, options?: SliceOptions): Promise<LinkSummary>;
  /** Linked indicators, newest link first, then by iid; `page` counts from 0. */
  links(
    kind: GroupKind,
    id: number,
    page: { readonly page: number; readonly size: number },
  ): { readonly links: readonly LinkedIndicator[]; readonly hasMore: boolean };
}

/** The {@link Groups} of a store whose accesses go through `withConnection`. */
export function createGroups(withConnection: <T>(work: (connection: Connection) => T) => T): Groups {
  const timeSliced = createTimeSlicer(withConnection);
  return {
    threat: (requested) =>
      withConnection((c) => {
        const tid = 'tid' in requested ? requested.tid : tidOf(c, requested.name);
        return tid === undefined ? undefined : threatRecord(c, tid);
      }),
    feed: (requested) =>
      withConnection((c) => {
        const fid = 'fid' in requested ? requested.fid : fidOf(c, requested.name, requested.organization);
        return fid === undefined ? undefined : feedRecord(c, fid);
      }),
    sources: (kind, id) =>
      withConnection((c) =>
        c
          .all(
            `SELECT s.kind, s.name, CASE s.kind WHEN 'mirror' THEN s.as_of ELSE a.as_of END AS at
             FROM ${kind}_assertion a JOIN source s ON s.id = a.source_id
             WHERE a.${kind === 'threat' ? 'tid' : 'fid'} = ? ORDER BY at DESC, s.id`,
            id,
          )
          .map((row) => ({
            source: { kind: text(row['kind']) as SourceKind, name: text(row['name']) },
            asOf: integer(row['at']) ?? 0,
          })),
      ),
    counts: (kind, id) => withConnection((c) => countRisks(c, kind, id)),
    summary: (kind, id, options) => timeSliced((c) => linkSummary(c, kind, id), options),
    links: (kind, id, page) => withConnection((c) => linkedPage(c, kind, id, page)),
  };
}
