import assert from 'node:assert/strict';
import { exactTimestamp } from '../../../../src/core/records/exactTimestamp';
import { createService, type Service } from '../../../../src/service';
import { servedFrom } from '../../../../src/service/servedRecords';
import { importInto } from '../../../../src/service/import';
import { send, type ServiceResponse } from '../send';
import { importRecords, useStore } from '../openedStore';
import { noon, someRecord } from '../servedRecords';

interface StixObject {
  readonly id: string;
  readonly created: string;
  readonly modified: string;
}
interface Line {
  readonly id: string;
  readonly date_added: string;
  readonly version: string;
}

/** As sources write them: without a fraction, with few digits and with all. */
const written = [
  ['2024-03-01T12:00:00Z', '2024-03-02T12:00:00Z'],
  ['2024-03-01T12:00:01.5Z', '2024-03-02T12:00:01.25Z'],
  ['2024-03-01T12:00:02.000Z', '2024-03-02T12:00:02.120Z'],
  ['2024-03-01T12:00:03.123456Z', '2024-03-02T12:00:03.123450Z'],
  ['2024-03-01T12:00:04.000000Z', '2024-03-02T12:00:04.000001Z'],
] as const;

describe('TAXII timestamps', () => {
  const store = useStore();
  let service: Service;
  const get = async (path: string): Promise<ServiceResponse> =>
    send(service, `/taxii2/${path}`, { headers: { Accept: 'application/taxii+json;version=2.1' } });
  const objects = async (path: string): Promise<readonly StixObject[]> =>
    ((await get(path)).body as { objects: readonly StixObject[] }).objects;

  before(async () => {
    const came = written.map(([created, modified], n) => ({
      type: 'note',
      spec_version: '2.1',
      id: `note--${n}`,
      created,
      modified,
    }));
    // A line break would end the header.
    const broken = {
      type: 'note',
      id: 'note--broken',
      created: '2024-03-01T12:00:09\nZ',
      modified: '2024-03-01T12:00:09\nZ',
    };
    await importInto(store(), { name: 'bundle.json', text: JSON.stringify({ objects: [...came, broken] }) });
    importRecords(store(), [
      someRecord({
        iid: 1,
        risk: 'high',
        timestamps: { added: noon - 5, updated: noon + 7 },
        threats: [{ name: 'Kit', category: 'malware', risk: 'high' }],
        feeds: [{ name: 'Feed' }],
      }),
    ]);
    service = createService({ store: servedFrom(store()), tier: 'business', embedded: true });
  });

  it('are the same as in the object, in headers and in the manifest', async () => {
    const all = (await objects('api/collections/all/objects/')).filter(({ id }) => id !== 'note--broken');
    assert.ok(all.length >= 10);
    for (const { id, created, modified } of all) {
      const page = await get(`api/collections/all/objects/?match[id]=${id}`);
      assert.equal(page.headers.get('x-taxii-date-added-first'), created);
      assert.equal(page.headers.get('x-taxii-date-added-last'), created);
      const manifest = (await get(`api/collections/all/manifest/?match[id]=${id}`)).body as { objects: Line[] };
      assert.deepEqual(
        manifest.objects.map(({ date_added, version }) => [date_added, version]),
        [[created, modified]],
      );
      const versions = (await get(`api/collections/all/objects/${id}/versions/`)).body as { versions: string[] };
      assert.deepEqual(versions.versions, [modified]);
    }
  });

  it('have six fractional digits in generated objects', async () => {
    const made = (await objects('api/collections/all/objects/')).filter(({ id }) => !id.startsWith('note--'));
    const six = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
    for (const { created, modified } of made) {
      assert.match(created, six);
      assert.match(modified, six);
    }
  });

  it('refer to the object: as added_after to what follows it, as version to itself', async () => {
    for (const root of ['api', 'changes']) {
      const all = await objects(`${root}/collections/all/objects/`);
      const manifest = (await get(`${root}/collections/all/manifest/`)).body as { objects: Line[] };
      assert.deepEqual(
        manifest.objects.map(({ id }) => id),
        all.map(({ id }) => id),
      );
      for (const [at, { id, date_added: date, version }] of manifest.objects.entries()) {
        const later = await objects(`${root}/collections/all/objects/?added_after=${encodeURIComponent(date)}`);
        const expected = manifest.objects
          .slice(at + 1)
          .filter((line) => exactTimestamp(line.date_added) !== exactTimestamp(date));
        assert.deepEqual(
          later.map((object) => object.id),
          expected.map((line) => line.id),
        );
        const filter = `match[id]=${id}&match[version]=${encodeURIComponent(version)}`;
        assert.deepEqual(
          (await objects(`${root}/collections/all/objects/?${filter}`)).map((one) => one.id),
          [id],
        );
      }
    }
  });

  it('are unique and have six fractional digits in the order of changes', async () => {
    const { objects: lines } = (await get('changes/collections/all/manifest/')).body as { objects: Line[] };
    const dates = lines.map(({ date_added: date }) => date);
    assert.deepEqual(dates, [...new Set(dates)].toSorted());
    for (const date of dates) assert.match(date, /\.\d{6}Z$/);
    const page = await get('changes/collections/all/objects/?limit=3');
    assert.equal(page.headers.get('x-taxii-date-added-first'), dates[0]);
    assert.equal(page.headers.get('x-taxii-date-added-last'), dates[2]);
  });
});

