import type { Relation } from '../../records/statement';
import type { SourceContext } from '../writing/assertions';
import { rateByThreat } from '../writing/rateByThreat';
import { linkFeed, linkThreat } from '../statements/links';
import { addFacets } from '../searchIndex/facetIndex';
import { type Facet, facetValue, feedGroup, threatGroup } from '../searchIndex/facets';
import { type Connection, integer, text, type Value } from '../sqlite/sqlite';
import { getIndicators } from '../stix/objectIndicators';

/** The threat or feed of an ID of the source. */
export interface Group {
  readonly kind: 'threat' | 'feed';
  readonly id: number;
  readonly name: string;
}

/** The facet by which queries find indicators of a threat or feed. */
function facetOf({ kind, name }: Group): Facet {
  return { group: kind === 'threat' ? threatGroup : feedGroup, name: kind, value: facetValue(name) };
}

/** The relationships of one mirrored source: stored as links at once where both ends exist, kept pending otherwise. */
export class Relationships {
  /** Threats and feeds by the source's ID; few, and needed for every indicator. */
  private readonly groups = new Map<string, readonly Group[]>();
  private version: Value | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly sourceContext: SourceContext,
  ) {}

  /** Clears the cache where another process has written since: a threat may exist now. */
  refresh(): void {
    const version = this.connection.get('PRAGMA data_version')?.['data_version'];
    if (version !== this.version) this.groups.clear();
    this.version = version;
  }

  /** Clears the cache: what was written was rolled back. */
  forget(): void {
    this.groups.clear();
  }

  /** A threat or a feed was added or renamed. */
  changed(foreignId: string | undefined): void {
    if (foreignId !== undefined) this.groups.delete(foreignId);
  }

  add(relation: Relation): void {
    if (this.tryLink(relation)) return;
    this.connection.run(
      'INSERT OR IGNORE INTO mirror_tie (source_id, to_id, from_id, stamp) VALUES (?, ?, ?, ?)',
      this.sourceContext.id,
      relation.to,
      relation.from,
      relation.timestamp ?? null,
    );
  }

  /** Whether relationships wait for this threat or feed. */
  isAwaited(to: string): boolean {
    const sql = 'SELECT 1 FROM mirror_tie WHERE source_id = ? AND to_id = ? LIMIT 1';
    return this.connection.get(sql, this.sourceContext.id, to) !== undefined;
  }

  /** Removes a relationship that is revoked, or no longer in the collection. */
  unlink({ from, to }: Relation): readonly number[] {
    const iids = getIndicators(this.connection, this.sourceContext.id, from);
    for (const { kind, id } of this.groupsOf(to)) {
      for (const iid of iids) {
        const column = kind === 'threat' ? 'tid' : 'fid';
        const sql = `DELETE FROM ${kind}_link WHERE iid = ? AND source_id = ? AND ${column} = ?`;
        this.connection.run(sql, iid, this.sourceContext.id, id);
      }
    }
    this.connection.run(
      'DELETE FROM mirror_tie WHERE source_id = ? AND to_id = ? AND from_id = ?',
      this.sourceContext.id,
      to,
      from,
    );
    return iids;
  }

  /** Links all pending relationships whose ends both exist by now; returns how many are still pending. */
  finish(): void {
    let to = '';
    for (;;) {
      const row = this.connection.get(
        'SELECT min(to_id) AS to_id FROM mirror_tie WHERE source_id = ? AND to_id > ?',
        this.sourceContext.id,
        to,
      );
      to = text(row?.to_id);
      if (to === '') break;
      if (this.groupsOf(to).length > 0) this.retry(to);
    }
  }

  /** Identities without a feed that relationships wait for. */
  awaitedCreators(): readonly string[] {
    return this.connection
      .all(
        "SELECT DISTINCT to_id FROM mirror_tie WHERE source_id = ? AND to_id >= 'identity--' AND to_id < 'identity-.'",
        this.sourceContext.id,
      )
      .map((row) => text(row.to_id))
      .filter((id) => !this.isKnown(id));
  }

  private retry(to: string): void {
    const open = this.connection.all(
      'SELECT from_id, stamp FROM mirror_tie WHERE source_id = ? AND to_id = ?',
      this.sourceContext.id,
      to,
    );
    for (const row of open) {
      const from = text(row.from_id);
      const timestamp = integer(row['stamp']);
      if (!this.tryLink({ from, to, timestamp }) && !this.isStored(from)) continue;
      // Done, or its other end isn't an indicator: it will never be linked.
      this.connection.run(
        'DELETE FROM mirror_tie WHERE source_id = ? AND to_id = ? AND from_id = ?',
        this.sourceContext.id,
        to,
        from,
      );
    }
  }

  private isStored(id: string): boolean {
    const sql = 'SELECT 1 FROM stix_object WHERE source_id = ? AND id = ? AND state IN (0, 1)';
    return this.connection.get(sql, this.sourceContext.id, id) !== undefined;
  }

  private tryLink({ from, to, timestamp }: Relation): boolean {
    const groups = this.groupsOf(to);
    const iids = groups.length === 0 ? [] : getIndicators(this.connection, this.sourceContext.id, from);
    for (const iid of iids) {
      for (const group of groups) {
        if (!this.link(iid, group, timestamp)) continue;
        addFacets(this.connection, iid, [facetOf(group)]);
        if (group.kind === 'threat') rateByThreat(this.connection, this.sourceContext, iid);
      }
    }
    return iids.length > 0;
  }

  private link(iid: number, { kind, id }: Group, timestamp: number | undefined): boolean {
    if ((kind === 'threat' ? linkThreat : linkFeed)(this.connection, iid, this.sourceContext.id, id, timestamp))
      return true;
    if (timestamp === undefined) return false;
    // Of several relationships the earliest has the date; their order doesn't matter.
    this.connection.run(
      `UPDATE ${kind}_link SET stamp_linked = ?1 WHERE iid = ?2 AND source_id = ?3 AND ${kind === 'threat' ? 'tid' : 'fid'} = ?4
         AND (stamp_linked IS NULL OR stamp_linked > ?1)`,
      timestamp,
      iid,
      this.sourceContext.id,
      id,
    );
    return false;
  }

  /** The facets of a new indicator with these relationships. */
  facetsFor(relations: readonly Relation[]): readonly Facet[] {
    return relations.flatMap(({ to }) => this.groupsOf(to).map(facetOf));
  }

  /** Links an indicator that was just written, with the facets of {@link facetsFor}. */
  linkNew(iid: number, relations: readonly Relation[]): void {
    for (const { to, timestamp } of relations) {
      for (const group of this.groupsOf(to)) {
        if (this.link(iid, group, timestamp) && group.kind === 'threat')
          rateByThreat(this.connection, this.sourceContext, iid);
      }
    }
  }

  /** Whether a relationship to this ID can be linked now. */
  isKnown(to: string): boolean {
    return this.groupsOf(to).length > 0;
  }

  private groupsOf(foreignId: string): readonly Group[] {
    const known = this.groups.get(foreignId);
    if (known !== undefined) return known;
    const found = (['threat', 'feed'] as const).flatMap((kind) =>
      this.connection
        .all(
          `SELECT f.own_id AS id, t.name FROM foreign_id f JOIN ${kind} t ON t.${kind === 'threat' ? 'tid' : 'fid'} = f.own_id
           WHERE f.source_id = ? AND f.foreign_id = ? AND f.kind = ?`,
          this.sourceContext.id,
          foreignId,
          kind,
        )
        .map((row) => ({ kind, id: integer(row.id) ?? 0, name: text(row.name) })),
    );
    if (this.groups.size > 10_000) this.groups.clear();
    this.groups.set(foreignId, found);
    return found;
  }
}
