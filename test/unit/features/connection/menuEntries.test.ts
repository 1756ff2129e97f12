import assert from 'node:assert/strict';
import type { ConnectionState } from '../../../../src/features/connection/connectionState';
import { menuEntries, type MenuFacts } from '../../../../src/features/connection/status/menuEntries';
import { menuTitle } from '../../../harness/manifest';

const remote: ConnectionState = {
  remote: { address: 'https://intel.example/p', host: 'intel.example' },
  mode: 'onHover',
  urls: 'withoutQuery',
  budget: { day: 38 },
};
const local: ConnectionState = { mode: 'onDemand', urls: 'withoutQuery', budget: {} };

function entries(state: ConnectionState, facts: Partial<MenuFacts> = {}) {
  const all: MenuFacts = {
    hasKey: false,
    localServiceUrl: undefined,
    isMirrorSetUp: false,
    isStoreNewer: false,
    ...facts,
  };
  return menuEntries(state, all).flatMap((group) => group.entries);
}

describe('The menu', () => {
  it('offers the update if a newer version created the store', () => {
    const offers = (isStoreNewer: boolean): boolean =>
      entries(local, { isStoreNewer }).some(({ command }) => command === 'threatLookups.updateExtension');
    assert.deepEqual([offers(false), offers(true)], [false, true]);
  });

  it('shows mode, service, remaining requests, and whether a key is saved', () => {
    const all = JSON.stringify(entries(remote, { hasKey: true }));
    for (const words of ['on hover', 'intel.example/p', '38 left today', 'API key saved'])
      assert.ok(all.includes(words));
  });

  it('offers to connect without a service', () => {
    const commands = entries(local).map(({ command }) => command);
    assert.ok(commands.includes('threatLookups.connect'));
    assert.ok(!commands.includes('threatLookups.setKey'));
  });

  it('always offers the request log, local data, settings, and output', () => {
    for (const state of [remote, local]) {
      const commands = entries(state).map(({ command }) => command);
      for (const name of ['showSent', 'showLocalData', 'openSettings', 'showDetails'] as const) {
        assert.ok(commands.includes(`threatLookups.${name}`), name);
      }
    }
  });

  it('leads to what is used most', () => {
    const commands = entries(local).map(({ command }) => command);
    const names = [
      'lookUp',
      'openRecord',
      'triage',
      'openLargeLog',
      'newQuery',
      'import',
      'addRecommendedLists',
    ] as const;
    for (const name of names) assert.ok(commands.includes(`threatLookups.${name}`), name);
  });

  it('stops a running local service and starts a stopped one', () => {
    assert.ok(entries(local).some(({ command }) => command === 'threatLookups.startService'));
    const running = entries(local, { localServiceUrl: 'http://127.0.0.1:8137' });
    const commands = running.map(({ command }) => command);
    assert.ok(commands.includes('threatLookups.stopService'));
    assert.ok(!commands.includes('threatLookups.startService'));
  });

  it('offers the connection info of the running local service', () => {
    const running = entries(local, { localServiceUrl: 'http://127.0.0.1:8137' });
    const info = running.find(({ command }) => command === 'threatLookups.showServiceInfo');
    assert.equal(info?.description, 'http://127.0.0.1:8137');
  });

  it('uses the titles of the command palette', () => {
    const all = [
      ...entries(remote, { hasKey: true }),
      ...entries(local, { localServiceUrl: 'http://127.0.0.1:8137', isMirrorSetUp: true }),
    ];
    for (const { label, command } of all) assert.equal(label.replace(/^\$\([a-z-]+\) /, ''), menuTitle(command));
  });
});
