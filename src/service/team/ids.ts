import { sql } from 'kysely';
import type { Team } from './database';

const maxRemembered = 200_000;

/** Numbers for new rows, in ascending order. */
export async function newIds(team: Team, kind: 'iid' | 'oid' | 'wid', count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(${kind}::regclass) AS id FROM generate_series(1, ${count}::int) ORDER BY 1`.execute(team);
  return rows.map(({ id }) => id);
}

/** The IDs of facets, and the names, that are known to be stored: a list repeats the same in each row. */
export class KnownIds {
  readonly facets = new Map<string, number>();
  private readonly names = new Set<string>();

  /** Whether a name is stored for sure; from now on, it is. */
  isNamed(id: string): boolean {
    if (this.names.has(id)) return true;
    if (this.names.size >= maxRemembered) this.names.clear();
    this.names.add(id);
    return false;
  }

  noteFacets(ids: readonly (readonly [string, number])[]): void {
    if (this.facets.size + ids.length > maxRemembered) this.facets.clear();
    for (const [name, id] of ids) this.facets.set(name, id);
  }

  /** What a transaction that failed would have stored isn't. */
  forget(): void {
    this.facets.clear();
    this.names.clear();
  }
}
