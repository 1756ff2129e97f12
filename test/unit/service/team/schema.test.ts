import assert from 'node:assert/strict';
import pg from 'pg';
import { StoreError } from '../../../../src/core/store/protocol/storeError';
import { largeTables } from '../../../../src/service/team/migrations';
import { partitions } from '../../../../src/service/team/migrations/split';
import { openTeamStore } from '../../../../src/service/team';
import { newDatabase } from '../../../harness/postgres';
import { withPostgres } from './withPostgres';

withPostgres('The schema of the team store', () => {
  let url = '';
  let client: pg.Client;
  const rowsOf = async <T extends pg.QueryResultRow>(query: string): Promise<readonly T[]> =>
    (await client.query<T>(query)).rows;

  before(async () => {
    url = await newDatabase();
    // Two processes start at once.
    const stores = await Promise.all([openTeamStore(url), openTeamStore(url)]);
    for (const store of stores) await store.close();
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  after(() => client.end());

  it('splits all large tables by key', async () => {
    const found = await rowsOf<{ name: string; by: string; parts: string }>(`
      SELECT c.relname AS name, pg_get_partkeydef(c.oid) AS by,
        (SELECT count(*) FROM pg_inherits i WHERE i.inhparent = c.oid) AS parts
      FROM pg_class c WHERE c.relkind = 'p' ORDER BY 1`);
    assert.deepEqual(
      found.map(({ name, by, parts }) => ({ name, by, parts: Number(parts) })),
      largeTables.toSorted().map((name) => ({ name, by: 'HASH (key)', parts: partitions })),
    );
  });

  it('has the key in each primary and unique key of a large table', async () => {
    const without = await rowsOf(`
      SELECT c.relname, x.indexrelid::regclass::text AS index FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
      WHERE c.relkind = 'p' AND x.indisunique AND NOT EXISTS (
        SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY(x.indkey::int[]) AND a.attname = 'key')`);
    assert.deepEqual(without, []);
    const withPrimary = await rowsOf(`SELECT 1 FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
      WHERE c.relkind = 'p' AND x.indisprimary`);
    assert.equal(withPrimary.length, largeTables.length);
  });

  it('has only small tables beside them, and no reference from a large one', async () => {
    const references = await rowsOf(`SELECT conrelid::regclass::text FROM pg_constraint
      WHERE contype = 'f' AND conrelid::regclass::text = ANY('{${largeTables.join()}}')`);
    assert.deepEqual(references, []);
  });

  it('is refused by an earlier build', async () => {
    await client.query('UPDATE team SET version = version + 1');
    await assert.rejects(openTeamStore(url), (error) => error instanceof StoreError && error.problem.kind === 'newer');
    await client.query('UPDATE team SET version = version - 1');
    await (await openTeamStore(url)).close();
  });

  it('reports a database that is not there', async () => {
    await assert.rejects(openTeamStore(url.replace(/test_\d+/, 'nowhere')), /nowhere/);
  });
});
