import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { createGzip, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { stixLines, stixChunks } from '../../../../src/core/results';
import { emptyRecord } from '../../../../src/core/records/record';
import type { Store } from '../../../../src/core/store/store';
import { importInto } from '../../../../src/service/import';
import { openParts } from '../../../../src/service/files/parts';
import { storeFolder } from '../../core/store/builders';
import { isJsonLines, JsonLines } from '../../../../src/service/import/stix';

const indicator = (n: number): object => ({
  type: 'indicator',
  spec_version: '2.1',
  id: `indicator--00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  created: '2026-01-01T00:00:00Z',
  modified: '2026-01-01T00:00:00Z',
  valid_from: '2026-01-01T00:00:00Z',
  pattern: `[domain-name:value = 'n${n}.example']`,
  pattern_type: 'stix',
});
const objects = Array.from({ length: 500 }, (_, n) => indicator(n));
const bundle = JSON.stringify({ type: 'bundle', id: 'bundle--00000000-0000-4000-8000-000000000000', objects });
const lines = objects.map((object) => JSON.stringify(object)).join('\n');

describe('Import of compressed files and JSON lines', () => {
  const folder = storeFolder();
  const ids = (store: Store): readonly string[] => {
    const sources = store.stix.sources().map(({ id }) => id);
    return store.stix
      .page(sources, { limit: 5_000 })
      .entries.map((entry) => (entry.kind === 'original' ? entry.id : ''));
  };
  const take = (bytes: Uint8Array | string, name = 'feed') =>
    importInto(folder.open(), typeof bytes === 'string' ? { text: bytes, name } : { bytes, name });

  it('gives the same as the plain bundle, object by object', async () => {
    const plain = folder.open();
    await importInto(plain, { text: bundle, name: 'plain' });
    const wanted = ids(plain);
    assert.equal(wanted.length, objects.length);
    plain.clear(['imports']);
    const halves = [objects.slice(0, 200), objects.slice(200)].map((each) =>
      JSON.stringify({ type: 'bundle', objects: each }),
    );
    for (const [name, input] of Object.entries({
      gzip: gzipSync(bundle),
      lines,
      'lines with spaces and CRLF': `\uFEFF${lines.replaceAll('\n', '\r\n\r\n')}\r\n`,
      'compressed lines': gzipSync(lines),
      'a bundle a line': halves.join('\n'),
      'a TAXII page a line':
        JSON.stringify({ more: true, next: 'x', objects: objects.slice(0, 9) }) +
        `\n${JSON.stringify({ objects: objects.slice(9) })}\n`,
      'two members of gzip': Buffer.concat([gzipSync(lines.slice(0, 7_000)), gzipSync(lines.slice(7_000))]),
    })) {
      const store = folder.open();
      const account = await importInto(
        store,
        typeof input === 'string' ? { text: input, name } : { bytes: input, name },
      );
      assert.deepEqual([account.complete, account.failure, account.format], [true, undefined, 'stix'], name);
      assert.deepEqual(ids(store), wanted, name);
      store.clear(['imports']);
    }
  });

  it('reads lists, tables, and files on disk', async () => {
    const store = folder.open();
    const file = join(dirname(folder.file()), 'list.txt.gz');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gzipSync('a.example\n192.0.2.1\n'));
    const account = await importInto(store, { path: file, name: 'list.txt.gz' });
    assert.equal(account.indicators.added, 2);
    assert.equal((await take(gzipSync('indicator,risk\nb.example,high\n'))).indicators.added, 1);
  });

  it('skips an invalid line and reads the others', async () => {
    const account = await take(
      `${JSON.stringify(indicator(1))}\n{"type":"indicator",\n${JSON.stringify(indicator(2))}\n`,
    );
    assert.deepEqual([account.complete, account.indicators.added, account.objects], [true, 2, 3]);
    assert.deepEqual(account.skipped[0]?.reason, { kind: 'invalidJson' });
  });

  it('keeps what comes before the end of a truncated or corrupted file, and reports it', async () => {
    const whole = gzipSync(
      Buffer.from(Array.from({ length: 20_000 }, (_, n) => `n${n}-${(n * 7919) % 100_003}.example`).join('\n')),
    );
    const cut = await take(whole.subarray(0, whole.length - 2_000));
    assert.equal(cut.complete, false);
    assert.equal(cut.failure?.kind, 'truncated');
    const damaged = Buffer.from(whole);
    damaged.fill(0, damaged.length >> 1, (damaged.length >> 1) + 64);
    const broken = await take(damaged);
    assert.equal(broken.complete, false);
    assert.match(broken.failure?.kind ?? '', /^(?:damaged|truncated)$/);
  });

  it('rejects a file that expands without end, long before it fills memory', async () => {
    // A gigabyte of spaces in a megabyte.
    const gzip = createGzip({ level: 9 });
    const parts: Buffer[] = [];
    gzip.on('data', (part: Buffer) => parts.push(part));
    const blanks = Buffer.alloc(8 * 1024 * 1024, 32);
    for (let n = 0; n < 32; n++) await new Promise<void>((resolve) => gzip.write(blanks, () => resolve()));
    await new Promise<void>((resolve) => gzip.on('end', resolve).end());
    const bomb = Buffer.concat(parts);
    assert.ok(bomb.length < 1024 * 1024);
    const account = await take(bomb);
    assert.equal(account.complete, false);
    assert.deepEqual(account.failure, { kind: 'expandsTooMuch', times: 200 });
  });

  it('limits the total size, whatever the ratio', async () => {
    let read = 0;
    const reading = async (): Promise<void> => {
      const bounds = { times: 1_000, freeBytes: 0, bytes: 10_000 };
      for await (const { opened } of openParts({ bytes: gzipSync(bundle), name: 'a' }, { bounds }))
        for await (const chunk of opened?.chunks ?? []) read += chunk.length;
    };
    await assert.rejects(reading(), /expands to more/);
    assert.equal(read, 0);
  });
});

describe('JSON lines', () => {
  it('are detected by a first line with an object of its own', () => {
    for (const [text, is] of [
      ['{"type":"indicator"}\n{"type":"x"}', true],
      ['{"type":"indicator"}', true],
      ['{"objects":[]}\n{"objects":[]}', true],
      ['{"type":"bundle","objects":[]}\n', false],
      ['{"type":"bundle"}', false],
      ['{"a":1}', false],
      ['{\n"objects":[]}', false],
      ['[{"a":1}]\n', false],
      ['{"a":1},\n{"b":2}', false],
      ['', false],
    ] as const) {
      assert.equal(isJsonLines(text), is, text);
    }
  });

  it('are read the same whatever the size of the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 20 }), fc.array(fc.nat(60)), (values, cuts) => {
        const texts = values.map((value) => JSON.stringify(value));
        const reader = new JsonLines();
        const found: string[] = [];
        let rest = `${texts.join('\n')}\n`;
        for (const cut of cuts) {
          found.push(...reader.push(rest.slice(0, cut)));
          rest = rest.slice(cut);
        }
        found.push(...reader.push(rest), ...reader.end());
        assert.deepEqual(
          found,
          texts.map((text) => text.trim()).filter((text) => text !== ''),
        );
      }),
    );
  });

  it('have the same content as a bundle of results', () => {
    const header = { generated: 0, query: 'ioc=*', limit: 9, address: 'local store' };
    const records = [emptyRecord('a.example', 'domain'), emptyRecord('192.0.2.1', 'ip')];
    const { objects: whole } = JSON.parse([...stixChunks(header, records)].join('')) as { objects: unknown[] };
    const written = [...stixLines(header, records)].join('');
    assert.ok(written.endsWith('\n'));
    assert.deepEqual(
      written
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      whole,
    );
  });
});
