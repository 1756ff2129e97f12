import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findIndicators } from '../../../../src/core/indicators';
import type { TerminalLinkMode } from '../../../../src/features/shared/settings/settingValues';
import { mayHaveLinks } from '../../../../src/features/editor/terminalLinks/register';
import { lineIndicators } from '../../../../src/features/editor/terminalLinks/feature';

const links = (line: string, mode: TerminalLinkMode = 'indicators'): string[] =>
  lineIndicators(line, mode, findIndicators).map(
    ({ startIndex, length, indicator }) => `${line.slice(startIndex, startIndex + length)} ${indicator.value}`,
  );

describe('Links in a line of a terminal', () => {
  it('are domains, addresses, and defanged indicators, as in hovers', () => {
    assert.deepEqual(links('jo@host:~$ dig a-site.com @192.0.2.53 # hxxps[:]//b-site[.]net/x'), [
      'a-site.com a-site.com',
      '192.0.2.53 192.0.2.53',
      'hxxps[:]//b-site[.]net/x https://b-site.net/x',
    ]);
    assert.deepEqual(links('src/main.rs:12:7 and setup.py v1.2.3'), []);
  });

  it('leave http and https URLs to the links of the terminal, unless the mode is “all”', () => {
    const line = 'GET http://a-site.com/x[1] https://[2001:db8::1]/y http://b-site[.]net/z ftp://c-site.org/';
    const others = ['http://b-site[.]net/z http://b-site.net/z', 'ftp://c-site.org/ ftp://c-site.org/'];
    assert.deepEqual(links(line), others);
    assert.equal(links(line, 'all').length, 4);
    assert.deepEqual(links(line, 'off'), []);
  });

  it('are not searched in long lines', () => {
    assert.ok(mayHaveLinks(`a-site.com ${'x'.repeat(4_080)}`));
    assert.ok(!mayHaveLinks(`a-site.com ${'x'.repeat(4_090)}`));
  });

  it('are not searched in lines without any evidence of an indicator', () => {
    for (const line of ['', 'jo@host:~$ ls -la', '12:30 done', 'drwxr-xr-x  2 jo jo 4096 Nov 20 12'])
      assert.ok(!mayHaveLinks(line), line);
  });

  it('are searched in every line that contains an indicator', () => {
    const fragment = fc.constantFrom(
      'a-site',
      'com',
      '192',
      '0',
      '2',
      '7',
      '2001',
      'db8',
      'f',
      '.',
      '[.]',
      ' dot ',
      '(dot)',
      '。',
      ':',
      '::',
      ...['[:]', '://', 'http', 'hxxp', '[', ']', '/', ' ', '\\.', '@', '\u200b'],
    );
    const lines = fc.array(fragment, { maxLength: 14 }).map((fragments) => fragments.join(''));
    fc.assert(
      fc.property(lines, (line) => findIndicators(line).length === 0 || mayHaveLinks(line)),
      { numRuns: 5_000, examples: [['http:/192'], ['http:\\\\192']] },
    );
  });
});
