import { sql } from 'kysely';
import type { QueryNode } from '../../../core/explore';
import { facetValue } from '../../../core/store/searchIndex/facets';
import { type CompileTerm, compileQuery } from '../../../core/store/query/compile';
import type { Condition } from '../../../core/store/query/condition';
import { likePattern } from '../../../core/store/query/like';
import type { QueryNames } from '../../../core/store/query/queryNames';
import type { Steps } from '../../../core/store/sqlite/timeSlicer';
import type { Team } from '../database';

interface FacetField {
  readonly id: number;
  readonly name: string;
  readonly grp: string;
}

interface Compiling {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly hasGeoLocations: boolean;
  readonly termOf?: CompileTerm;
}

/**
 * The condition of a query. It is compiled twice: at first to learn which facets it asks for, then with their IDs. Rejects
 * with QueryRejectedError.
 */
export async function toCondition(team: Team, query: QueryNode, { termOf, ...context }: Compiling): Promise<Condition> {
  const fields = await sql<FacetField>`SELECT id, name, grp FROM facet_field`.execute(team);
  const sources = await sql<{ id: number; name: string }>`SELECT id, name FROM source`.execute(team);
  const asked = new Map<string, FacetRequest>();
  const namesWith = (facets: QueryNames['facets']): QueryNames => ({
    fields: (name, group) =>
      fields.rows.filter((each) => each.name === name && (group ?? each.grp) === each.grp).map(({ id }) => id),
    facets,
    sources: () => sources.rows,
  });
  const ask: QueryNames['facets'] = (ids, value) => {
    asked.set(requestKey(ids, value), { fields: ids, value: facetValue(value) });
    return [];
  };
  end(compileQuery(query, { names: namesWith(ask), ...context }, termOf));
  const found = await readFacets(team, asked);
  const tell: QueryNames['facets'] = (ids, value) => found.get(requestKey(ids, value)) ?? [];
  return end(compileQuery(query, { names: namesWith(tell), ...context }, termOf));
}

interface FacetRequest {
  readonly fields: readonly number[];
  /** Normalized. */
  readonly value: string;
}

function requestKey(fields: readonly number[], value: string): string {
  return JSON.stringify([fields, facetValue(value)]);
}

/** Facets by request: all exact values at once, and one statement for each pattern. */
async function readFacets(
  team: Team,
  asked: ReadonlyMap<string, FacetRequest>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, readonly number[]>();
  const exact = [...asked].filter(([, { value }]) => !value.includes('*'));
  if (exact.length > 0) {
    const values = [...new Set(exact.map(([, { value }]) => value))];
    const { rows } = await sql<{ id: number; field_id: number; value: string }>`
      SELECT id, field_id, value FROM facet WHERE value = any(${values}::text[])`.execute(team);
    const byValue = Map.groupBy(rows, ({ value }) => value);
    for (const [key, { fields, value }] of exact) {
      const ids = (byValue.get(value) ?? []).filter((row) => fields.includes(row.field_id)).map(({ id }) => id);
      found.set(key, ids);
    }
  }
  for (const [key, { fields, value }] of asked) {
    if (!value.includes('*') || fields.length === 0) continue;
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM facet WHERE field_id = any(${fields}::integer[]) AND value LIKE ${likePattern(value)}`.execute(
      team,
    );
    found.set(
      key,
      rows.map(({ id }) => id),
    );
  }
  return found;
}

/** Takes all steps at once: nothing is read between them. */
function end<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
