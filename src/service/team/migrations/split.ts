import { type Kysely, sql } from 'kysely';

/** Large tables are split by their `key`, on one server or on several. */
export const partitions = 16;

/** Creates large tables, given their columns, of which each primary key contains `key`. */
export async function createSplit(db: Kysely<unknown>, tables: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, columns] of Object.entries(tables)) {
    await sql.raw(`CREATE TABLE ${name} (${columns}) PARTITION BY HASH (key)`).execute(db);
    for (let remainder = 0; remainder < partitions; remainder++)
      await sql
        .raw(
          `CREATE TABLE ${name}_${remainder} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${remainder})`,
        )
        .execute(db);
  }
}