describe('Unknown TAXII URLs', () => {
  const store = useStore({});
  let service: Service;
  const type = 'application/taxii+json;version=2.1';
  const status = async (method: string, path: string): Promise<ServiceResponse> =>
    send(service, `/taxii2/${path}`, {
      method,
      headers: { Accept: type, 'Content-Type': type },
      ...(method === 'POST' ? { body: '{"objects":[]}' } : {}),
    });

  before(async () => {
    await importInto(store(), { name: 'list.txt', text: 'a.example\n' });
    service = createService({ store: servedFrom(store()), tier: 'pro', embedded: true });
  });

  it('return 404 for every method', async () => {
    for (const root of ['api', 'changes']) {
      for (const [method, path] of [
        ['GET', 'collections/none/'],
        ['GET', 'collections/none/objects/'],
        ['POST', 'collections/none/objects/'],
        ['PUT', 'collections/none/objects/'],
        ['GET', 'collections/none/manifest/'],
        ['POST', 'collections/none/manifest/'],
        ['GET', 'collections/none/objects/indicator--1/'],
        ['DELETE', 'collections/none/objects/indicator--1/'],
        ['DELETE', 'collections/all/objects/indicator--1/'],
        ['POST', 'collections/all/objects/indicator--1/'],
        ['GET', 'collections/all/objects/indicator--1/versions/'],
        ['GET', 'nothing/'],
        ['POST', 'nothing/'],
        ['POST', 'collections/all/nothing/'],
      ] as const) {
        const answer = await status(method, `${root}/${path}`);
        assert.equal(answer.status, 404, `${method} ${root}/${path}`);
        assert.equal((answer.body as { http_status: string }).http_status, '404');
      }
    }
    for (const method of ['GET', 'POST', 'DELETE']) {
      assert.equal((await status(method, 'other/')).status, 404);
      assert.equal((await status(method, 'other/collections/all/objects/')).status, 404);
    }
  });

  it('are distinguished from read-only URLs and from unsupported methods', async () => {
    const one = (
      (await status('GET', 'api/collections/all/objects/?match[type]=indicator')).body as {
        objects: readonly { readonly id: string }[];
      }
    ).objects[0]?.id;
    assert.equal((await status('POST', 'api/collections/all/objects/')).status, 403);
    assert.equal((await status('DELETE', `api/collections/all/objects/${one ?? ''}/`)).status, 403);
    for (const path of ['', 'api/', 'changes/collections/', 'api/collections/all/manifest/']) {
      const { status: got, headers } = await status('PUT', path);
      assert.equal(got, 405, path);
      assert.equal(headers.get('allow'), 'GET, HEAD', path);
    }
  });
});
