import { facetValue } from '../searchIndex/facets';
import { hasTrigrams, toTrigrams } from '../searchIndex/textIndex';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { likeSql } from './like';

/** Finds names of a query among those in a store. */
export interface QueryNames {
  /** The ids of the facet fields of this name, in all groups or in one. */
  fields(name: string, group?: string): readonly number[];
  /** The ids of the facets of some fields whose value equals `value`, or matches it if it has a `*`. */
  facets(fields: readonly number[], value: string): readonly number[];
  sources(): readonly { readonly id: number; readonly name: string }[];
}

/** The {@link QueryNames} of the embedded store. */
export function queryNamesIn(connection: Connection): QueryNames {
  return {
    fields: (name, group) =>
      connection
        .all('SELECT id FROM facet_field WHERE name = ?1 AND (?2 IS NULL OR grp = ?2)', name, group ?? null)
        .map((row) => integer(row['id']) ?? 0),
    facets: (fields, value) => facetIdsWith(connection, fields, facetValue(value)),
    sources: () =>
      connection
        .all('SELECT id, name FROM source')
        .map((row) => ({ id: integer(row['id']) ?? 0, name: text(row['name']) })),
  };
}

function facetIdsWith(connection: Connection, fieldIds: readonly number[], value: string): readonly number[] {
  const fields = JSON.stringify(fieldIds);
  const idsOf = (sql: string, ...values: readonly string[]): readonly number[] =>
    connection.all(sql, fields, ...values).map((row) => integer(row['id']) ?? 0);
  const inFields = 'f.field_id IN (SELECT value FROM json_each(?))';
  if (!value.includes('*')) return idsOf(`SELECT f.id FROM facet f WHERE ${inFields} AND f.value = ?`, value);
  const trigrams = hasTrigrams(connection) ? toTrigrams(value) : undefined;
  const like = likeSql('f.value', [value]);
  if (trigrams === undefined)
    return idsOf(`SELECT f.id FROM facet f WHERE ${inFields} AND ${like.sql}`, ...like.values);
  return idsOf(
    `SELECT f.id FROM facet f WHERE ${inFields} AND ${like.sql}
     AND f.id IN (SELECT rowid FROM facet_text WHERE facet_text MATCH ?)`,
    ...like.values,
    trigrams,
  );
}
