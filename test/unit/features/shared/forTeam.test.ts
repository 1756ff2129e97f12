import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServiceClient, Gateway, type ServiceClient } from '../../../../src/core/api';
import * as indicators from '../../../../src/core/indicators';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { LookupEngine, type LookupSettings, type RequestLogEntry } from '../../../../src/core/lookups';
import { isTeamKey, TeamJudgments } from '../../../../src/core/team/teamJudgments';
import { changeForTeam, chooseAudience, type ForTeamParts } from '../../../../src/features/shared/team/forTeam';
import { registerOverrides } from '../../../../src/features/scans/overrideCommands';
import { editNote, editTags } from '../../../../src/features/triage/annotate';
import { untrusted } from '../../../../src/features/shared/ui';
import { createService, type Service } from '../../../../src/service';
import { openTeamStore, type TeamStore } from '../../../../src/service/team';
import { newDatabase } from '../../../harness/postgres';
import { type Prompt, user } from '../../../harness/pages/user';
import { eventually } from '../../../editor/helpers/waiting';
import { useCli } from '../../service/cli/running';
import { withPostgres } from '../../service/team/withPostgres';

const address = 'https://intel.team-test.com';
const bad: Indicator = { type: 'domain', value: 'lookups-test-2.com' };
const fresh: Indicator = { type: 'domain', value: 'lookups-test-9.com' };

/** The extension of one person: lookups and judgments over one service. */
function personWith(key: string, service: Service) {
  const sent: string[] = [];
  const settings: { -readonly [K in keyof LookupSettings]: LookupSettings[K] } = {
    mode: 'onHover',
    urls: 'withoutQuery',
    freshMillis: 3_600_000,
    notFoundMillis: 3_600_000,
    ignore: [{ pattern: '*.ignored-test.com', origin: 'user' }],
  };
  const gateway = new Gateway({
    fetch: (url, init) => {
      sent.push(`${init.method ?? ''} ${new URL(url).pathname}`);
      return service(new Request(url, init));
    },
    baseUrl: address,
    key: () => Promise.resolve(key),
    now: Date.now,
    userAgent: 'test',
  });
  const client: ServiceClient = createServiceClient({ gateway });
  const changed: (string | undefined)[] = [];
  const errors: string[] = [];
  const team: TeamJudgments = new TeamJudgments({
    service: () => client,
    isOffline: () => settings.mode === 'offline',
    hasTeamKey: () => Promise.resolve(isTeamKey(key)),
    mayBeSent: (indicator) => lookups.blocked(indicator, true) === undefined,
    now: Date.now,
    requestLog: { begin: (request) => lookups.requestLog.begin(request) },
    onFull: (host, count) => errors.push(`${host} has more than ${count}`),
    onChanged: (keys) => lookups.judged(keys),
  });
  const lookups: LookupEngine = new LookupEngine({
    store: { find: () => [], keep: () => Promise.resolve() },
    judgments: team,
    service: () => client,
    settings: () => settings,
    now: Date.now,
  });
  lookups.onChanged((each) => changed.push(each));
  const parts: ForTeamParts = {
    team,
    lookups,
    serviceHost: () => client.host,
    notices: {
      offer: (_, sentence) => {
        errors.push(sentence);
        return Promise.resolve();
      },
    },
  };
  const log = (): readonly Pick<RequestLogEntry, 'why' | 'what'>[] =>
    lookups.requestLog.list().map(({ why, what }) => ({ why, what }));
  return { team, lookups, parts, settings, sent, changed, errors, log };
}

