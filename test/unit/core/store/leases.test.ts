import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { isHolderDead, newHolder, thisProcess } from '../../../../src/core/store/sqlite/leaseHolder';
import { isLeased, maxLeaseMillis, takeLease } from '../../../../src/core/store/sqlite/leases';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { storeFolder } from './builders';
import { readRequestLog } from '../../../../src/core/store/activity/requestLog';

const now = Date.UTC(2026, 0, 1);
const here = thisProcess();
/** A process that ended a moment ago. */
const ended = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('Process of a lease holder', () => {
  it('is dead once it has exited or been killed, and not before', async () => {
    assert.equal(isHolderDead(newHolder()), false);
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const holder = newHolder({ ...here, pid: child.pid ?? 0, start: '' });
    assert.equal(isHolderDead(holder), false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(isHolderDead(holder), true);
  });

  it('is another one if a process with its ID started at another time', function () {
    if (here.start === '') this.skip();
    assert.equal(isHolderDead(newHolder({ ...here, start: `${here.start}0` })), true);
  });

  it('is not considered dead on another machine, or without a process', () => {
    const pid = ended();
    assert.equal(isHolderDead(newHolder({ ...here, pid })), true);
    assert.equal(isHolderDead(newHolder({ ...here, pid, machine: 'another machine' })), false);
    for (const holder of ['', crypto.randomUUID(), 'a||b', 'a|0|b|c', `a|${'9'.repeat(20)}|b|${here.machine}`]) {
      assert.equal(isHolderDead(holder), false, holder);
    }
  });
});

describe('Leases', () => {
  const folder = storeFolder();

  const another = (): Connection => Connection.open(folder.file(), { readOnly: false, busyMillis: 0, now: () => now });

  function connection(): Connection {
    folder.open().close();
    return another();
  }

  function leaseOf(holder: string, until: number): Connection {
    const open = connection();
    open.run('INSERT INTO lease (name, holder, until) VALUES (?, ?, ?)', 'mirror:1', holder, until);
    return open;
  }

  /** Another holder takes it. */
  const take = (): boolean => {
    const open = another();
    try {
      return takeLease(open, 'mirror:1', 1_000);
    } finally {
      open.close();
    }
  };

  it('releases leases of a dead process at once', () => {
    const open = leaseOf(newHolder({ ...here, pid: ended() }), now + 60_000);
    assert.equal(isLeased(open, 'mirror:1', now), false);
    assert.equal(take(), true);
    assert.equal(isLeased(open, 'mirror:1', now), true);
    assert.equal(take(), false);
    open.close();
  });

  it('waits for the end of a lease if the process is on another machine', () => {
    const open = leaseOf(newHolder({ ...here, pid: ended(), machine: 'elsewhere' }), now + 60_000);
    assert.equal(isLeased(open, 'mirror:1', now), true);
    assert.equal(take(), false);
    open.close();
  });

  it('ignores leases that end later than any lease can, since a clock was wrong', () => {
    for (const ahead of [365 * 24 * 3_600_000, 3_600_000, maxLeaseMillis + 60_001]) {
      const open = leaseOf(newHolder(), now + ahead);
      assert.equal(isLeased(open, 'mirror:1', now), false);
      assert.equal(take(), true);
      open.run('DELETE FROM lease');
      open.close();
    }
    // The clocks of two machines that share a store are never the same.
    const open = leaseOf(newHolder(), now + maxLeaseMillis + 30_000);
    assert.equal(take(), false);
    open.close();
  });

  it('never grants more than the maximum duration', () => {
    const open = connection();
    takeLease(open, 'mirror:1', 365 * 24 * 3_600_000);
    assert.equal(open.get('SELECT until FROM lease')?.until, now + maxLeaseMillis);
    open.close();
  });

  it('shows which requests were interrupted as soon as their window is closed', () => {
    const store = folder.open();
    const holder = newHolder({ ...here, pid: ended() });
    const open = Connection.open(folder.file(), { readOnly: false, busyMillis: 0 });
    const entry = { to: 'https://intel.example', what: ['a.example'], why: 'hover', at: 1, outcome: 'pending', holder };
    open.run('INSERT INTO sent (id, at, entry) VALUES (?, ?, ?)', 'a', 1, JSON.stringify(entry));
    const lease = `sending:${holder}`;
    open.run('INSERT INTO lease (name, holder, until) VALUES (?, ?, ?)', lease, holder, Date.now() + 60_000);
    assert.deepEqual(
      store.use(readRequestLog).map(({ outcome }) => outcome),
      ['interrupted'],
    );
    open.close();
  });

  it('passes on scans at once when their worker is dead', () => {
    const store = folder.open();
    const indicator = { type: 'domain', value: 'lookups-test-1.com' } as const;
    const qid = store.scans.add({ indicator, kind: 'passive', store: false, outside: true }, 10);
    const open = Connection.open(folder.file(), { readOnly: false, busyMillis: 0 });
    const claim = (holder: string, until: number): void => {
      open.run("UPDATE scan SET state = 'processing', holder = ?, until = ?", holder, until);
    };
    claim(newHolder(), Date.now() + 10_000);
    assert.equal(store.scans.claim(10_000, true), undefined);
    claim(newHolder({ ...here, pid: ended() }), Date.now() + 10_000);
    assert.equal(store.scans.nextAt(), 0);
    assert.equal(store.scans.claim(10_000, true)?.qid, qid);
    claim(newHolder(), Date.now() + 365 * 24 * 3_600_000);
    assert.equal(store.scans.claim(10_000, true)?.qid, qid);
    open.close();
  });
});
