import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { QueryNode } from '../../../../src/core/explore';
import { parseQuery } from '../../../../src/core/explore';
import type { Statement } from '../../../../src/core/records/statement';
import { lookupKey } from '../../../../src/core/indicators';
import type { ThreatLink } from '../../../../src/core/records/record';
import { createPool, createTeam, type Team } from '../../../../src/service/team/database';
import { findKeys, findThreats } from '../../../../src/service/team/query/search';
import { WorkLimitError } from '../../../../src/service/http/workLimiter';
import { now, query, record } from '../../core/store/query/arbitraries';
import { eventually } from '../../../editor/helpers/waiting';
import { splitInto } from '../team/joins';
import { withPostgres } from '../team/withPostgres';
import { BothStores } from './bothStores';

/** With at least 100 queries each. */
const limits = { numRuns: 50 };

withPostgres('Queries of both stores', () => {
  const both = BothStores.use();

  let team: Team;
  beforeEach(() => {
    team = createTeam(createPool(both.address));
  });
  afterEach(() => team.destroy());

  /** Compares the results of both stores without reading whole records of the team store, which other tests compare. */
  const same = async (node: QueryNode, limit: number): Promise<void> => {
    const [{ read }] = both.stores();
    const text = JSON.stringify(node, ['kind', 'field', 'operator', 'value', 'operand', 'operands']);
    const expected = await read.search(node, { limit });
    const found = await findKeys(team, node, { limit, now: both.now });
    assert.deepEqual(
      found,
      expected.map((each) => lookupKey(each)),
      text,
    );
    const threats = await findThreats(team, node, { limit, now: both.now });
    const named = ({ name, risk }: ThreatLink): readonly [string, string] => [name, risk];
    assert.deepEqual(threats.map(named), (await read.searchThreats(node, { limit })).map(named), text);
  };

  it('find the same for any query and data, from one source or several', async function () {
    this.timeout(900_000);
    both.now = now;
    // Each query is a statement of its own, of which the plan for all parts takes longest.
    const client = await both.client();
    await splitInto(2, client);
    await client.end();
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 5, maxLength: 25 }),
        fc.array(record, { maxLength: 10 }),
        fc.array(query, { minLength: 100, maxLength: 105 }),
        fc.integer({ min: 1, max: 40 }),
        async (first, second, queries, limit) => {
          const stated = [first, second].map((records) =>
            records.map((each): Statement => ({ kind: 'indicator', record: each })),
          );
          for (const [source, statements] of stated.entries())
            for (const { imports } of both.stores()) {
              const run = await imports.beginImport({ kind: 'import', name: `source ${source}` });
              await run.take(statements);
              await run.finish();
            }
          for (const node of queries) await same(node, limit);
        },
      ),
      limits,
    );
  });

  it('find the same by locations, which only lists of locations know', async () => {
    const ranges = [
      ['192.0.2.0', '192.0.2.127', '64500', 'DE', 'One'],
      ['192.0.2.128', '192.0.2.255', '64501', 'FR', 'Two'],
      ['198.51.100.0', '198.51.100.255', '64501', 'FR', 'Two'],
    ];
    await both.import(ranges.map((range) => range.join('\t')).join('\n'), { name: 'places.tsv' });
    const values = [
      '192.0.2.7',
      '192.0.2.200',
      '198.51.100.9',
      'http://192.0.2.9/a',
      'http://bad.example/',
      'bad.example',
    ];
    await both.import(
      [
        'value,geo_country,threat',
        ...values.map((value, at) => `${value},${at === 1 ? 'Spain' : ''},Threat ${at % 4}`),
      ].join('\n'),
      {
        name: 'list.csv',
      },
    );
    const queries = {
      'country=de': 2,
      'country=fr': 1,
      'country=France': 1,
      'country=*': 4,
      'not country=de': 4,
      'country=de or country=fr': 3,
      'asn=64501 and not country=es': 2,
      'asn=AS6450*': 4,
      'country=de and type=url': 1,
      'not (country=fr or type=domain)': 4,
    };
    for (const [text, count] of Object.entries(queries)) {
      const { node } = parseQuery(text);
      assert.ok(node !== undefined, text);
      const found = await Promise.all(
        both
          .stores()
          .map(async ({ read }) => (await read.search(node, { limit: 50 })).map(({ value }) => value).toSorted()),
      );
      assert.deepEqual(found[1], found[0], text);
      assert.equal(found[1]?.length, count, text);
      const threats = await Promise.all(both.stores().map(({ read }) => read.searchThreats(node, { limit: 50 })));
      assert.deepEqual(
        threats[1]?.map(({ name }) => name),
        threats[0]?.map(({ name }) => name),
        text,
      );
    }
  });

  it('are planned by what few or many rows match, and find the same either way', async function () {
    this.timeout(300_000);
    const lines = Array.from(
      { length: 6_000 },
      (_, n) => `${n % 3 === 0 ? 'login' : 'mail'}-${n}.example,${n % 7 === 0 ? 'high' : 'low'}`,
    );
    // Values that aren't their keys.
    const fragments = Array.from({ length: 40 }, (_, n) => `http://f-${n}.example/#login-part-${n},high`);
    await both.import(['value,risk', ...lines, ...fragments].join('\n'), { name: 'many.csv' });
    const client = await both.client();
    for (const estimate of [6_000, 50_000_000]) {
      await client.query("UPDATE pg_class SET reltuples = $1 WHERE relname ~ '^indicator_[0-9]+$'", [estimate / 16]);
      for (const text of [
        'ioc=*login*',
        'ioc=*-4242.*',
        'risk=high',
        'risk=high and ioc=*mail-12*',
        'ioc=*nowhere*',
        'ioc=*part-1*',
        'ioc=*part-1* or ioc=*-4242.*',
        'ioc=http://f-*login* and risk=high',
        'risk=critical or type=url',
        'not risk=low',
      ]) {
        const { node } = parseQuery(text);
        assert.ok(node !== undefined);
        await same(node, 100);
      }
    }
    await client.end();
  });

  it('end after a time, and when nobody waits any longer', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => `n${n}.example`);
    await both.import(lines.join('\n'), { name: 'list.txt' });
    const client = await both.client();
    await client.query('ALTER TABLE indicator RENAME TO indicator_now');
    await client.query('CREATE VIEW indicator AS SELECT * FROM indicator_now WHERE pg_sleep(0.05) IS NOT NULL');
    await client.end();
    const { node } = parseQuery('ioc=*n2*');
    assert.ok(node !== undefined);
    await assert.rejects(
      findKeys(team, node, { limit: 10, now: both.now, millis: 300 }),
      (error) => error instanceof WorkLimitError && /not finished within/.test(error.message),
    );
    /** Statements of the database that aren't finished. */
    const running = async (): Promise<number> => {
      const { rows } = await sql<{ running: number }>`
        SELECT count(*)::integer AS running FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`.execute(team);
      return rows[0]?.running ?? 0;
    };
    const leaving = new AbortController();
    const searching = findKeys(team, node, { limit: 10, now: both.now, signal: leaving.signal });
    await eventually(async () => (await running()) > 0, 'the statement of the search');
    leaving.abort(new Error('gone'));
    await assert.rejects(searching, /gone/);
    assert.equal(await running(), 0);
  });
});
