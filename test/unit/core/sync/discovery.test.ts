import assert from 'node:assert/strict';
import { discover, probe } from '../../../../src/core/api/taxii';
import { fakeTaxii } from './fakeTaxii';
import { clientOf } from './mirroring';

type Bodies = Readonly<Record<string, object | string>>;
const listed = (...ids: readonly string[]): object => ({
  collections: ids.map((id) => ({ id, title: `Title ${id}` })),
});

/** Returns the offer of a server with these bodies. */
async function offered(bodies: Bodies, typed = '') {
  const server = await fakeTaxii();
  try {
    for (const [path, body] of Object.entries(bodies)) {
      const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll('ORIGIN', server.url);
      server.answers.set(path, { status: 200, body: text });
    }
    for (const path of ['/taxii2/', '/taxii2/api/', '/taxii2/api/collections/']) {
      if (!(path in bodies)) server.answers.set(path, { status: 404, body: '' });
    }
    const offer = await discover(clientOf(server.url), `${server.url}${typed}`);
    if (!offer.ok) return { error: offer.error.kind, requests: server.requests };
    const { collections, elsewhere, refusedRoots, failed } = offer.value;
    return {
      found: collections.map(({ id, root }) => `${root.replace(server.url, '')} ${id}`),
      elsewhere,
      refused: refusedRoots,
      failed: failed.map(({ root }) => root.replace(server.url, '')),
      requests: server.requests,
    };
  } finally {
    await server.close();
  }
}

describe('Discovery of a TAXII server', () => {
  for (const [name, bodies, typed, found] of [
    [
      'with a root named whole',
      { '/taxii2/': { title: 'T', api_roots: ['ORIGIN/r/'] }, '/r/collections/': listed('a') },
      '',
      ['/r/ a'],
    ],
    [
      'with a relative root',
      { '/taxii2/': { title: 'T', api_roots: ['/r/'] }, '/r/collections/': listed('a') },
      '/taxii2',
      ['/r/ a'],
    ],
    [
      'with a default alone',
      { '/taxii2/': { title: 'T', default: '/d/' }, '/d/collections/': listed('a') },
      '',
      ['/d/ a'],
    ],
    [
      'with several roots',
      {
        '/taxii2/': { title: 'T', api_roots: ['/r/', '/s/'] },
        '/r/collections/': listed('a'),
        '/s/collections/': listed('a', 'b'),
      },
      '',
      ['/r/ a', '/s/ a', '/s/ b'],
    ],
    ['without a root', { '/taxii2/': { title: 'T' }, '/taxii2/api/collections/': listed('a') }, '', ['/taxii2/api/ a']],
    [
      'with its collections in its own body',
      { '/taxii2/': { title: 'T', ...listed('a', 'b') } },
      '',
      ['/taxii2/api/ a', '/taxii2/api/ b'],
    ],
    [
      'that is given as an API root',
      {
        '/x/taxii2/root/': { title: 'R', versions: ['application/taxii+json;version=2.1'] },
        '/x/taxii2/root/collections/': listed('a'),
      },
      '/x/taxii2/root/',
      ['/x/taxii2/root/ a'],
    ],
    ['that is given as the list of collections', { '/r/collections/': listed('a') }, '/r/collections/', ['/r/ a']],
    [
      'below a prefix',
      { '/team/taxii2/': { title: 'T', api_roots: ['/team/r/'] }, '/team/r/collections/': listed('a') },
      '/team',
      ['/team/r/ a'],
    ],
    [
      'whose list is bare, with ids that are no UUIDs and texts for booleans',
      {
        '/taxii2/': { title: 'T', api_roots: '/r/' },
        '/r/collections/': [{ id: 'my list|1', can_read: 'true' }, { title: 'no id' }, 7],
      },
      '',
      ['/r/ my list|1'],
    ],
  ] as readonly (readonly [string, Bodies, string, readonly string[]])[]) {
    it(`understands one ${name}`, async () => {
      assert.deepEqual((await offered(bodies, typed)).found, found);
    });
  }

  it('sends nothing to roots at other origins, and rejects invalid ones', async () => {
    const roots = [
      'https://elsewhere.example/r/',
      '//elsewhere.example/r/',
      '../r/',
      'ftp://x/',
      'https://u:p@elsewhere.example/',
    ];
    const offer = await offered({
      '/taxii2/': { title: 'T', api_roots: [...roots, '/r/'] },
      '/r/collections/': listed('a'),
    });
    assert.deepEqual(offer.found, ['/r/ a']);
    assert.deepEqual(offer.elsewhere, ['https://elsewhere.example/r/']);
    assert.deepEqual(offer.refused, roots.slice(1));
  });

  it("doesn't search this server for collections of another server's root", async () => {
    const offer = await offered({
      '/taxii2/': { title: 'T', api_roots: ['https://elsewhere.example/r/'], ...listed('a') },
    });
    assert.deepEqual([offer.found, offer.elsewhere], [[], ['https://elsewhere.example/r/']]);
  });

  it('names the root that could not be listed, and offers the others', async () => {
    const offer = await offered({
      '/taxii2/': { title: 'T', api_roots: ['/gone/', '/r/'] },
      '/r/collections/': listed('a'),
    });
    assert.deepEqual([offer.found, offer.failed], [['/r/ a'], ['/gone/']]);
  });

  it('fails without TAXII', async () => {
    assert.equal((await offered({})).error, 'notFound');
    assert.equal((await offered({ '/taxii2/': '<html>Welcome</html>' })).error, 'notJson');
  });
});

