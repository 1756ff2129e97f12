import { sql } from 'kysely';
import type { Team } from './database';

const maxRemembered = 200_000;

/** Numbers for new rows, in ascending order. */
export async function newIds(team: Team, kind: 'iid' | 'oid' | 'wid', count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(${kind}::regclass) AS id FROM generate_series(1, ${count}::int) ORDER BY 1`.execute(team);
  return rows.map(({ id }) => id);
}

/**
 * IDs of facets, and names, that are known to be stored: a list repeats them in each row. Those that a transaction adds
 * are noted after it.
 */
export class KnownIds {
  private readonly facets = new Map<string, number>();
  private readonly names = new Set<string>();

  facet(name: string): number | undefined {
    return this.facets.get(name);
  }

  hasName(id: string): boolean {
    return this.names.has(id);
  }

  note({ facets, names }: StoredIds): void {
    if (this.facets.size + facets.size > maxRemembered) this.facets.clear();
    if (this.names.size + names.size > maxRemembered) this.names.clear();
    for (const [name, id] of facets) this.facets.set(name, id);
    for (const name of names) this.names.add(name);
  }
}

/** IDs of facets, and names, that a transaction stores. */
export interface StoredIds {
  readonly facets: Map<string, number>;
  readonly names: Set<string>;
}
