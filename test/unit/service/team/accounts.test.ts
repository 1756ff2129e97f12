import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type pg from 'pg';
import { createService, type Service } from '../../../../src/service';
import { createAccounts, type TeamAccounts } from '../../../../src/service/team/accounts';
import { createPool, createTeam, type Team } from '../../../../src/service/team/database';
import { newTeamDatabase } from '../../../harness/postgres';
import { servedRecords, someRecord } from '../servedRecords';
import { withPostgres } from './withPostgres';

withPostgres('Accounts of a team', () => {
  let pool: pg.Pool | undefined;
  let team: Team;
  let accounts: TeamAccounts;
  let clock = 0;
  let service: Service;

  before(async () => {
    pool = createPool(await newTeamDatabase());
    team = createTeam(pool);
  });

  beforeEach(async () => {
    await sql`TRUNCATE account, api_key, audit`.execute(team);
    clock = 0;
    accounts = createAccounts(team, () => clock);
    service = createService({ store: servedRecords(someRecord({ iid: 1 })), tier: 'pro', accounts, embedded: false });
  });

  after(async () => {
    await pool?.end();
  });

  const get = async (query: string): Promise<{ readonly status: number; readonly error: string | undefined }> => {
    const response = await service(new Request(`http://127.0.0.1/api/${query}`));
    const body = (await response.json()) as { readonly error?: string };
    return { status: response.status, error: body.error };
  };
  const record = (key?: string): ReturnType<typeof get> =>
    get(`indicator.php?iid=1${key === undefined ? '' : `&key=${encodeURIComponent(key)}`}`);

  it('admit with a key only, in the API and over TAXII', async () => {
    const key = await accounts.add({ name: 'Ana', tier: 'team', days: 30 });
    assert.equal((await record(key)).status, 200);
    assert.deepEqual(await record(), {
      status: 401,
      error: 'This service needs an API key, as “Authorization: Bearer KEY” or as the parameter key.',
    });
    assert.deepEqual(await record(`${key}x`), { status: 401, error: 'The API key is not valid.' });
    const taxii = async (headers: HeadersInit): Promise<number> =>
      (await service(new Request('http://127.0.0.1/taxii2/', { headers }))).status;
    assert.equal(await taxii({}), 401);
    assert.equal(await taxii({ Authorization: `Basic ${btoa('taxii2:wrong')}` }), 401);
    const bearer = async (path: string, given: string): Promise<number> =>
      (await service(new Request(`http://127.0.0.1${path}`, { headers: { Authorization: `Bearer ${given}` } }))).status;
    assert.equal(await bearer('/api/indicator.php?iid=1', key), 200);
    // It has no collections.
    assert.equal(await bearer('/taxii2/', key), 404);
    for (const path of ['/api/indicator.php?iid=1', '/taxii2/']) assert.equal(await bearer(path, `${key}x`), 401, path);
  });

  it('keep their limits however much strangers ask', async () => {
    const key = await accounts.add({ name: 'Ana', tier: 'team' });
    assert.equal((await record(key)).status, 200);
    const ask = async (): Promise<readonly number[]> => {
      const asked = Array.from({ length: 50 }, (_, number) => record(`${key}${number}`));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    while (!(await ask()).includes(429));
    assert.equal((await record()).status, 429);
    assert.equal((await record(key)).status, 200);
  });

  it('are found by their keys, of which only hashes are stored', async () => {
    const first = await accounts.add({ name: 'Ana', tier: 'team' });
    const second = await accounts.add({ name: ' ana ', tier: 'pro', days: 1 });
    for (const key of [first, second])
      assert.deepEqual(await accounts.holderOf(key), { name: 'Ana', tier: 'pro', role: 'read' });
    const stored = await sql`SELECT row_to_json(k)::text AS text FROM api_key k`.execute(team);
    const audited = await sql`SELECT row_to_json(a)::text AS text FROM audit a`.execute(team);
    const text = JSON.stringify([stored.rows, audited.rows]);
    assert.ok(!text.includes(first) && !text.includes(second));
  });

  it('lose access when their keys are revoked or expire', async () => {
    const key = await accounts.add({ name: 'Ana', tier: 'team' });
    const other = await accounts.add({ name: 'Ben', tier: 'team', days: 1 });
    assert.equal((await record(key)).status, 200);
    assert.equal(await accounts.revoke('ANA'), 1);
    assert.equal(await accounts.revoke('ana'), 0);
    assert.equal(await accounts.revoke('nobody'), undefined);
    clock += 2_001;
    assert.equal((await record(key)).status, 401);
    assert.equal((await record(other)).status, 200);
    await sql`UPDATE api_key SET expires = now() - interval '1 second' WHERE expires IS NOT NULL`.execute(team);
    clock += 2_001;
    assert.equal((await record(other)).status, 401);
  });

  it('are listed with what is valid, and each change is in the log', async () => {
    await accounts.add({ name: "Ben'; DROP TABLE account; --", tier: 'team', days: 2 });
    await accounts.add({ name: 'Ana', tier: 'team', days: 2 });
    await accounts.add({ name: 'Ana', tier: 'business' });
    await accounts.revoke("ben'; drop table account; --");
    const listed = await accounts.list();
    assert.deepEqual(
      listed.map(({ name, tier, keys, expires }) => [name, tier, keys, expires]),
      [
        ['Ana', 'business', 2, undefined],
        ["Ben'; DROP TABLE account; --", 'team', 0, undefined],
      ],
    );
    assert.ok(listed.every(({ created }) => Math.abs(created - Date.now()) < 60_000));
    const log = await accounts.audit(2);
    assert.deepEqual(
      log.map(({ by, action, subject, details }) => [by, action, subject, details]),
      [
        ['command line', 'keys revoked', "Ben'; DROP TABLE account; --", '1 key'],
        ['command line', 'key added', 'Ana', 'plan business, role read, without expiry'],
      ],
    );
  });
});
