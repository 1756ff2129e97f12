import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readExploreIndicators } from '../../../../src/core/api/schemas/explore';
import { readExploreThreats } from '../../../../src/core/api/schemas/exploreThreats';
import { readLinkPage } from '../../../../src/core/api/schemas/linked';
import { hasMore } from '../../../../src/core/api/schemas/rows';

const silent = (): void => undefined;

/** One of the wordings that the specification leaves open, and whether it can hold several rows. */
type Wrap = (rows: readonly object[]) => unknown;

const numbered: Wrap = (rows) => Object.fromEntries(rows.map((row, index) => [String(index), row]));

function wraps(names: readonly string[]): fc.Arbitrary<Wrap> {
  const extra = fc.constantFrom<object>({}, { total: 99 }, { count: '2', query: 'risk=high' }, { page: 0, limit: 50 });
  const list = fc.constantFrom<Wrap>((rows) => rows, numbered);
  const cased = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  );
  return fc.oneof(
    fc.constant<Wrap>((rows) => rows),
    fc
      .tuple(extra, fc.constantFrom(...names), cased, list)
      .map(([beside, name, spelled, inner]): Wrap => (rows) => ({ [spelled(name)]: inner(rows), ...beside })),
    extra.map((beside): Wrap => (rows) => ({ ...(numbered(rows) as object), ...beside })),
    fc.tuple(extra, extra).map(([outer, inner]): Wrap => (rows) => ({ data: { results: rows, ...inner }, ...outer })),
  );
}

const count = fc.integer({ min: 0, max: 12 });
const indicators = (n: number): object[] =>
  Array.from({ length: n }, (_, at) => ({
    iid: at,
    indicator: `h${at}.lookups-test-2.com`,
    risk: 'high',
    threats: [{ name: 'Example Kit' }],
  }));

describe('Rows of a response', () => {
  it('of Explore are the same whatever wraps them', () => {
    fc.assert(
      fc.property(count, wraps(['results', 'indicators', 'threats', 'data']), (n, wrap) => {
        const read = readExploreIndicators(wrap(indicators(n)), silent);
        assert.deepEqual(
          read?.rows.map(({ iid }) => iid),
          indicators(n).map((_, at) => at),
        );
        assert.equal(read.unreadable, 0);
      }),
    );
  });

  it('of Explore for threats are the same whatever wraps them', () => {
    const threats = (n: number): object[] =>
      Array.from({ length: n }, (_, tid) => ({ tid, threat: `Kit ${tid}`, risk: 'high' }));
    fc.assert(
      fc.property(count, wraps(['results', 'threats', 'data']), (n, wrap) => {
        const read = readExploreThreats(wrap(threats(n)), silent);
        assert.deepEqual([read?.rows.length, read?.unreadable], [n, 0]);
      }),
    );
  });

  it('of links are the same whatever wraps them', () => {
    fc.assert(
      fc.property(count, wraps(['results', 'links', 'indicators', 'data']), (n, wrap) => {
        const page = readLinkPage(wrap(indicators(n)), { page: 0, namesNextPage: false }, silent);
        assert.deepEqual(
          page?.relations.flatMap(({ name, links }) => links.map(({ iid }) => [name, iid])),
          indicators(n).map((_, at) => ['', at]),
        );
        assert.equal(page.unreadable, 0);
      }),
    );
  });

  it('of relations keep their names, also under results', () => {
    const relations = { 'Active DNS': indicators(2), Redirects: numbered(indicators(1)) };
    for (const body of [relations, { results: relations }, { page_current: 0, ...relations }]) {
      const page = readLinkPage(body, { page: 0, namesNextPage: false }, silent);
      assert.deepEqual(
        page?.relations.map(({ name, links }) => [name, links.length]),
        [
          ['Active DNS', 2],
          ['Redirects', 1],
        ],
      );
    }
  });

  it('are empty if there are none, in any wording', () => {
    for (const body of [
      {},
      [],
      { results: null },
      { results: {} },
      { results: [] },
      { data: [] },
      { results: { query: 'x' } },
      { total: 0 },
      { query: 'x', total: '0', results: '' },
    ]) {
      assert.deepEqual(readExploreIndicators(body, silent), { rows: [], unreadable: 0 }, JSON.stringify(body));
      assert.deepEqual(readExploreThreats(body, silent), { rows: [], unreadable: 0 }, JSON.stringify(body));
    }
  });

  it('are one where a row is in place of a list', () => {
    const [row] = indicators(1);
    assert.deepEqual(readExploreIndicators({ results: row }, silent)?.rows.length, 1);
  });

  it('are undefined if there is nothing like them', () => {
    for (const body of [{ hello: 1 }, 'text', null, 5, { results: 'text' }, { error: 'no' }]) {
      const read = readExploreIndicators(body, silent);
      assert.ok(read === undefined || (read.rows.length === 0 && read.unreadable === 1), JSON.stringify(body));
    }
  });

  it('beyond the bounds are counted', () => {
    const read = readExploreIndicators({ results: indicators(20_001) }, silent);
    assert.deepEqual([read?.rows.length, read?.unreadable], [20_000, 1]);
  });
});

describe('Response with a total', () => {
  it('has more where the total exceeds its rows', () => {
    for (const beside of [{ total: 4711 }, { Total_Results: '4' }, { hits: 4 }, { has_more: true }, { totalCount: 4 }])
      assert.equal(hasMore({ results: [1, 2, 3], ...beside }, 3), true, JSON.stringify(beside));
    for (const beside of [{}, { total: 3 }, { count: '2' }, { limit: 50 }, { more: false }, { total: 'many' }])
      assert.equal(hasMore({ results: [1, 2, 3], ...beside }, 3), false, JSON.stringify(beside));
    for (const body of [
      { data: { results: [1, 2, 3], total: 250 } },
      { Data: { items: { rows: [1, 2, 3] }, has_more: true }, total: 3 },
    ])
      assert.equal(hasMore(body, 3), true, JSON.stringify(body));
    // One row in place of a list, with a total of its own.
    const row = { indicator: 'lookups-test-1.com', links: {}, hits: 250 };
    for (const body of [{ results: row }, { data: { results: row } }, { data: { results: [row, row, row], total: 3 } }])
      assert.equal(hasMore(body, 3), false, JSON.stringify(body));
    for (const body of [[], null, 'total', 4711]) assert.equal(hasMore(body, 3), false);
  });
});
