import assert from 'node:assert/strict';
import { defaultMaxBytes } from '../../../../src/core/sync/sync';
import { freeBytesBeside } from '../../../../src/core/store/sqlite/freeBytes';
import { type Answer, indicator, items, pagesOf, type Script, scripted, type Scripted } from './scripted';
import { errorText } from './errorText';

const megabyte = 1_048_576;

describe('Size limit of a mirror', () => {
  let mirror: Scripted;
  beforeEach(() => (mirror = scripted()));
  afterEach(() => mirror.close());

  /** New objects on every page, without end. */
  function endless(): Script {
    let made = 0;
    return (_asked, number): Answer => ({
      more: true,
      next: String(number),
      objects: items(100, 1, (made += 100)).map(({ object }) => object),
    });
  }
  const storedBytes = (): number =>
    Number(mirror.rows('SELECT sum(length(CAST(body AS BLOB))) AS bytes FROM stix_object')[0]?.['bytes']);
  const countedBytes = (): unknown => mirror.rows('SELECT bytes FROM mirror')[0]?.['bytes'];

  it('is 2 GB by default', () => assert.equal(defaultMaxBytes, 2_048 * megabyte));

  it('stops at endless pages of new objects, explains why, and keeps what was received', async () => {
    mirror.script = endless();
    const { complete, stop, state, counts } = await mirror.sync({ sizeLimit: { maxBytes: megabyte } });
    assert.deepEqual([complete, stop], [false, { kind: 'sizeLimit', maxBytes: megabyte }]);
    assert.deepEqual(state.error, { kind: 'sizeLimit', maxBytes: megabyte });
    const bytes = Number(countedBytes());
    assert.ok(bytes > megabyte && bytes < 1.2 * megabyte, `${bytes} bytes`);
    assert.deepEqual([state.objects, state.stale], [counts.added, 0]);
    const again = await mirror.sync({ sizeLimit: { maxBytes: megabyte } });
    assert.deepEqual([again.requests, again.stop?.kind], [0, 'sizeLimit']);
    mirror.script = pagesOf(() => items(5));
    assert.equal((await mirror.sync({ sizeLimit: { maxBytes: 2 * megabyte } })).complete, true);
  });

  it('prompts before the mirror grows beyond it, and again at the next one', async () => {
    mirror.script = endless();
    const requested: number[] = [];
    const sizeLimit = {
      maxBytes: megabyte / 2,
      confirmGrowth: (_held: unknown, maxBytes: number) => {
        requested.push(maxBytes);
        return Promise.resolve(requested.length < 3 ? maxBytes * 2 : undefined);
      },
    };
    const reported: boolean[] = [];
    const onProgress = ({ isWaitingForAnswer = false }): void => {
      if (reported.at(-1) !== isWaitingForAnswer) reported.push(isWaitingForAnswer);
    };
    const { stop } = await mirror.sync({ sizeLimit, onProgress });
    assert.deepEqual(reported, [false, true, false, true, false, true, false]);
    assert.deepEqual(requested, [megabyte / 2, megabyte, 2 * megabyte]);
    assert.deepEqual(stop, { kind: 'sizeLimit', maxBytes: 2 * megabyte });
  });

  it("ends the sync if the prompt isn't answered, or if the sync is canceled meanwhile", async () => {
    mirror.script = endless();
    const sizeLimit = { maxBytes: 10_000, confirmGrowth: () => new Promise<undefined>(() => undefined) };
    assert.equal((await mirror.sync({ sizeLimit })).stop?.kind, 'sizeLimit');
  });

  it('allows a repeated sync at the limit as long as nothing is new', async () => {
    mirror.script = pagesOf(() => items(500));
    await mirror.sync();
    const size = storedBytes();
    const { complete } = await mirror.sync({ full: true, sizeLimit: { maxBytes: size } });
    assert.equal(complete, true);
  });

  it('checks the disk before the first request and after each page', async () => {
    mirror.script = pagesOf(() => items(500));
    mirror.free = () => 100 * megabyte;
    const before = await mirror.sync();
    assert.deepEqual([before.requests, before.stop], [0, { kind: 'diskSpace', freeBytes: 100 * megabyte }]);
    assert.match(errorText(before.state), /Only 100 MB of disk space/);
    let looks = 0;
    mirror.free = () => (++looks > 3 ? 200 * megabyte : 10_000 * megabyte);
    const during = await mirror.sync();
    assert.deepEqual([during.complete, during.stop?.kind], [false, 'diskSpace']);
    assert.ok(during.state.objects >= 200 && during.state.objects < 500);
    mirror.free = undefined;
    assert.ok((freeBytesBeside(mirror.store.file) ?? 0) > 0);
    assert.equal((await mirror.sync()).complete, true);
  });

  it('counts objects as they are added, change, and are restored', async () => {
    let list = items(30);
    mirror.script = pagesOf(() => list);
    await mirror.sync();
    assert.equal(countedBytes(), storedBytes());
    list = [
      ...list,
      { added: '2026-02-01T00:00:00.000Z', object: indicator('n0003', 1, { description: 'Ä'.repeat(500) }) },
    ];
    await mirror.sync();
    assert.equal(countedBytes(), storedBytes());
    list = items(30);
    await mirror.sync({ full: true });
    assert.equal(countedBytes(), storedBytes());
  });
});
