import { sql } from 'kysely';
import { getMirrorState } from '../../../core/store/mirror/mirrors';
import type { Row } from '../../../core/store/sqlite/sqlite';
import type { MirrorState } from '../../../core/sync/ports';
import type { Team } from '../database';

/** Every synced collection, in the order they were added, or one of them. */
export async function mirrorStates(team: Team, id?: number): Promise<readonly MirrorState[]> {
  const { rows } = await sql<Row>`
    SELECT m.source_id, m.server, m.root, m.collection, m.title, m.watermark, m.next_after, m.last_sync, m.last_full,
      m.discovered, m.trouble, s.name, s.details,
      (SELECT count(*) FROM stix_object o WHERE o.source_id = m.source_id) AS kept,
      (SELECT count(*) FROM stix_object o WHERE o.source_id = m.source_id AND o.state = 1 AND o.state <> 0) AS stale,
      (SELECT count(*) FROM statement t WHERE t.source_id = m.source_id) AS indicators
    FROM mirror m JOIN source s ON s.id = m.source_id
    WHERE ${id ?? null}::int IS NULL OR m.source_id = ${id ?? null}::int ORDER BY m.source_id`.execute(team);
  return rows.map(getMirrorState);
}

/** One of them. */
export async function mirrorById(team: Team, id: number): Promise<MirrorState | undefined> {
  return (await mirrorStates(team, id))[0];
}