describe('Probe of an address without credentials', () => {
  const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });

  async function seen(answers: Readonly<Record<string, { status: number; body: string }>>, typed = '') {
    const server = await fakeTaxii();
    try {
      for (const path of ['/taxii2/', '/', '/x/', '/x/taxii2/']) {
        server.answers.set(path, answers[path] ?? { status: 404, body: '<p>Not found' });
      }
      const found = await probe(clientOf(server.url), server.url + typed);
      return found === undefined
        ? 'may be there'
        : [found.error.kind, ...found.requestedUrls.map((each) => each.replace(server.url, ''))];
    } finally {
      await server.close();
    }
  }

  it('accepts an open discovery, or a server that asks for credentials', async () => {
    assert.equal(await seen({ '/taxii2/': json(200, { title: 'T' }) }), 'may be there');
    assert.equal(await seen({ '/taxii2/': json(401, { title: 'No key' }) }), 'may be there');
    assert.equal(await seen({ '/taxii2/': { status: 401, body: '<p>Sign in' } }), 'may be there');
    assert.equal(await seen({ '/taxii2/': json(403, { title: 'No plan' }) }), 'may be there');
    assert.equal(await seen({ '/x/': json(401, {}) }, '/x'), 'may be there');
  });

  it('rejects a wrong address and names the URLs tried', async () => {
    assert.deepEqual(await seen({}, '/x'), ['notFound', '/x/taxii2/', '/x/']);
    assert.deepEqual(await seen({ '/x/': { status: 200, body: '<html>Welcome' } }, '/x'), [
      'notFound',
      '/x/taxii2/',
      '/x/',
    ]);
    assert.deepEqual(await seen({ '/taxii2/': json(200, { hello: 1 }) }, '/taxii2'), ['badShape', '/taxii2/']);
    assert.deepEqual(await seen({ '/taxii2/': { status: 403, body: '<p>Blocked' } }), ['badRequest', '/taxii2/']);
  });

  it('reports a server that is down', async () => {
    const server = await fakeTaxii();
    await server.close();
    const found = await probe(clientOf(server.url), server.url);
    assert.deepEqual([found?.error.kind, found?.requestedUrls.length], ['connectionRefused', 1]);
  });
});
