import assert from 'node:assert/strict';
import type pg from 'pg';
import { parseQuery } from '../../../../src/core/explore';
import { lookupKey } from '../../../../src/core/indicators';
import { emptyRecord } from '../../../../src/core/records/record';
import type { Statement } from '../../../../src/core/records/statement';
import { openTeamStore } from '../../../../src/service/team';
import { largeTables } from '../../../../src/service/team/migrations';
import { partitions } from '../../../../src/service/team/migrations/split';
import { type Server, startServer, stopServer, urlOf } from '../../../harness/postgres';
import { withPostgres } from '../team/withPostgres';
import { BothStores } from './bothStores';

/** Which of several servers has a partition; the first one is the one that clients know. */
const serverOf = (partition: number): number => partition % 3;

/**
 * Moves partitions to other servers, on which an empty team store has tables of the same names. A table with parts elsewhere
 * can't have a key of its own: each partition does.
 */
async function spread(client: pg.Client, servers: readonly Server[]): Promise<void> {
  await client.query('CREATE EXTENSION postgres_fdw');
  for (const [index, { socket }] of servers.entries())
    await client.query(`
      CREATE SERVER other_${index + 1} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '${socket}', dbname 'postgres');
      CREATE USER MAPPING FOR postgres SERVER other_${index + 1} OPTIONS (user 'postgres')`);
  for (const table of largeTables) {
    const { rows } = await client.query<{ key: string }>(
      `SELECT pg_get_constraintdef(oid) AS key FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype = 'p'`,
    );
    const statements = Array.from({ length: partitions }, (_, partition) => {
      const name = `${table}_${partition}`;
      return serverOf(partition) === 0
        ? `ALTER TABLE ${name} ADD ${rows[0]?.key ?? ''}`
        : `DROP TABLE ${name}; CREATE FOREIGN TABLE ${name} PARTITION OF ${table}
           FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${partition}) SERVER other_${serverOf(partition)}`;
    });
    await client.query([`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`, ...statements].join(';'));
  }
}

function statements(from: number, to: number): readonly Statement[] {
  return Array.from({ length: to - from }, (_, index): Statement => {
    const n = from + index;
    const [value, type] = (
      [
        [`h${n}.example`, 'domain'],
        [`http://h${n - 1}.example/${n}`, 'url'],
        [`2001:db8::${n}`, 'ip'],
      ] as const
    )[n % 3] ?? ['example', 'domain'];
    const record = {
      ...emptyRecord(value, type),
      risk: n % 2 === 0 ? ('high' as const) : ('low' as const),
      threats: n % 4 === 0 ? [{ name: `Threat ${n % 5}`, risk: 'high' as const }] : [],
      properties: { geo: { country: [`Country ${n % 7}`] } },
    };
    return { kind: 'indicator', record };
  });
}

withPostgres('A team store on three servers', () => {
  const both = BothStores.use();
  const servers: Server[] = [];
  before(async () => {
    servers.push(...(await Promise.all([startServer(), startServer()])));
    for (const server of servers) await (await openTeamStore(urlOf(server, 'postgres'))).close();
  });
  after(() => Promise.all(servers.map(stopServer)));

  it('says the same as an embedded one', async function () {
    this.timeout(240_000);
    const client = await both.client();
    await spread(client, servers);
    await both.take('first', statements(0, 40), statements(30, 60));
    both.now += 86_400_000;
    await both.take('second', statements(20, 50));
    await both.take('first', statements(0, 60));
    const [embedded, team] = both.stores();
    for (const text of ['risk=high', 'ioc=*h1*', 'country="Country 3" and type=domain', 'threat="Threat 4"']) {
      const { node } = parseQuery(text);
      assert.ok(node);
      const [expected, found] = [
        await embedded.read.search(node, { limit: 9 }),
        await team.read.search(node, { limit: 9 }),
      ];
      assert.ok(expected.length > 0, text);
      assert.deepEqual(
        found.map((record) => lookupKey(record)),
        expected.map((record) => lookupKey(record)),
        text,
      );
    }
    const { rows } = await client.query<{ server: string | null; count: number }>(`
      SELECT s.srvname AS server, count(*)::int FROM indicator i
      LEFT JOIN pg_foreign_table f ON f.ftrelid = i.tableoid LEFT JOIN pg_foreign_server s ON s.oid = f.ftserver GROUP BY 1`);
    await client.end();
    assert.deepEqual(rows.map(({ server }) => server).toSorted(), [null, 'other_1', 'other_2'].toSorted());
    assert.ok(rows.every(({ count }) => count > 5));
  });
});
