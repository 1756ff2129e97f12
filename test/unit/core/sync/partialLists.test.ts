import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { Gateway } from '../../../../src/core/api';
import { lookupKey } from '../../../../src/core/indicators';
import { fetchList } from '../../../../src/core/sync/list';
import { fetchListFiles } from '../../../../src/core/sync/listFetch';
import { syncErrorMessage } from '../../../../src/core/sync/strings';
import { openStore, type Store } from '../../../../src/core/store/store';
import { refreshList } from '../../../../src/service/import/refreshList';

const count = 1_000;
const whole = Buffer.from(Array.from({ length: count }, (_, at) => `lookups-test-${at}.com\n`).join(''));
const part = (body: Buffer): Buffer => body.subarray(0, Math.floor(body.length * 0.15));

function answer(headers: readonly string[], body: Buffer, status = '200 OK'): Buffer {
  return Buffer.concat([Buffer.from([`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')), body]);
}

const ofLength = (body: Buffer, length = body.length, more: readonly string[] = []): Buffer =>
  answer([`Content-Length: ${length}`, 'Connection: close', ...more], body);
const compressed = (coding: string, body: Buffer): Buffer =>
  ofLength(body, body.length, [`Content-Encoding: ${coding}`]);
const chunk = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
const chunked = (...bodies: readonly Buffer[]): Buffer =>
  answer(['Transfer-Encoding: chunked', 'Connection: close'], Buffer.concat(bodies));
const signIn = Buffer.from(
  '\n<!-- portal -->\n<html><title>Sign in</title><a href="https://lookups-test-9.com/">Help</a>',
);

/** Answers of a server in place of the whole list. */
const broken: Readonly<Record<string, Buffer>> = {
  'a part, as 206': answer(
    [`Content-Length: ${part(whole).length}`, `Content-Range: bytes 0-${part(whole).length - 1}/${whole.length}`],
    part(whole),
    '206 Partial Content',
  ),
  'all of it, as 206': answer([`Content-Length: ${whole.length}`, 'Connection: close'], whole, '206 Partial Content'),
  'less than it announced': ofLength(part(whole), whole.length),
  'more than it announced': ofLength(whole, part(whole).length),
  'chunks without an end': chunked(chunk(part(whole))),
  'a chunk without its end': chunked(chunk(whole).subarray(0, 6_000)),
  'bytes after the last chunk': chunked(chunk(part(whole)), Buffer.from('0\r\n\r\n'), whole),
  'cut gzip': compressed('gzip', part(zlib.gzipSync(whole))),
  'cut brotli': compressed('br', part(zlib.brotliCompressSync(whole))),
  'cut deflate': compressed('deflate', part(zlib.deflateSync(whole))),
  'cut raw deflate': compressed('deflate', part(zlib.deflateRawSync(whole))),
  'gzip and other bytes': compressed('gzip', Buffer.concat([zlib.gzipSync(part(whole)), Buffer.from('other')])),
  nothing: ofLength(Buffer.alloc(0)),
  'white space': ofLength(Buffer.from('\r\n \r\n')),
  'a sign-in page': ofLength(signIn),
  'a much smaller list': ofLength(whole.subarray(0, whole.indexOf('lookups-test-400.com'))),
};

/** Answers with the whole list, in all forms of transfer. */
const complete: Readonly<Record<string, Buffer>> = {
  'with its length': ofLength(whole),
  'in chunks': chunked(chunk(part(whole)), chunk(whole.subarray(part(whole).length)), Buffer.from('0\r\n\r\n')),
  'until the connection ends': answer(['Connection: close'], whole),
  'in gzip': compressed('gzip', zlib.gzipSync(whole)),
  'in gzip of several members': compressed(
    'gzip',
    Buffer.concat([zlib.gzipSync(part(whole)), zlib.gzipSync(whole.subarray(part(whole).length))]),
  ),
  'in brotli': compressed('br', zlib.brotliCompressSync(whole)),
  'in deflate': compressed('deflate', zlib.deflateSync(whole)),
};
const gzipMembers = Buffer.concat([zlib.gzipSync(part(whole)), zlib.gzipSync(whole.subarray(part(whole).length))]);

describe('A list that arrives in part', () => {
  let folder = '';
  let store: Store;
  let server: Server;
  let reply = ofLength(whole);
  let requested = '';
  let url = '';

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'partial-lists-'));
    store = openStore(join(folder, 'store.db'));
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        requested = data.toString();
        socket.end(reply);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    url = `http://127.0.0.1:${address.port}`;
    reply = ofLength(whole);
  });
  afterEach(async () => {
    store.close();
    server.close();
    await once(server, 'close');
    rmSync(folder, { recursive: true, force: true });
  });

  async function sync() {
    const list = { address: `${url}/list.txt`, title: 'Names', signIn: { kind: 'none' } } as const;
    const gateway = new Gateway({
      fetch: (target, init) => fetch(target, init),
      baseUrl: url,
      key: () => Promise.resolve(undefined),
      now: Date.now,
      userAgent: 'tests',
      limits: { retryMillis: 1 },
    });
    const [mirror] = store.mirrors.list();
    const request = (address: string) => fetchList(gateway, address, {});
    const fetched = await fetchListFiles(list, mirror?.fetched, { request });
    assert.ok(fetched.kind !== 'unchanged');
    const { address, title } = list;
    const found = fetched.kind === 'failed' ? { error: fetched.error } : fetched.fetched;
    const refreshed = await refreshList(store, { address, title, ...found });
    assert.ok(refreshed.busy !== true);
    return refreshed.account;
  }

  const isKnown = (value: string): boolean => store.byKey(lookupKey({ type: 'domain', value }))?.retired === false;

  it('asks for it without compression, so that its length says whether all of it came', async () => {
    await sync();
    assert.match(requested, /^accept-encoding: identity\r$/im);
  });

  for (const [name, bytes] of Object.entries(broken)) {
    it(`keeps what was known, and says why, after ${name}`, async () => {
      await sync();
      reply = bytes;
      const { state, counts } = await sync();
      assert.ok(state.error !== undefined, 'it was taken as the whole list');
      assert.equal(counts.stale, 0);
      assert.deepEqual([isKnown('lookups-test-0.com'), isKnown(`lookups-test-${count - 1}.com`)], [true, true]);
      assert.equal(isKnown('lookups-test-9.com'), true);
      assert.match(syncErrorMessage(state.error, state), /Earlier entries were kept\.$/);
      reply = ofLength(whole);
      assert.equal((await sync()).state.error, undefined);
    });
  }

  for (const [name, bytes] of Object.entries(complete)) {
    it(`is read whole if it comes ${name}`, async () => {
      await sync();
      reply = bytes;
      const { state, counts } = await sync();
      assert.deepEqual([state.error, counts.unchanged, counts.stale], [undefined, count, 0]);
    });
  }

  it('keeps what was known after a file that ends within its compressed data', async () => {
    reply = ofLength(gzipMembers);
    assert.equal((await sync()).counts.added, count);
    reply = ofLength(gzipMembers.subarray(0, -200));
    const { state, counts } = await sync();
    assert.deepEqual([state.error?.kind, counts.stale], ['incompleteList', 0]);
    assert.equal(isKnown(`lookups-test-${count - 1}.com`), true);
    reply = ofLength(zlib.gzipSync(whole).subarray(0, 1_500));
    assert.equal((await sync()).state.error?.kind, 'incompleteList');
    assert.equal(isKnown(`lookups-test-${count - 1}.com`), true);
  });

  it('says how much came of how much', () => {
    const error = { kind: 'partial', detail: '', bytes: { received: 11_533, announced: 76_890 } } as const;
    const failed = { kind: 'request', host: 'lists.example', error, context: { part: 'list' } } as const;
    assert.equal(syncErrorMessage(failed), 'lists.example sent only 11.3 kB of 75.1 kB.');
  });
});
