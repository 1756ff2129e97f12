import assert from 'node:assert/strict';
import { emptyRecord } from '../../../../src/core/records/record';
import type { Statement } from '../../../../src/core/records/statement';
import { StoreError } from '../../../../src/core/store/protocol/storeError';
import { createService } from '../../../../src/service';
import { importInto } from '../../../../src/service/import';
import type { ImportStore } from '../../../../src/service/import/importStore';
import type { ServedObjects } from '../../../../src/service/servedRecords';
import { withDates } from '../../../../src/service/team/changeDates';
import { createPool, createTeam } from '../../../../src/service/team/database';
import { send } from '../send';
import { BothStores } from './bothStores';
import { withPostgres } from '../team/withPostgres';

const [sources, batches, batchSize] = [4, 6, 40];

/** Indicators of a batch in an order of its own; all sources have most of them, with the same new names. */
function batchOf(source: number, batch: number): readonly Statement[] {
  return Array.from({ length: batchSize }, (_, n) => {
    const number = (n * (source + 3) + batch * 25) % 150;
    return {
      kind: 'indicator',
      record: {
        ...emptyRecord(`h${number}.example`, 'domain'),
        risk: source % 2 === 0 ? 'high' : 'low',
        threats: [{ name: `Threat ${batch} ${n % 5}`, risk: 'high' }],
        properties: { geo: { country: [`Country ${batch} ${n % 7}`] } },
      },
    };
  });
}

async function importAll(imports: ImportStore, source: number): Promise<void> {
  const run = await imports.beginImport({ kind: 'import', name: `source ${source}` });
  for (let batch = 0; batch < batches; batch++) assert.deepEqual(await run.take(batchOf(source, batch)), []);
  await run.finish();
}

withPostgres('Several processes with one team store', () => {
  const both = BothStores.use();

  it('import other sources about the same indicators at once, as if one after the other', async function () {
    this.timeout(240_000);
    const [embedded] = both.stores();
    const processes = await Promise.all(Array.from({ length: sources }, () => both.another()));
    // The order of sources is the same.
    for (const [source, process] of processes.entries())
      for (const imports of [embedded.imports, process.imports()])
        await imports.beginImport({ kind: 'import', name: `source ${source}` });
    for (let source = 0; source < sources; source++) await importAll(embedded.imports, source);
    await Promise.all(processes.map((process, source) => importAll(process.imports(), source)));
    for (const process of processes) await process.close();
    await both.sameRecords();
  });

  it('import one source one after the other', async () => {
    const other = await both.another();
    const input = (lines: number) => ({
      text: Array.from({ length: lines }, (_, n) => `n${n}.example`).join('\n'),
      name: 'list.txt',
    });
    const [first, second] = [both.teamStore.imports(), other.imports()];
    assert.equal(await first.reserve('list.txt'), true);
    await assert.rejects(
      importInto(second, input(3)),
      (error) => error instanceof StoreError && error.problem.kind === 'locked',
    );
    let waited = 0;
    const waiting = importInto(second, input(3), { onBusy: () => waited++ });
    await first.release('list.txt');
    assert.equal((await waiting).indicators.added, 3);
    assert.equal((await importInto(first, input(5))).indicators.added, 2);
    assert.ok(waited <= 1);
    await other.close();
  });

  it('serve changes only up to those of a writer that is not finished', async () => {
    const team = createTeam(createPool(both.address));
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    const writing = withDates(team, { now: both.now, count: 10 }, () => {
      begin(undefined);
      return ended;
    });
    await begun;
    await importInto(both.teamStore.imports(), { text: 'later.example', name: 'list.txt' }, { now: () => both.now });
    const { stix } = both.teamStore.records;
    assert.ok(stix !== undefined);
    const sources = (await stix.sources('changed')).map(({ id }) => id);
    const served = async (order: 'created' | 'changed'): Promise<readonly string[]> =>
      (await stix.page(sources, { order, limit: 10, until: await stix.changedUntil() })).entries.map(
        ({ kind }) => kind,
      );
    assert.deepEqual(await served('created'), ['identity', 'extension', 'indicator']);
    assert.deepEqual(await served('changed'), []);
    end(undefined);
    await writing;
    assert.deepEqual(await served('changed'), ['identity', 'extension', 'indicator']);
    await team.destroy();
  });

  it('serve all changes, also where a source is added after the list of sources was read', async () => {
    for (const { name, imports, read } of both.stores()) {
      const { stix } = read;
      assert.ok(stix !== undefined);
      const importList = (value: string, list: string): Promise<unknown> =>
        importInto(imports, { text: value, name: list }, { now: () => both.now });
      await importList('before.example', 'old.txt');
      let meanwhile = async (): Promise<void> => {
        await importList('first.example', 'new.txt');
        await importList('before.example\nsecond.example', 'old.txt');
      };
      const raced: ServedObjects = {
        ...stix,
        sources: async (order) => {
          const sources = await stix.sources(order);
          await meanwhile();
          meanwhile = () => Promise.resolve();
          return sources;
        },
      };
      const service = createService({ store: { ...read, stix: raced }, tier: 'business', embedded: true });
      const found: unknown[] = [];
      let query = '';
      for (let request = 0; request < 3; request++) {
        const { body, headers } = await send(service, `/taxii2/changes/collections/all/objects/${query}`, {
          headers: { Accept: 'application/taxii+json;version=2.1' },
        });
        const { objects = [] } = body as { readonly objects?: readonly { readonly name?: unknown }[] };
        found.push(...objects.map((object) => object.name));
        const last = headers.get('X-TAXII-Date-Added-Last');
        if (last !== null) query = `?added_after=${last}`;
      }
      for (const value of ['before.example', 'first.example', 'second.example'])
        assert.ok(found.includes(value), `${name}: ${value} is missing in ${JSON.stringify(found)}`);
    }
  });

  it('date changes without repetition', async () => {
    const others = await Promise.all([both.another(), both.another()]);
    await Promise.all([both.teamStore, ...others].map((store, source) => importAll(store.imports(), source)));
    for (const other of others) await other.close();
    const client = await both.client();
    const { rows } = await client.query<{ dates: string; all: string }>(
      'SELECT count(DISTINCT date_added) AS dates, count(*) AS all FROM statement WHERE date_added IS NOT NULL',
    );
    await client.end();
    assert.equal(rows[0]?.dates, rows[0]?.all);
    assert.ok(Number(rows[0]?.all) > 100);
  });
});
