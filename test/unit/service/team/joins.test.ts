import assert from 'node:assert/strict';
import type pg from 'pg';
import { openTeamStore } from '../../../../src/service/team';
import { newTeamDatabase } from '../../../harness/postgres';
import { joinsByOthers, openUnsplit, sent } from './joins';
import { withPostgres } from './withPostgres';

withPostgres('Joins of large tables', () => {
  let unsplit: pg.Client;
  before(async () => {
    unsplit = await openUnsplit();
  });
  after(() => unsplit.end());

  it('are looked for in all that a store sends', async () => {
    const store = await openTeamStore(await newTeamDatabase());
    await store.records.byKeys(['one.example']);
    await store.close();
    assert.ok(
      [...sent].some((statement) => statement.includes('FROM indicator') && statement.includes('FROM host_url')),
    );
  });

  const byKey = {
    'one table': 'SELECT FROM indicator i JOIN source s ON s.id = i.risk WHERE i.key = $1',
    'a join': 'SELECT FROM indicator i JOIN statement s ON s.key = i.key AND s.iid > i.iid',
    'the same keys': 'SELECT FROM indicator i, statement s WHERE i.key = $1 AND s.key = $1',
    'an outer join': 'SELECT FROM indicator i LEFT JOIN finding f ON f.key = i.key',
    'rows for each key':
      'SELECT FROM unnest($1::bytea[]) k (key) LEFT JOIN LATERAL (SELECT * FROM indicator t WHERE t.key = k.key OFFSET 0) i ON true LEFT JOIN LATERAL (SELECT * FROM host_url t WHERE t.key = k.key LIMIT 9) u ON true',
    'what exists': 'SELECT FROM indicator i WHERE i.risk = 1 OR EXISTS (SELECT FROM statement s WHERE s.key = i.key)',
    'what does not': 'SELECT FROM indicator i WHERE i.key NOT IN (SELECT s.key FROM statement s WHERE s.source_id = 1)',
    'keys of two tables':
      'SELECT FROM indicator i WHERE i.risk = 1 AND i.key IN (SELECT n.key FROM indicator_name n UNION ALL SELECT v.key FROM finding v)',
    'a subquery':
      'WITH f AS MATERIALIZED (SELECT key, iid FROM statement) SELECT FROM f JOIN indicator i ON i.key = f.key JOIN retirement r ON r.key = i.key',
    'tables that have nothing to do with each other':
      'SELECT (SELECT count(*) FROM indicator), (SELECT count(*) FROM statement)',
    'a change': 'DELETE FROM indicator i USING retirement r WHERE r.key = i.key',
  };
  for (const [what, statement] of Object.entries(byKey))
    it(`by their keys are recognized: ${what}`, async () => {
      assert.deepEqual(await joinsByOthers(unsplit, statement), []);
    });

  const byOthers = {
    'another column': 'SELECT FROM indicator i JOIN statement s ON s.iid = i.iid',
    'the key of something else': 'SELECT FROM object_indicator o JOIN indicator i ON i.key = o.indicator_key',
    'part of a choice': 'SELECT FROM indicator i JOIN statement s ON s.key = i.key OR s.iid = i.iid',
    'all rows': 'SELECT FROM indicator i, statement s WHERE i.key = $1',
    'one of three': 'SELECT FROM indicator i JOIN finding f ON f.key = i.key JOIN statement s ON s.iid = i.iid',
    'what exists': 'SELECT FROM indicator i WHERE i.risk = 1 OR EXISTS (SELECT FROM statement s WHERE s.iid = i.iid)',
    'what does not': 'SELECT FROM indicator i WHERE i.iid NOT IN (SELECT s.iid FROM statement s WHERE s.source_id = 1)',
    'keys of one of two tables':
      'SELECT FROM indicator i WHERE i.key IN (SELECT n.key FROM indicator_name n UNION ALL SELECT o.indicator_key FROM object_indicator o)',
    'a subquery': 'WITH f AS MATERIALIZED (SELECT iid FROM statement) SELECT FROM f JOIN indicator i ON i.iid = f.iid',
    'a column with another name':
      'WITH f AS MATERIALIZED (SELECT indicator_key AS key FROM object_indicator) SELECT FROM f JOIN indicator i ON i.key = f.key',
    'the next one of the same table':
      'SELECT FROM indicator i CROSS JOIN LATERAL (SELECT n.iid FROM indicator n WHERE n.key > i.key LIMIT 1) n',
    'a change': 'DELETE FROM indicator i USING statement s WHERE s.iid = i.iid',
  };
  for (const [what, statement] of Object.entries(byOthers))
    it(`by anything else are found: ${what}`, async () => {
      assert.notDeepEqual(await joinsByOthers(unsplit, statement), []);
    });
});
