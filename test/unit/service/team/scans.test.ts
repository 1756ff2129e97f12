import assert from 'node:assert/strict';
import pg from 'pg';
import { parseIndicator } from '../../../../src/core/indicators';
import type { ScanRow } from '../../../../src/core/store/activity/scanQueue';
import type { Enricher } from '../../../../src/service/scans/enricher';
import { openTeamStore, type TeamStore } from '../../../../src/service/team';
import type { TeamScans } from '../../../../src/service/team/scans';
import { eventually } from '../../../editor/helpers/waiting';
import { newTeamDatabase } from '../../../harness/postgres';
import { anEnrichment, enriching, gate } from '../scanning';
import { withPostgres } from './withPostgres';

withPostgres('Scans of a team', () => {
  let address = '';
  let store: TeamStore;
  const opened: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    address = await newTeamDatabase();
    store = await openTeamStore(address);
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await store.close();
  });

  const onError = (error: unknown): void => assert.fail(String(error));

  /** The scans of one process; `team`: a store of its own. */
  async function process(enricher: Enricher, mode: 'off' | 'passive' | 'active' = 'passive'): Promise<TeamScans> {
    const team = await openTeamStore(address);
    const scans = await team.scans({ enricher, settings: { mode }, onError });
    opened.push(scans, team);
    return scans;
  }

  const submit = async (scans: TeamScans, value: string, by = 'Ana'): Promise<number> => {
    const indicator = parseIndicator(value);
    assert.ok(indicator);
    const qid = await scans.submit({ indicator, kind: 'passive', store: true }, { outside: true, by });
    assert.ok(qid !== 'full');
    return qid;
  };

  const ended = async (scans: TeamScans, qid: number): Promise<ScanRow> => {
    let scan: ScanRow | undefined;
    await eventually(async () => {
      scan = await scans.find(qid, 'Ana');
      return scan?.state === 'done' || scan?.state === 'failed';
    }, 'the end of the scan');
    assert.ok(scan);
    return scan;
  };

  it('store what they found, for everybody', async () => {
    const scans = await process(
      enriching(() =>
        anEnrichment({
          properties: { dns: { A: ['192.0.2.1'] } },
          redirects: ['https://lookups-test-next.com/'],
          facts: { resolves: true },
        }),
      ),
    );
    await scans.start();
    const scan = await ended(scans, await submit(scans, 'lookups-test-bad.com'));
    assert.ok(scan.state === 'done', JSON.stringify(scan));
    const [record] = await store.records.byKeys(['lookups-test-bad.com']);
    assert.ok(record?.iid !== undefined);
    assert.equal(scan.record.iid, record.iid);
    assert.equal(scan.record.qid, scan.qid);
    assert.equal(record.submissions, 1);
    assert.deepEqual(record.properties, scan.record.properties);
    assert.equal((await store.records.foundValues(record.iid)).length, 1);
    const again = await ended(scans, await submit(scans, 'lookups-test-bad.com'));
    assert.ok(again.state === 'done');
    assert.equal(again.record.submissions, 2);
  });

  it('are seen only by who submitted them', async () => {
    const scans = await process(enriching(() => anEnrichment()));
    const qid = await submit(scans, 'lookups-test-bad.com');
    assert.equal((await scans.find(qid, 'Ana'))?.state, 'queued');
    assert.equal(await scans.find(qid, 'Ben'), undefined);
    assert.equal(await scans.find(qid, undefined), undefined);
  });

  it('run once in several processes, also those that another one accepted', async () => {
    const enricher = enriching(() => anEnrichment());
    const [first, ...others] = await Promise.all([process(enricher), process(enricher), process(enricher)]);
    assert.ok(first);
    const values = Array.from({ length: 12 }, (_, number) => `lookups-test-${number}.com`);
    const qids = await Promise.all(values.map((value) => submit(first, value)));
    for (const scans of others) await scans.start();
    for (const qid of qids) assert.equal((await ended(first, qid)).state, 'done');
    assert.deepEqual(enricher.requested.map(({ value }) => value).toSorted(), values.toSorted());
    const records = await store.records.byKeys(values);
    assert.deepEqual(new Set(records.map(({ submissions }) => submissions)), new Set([1]));
    assert.equal(records.length, values.length);
  });

  it('that need other servers are left to processes that may ask them', async () => {
    const [asked, refused] = [enriching(() => anEnrichment()), enriching(() => assert.fail('may not ask'))];
    const [outside, inside] = [await process(asked), await process(refused, 'off')];
    await inside.start();
    const qid = await submit(outside, 'lookups-test-bad.com');
    const stored = await ended(inside, await submit(inside, 'lookups-test-other.com'));
    assert.ok(stored.state === 'done');
    assert.match(stored.message, /external lookups are turned off/);
    assert.equal((await outside.find(qid, 'Ana'))?.state, 'queued');
    await outside.start();
    assert.equal((await ended(outside, qid)).state, 'done');
    assert.equal(asked.requested.length, 1);
  });

  it('go back into the queue when their process closes, and fail with the reason', async () => {
    const started = gate();
    const enricher = enriching((_, { signal, onStage }) => {
      onStage('Asking name servers');
      started.open();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const closing = await process(enricher);
    await closing.start();
    const qid = await submit(closing, 'lookups-test-bad.com');
    await started.opened;
    await eventually(async () => {
      const scan = await closing.find(qid, 'Ana');
      return scan?.state === 'processing' && scan.stage === 'Asking name servers';
    }, 'the stage');
    await closing.close();
    assert.equal((await closing.find(qid, 'Ana'))?.state, 'queued');
    assert.equal(enricher.requested.length, 1, 'the closing process took the scan again');
    const failing = await process(enriching(() => Promise.reject(new Error('nobody\0 answers'))));
    await failing.start();
    const scan = await ended(failing, qid);
    assert.ok(scan.state === 'failed');
    assert.equal(scan.message, 'The scan failed: nobody answers');
    assert.equal((await store.records.byKeys(['lookups-test-bad.com'])).length, 0);
  });

  it('are written once, although two processes run the same', async () => {
    const held = gate();
    const scans = await process(
      enriching(async () => {
        await held.opened;
        return anEnrichment();
      }),
    );
    await scans.start();
    const qid = await submit(scans, 'lookups-test-bad.com');
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await eventually(async () => (await scans.find(qid, 'Ana'))?.state === 'processing', 'the start');
    // As if the process had seemed to be dead.
    await client.query(
      `INSERT INTO queue.job (name, data, policy, retry_limit) SELECT name, data, policy, retry_limit FROM queue.job WHERE data->>'qid' = $1`,
      [String(qid)],
    );
    await client.query(`SELECT 1`);
    await eventually(async () => {
      const { rows } = await client.query(`SELECT 1 FROM queue.job WHERE name = 'scan_outside' AND state = 'active'`);
      return rows.length === 2;
    }, 'two that run it');
    held.open();
    await eventually(async () => {
      const { rows } = await client.query(`SELECT 1 FROM queue.job WHERE state = 'completed'`);
      return rows.length === 2;
    }, 'the end of both');
    await client.end();
    assert.equal((await store.records.byKeys(['lookups-test-bad.com']))[0]?.submissions, 1);
  });
});
