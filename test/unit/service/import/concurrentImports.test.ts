import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { openStore, type Store } from '../../../../src/core/store/store';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { importInto } from '../../../../src/service/import';
import { storeFolder } from '../../core/store/builders';
import { takeLease } from '../../../../src/core/store/sqlite/leases';

const list = (name: string, count: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(Array.from({ length: count }, (_, n) => `${name}${n}.example\n`).join(''));

describe('Import while another process writes to the store', () => {
  const folder = storeFolder();
  let store: Store;
  let other: Connection;

  beforeEach(() => {
    folder.open();
    // One try waits a moment alone, in place of seconds.
    store = openStore(folder.file(), { busyMillis: 1 });
    other = Connection.open(folder.file(), { readOnly: false, busyMillis: 1_000 });
  });
  afterEach(() => {
    other.close();
    store.close();
  });

  it('waits for the other transactions, and imports everything', async () => {
    let isHeld = false;
    let held = 0;
    const ending = new AbortController();
    const hold = async (): Promise<void> => {
      // In the other's gaps the import comes to write, now and then.
      for (let turn = 0; !ending.signal.aborted; turn++) {
        if (!isHeld && turn % 3 === 0) {
          other.exec('BEGIN IMMEDIATE');
          isHeld = true;
          held++;
        } else if (isHeld && turn % 3 === 2) {
          other.exec('COMMIT');
          isHeld = false;
        }
        for (let n = 0; n < 50; n++) await setImmediate();
      }
      if (isHeld) other.exec('COMMIT');
    };
    const holding = hold();
    const account = await importInto(store, { name: 'a.txt', bytes: list('a', 20_000) });
    ending.abort();
    await holding;
    assert.deepEqual([account.complete, account.indicators.added], [true, 20_000]);
    assert.ok(held > 1, String(held));
    assert.equal(
      store.use((c) => takeLease(c, 'import:a.txt', 1)),
      true,
    );
  });

  it('ends at once when it is canceled while waiting', async () => {
    other.exec('BEGIN IMMEDIATE');
    const ending = new AbortController();
    const going = importInto(store, { name: 'a.txt', bytes: list('a', 10) }, { signal: ending.signal });
    await setImmediate();
    ending.abort();
    await assert.rejects(going, /locked/);
    other.exec('COMMIT');
  });

  it('waits for another import of the same source on request', async () => {
    const second = openStore(folder.file(), { busyMillis: 1 });
    try {
      const first = importInto(store, { name: 'same.txt', bytes: list('a', 9_000) });
      let reported = 0;
      const onBusy = (): void => {
        reported++;
      };
      const next = await importInto(second, { name: 'same.txt', bytes: list('b', 10) }, { onBusy });
      assert.deepEqual([(await first).complete, next.complete, next.indicators.added, reported], [true, true, 10, 1]);
    } finally {
      second.close();
    }
  });
});
