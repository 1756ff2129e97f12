import assert from 'node:assert/strict';
import { indicator, type Item, items, notFound, pagesOf, scripted, type Scripted } from './scripted';

const future: Item = { added: '2099-01-01T00:00:00.000Z', object: indicator('future') };

describe('Date added in the future', () => {
  let mirror: Scripted;
  let list: Item[];
  beforeEach(() => {
    mirror = scripted();
    list = [...items(250), future];
    mirror.script = pagesOf(
      () => list,
      () => mirror.now,
    );
  });
  afterEach(() => mirror.close());

  const add = (count: number): void => {
    list = [...list.slice(0, -1), ...items(count, 1, list.length - 1), future];
  };

  it('moves no watermark: later additions are received', async () => {
    const first = await mirror.sync();
    assert.equal(first.complete, true);
    assert.ok((first.state.watermark ?? '') <= '2026-01-01T00:04:09.000Z', first.state.watermark);
    for (const count of [1, 30, 250]) {
      add(count);
      const { complete, counts, full } = await mirror.sync();
      assert.deepEqual([complete, full, counts.added], [true, false, count]);
    }
    assert.equal(mirror.stored().length, list.length);
  });

  it("is measured by the server's clock, not this machine's", async () => {
    mirror.script = pagesOf(
      () => list,
      () => Date.UTC(2026, 0, 1, 0, 4, 9),
    );
    mirror.now = Date.UTC(2100, 0, 1);
    await mirror.sync();
    add(5);
    assert.equal((await mirror.sync()).counts.added, 5);
  });

  it("is measured by this machine's clock if the server sends none", async () => {
    mirror.script = pagesOf(() => list);
    await mirror.sync();
    add(5);
    assert.equal((await mirror.sync()).counts.added, 5);
  });

  it('causes a full sync each time if all objects have one', async () => {
    list = [future];
    await mirror.sync();
    list = [...items(3), future];
    assert.equal((await mirror.sync()).counts.added, 3);
  });

  it('is dropped as a stored watermark: the collection is read in full once', async () => {
    await mirror.sync();
    mirror.setMirror("watermark = '2099-01-01T00:00:00.000Z', next_after = '2098-12-31T23:59:59.999Z'");
    add(7);
    const recovered = await mirror.sync();
    assert.deepEqual([recovered.complete, recovered.full, recovered.counts.added], [true, true, 7]);
    add(2);
    const next = await mirror.sync();
    assert.deepEqual([next.complete, next.full, next.counts.added], [true, false, 2]);
  });

  it('is also dropped if the server responds with 404 to later times', async () => {
    const pages = pagesOf(() => items(250));
    mirror.script = (requested, number) => (requested.addedAfter === undefined ? pages(requested, number) : notFound);
    mirror.setMirror("watermark = '2099-01-01T00:00:00.000Z'");
    await mirror.sync();
    mirror.setMirror("watermark = '2099-01-01T00:00:00.000Z', next_after = '2099-01-01T00:00:00.000Z'");
    const { complete, full } = await mirror.sync();
    assert.deepEqual([complete, full], [true, true]);
  });

  it("keeps the server's precision, and ignores headers that aren't dates", async () => {
    list = items(250).map((item, n) => ({ ...item, added: `2026-01-01T00:00:00.${String(n).padStart(6, '0')}Z` }));
    const { state } = await mirror.sync();
    assert.equal(state.watermark, '2026-01-01T00:00:00.000249Z');
    const before = list;
    const pages = pagesOf(() => before);
    mirror.script = (requested, number) => ({ ...pages(requested, number), last: 'tomorrow' });
    const bad = await mirror.sync({ full: true });
    assert.ok(bad.state.watermark === undefined || bad.state.watermark <= '2026-01-01T00:00:00.000249Z');
    assert.doesNotMatch(bad.state.after ?? '', /tomorrow/);
  });
});
