import assert from 'node:assert/strict';
import { type Help, helpAt, parseQueryFile } from '../../../src/core/explore';

const text = [
  '### Fresh',
  '# @limit 100',
  '# @format csv',
  '# a remark',
  'type=domain and not (RISK="very low" or threat=Ex*)',
  'or ioc=a.example and ++registrar=x and odd=1',
].join('\n');
const file = parseQueryFile(text);
const help = (at: string): Help | undefined => helpAt(file, text.indexOf(at), Date.UTC(2025, 4, 20));

describe('help in a query file', () => {
  it('says what a field is, with an example', () => {
    assert.deepEqual([help('RISK')?.word, help('RISK')?.example], ['risk', 'risk=high']);
    assert.match(help('type=')?.lines.join(' ') ?? '', /domain, ip, url/);
    assert.match(help('++reg')?.lines.join(' ') ?? '', /registrar/);
    assert.match(help('odd')?.lines.join(' ') ?? '', /key of a property/);
    // A misspelt one is the diagnostics' business.
    assert.equal(helpAt(parseQueryFile('rsk=high'), 1, 0), undefined);
  });

  it('says what values, wildcards and keywords do', () => {
    assert.deepEqual(help('"very')?.lines, ['Very low risk.']);
    assert.match(help('Ex*')?.lines.join(' ') ?? '', /any run/);
    assert.match(help('not (')?.lines.join(' ') ?? '', /tightest/);
    assert.match(help('(RISK')?.lines.join(' ') ?? '', /parentheses/);
  });

  it('says what directives do, and nothing of remarks', () => {
    assert.equal(help('@limit')?.word, '@limit');
    assert.match(help('csv')?.lines.join(' ') ?? '', /csv: A table/);
    assert.equal(help('a remark'), undefined);
  });

  it('says what the query finds, and leaves indicators to their own hover', () => {
    const words = help('Fresh')?.query ?? '';
    assert.match(words, /^All indicators .* At most 100\. As CSV\.$/);
    assert.equal(help('type=')?.query, words);
    assert.equal(help('a.example'), undefined);
  });
});
