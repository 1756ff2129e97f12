import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../../../src/core/store/store';
import { createService } from '../../../../src/service';
import { servedFrom } from '../../../../src/service/servedRecords';
import { importInto } from '../../../../src/service/import';
import { noon, someRecord } from '../servedRecords';

interface Page {
  readonly more: boolean;
  readonly next?: string;
  readonly objects: readonly { readonly id: string; readonly created?: string }[];
}

/** Few moments, so that there are many ties; some lie between two milliseconds. */
const timestamp = fc.nat({ max: 5 }).map((n) => `2024-03-01T12:00:00.00${n >> 1}${n % 2 === 0 ? '' : '500'}Z`);
const objects = fc.array(fc.record({ created: fc.option(timestamp, { nil: undefined }) }), { maxLength: 25 });
const records = fc.array(fc.record({ added: fc.nat({ max: 2 }), threats: fc.subarray(['Kit', 'Crew', 'Run']) }), {
  maxLength: 12,
});

describe('Pages of a TAXII collection', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'paging-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function filled(
    store: Store,
    bundles: readonly (readonly { readonly created: string | undefined }[])[],
    made: readonly { readonly added: number; readonly threats: readonly string[] }[],
  ): Promise<void> {
    for (const [at, bundle] of bundles.entries()) {
      // Two bundles share half of their ids.
      const listed = bundle.map((object, n) => ({ type: 'note', id: `note--${at * 10 + n}`, ...object }));
      await importInto(store, { name: `bundle-${at}.json`, text: JSON.stringify({ objects: listed }) });
    }
    const run = store.beginImport({ kind: 'import', name: 'list.csv' });
    run.take(
      made.map(({ added, threats }, n) => ({
        kind: 'indicator',
        record: someRecord({
          iid: n,
          timestamps: { added: noon + added },
          threats: threats.map((name) => ({ name, risk: 'high' })),
        }),
      })),
    );
    run.finish();
  }

  it('contain every object exactly once, in order, whatever the equal timestamps and the limit', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(objects, objects),
        records,
        fc.integer({ min: 1, max: 12 }),
        async (some, made, limit) => {
          const store = openStore(join(folder, `${number++}.db`), { now: () => noon });
          try {
            await filled(store, some, made);
            const service = createService({ store: servedFrom(store), tier: 'pro', embedded: true });
            const ask = async (query: Readonly<Record<string, string>>): Promise<Page> => {
              const path = `/taxii2/api/collections/all/objects/?${new URLSearchParams(query).toString()}`;
              const headers = { Accept: 'application/taxii+json;version=2.1' };
              return (await (await service(new Request(`http://localhost${path}`, { headers }))).json()) as Page;
            };
            const whole = (await ask({})).objects;
            const paged: Page['objects'][number][] = [];
            for (let next: string | undefined = ''; next !== undefined;) {
              const page: Page = await ask({ limit: String(limit), ...(next === '' ? {} : { next }) });
              assert.ok(page.objects.length === limit || !page.more);
              assert.equal(page.next !== undefined, page.more);
              paged.push(...page.objects);
              next = page.next;
            }
            assert.deepEqual(paged, whole);
            const ids = whole.map(({ id }) => id);
            assert.equal(new Set(ids).size, ids.length);
            const notes = new Set(some.flatMap((bundle, at) => bundle.map((_, n) => `note--${at * 10 + n}`)));
            assert.equal(ids.filter((id) => id.startsWith('note--')).length, notes.size);
            assert.equal(ids.filter((id) => id.startsWith('indicator--')).length, made.length);
            const relationships = made.reduce((sum, { threats }) => sum + threats.length, 0);
            assert.equal(ids.filter((id) => id.startsWith('relationship--')).length, relationships);
            const timestamps = whole.flatMap(({ created }) =>
              created === undefined ? [] : [created.replace('Z', '000')],
            );
            assert.deepEqual(
              timestamps,
              timestamps.toSorted((a, b) =>
                a.slice(0, 26) < b.slice(0, 26) ? -1 : a.slice(0, 26) > b.slice(0, 26) ? 1 : 0,
              ),
            );
          } finally {
            store.close();
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
