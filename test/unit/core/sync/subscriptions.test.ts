import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPreset } from '../../../../src/core/lists/gallery/preset';
import {
  exportedCredit,
  readSubscriptions,
  withoutServer,
  withServer,
  type MirrorServer,
} from '../../../../src/core/sync/subscriptions';

const server: MirrorServer = {
  address: 'https://intel.example/p',
  title: 'Intel',
  signIn: { kind: 'basic', user: 'taxii2', keyOf: 'https://intel.example' },
  collections: [{ id: 'c', root: 'https://intel.example/p/taxii2/api/', title: 'Team feed' }],
};

describe('Subscriptions', () => {
  it('are read as stored', () => {
    const kept: unknown = JSON.parse(JSON.stringify({ servers: [server] }));
    assert.deepEqual(readSubscriptions(kept), { servers: [server], lists: [] });
  });

  it('of lists are exported with their credit line, unless the user excludes it', () => {
    const list = { url: 'https://intel.example/list.txt', name: 'Team list', credit: 'Team' };
    const creditOf = (more: object): string | undefined => {
      const { preset } = { preset: undefined, ...readPreset({ ...list, ...more }) };
      const [stored] = readSubscriptions({ lists: [{ ...preset, address: list.url, title: list.name }] }).lists;
      return stored && exportedCredit(stored);
    };
    assert.deepEqual([creditOf({}), creditOf({ creditRequired: true })], ['Team', 'Team']);
    assert.equal(creditOf({ creditRequired: false }), undefined);
  });

  it('keep authentication by bearer token or header, and skip invalid headers', () => {
    const kept = (signIn: unknown) => readSubscriptions({ servers: [{ ...server, signIn }] }).servers[0]?.signIn;
    for (const signIn of [{ kind: 'bearer' }, { kind: 'header', name: 'X-Api-Key' }]) {
      assert.deepEqual(kept(signIn), signIn);
    }
    for (const name of ['Host', 'Cookie', 'a b', 'a\r\nb', '', 7, undefined]) {
      assert.deepEqual(kept({ kind: 'header', name }), { kind: 'none' });
    }
    const elsewhere = { kind: 'bearer', keyOf: 'https://other.example' };
    assert.deepEqual(readSubscriptions({ servers: [{ ...server, signIn: elsewhere }] }).servers, []);
  });

  it('never send a key, or a request with it, to another origin than its own', () => {
    const servers = [
      { ...server, signIn: { kind: 'basic', user: 'taxii2', keyOf: 'https://other.example' } },
      { ...server, collections: [{ id: 'c', root: 'http://intel.example/taxii2/api/', title: 'Over http' }] },
    ];
    const read = readSubscriptions({ servers });
    assert.deepEqual(
      read.servers.map(({ collections }) => collections),
      [[]],
    );
  });

  it('are read from anything stored', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.ok(Array.isArray(readSubscriptions({ servers: [value] }).servers));
        assert.ok(Array.isArray(readSubscriptions(value).servers));
      }),
    );
  });

  it('have one entry per address', () => {
    const once = withServer({ servers: [], lists: [] }, server);
    const twice = withServer(once, { ...server, title: 'Other' });
    assert.deepEqual(
      twice.servers.map(({ title }) => title),
      ['Other'],
    );
    assert.deepEqual(withoutServer(twice, server.address).servers, []);
  });
});
