import assert from 'node:assert/strict';
import type { RequestError } from '../../src/core/api/requestError';
import { Notices } from '../../src/features/shared/notices/notices';
import { Contributions } from '../../src/features/shared/commands/contributions';
import { createCommands, reportErrors } from '../../src/features/shared/commands/registerCommand';
import { SettingsFacade } from '../../src/features/shared/settings/settings';
import { Connection } from '../../src/features/connection/connection';
import { registerConnectionNotices } from '../../src/features/connection/connectionNotices';
import { Keys } from '../../src/features/connection/keys';
import { RecentServices } from '../../src/features/connection/recentServices';
import { fakeClient, FakeSecrets, memory, recordingOutput } from './helpers/fakes';
import { resetSettings } from './helpers/userSettings';
import { eventually } from './helpers/waiting';
import { readIgnoreFileAt } from '../../src/services';

const first = 'https://lookups-test-1.com/p';
const second = 'https://lookups-test-2.com';
const someone = { type: 'domain', value: 'lookups-test-3.com' } as const;

describe('A connection', () => {
  let settings: SettingsFacade;
  let keys: Keys;
  let secrets: FakeSecrets;
  let connection: Connection;
  let error: RequestError | undefined;
  const output = recordingOutput();
  const embedded = fakeClient('http://local.invalid');

  beforeEach(resetSettings);
  beforeEach(() => {
    error = undefined;
    settings = new SettingsFacade(readIgnoreFileAt);
    secrets = new FakeSecrets();
    keys = new Keys(secrets, output);
    const createClient = (address: string) => fakeClient(address, () => error);
    connection = new Connection({ settings, keys, output, createClient, embedded });
  });
  afterEach(() => {
    for (const part of [connection, keys, settings]) part.dispose();
  });
  after(resetSettings);

  it('uses the local service unless a base URL is set', async () => {
    assert.equal(connection.current(), embedded);
    await settings.setBaseUrl(`${first}/`);
    assert.equal(connection.current()?.address, first);
    await settings.setBaseUrl('');
    assert.equal(connection.current(), embedded);
  });

  it('fires an event when the service changes', async () => {
    let switched = 0;
    connection.onSwitched(() => switched++);
    await settings.setBaseUrl(first);
    await settings.setBaseUrl(second);
    assert.equal(switched, 2);
  });

  it('uses the local service and reports the error if the base URL is invalid', async () => {
    await settings.setBaseUrl('https://user:word@lookups-test-1.com');
    assert.equal(connection.current(), embedded);
    assert.equal(connection.state().error?.kind, 'badBaseUrl');
  });

  it('keeps the last error until the service answers again', async () => {
    await settings.setBaseUrl(first);
    error = { kind: 'certificate', detail: 'self-signed' };
    await connection.current()?.indicator(someone);
    assert.equal(connection.state().error?.kind, 'certificate');
    assert.ok(output.lines.some((line) => line.includes('self-signed')));
    error = undefined;
    await connection.current()?.indicator(someone);
    assert.equal(connection.state().error, undefined);
  });

  it('stores one key per base URL', async () => {
    await keys.set(first, 'one');
    await keys.set(second, 'two');
    assert.equal(await keys.get(first), 'one');
    await keys.remove(first);
    assert.equal(await keys.get(first), undefined);
    assert.equal(await keys.get(second), 'two');
    assert.deepEqual([...secrets.values.keys()], [`threatLookups.key:${second}`]);
  });

  it("uses no key if the keychain can't be read", async () => {
    secrets.get = () => Promise.reject(new Error('locked'));
    assert.equal(await keys.get(first), undefined);
  });

  it('clears a rejection when the key changes', async () => {
    await settings.setBaseUrl(first);
    error = { kind: 'keyRejected', detail: '', hadKey: true };
    await connection.current()?.indicator(someone);
    await keys.set(first, 'better');
    assert.equal(connection.state().error, undefined);
  });

  it('offers to set a key after a 401, once a day per service', async () => {
    await settings.setBaseUrl(first);
    const shown = memory();
    const notices = new Notices(shown, output);
    const offers: string[] = [];
    notices.offer = (_level, sentence) => {
      offers.push(sentence);
      return Promise.resolve();
    };
    const recent = new RecentServices(memory());
    const commands = createCommands(new Contributions(reportErrors(notices, output)));
    const listening = registerConnectionNotices(connection, recent, notices, commands);
    error = { kind: 'keyRejected', detail: '', hadKey: true };
    await connection.current()?.indicator(someone);
    await connection.current()?.indicator(someone);
    await eventually(() => offers.length > 0, 'an offer to set the key');
    assert.deepEqual(offers, ['lookups-test-1.com rejected the API key (HTTP 401).']);

    await recent.use(first, true);
    error = { kind: 'keyRejected', detail: '', hadKey: false };
    await connection.current()?.indicator(someone);
    await eventually(() => offers.length > 1, 'a word on the key that vanished');
    assert.match(offers[1] ?? '', /no longer in the keychain/);
    listening.dispose();
  });
});
