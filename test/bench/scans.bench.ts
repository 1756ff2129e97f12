import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../src/core/store/store';
import { createService } from '../../src/service';
import { servedFrom } from '../../src/service/servedRecords';
import { ScanQueue } from '../../src/service/scans/queue';
import { formatRatio, type Bench, formatCount, type Row, withTempFolder } from './measure';
import { valueAt, createWarmStore } from './warmStore';

const scans = 10_000;
const megabyte = 1024 * 1024;

/** Scans per minute of a queue that only stores its rows: one insert and one update, each a transaction. */
function bareQueue(file: string): number {
  const db = new DatabaseSync(file);
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE q (id INTEGER PRIMARY KEY, value, state)',
  );
  const insert = db.prepare("INSERT INTO q (value, state) VALUES (?, 'queued')");
  const update = db.prepare("UPDATE q SET state = 'done' WHERE id = ?");
  const startedAt = performance.now();
  for (let i = 0; i < scans; i++) insert.run(valueAt(i));
  for (let i = 1; i <= scans; i++) update.run(i);
  const perMinute = scans / ((performance.now() - startedAt) / 60_000);
  db.close();
  return perMinute;
}

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const store = openStore(await createWarmStore(folder));
    const queue = new ScanQueue({ store });
    const service = createService({ store: servedFrom(store), scans: queue, tier: 'business', embedded: true });
    const before = process.memoryUsage().rss;
    const startedAt = performance.now();
    for (let i = 0; i < scans; i++) {
      const address = `http://localhost/api/analyze.php?value=${valueAt(i * 17)}`;
      const answer = await service(new Request(address, { method: 'POST' }));
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    }
    const waiting = Math.max(0, process.memoryUsage().rss - before) / megabyte;
    await queue.idle();
    const perMinute = scans / ((performance.now() - startedAt) / 60_000);
    if (store.scans.nextAt() !== undefined) throw new Error('scans are left in the queue');
    await queue.close();
    store.close();
    const bare = bareQueue(join(folder, 'bare.sqlite'));
    const peer = `plain node:sqlite table, one insert and one update per scan: ${formatCount(bare)} per minute`;
    return [
      {
        what: `${formatCount(scans)} scans, from submission to completion`,
        figure: `${formatCount(perMinute)} per minute`,
        peer,
        ratio: formatRatio(perMinute, bare),
      },
      {
        what: `memory with ${formatCount(scans)} submitted scans`,
        figure: `${waiting.toFixed(0)} MB more`,
        peer: 'none; the queue is in the database',
        ratio: '',
      },
    ];
  });
}

export const bench: Bench = {
  title: 'Scan queue of the local service',
  how: `\`analyze.php\` in process with a store of 100,000 indicators and without external sources: submit, claim, score, write.`,
  run,
};
