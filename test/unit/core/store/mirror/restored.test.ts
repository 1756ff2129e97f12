import assert from 'node:assert/strict';
import { indicator, type Item, pagesOf, refused, scripted, type Scripted, undated } from '../../sync/scripted';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
const item = (second: number, object: unknown): Item => ({ added: at(second), object });

describe('Server restored from a backup', () => {
  let mirror: Scripted;
  const old = [item(0, indicator('same')), item(1, indicator('back')), item(2, indicator('other'))];
  const late = [
    item(0, indicator('same')),
    item(2, indicator('other')),
    item(3, indicator('back', 2, { revoked: true })),
    item(4, indicator('gone')),
  ];
  const serve = (list: readonly Item[]): void => {
    mirror.script = pagesOf(
      () => list,
      () => mirror.now,
    );
  };
  beforeEach(async () => {
    mirror = scripted();
    serve(late);
    await mirror.sync();
    assert.deepEqual(
      ['same', 'back', 'gone'].map((name) => mirror.isActive(name)),
      [true, false, true],
    );
  });
  afterEach(() => mirror.close());

  it('gets a full sync: earlier versions replace later ones, removed objects are retired, and later additions are received', async () => {
    serve(old);
    const { complete, counts, state } = await mirror.sync({ full: true });
    assert.deepEqual([complete, counts.changed, counts.stale], [true, 1, 1]);
    assert.deepEqual(
      ['same', 'back', 'gone'].map((name) => mirror.isActive(name)),
      [true, true, false],
    );
    assert.deepEqual(mirror.stored(), ['(gone)', 'back', 'other', 'same']);
    assert.equal(state.watermark, at(2));
    serve([...old, item(3, indicator('new'))]);
    assert.equal((await mirror.sync()).counts.added, 1);
    const retryReason = await mirror.sync({ full: true });
    assert.deepEqual([retryReason.counts.changed, retryReason.counts.added, retryReason.counts.stale], [0, 0, 0]);
  });

  it('keeps the later versions until a full sync completes', async () => {
    const pages = pagesOf(() => old);
    mirror.script = (requested, number) =>
      requested.next === undefined ? pages({ ...requested, limit: 2 }, number) : refused(403);
    const broken = await mirror.sync({ full: true });
    assert.equal(broken.complete, false);
    assert.equal(mirror.isActive('back'), false);
    serve(late);
    const { counts } = await mirror.sync({ full: true });
    assert.deepEqual([counts.changed, mirror.isActive('back')], [0, false]);
  });

  it("isn't assumed where a server sends several versions of an object", async () => {
    const versions = [item(1, indicator('back', 1)), item(1, indicator('back')), ...late];
    for (const list of [versions, versions.toReversed()]) {
      const pages = pagesOf(() => list);
      mirror.script = (requested, number) => {
        return undated(pages({ ...requested, limit: 2 }, number));
      };
      const { complete, counts } = await mirror.sync({ full: true });
      assert.deepEqual([complete, counts.changed, mirror.isActive('back')], [true, 0, false]);
    }
  });

  it('keeps the latest of the versions that it still has', async () => {
    serve([item(0, indicator('back')), item(1, indicator('back', 1, { confidence: 1 })), item(2, indicator('back'))]);
    await mirror.sync({ full: true });
    assert.match(JSON.stringify(mirror.rows('SELECT body FROM stix_object WHERE state = 0')), /2026-01-02/);
    assert.equal(mirror.isActive('back'), true);
  });

  it('restores a removed object in an earlier version', async () => {
    serve([item(0, indicator('same'))]);
    await mirror.sync({ full: true });
    assert.equal(mirror.isActive('back'), false);
    serve([item(0, indicator('same')), item(9, indicator('back'))]);
    const { full } = await mirror.sync();
    assert.deepEqual([full, mirror.isActive('back')], [false, true]);
  });

  it('is read from the start if it was restored to an empty collection', async () => {
    serve([]);
    const { complete, counts, state } = await mirror.sync({ full: true });
    assert.deepEqual([complete, counts.stale, state.watermark], [true, 4, undefined]);
    serve([item(1, indicator('first'))]);
    assert.equal((await mirror.sync()).counts.added, 1);
  });
});
