import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import {
  type IgnoreFile,
  maxIgnoreFileBytes,
  readIgnoreFile,
  readIgnoreFileOf,
} from '../../../../src/core/lookups/policy/ignoreFile';
import { createSendPolicy } from '../../../../src/core/lookups/policy/sendPolicy';

/** Why an indicator isn't sent with a file as the only list. */
function blockedBy({ patterns }: IgnoreFile, indicator: Indicator): string | undefined {
  const list = patterns.map((pattern) => ({ pattern, origin: 'workspace' as const }));
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
    assert.ok(blockedBy(large, domain('lookups-test-1.com')));
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

  it('stops everything from being sent if it is no file, too large, or unreadable', () => {
    const read = (size: number, isFile = true, text = 'acme.com') =>
      readIgnoreFileOf({ stats: () => ({ size, isFile: () => isFile }), text: () => text });
    assert.deepEqual(read(9)?.patterns, ['acme.com']);
    assert.equal(read(9, false)?.unread, 'failed');
    assert.equal(read(maxIgnoreFileBytes + 1)?.unread, 'tooLarge');
    assert.equal(readIgnoreFileOf({ stats: () => undefined, text: () => '' }), undefined);
    const denied = (): never => {
      throw new Error('EACCES');
    };
    const file = readIgnoreFileOf({ stats: denied, text: () => '' });
    assert.ok(file !== undefined && blockedBy(file, domain('lookups-test-1.com')));
  });
});