withPostgres('Two people of a team, each with a key', () => {
  const { path, run } = useCli();
  let database = '';
  let stores: TeamStore[] = [];
  let ana: ReturnType<typeof personWith>;
  let ben: ReturnType<typeof personWith>;

  const served = async (): Promise<{ readonly store: TeamStore; readonly service: Service }> => {
    const store = await openTeamStore(database);
    stores.push(store);
    const { accounts, judgments, records } = store;
    return { store, service: createService({ store: records, accounts, judgments, tier: 'visitor', embedded: false }) };
  };

  before(async () => {
    database = await newDatabase();
    writeFileSync(path('list.csv'), `value,risk\n${bad.value},high\n`);
    const { code, stderr } = await run(['import', '--db', database, path('list.csv')]);
    assert.equal(code, 0, stderr);
  });
  beforeEach(async () => {
    user.reset();
    const [one, other] = [await served(), await served()];
    const add = (name: string): Promise<string> => one.store.accounts.add({ name, tier: 'team', role: 'edit' });
    ana = personWith(await add('Ana'), one.service);
    ben = personWith(await add('Ben'), other.service);
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
  });

  it('see what one imported, and what the other says about it, without asking about it again', async () => {
    const hover = await ben.lookups.lookUp(bad, { reason: 'hover' });
    assert.equal(hover.known[0]?.record.risk, 'high');
    await ben.team.poll();
    assert.ok(await changeForTeam(bad, { risk: 'none', reason: 'Ours', note: 'Line 1\nLine 2' }, ana.parts));
    ben.changed.length = 0;
    ben.sent.length = 0;
    await ben.team.poll();
    assert.deepEqual(ben.changed, [bad.value]);
    const [known] = ben.lookups.local(bad, 'hover').known;
    assert.equal(known?.record.risk, 'none');
    assert.equal(known.record.riskRecommended, 'high');
    assert.equal(known.record.judgment?.note, 'Line 1\nLine 2');
    assert.equal(known.record.judgment.by, 'Ana');
    assert.deepEqual(ben.sent, ['GET /team', 'GET /team/judgments']);
    // Indicators that were never looked up are known as well, also by the threads of a triage.
    await changeForTeam(fresh, { tags: ['ours'] }, ana.parts);
    await ben.team.poll();
    assert.deepEqual(ben.lookups.local(fresh, 'hover').known[0]?.record.judgment?.tags, ['ours']);
    assert.deepEqual(
      ben.lookups
        .context()
        .answers.map(([key]) => key)
        .toSorted(),
      [bad.value, bad.value, fresh.value],
    );
    // A record that was looked up afterwards has the same.
    const again = await ben.lookups.lookUp(bad, { reason: 'click', again: true });
    assert.equal(again.known[0]?.record.risk, 'none');
    assert.match(again.known[0].record.riskFactors[0]?.description ?? '', /^Set by Ana for the team, .*: Ours$/);
    assert.deepEqual(
      ana
        .log()
        .filter(({ why }) => why === 'team')
        .at(-1),
      { why: 'team', what: [bad.value] },
    );
    await changeForTeam(bad, { risk: null, note: '' }, ana.parts);
    await ben.team.poll();
    assert.equal(ben.lookups.local(bad, 'hover').known[0]?.record.risk, 'high');
  });

  it('decide what happens if both change the same', async () => {
    const shared: Indicator = { type: 'domain', value: 'lookups-test-7.com' };
    await ben.team.access();
    await changeForTeam(shared, { note: 'of Ana' }, ana.parts);
    user.answer = () => 'Keep Theirs';
    assert.equal(await changeForTeam(shared, { note: 'of Ben' }, ben.parts), false);
    assert.match(user.prompts[0]?.title ?? '', /^Ana changed this /);
    await changeForTeam(shared, { note: 'of Ana, again' }, ana.parts);
    user.answer = () => 'Combine and Edit…';
    const both = (theirs: { readonly note?: string }) => Promise.resolve({ note: `${theirs.note ?? ''}\nof Ben` });
    assert.equal(await changeForTeam(shared, { note: 'of Ben' }, ben.parts, both), true);
    await ana.team.poll();
    assert.equal(ana.team.judgmentOf(shared)?.note, 'of Ana, again\nof Ben');
    await changeForTeam(shared, { tags: ['ana'] }, ana.parts);
    user.answer = () => 'Replace';
    assert.equal(await changeForTeam(shared, { tags: ['ben'] }, ben.parts), true);
    assert.deepEqual(ben.team.judgmentOf(shared)?.tags, ['ben']);
  });

  it('set risks, retire, and edit notes and tags for the team by commands', async () => {
    const commands = new Map<string, (argument: unknown) => Promise<unknown>>();
    const informed: string[] = [];
    const parts = {
      ...ana.parts,
      loadIndicators: () => Promise.resolve(indicators),
      panelFocus: { current: () => undefined },
      commands: {
        register: (id: string, run: (argument: unknown) => Promise<unknown>) => {
          commands.set(id, run);
          return { dispose: () => undefined };
        },
      },
      notices: { ...ana.parts.notices, inform: (sentence: string) => informed.push(sentence) },
    };
    registerOverrides(parts as unknown as Parameters<typeof registerOverrides>[0]);
    const target: Indicator = { type: 'domain', value: 'lookups-test-5.com' };
    const run = (id: string): Promise<unknown> | undefined => commands.get(`threatLookups.${id}`)?.(target);
    const forTeam = ({ choices }: Prompt): string | undefined => choices.find((each) => each.endsWith('For the team'));
    await ana.team.access();
    user.answer = (prompt) => forTeam(prompt) ?? prompt.choices.find((each) => each.endsWith(' Low risk')) ?? 'Ours';
    await run('setRisk');
    await run('retireIndicator');
    // The triage list of one's own isn't touched.
    const edit = (command: typeof editNote): Promise<void> =>
      (command as unknown as (...given: readonly unknown[]) => Promise<void>)(
        [{ indicator: target }],
        undefined,
        parts,
      );
    user.answer = (prompt) => forTeam(prompt) ?? 'Line 1 \\n Line 2';
    await edit(editNote);
    const editing = edit(editTags);
    await eventually(() => Promise.resolve(user.quickPicks[0]?.isOpen === true), 'the tags');
    user.quickPicks[0]?.type('ours');
    user.quickPicks[0]?.acceptChecked();
    await editing;
    await ben.team.poll();
    const { risk, reason, retired, note, tags, by } = ben.team.judgmentOf(target) ?? {};
    assert.deepEqual(
      { risk, reason, retired, note, tags, by },
      { risk: 'low', reason: 'Ours', retired: true, note: 'Line 1\nLine 2', tags: ['ours'], by: 'Ana' },
    );
    await run('unretireIndicator');
    user.answer = (prompt) => forTeam(prompt) ?? prompt.choices.find((each) => each.includes('Remove Custom Risk'));
    await run('setRisk');
    await ben.team.poll();
    assert.deepEqual([ben.team.judgmentOf(target)?.retired, ben.team.judgmentOf(target)?.risk], [undefined, undefined]);
    assert.deepEqual(ana.errors, []);
    assert.equal(informed.length, 6);
  });

  it('are asked for whom a change is only if it may be sent', async () => {
    const audienceOf = (indicator: Indicator) => chooseAudience(indicator, untrusted('Set Risk'), ana.parts);
    user.answer = ({ choices }) => choices.find((each) => each.includes('team'));
    const url: Indicator = { type: 'url', value: 'https://user:pw@lookups-test-2.com/a?b=1#c' };
    const sent = { type: 'url', value: 'https://lookups-test-2.com/a?b=1' };
    assert.deepEqual(await audienceOf(url), { kind: 'team', indicator: sent });
    for (const value of ['wiki.corp', 'host.ignored-test.com'])
      assert.deepEqual(await audienceOf({ type: 'domain', value }), { kind: 'me' });
    assert.equal(user.prompts.length, 1);
    ana.sent.length = 0;
    const ignored = await ana.team.change({ type: 'domain', value: 'host.ignored-test.com' }, { note: 'x' });
    assert.equal(ignored.ok, false);
    ana.settings.mode = 'offline';
    await ana.team.poll();
    assert.deepEqual(await audienceOf(bad), { kind: 'me' });
    assert.equal(await changeForTeam(bad, { note: 'x' }, ana.parts), false);
    assert.deepEqual(ana.sent, []);
    // A service that isn't a team's is never asked whether it is.
    const stranger = personWith('another-key', () => assert.fail('nothing is sent'));
    assert.equal(await stranger.team.access(), undefined);
  });

  it('get an error if a role or a key is not enough', async () => {
    const [store] = stores;
    assert.ok(store);
    const access = await ana.team.access();
    assert.deepEqual(access, { person: 'Ana', mayEdit: true });
    await store.accounts.setRole('Ana', 'read');
    const rea = personWith(await store.accounts.add({ name: 'Rea', tier: 'team' }), (await served()).service);
    assert.equal((await rea.team.access())?.mayEdit, false);
    assert.equal(await changeForTeam(bad, { note: 'x' }, rea.parts), false);
    assert.match(rea.errors[0] ?? '', /HTTP 403.*The role of this key is “read”; this needs “edit”/);
    await store.accounts.revoke('Rea');
    const { service } = await served();
    const revoked = personWith(await store.accounts.add({ name: 'Rea', tier: 'team' }), service);
    await store.accounts.revoke('Rea');
    assert.equal(await revoked.team.access(), undefined);
    assert.equal((await revoked.lookups.lookUp(bad, { reason: 'click' })).state.kind, 'failed');
  });
});
