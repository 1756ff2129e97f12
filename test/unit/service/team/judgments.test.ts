import assert from 'node:assert/strict';
import { importInto } from '../../../../src/service/import';
import { createService, type Service } from '../../../../src/service';
import type { Role } from '../../../../src/service/http/roles';
import { readJudgment, wireJudgment } from '../../../../src/core/records/judgment';
import { openTeamStore, type TeamStore } from '../../../../src/service/team';
import { newTeamDatabase } from '../../../harness/postgres';
import { withPostgres } from './withPostgres';

/** 2026-11-22 12:00:00 UTC. */
const noon = Date.UTC(2026, 10, 22, 12);

type Body = Readonly<Record<string, unknown>>;
interface Got {
  readonly status: number;
  readonly body: Body;
}

withPostgres('The judgments of a team', () => {
  let address = '';
  let stores: TeamStore[] = [];
  let service: Service;
  let keys: Readonly<Record<string, string>> = {};
  let now = noon;

  const open = async (): Promise<TeamStore> => {
    const store = await openTeamStore(address, { now: () => now });
    stores.push(store);
    return store;
  };
  const serve = ({ records, accounts, judgments }: TeamStore): Service =>
    createService({ store: records, accounts, judgments, tier: 'visitor', embedded: false, now: () => noon });

  beforeEach(async () => {
    now = noon;
    address = await newTeamDatabase();
    const store = await open();
    service = serve(store);
    const people: readonly (readonly [string, Role])[] = [
      ['Rea', 'read'],
      ['Sam', 'scan'],
      ['Ana', 'edit'],
      ['Ben', 'edit'],
      ['Ada', 'admin'],
    ];
    keys = {};
    for (const [name, role] of people)
      keys = { ...keys, [name]: await store.accounts.add({ name, role, tier: 'team' }) };
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
  });

  /** A request of somebody; of a stranger without a name. */
  async function send(
    who: string | undefined,
    path: string,
    {
      query = {},
      body,
      method = body === undefined ? 'GET' : 'PATCH',
      to = service,
    }: {
      readonly query?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly method?: string;
      readonly to?: Service;
    } = {},
  ): Promise<Got> {
    const key: Record<string, string> = who === undefined ? {} : { key: keys[who] ?? who };
    const url = `http://127.0.0.1${path}?${new URLSearchParams({ ...query, ...key }).toString()}`;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await to(new Request(url, { method, ...(body === undefined ? {} : { body: text }) }));
    return { status: response.status, body: (await response.json()) as Body };
  }
  const change = (who: string | undefined, indicator: string, body: unknown, to = service): Promise<Got> =>
    send(who, '/team/judgment', { query: { indicator }, body, to });
  const read = async (indicator: string): Promise<Body> =>
    (await send('Rea', '/team/judgment', { query: { indicator } })).body;
  const record = async (indicator: string): Promise<Body> =>
    (await send('Rea', '/api/indicator.php', { query: { indicator } })).body;
  const judgmentIn = ({ body }: { readonly body: Body }): Body => body['judgment'] as Body;

  it('say who one is', async () => {
    assert.deepEqual((await send('Ana', '/team')).body, { person: 'Ana', role: 'edit', judgments: true });
    assert.equal((await send(undefined, '/team')).status, 401);
  });

  it('are merged into what is served, with who and when', async () => {
    const [store] = stores;
    assert.ok(store);
    const bytes = new TextEncoder().encode('value,risk,threat\nhttps://scan.example/a?b=1,high,Example Kit\n');
    await importInto(store.imports(), { bytes, name: 'list.csv' }, { now: () => noon });
    const given = { version: 0, risk: 'none', reason: 'Our own scanner', note: 'Line 1\nLine 2', tags: ['ours'] };
    const { status, body } = await change('Ana', 'https://scan.example/a?b=1', given);
    assert.equal(status, 200, JSON.stringify(body));
    const at = '2026-11-22T12:00:00.000Z';
    const judgment = {
      risk: 'none',
      reason: 'Our own scanner',
      note: 'Line 1\nLine 2',
      tags: ['ours'],
      version: 1,
      by: 'Ana',
      at,
    };
    assert.deepEqual(body, { indicator: 'https://scan.example/a?b=1', type: 'url', judgment });
    const served = await record('hxxps://scan[.]example/a?b=1');
    assert.equal(served['risk'], 'none');
    assert.equal(served['manualrisk'], 1);
    assert.equal(served['risk_recommended'], 'high');
    assert.deepEqual(
      (served['threats'] as readonly Body[]).map(({ name }) => name),
      ['Example Kit'],
    );
    assert.deepEqual(
      (served['riskfactors'] as readonly Body[]).map(({ description, risk }) => [description, risk]),
      [['Set by Ana for the team, 2026-11-22: Our own scanner', 'none']],
    );
    assert.deepEqual(served['judgment'], judgment);
  });

  it('change a part, retire and reactivate, and end with nothing left', async () => {
    await change('Ana', 'bad.example', { version: 0, risk: 'high', note: 'Seen' });
    await change('Ben', 'bad.example', { version: 1, retired: true });
    assert.equal((await record('bad.example'))['retired'], 1);
    const note = await change('Ana', 'bad.example', { version: 2, note: null });
    assert.deepEqual(judgmentIn(note), {
      risk: 'high',
      retired: true,
      version: 3,
      by: 'Ana',
      at: new Date(noon).toISOString(),
      authors: {
        risk: { by: 'Ana', at: new Date(noon).toISOString() },
        retired: { by: 'Ben', at: new Date(noon).toISOString() },
      },
    });
    await change('Ana', 'bad.example', { version: 3, retired: false });
    assert.equal((await record('bad.example'))['retired'], 0);
    const removal = { version: 4, risk: null };
    const refused = await change('Ana', 'bad.example', removal);
    assert.equal(refused.status, 403);
    assert.match(String(refused.body['error']), /removing what others have written needs “admin”/);
    assert.equal((await change('Ada', 'bad.example', removal)).status, 200);
    assert.equal((await send('Rea', '/api/indicator.php', { query: { indicator: 'bad.example' } })).status, 404);
    const { history } = (await send('Rea', '/team/judgment', { query: { indicator: 'bad.example', history: '1' } }))
      .body;
    assert.deepEqual(
      (history as readonly Body[]).map(({ version, by, note }) => [version, by, note]),
      [
        [5, 'Ada', undefined],
        [4, 'Ana', undefined],
        [3, 'Ana', undefined],
        [2, 'Ben', 'Seen'],
        [1, 'Ana', 'Seen'],
      ],
    );
    // Who has only seen that there is nothing begins again, and may remove what is theirs.
    assert.equal((await change('Ben', 'bad.example', { version: 0, note: 'Mine' })).status, 200);
    assert.equal((await change('Ben', 'bad.example', { version: 6, note: '' })).status, 200);
  });

  it('keep who set each part, and when, whoever changes another one', async () => {
    await change('Ana', 'bad.example', { version: 0, risk: 'critical', reason: 'Seen in our proxy', note: 'Call' });
    now = noon + 86_400_000;
    await change('Ben', 'bad.example', { version: 1, tags: ['c2'], risk: 'critical' });
    const said = judgmentIn(await change('Ada', 'bad.example', { version: 2, note: 'Called' }));
    const [first, next] = [noon, now].map((at) => new Date(at).toISOString());
    assert.deepEqual([said['by'], said['at']], ['Ada', next]);
    assert.deepEqual(said['authors'], { risk: { by: 'Ana', at: first }, tags: { by: 'Ben', at: next } });
    const served = await record('bad.example');
    assert.deepEqual(served['judgment'], said);
    const factors = served['riskfactors'] as readonly Body[];
    assert.equal(factors[0]?.['description'], 'Set by Ana for the team, 2026-11-22: Seen in our proxy');
    assert.deepEqual(wireJudgment(readJudgment(said) ?? assert.fail()), said);
    // A new reason is a new statement.
    await change('Ben', 'bad.example', { version: 3, reason: 'Seen twice' });
    const [factor] = (await record('bad.example'))['riskfactors'] as readonly Body[];
    assert.equal(factor?.['description'], 'Set by Ben for the team, 2026-11-23: Seen twice');
  });

  it('are refused to strangers, revoked keys, and other roles', async () => {
    await change('Ana', 'bad.example', { version: 0, note: 'Internal' });
    await stores[0]?.accounts.revoke('Ben');
    const other = serve(await open());
    for (const path of ['/team', '/team/judgments', '/team/judgment', '/team/audit']) {
      const query = { indicator: 'bad.example' };
      for (const who of [undefined, 'tl_wrong', 'Ben', "' OR 1=1 --"]) {
        const { status, body } = await send(who, path, { query, to: other });
        assert.deepEqual([status, Object.keys(body)], [401, ['error']]);
      }
    }
    for (const who of [undefined, 'Ben', 'tl_wrong'])
      assert.equal((await change(who, 'bad.example', { version: 1, note: 'x' }, other)).status, 401);
    for (const who of ['Rea', 'Sam']) {
      const { status, body } = await change(who, 'bad.example', { version: 1, note: 'x' });
      assert.equal(status, 403);
      assert.match(String(body['error']), /^The role of this key is “(?:read|scan)”; this needs “edit”\./);
    }
    for (const who of ['Rea', 'Sam', 'Ana']) assert.equal((await send(who, '/team/audit')).status, 403);
    assert.equal(((await read('bad.example'))['judgment'] as Body)['note'], 'Internal');
  });

  it('are 404 where there is no team', async () => {
    const [store] = stores;
    assert.ok(store);
    const local = createService({ store: store.records, tier: 'pro', key: 'k', embedded: false });
    for (const path of ['/team', '/team/judgments', '/team/audit'])
      assert.equal((await send('k', path, { to: local })).status, 404);
  });

  it('accept only what others can read, in bounds', async () => {
    const long = 'x'.repeat(2_001);
    const cases: readonly (readonly [unknown, RegExp])[] = [
      ['', /must be a JSON object/],
      ['[]', /must be a JSON object/],
      ['{"version":0,', /must be a JSON object/],
      [{ note: 'x' }, /^Field version must be the version/],
      [{ version: -1 }, /^Field version/],
      [{ version: 1e300 }, /^Field version/],
      [{ version: '0; DROP TABLE judgment' }, /^Field version/],
      [{ version: 0, risk: 'unknown' }, /^Field risk must be null or one of: none, /],
      [{ version: 0, note: long }, /^Field note must have at most 2000 characters/],
      [{ version: 0, note: 'a\u0000b' }, /^Field note must not contain control characters/],
      [{ version: 0, note: 'a\u202eb' }, /^Field note must not contain control characters/],
      ['{"version":0,"note":"\\ud800"}', /^Field note must not contain control characters/],
      [{ version: 0, reason: { toString: 'x' } }, /^Field reason must be a text/],
      [{ version: 0, tags: ['a,b'] }, /^Field tags\.0 must not be empty, or have a comma/],
      [{ version: 0, tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, /^Field tags must be at most 20/],
      [{ version: 0, by: 'Ada' }, /It has unknown fields: \["by"\]/],
      ['{"version":0,"__proto__":{"note":"x"}}', /unknown fields/],
    ];
    for (const [body, error] of cases) {
      const got = await change('Ana', 'bad.example', body);
      assert.equal(got.status, 400, JSON.stringify(body));
      assert.match(String(got.body['error']), error);
    }
    assert.equal((await change('Ana', 'bad.example', `{"version":0,"note":"${' '.repeat(70_000)}"}`)).status, 413);
    assert.equal((await change('Ana', "'; DROP TABLE judgment; --", { version: 0 })).status, 400);
    assert.equal((await send('Ana', '/team/judgment', { body: { version: 0 } })).status, 400);
    const places: readonly Readonly<Record<string, string>>[] = [
      { changed_since: "1' OR 1=1" },
      { changed_since: 'zzzzzzzzzzz' },
      { limit: '0' },
      { limit: '1001' },
    ];
    for (const query of places)
      assert.equal((await send('Ana', '/team/judgments', { query })).status, 400, JSON.stringify(query));
    const pages: readonly Readonly<Record<string, string>>[] = [{ before: '1; DELETE FROM audit' }, { limit: '-1' }];
    for (const query of pages) assert.equal((await send('Ada', '/team/audit', { query })).status, 400);
    assert.equal(
      (await send('Ana', '/team/judgment', { method: 'PUT', query: { indicator: 'a.example' } })).status,
      405,
    );
    assert.equal((await read('bad.example'))['judgment'], null);
    // Quotes and backslashes are text.
    const note = String.raw`Robert'); DROP TABLE judgment; -- \u0000 $1 %s "quoted"`;
    assert.equal(judgmentIn(await change('Ana', 'bad.example', { version: 0, note, tags: ["'; --"] }))['note'], note);
  });

  it('from two writers at once is made once, and the other gets what was written', async () => {
    const second = serve(await open());
    for (let round = 0; round < 5; round++) {
      const indicator = `host-${round}.example`;
      const both = await Promise.all([
        change('Ana', indicator, { version: 0, note: 'of Ana' }),
        change('Ben', indicator, { version: 0, note: 'of Ben' }, second),
      ]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
      const [won, lost] = both[0].status === 200 ? both : [both[1], both[0]];
      assert.deepEqual(judgmentIn(lost), judgmentIn(won));
      assert.match(
        String(lost.body['error']),
        /^The judgment was changed: version 1, by (?:Ana|Ben), at 2026-11-22T12:00/,
      );
      assert.deepEqual(((await record(indicator))['judgment'] as Body)['by'], judgmentIn(won)['by']);
    }
  });

  it('are followed by their changes, of which none is missed', async () => {
    const processes = [service, serve(await open()), serve(await open())];
    const rounds = Number(process.env['JUDGMENT_ROUNDS'] ?? 8);
    const written = new AbortController();
    const writers = processes.flatMap((to, writer) =>
      ['Ana', 'Ben'].map(async (who) => {
        for (let round = 0; round < rounds; round++) {
          const indicator = `host-${(round * 7 + writer) % 11}.example`;
          const { body } = await send('Rea', '/team/judgment', { query: { indicator }, to });
          const version = Number((body['judgment'] as Body | null)?.['version'] ?? 0);
          await change(who, indicator, { version, note: `${who} ${writer} ${round}` }, to);
        }
      }),
    );
    const seen = new Map<string, unknown>();
    let since: string | undefined;
    const poll = async (): Promise<boolean> => {
      const query = { limit: '3', ...(since === undefined ? {} : { changed_since: since }) };
      const { status, body } = await send('Rea', '/team/judgments', { query });
      assert.equal(status, 200);
      for (const { indicator, judgment } of body['judgments'] as readonly { indicator: string; judgment: Body }[]) {
        assert.ok(Number(judgment['version']) > Number((seen.get(indicator) as Body | undefined)?.['version'] ?? 0));
        seen.set(indicator, judgment);
      }
      since = String(body['next']);
      return body['more'] === true;
    };
    const polling = (async () => {
      while (!written.signal.aborted) await poll();
      while (await poll());
    })();
    await Promise.all(writers);
    written.abort();
    await polling;
    for (let host = 0; host < 11; host++) {
      const indicator = `host-${host}.example`;
      assert.deepEqual(seen.get(indicator) ?? null, (await read(indicator))['judgment'], indicator);
    }
  });

  it('are in the log with who, when, and what', async () => {
    await change('Ana', 'bad.example', { version: 0, risk: 'high', note: 'Seen' });
    await change('Ana', 'bad.example', { version: 1, risk: null, note: null });
    const { body } = await send('Ada', '/team/audit', { query: { limit: '2' } });
    const entries = body['entries'] as readonly Body[];
    assert.deepEqual(
      entries.map(({ by, action, subject, details }) => [by, action, subject, details]),
      [
        ['Ana', 'judgment removed', 'bad.example', 'version 2: {}'],
        ['Ana', 'judgment changed', 'bad.example', 'version 1: {"risk":"high","note":"Seen"}'],
      ],
    );
    const earlier = await send('Ada', '/team/audit', { query: { before: String(entries[1]?.['id']) } });
    assert.ok((earlier.body['entries'] as readonly Body[]).every(({ action }) => action === 'key added'));
  });

  it('allow scans from the role for it', async () => {
    const [store] = stores;
    assert.ok(store);
    const scans = { submit: () => Promise.resolve(7), find: () => Promise.resolve(undefined) };
    const scanning = createService({
      ...store,
      store: store.records,
      scans: scans,
      tier: 'visitor',
      embedded: false,
    });
    const submit = (who: string): Promise<Got> =>
      send(who, '/api/analyze.php', { method: 'POST', query: { value: 'bad.example' }, to: scanning });
    assert.equal((await submit('Rea')).status, 403);
    for (const who of ['Sam', 'Ana', 'Ada']) assert.equal((await submit(who)).status, 200);
  });
});
