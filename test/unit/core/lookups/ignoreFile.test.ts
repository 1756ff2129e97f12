import assert from 'node:assert/strict';
import * as files from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import {
  type FileFunctions,
  type IgnoreFile,
  maxIgnoreFileBytes,
  readIgnoreFile,
  getReadIgnoreFile,
} from '../../../../src/core/lookups/policy/ignoreFile';
import { createSendPolicy } from '../../../../src/core/lookups/policy/sendPolicy';

/** Why an indicator isn't sent with a file as the only list. */
function blockedBy({ patterns }: IgnoreFile, indicator: Indicator): string | undefined {
  const list = patterns.map((pattern) => ({ pattern, origin: 'file' as const }));
  const by = createSendPolicy(() => list)(indicator, indicator);
  return by?.kind === 'reserved' ? by.what : by?.pattern;
}

const domain = (value: string): Indicator => ({ type: 'domain', value });

describe('An ignore file', () => {
  it('lists names, wildcards, addresses, networks, and URLs, with comments', () => {
    const file = readIgnoreFile(
      '\ufeff# Ours\r\nportal.acme.com\n*.acme.net # all of it\n\n203.0.114.7\n  2001:4860::/32  \nhttps://acme.org/a#b\n',
    );
    assert.deepEqual(file.problems, []);
    assert.deepEqual(file.patterns, [
      ...['portal.acme.com', '*.acme.net', '203.0.114.7', '2001:4860::/32', 'https://acme.org/a#b'],
    ]);
    assert.equal(blockedBy(file, domain('x.acme.net')), '*.acme.net');
    assert.equal(blockedBy(file, { type: 'url', value: 'https://portal.acme.com/x' }), 'portal.acme.com');
    assert.equal(blockedBy(file, domain('acme.com')), undefined);
  });

  it('reports lines without effect with their location, and keeps the others', () => {
    const { patterns, problems } = readIgnoreFile('!acme.com\n  not valid\n/acme/i\n10.0.0.0/99\nacme.com\n');
    assert.deepEqual(patterns, ['acme.com']);
    assert.deepEqual(
      problems.map(({ line, start, end, problem }) => [line, start, end, problem]),
      [
        [0, 0, 9, 'negated'],
        [1, 2, 11, 'unclear'],
        [2, 0, 7, 'expression'],
        [3, 0, 11, 'network'],
      ],
    );
  });

  it('stops everything from being sent if it exceeds a limit', () => {
    const many = readIgnoreFile(Array.from({ length: 2_000 }, (_, at) => `a${at}.acme.com`).join('\n'));
    assert.equal(blockedBy(many, domain('lookups-test-1.com')), 'longIgnoreList');
    const long = readIgnoreFile(`${'a'.repeat(501)}\n`);
    assert.deepEqual(
      long.problems.map(({ problem }) => problem),
      ['tooLong'],
    );
    assert.equal(blockedBy(long, domain('lookups-test-1.com')), 'longIgnoreList');
    const large = readIgnoreFile('#'.repeat(maxIgnoreFileBytes + 1));
    assert.equal(large.unread, 'tooLarge');
    assert.equal(blockedBy(large, domain('lookups-test-1.com')), 'unreadIgnoreFile');
  });

  it('can never allow what would not be sent without it', () => {
    const line = fc.oneof(
      fc.constantFrom('!portal.acme.com', '!*', '*', '!!', '# x', '!/./', 'acme.org', '*.acme.com'),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const file = readIgnoreFile(['*.acme.com', ...lines].join('\n'));
        assert.ok(blockedBy(file, domain('portal.acme.com')));
      }),
    );
  });

  it('stops everything from being sent if it is no file, a link, too large, or unreadable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-ignore-'));
    try {
      const at = (name: string): string => join(folder, name);
      await Promise.all([
        writeFile(at('plain'), 'acme.com\n'),
        writeFile(at('wide'), Buffer.from('\ufeffacme.com\r\n', 'utf16le')),
        writeFile(at('binary'), 'acme.com\0\n'),
        writeFile(at('large'), '#'.repeat(maxIgnoreFileBytes + 1)),
        mkdir(at('folder')),
        symlink(at('plain'), at('link')),
        symlink('/proc/self/pagemap', at('endless')),
      ]);
      const read = (name: string) => getReadIgnoreFile(at(name), files);
      assert.deepEqual(read('plain')?.patterns, ['acme.com']);
      assert.deepEqual(read('wide')?.patterns, ['acme.com']);
      assert.equal(read('missing'), undefined);
      for (const [name, why] of [
        ...(['binary', 'folder', 'link', 'endless'] as const).map((each) => [each, 'failed'] as const),
        ['large', 'tooLarge'] as const,
      ]) {
        const file = read(name);
        assert.ok(file !== undefined);
        assert.equal(file.unread, why, name);
        assert.equal(blockedBy(file, domain('lookups-test-1.com')), 'unreadIgnoreFile');
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is read only up to its maximum size, whatever size it has', () => {
    let bytesRead = 0;
    const endless: FileFunctions = {
      lstatSync: () => ({ size: 0, isFile: () => true }),
      openSync: () => 3,
      fstatSync: () => ({ isFile: () => true }),
      readSync: (_descriptor, _buffer, _offset, length) => {
        bytesRead += Math.min(length, 4096);
        return Math.min(length, 4096);
      },
      closeSync: () => undefined,
      constants: { O_RDONLY: 0 },
    };
    assert.equal(getReadIgnoreFile('/x', endless)?.unread, 'tooLarge');
    assert.equal(bytesRead, maxIgnoreFileBytes + 1);
  });

  it('reports what covers very many names or addresses, and obeys it', () => {
    const wide = ['*.com', '0.0.0.0/0', '2000::/3', '10.0.0.0/7'];
    const { patterns, problems } = readIgnoreFile(
      [...wide, '*.corp', '*.local', '*.acme.com', '10.0.0.0/8'].join('\n'),
    );
    assert.equal(patterns.length, 8);
    assert.deepEqual(
      problems.map(({ text, problem }) => [text, problem]),
      wide.map((text) => [text, 'wide']),
    );
  });

  it('reports what only browsers take for names and addresses', () => {
    const wrong = [
      '"acme.com"',
      "'acme.com'",
      'acme.com,',
      'acme.com;',
      'a..com',
      '-a.com',
      'a=b',
      '198.51.101',
      '0x7f.1',
    ];
    const { patterns, problems } = readIgnoreFile(
      [...wrong, '198.51.1/24', 'fileserver', '_dmarc.acme.com'].join('\n'),
    );
    assert.deepEqual(patterns, ['fileserver', '_dmarc.acme.com']);
    assert.deepEqual(
      problems.map(({ text, problem }) => [text, problem]),
      [...wrong.map((text) => [text, 'unclear']), ['198.51.1/24', 'network']],
    );
  });
});
