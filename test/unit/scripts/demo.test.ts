import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { proxyLog } from '../../../scripts/lib/demo.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { findIndicators } from '../../../src/core/indicators';

const files = readdirSync(join(root, 'demo')).map(
  (name) => [name, readFileSync(join(root, 'demo', name), 'utf8')] as const,
);

const languages: Readonly<Record<string, string>> = { log: 'log', md: 'markdown', py: 'python', ts: 'typescript' };

describe('Demo folder', () => {
  it('has a proxy log of 2,000 lines, always the same', () => {
    const log = proxyLog();
    assert.equal(log, proxyLog());
    assert.equal(log.trimEnd().split('\n').length, 2000);
  });

  for (const [name, text] of [['proxy.log', proxyLog()] as const, ...files]) {
    it(`contains only reserved indicators: ${name}`, () => {
      const languageId = languages[name.split('.').at(-1) ?? ''];
      assert.ok(languageId !== undefined, 'the language of the file is not known here');
      const found = findIndicators(text, { languageId });
      assert.ok(found.length > 0);
      assert.deepEqual(
        found.filter(({ reserved }) => !reserved).map(({ raw }) => raw),
        [],
      );
    });
  }

  it('shows notable indicators on the first screen of the log', () => {
    const screen = proxyLog().split('\n').slice(0, 25).join('\n');
    assert.match(screen, /login-update\.example[^]*203\.0\.113\.77[^]*cdn-metrics\.test/);
  });
});
