import assert from 'node:assert/strict';
import type { Scan } from '../../../../src/core/scans';
import { ScanList } from '../../../../src/core/scans/scanList';
import { domain } from './fakes';

const scan = (id: string): Scan => ({
  id,
  at: 1,
  changed: 1,
  indicator: domain(1),
  sent: domain(1),
  kind: 'passive',
  store: false,
  address: 'https://lookups-test-1.com',
  host: 'lookups-test-1.com',
  remote: true,
  progress: { kind: 'canceled', sent: false },
});

describe('The list of scans', () => {
  const stored = new Map<string, Scan>();
  let answer = (): void => undefined;
  let list: ScanList;
  beforeEach(async () => {
    stored.clear();
    list = new ScanList(
      {
        // Takes the stored scans when the list is read, and delivers them when the test calls `answer`.
        list: () => {
          const found = [...stored.values()];
          return new Promise((resolve) => (answer = () => resolve(found)));
        },
        save: (scans) => {
          for (const each of scans) stored.set(each.id, each);
          return Promise.resolve();
        },
        remove: (ids) => {
          for (const id of ids) stored.delete(id);
          return Promise.resolve();
        },
        lease: () => Promise.resolve(true),
      },
      () => 1,
    );
    await list.put(scan('first'));
  });
  const ids = (): readonly string[] => list.list().map(({ id }) => id);
  const isRead = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('keeps scans that are added while it is read', async () => {
    const reading = list.reload(new Set());
    await isRead();
    await list.put(scan('second'));
    answer();
    await reading;
    assert.deepEqual(ids(), ['first', 'second']);
  });

  it('keeps scans that are added right before it is read', async () => {
    const saved = list.put(scan('second'));
    const reading = list.reload(new Set());
    const another = list.put(scan('third'));
    await Promise.all([saved, another]);
    await isRead();
    answer();
    await reading;
    assert.deepEqual(ids(), ['first', 'second', 'third']);
  });

  it("doesn't bring back scans that are removed while it is read", async () => {
    const reading = list.reload(new Set());
    await isRead();
    await list.remove(['first']);
    answer();
    await reading;
    assert.deepEqual(ids(), []);
  });

  it('drops scans that another window has removed', async () => {
    stored.delete('first');
    const reading = list.reload(new Set());
    await isRead();
    answer();
    await reading;
    assert.deepEqual(ids(), []);
  });
});
