import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { csvReader } from '../../../../../src/core/results';
import { importInto } from '../../../../../src/service/import';
import { storeFolder } from '../../../core/store/builders';

describe('What an import leaves out', () => {
  const folder = storeFolder();

  async function accountOf(text: string) {
    const result = await importInto(folder.open(), { text, name: 'list' });
    const { complete, duplicates, failure, indicators } = result;
    const skipped = result.skipped.map(({ reason, count, examples, lines }) => [
      reason.kind,
      reason.detail ?? '',
      count,
      examples[0],
      lines?.[0],
    ]);
    return { complete, duplicates, failure: failure?.kind, added: indicators.added, skipped };
  }

  it('is named with the lines of the file', async () => {
    const list = await accountOf('# list\nbad.example\n10.0.0.1\n\nworse.example\nno indicator\n');
    assert.deepEqual(list.skipped, [
      ['reserved', '', 1, '10.0.0.1', 3],
      ['noIndicator', '', 1, 'no indicator', 6],
    ]);
    const hosts = await accountOf('# hosts\n0.0.0.0 bad.example\n0.0.0.0 worse.example\n192.0.2.1 mine.example\n');
    assert.deepEqual(hosts.skipped, [['hostsEntry', '', 1, '192.0.2.1 mine.example', 4]]);
    const table = await accountOf(
      `# table\nioc,note\n${'bad.example,x\n'.repeat(9)}bad.example,"two\nlines"\n\n10.0.0.1,x\n`,
    );
    assert.deepEqual(table.skipped, [['reserved', '', 1, '10.0.0.1', 15]]);
    const known = await accountOf(
      'first_seen_utc,dst_ip,dst_port,c2_status\n,203.0.113.9,1,online\n,10.0.0.1,1,online\n',
    );
    assert.deepEqual(known.skipped, [['reserved', '', 1, '10.0.0.1', 3]]);
  });

  it('includes duplicates, which are merged, and risks that nobody knows', async () => {
    const { added, duplicates, skipped, complete } = await accountOf(
      'ioc,risk\nbad.example,high\nBAD.example,low\nworse.example,spicy\nother.example,\nlast.example,unknown\n',
    );
    assert.deepEqual([added, duplicates, complete], [4, 1, true]);
    assert.deepEqual(skipped, [['unknownRisk', 'spicy', 1, 'worse.example,spicy', 4]]);
  });

  it('includes entries of JSON lists that are something else', async () => {
    const cloud = await accountOf('{"prefixes":[{"ipv4Prefix":"203.0.113.0/24"},7,[1]]}');
    assert.deepEqual(cloud.skipped, [['notObject', '', 2, '7', undefined]]);
    const warnings = await accountOf('{"name":"x","type":"hostname","list":["bad.example",{"a":1},null]}');
    assert.deepEqual(warnings.skipped, [['notText', '', 2, '{…}', undefined]]);
  });

  it('explains what to do with the manifest of a MISP feed', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const { failure, complete } = await accountOf(JSON.stringify({ [id]: { Orgc: { name: 'x' }, info: 'y' } }));
    assert.deepEqual([failure, complete], ['mispManifest', false]);
  });

  it('is no IPv4 address that is written as IPv6', async () => {
    assert.deepEqual((await accountOf('::ffff:203.0.113.7\n::ffff:10.0.0.1\n')).skipped, [
      ['reserved', '', 1, '::ffff:10.0.0.1', 2],
    ]);
    assert.ok(folder.open().byKey('203.0.113.7') !== undefined);
  });
});

describe('Rows of a CSV', () => {
  it('have the line in which they begin, in whatever chunks they come', () => {
    const part = fc.constantFrom('a', ',', '"', '""', '\n', '\r\n', '\r', '#', ' ', '"x\ny"', '\n"a\r\nb",c\n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.nat(10), (parts, cut) => {
        const text = parts.join('');
        const lines = text.split(/\r\n|\r|\n/);
        const reader = csvReader();
        const at = Math.min(cut, text.length);
        const items = [...reader.push(text.slice(0, at)), ...reader.push(text.slice(at)), ...reader.end().items];
        for (const item of items) {
          const line = lines[item.line - 1];
          if (item.kind === 'comment') assert.ok(line?.startsWith(`#`) === true, JSON.stringify(text));
          else assert.ok(line !== undefined, JSON.stringify(text));
        }
        assert.deepEqual(
          items.map(({ line }) => line),
          items.map(({ line }) => line).toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 500 },
    );
  });
});
