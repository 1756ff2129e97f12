import assert from 'node:assert/strict';
import { defang } from '../../../src/core/indicators/defang';
import type { ImportAccount } from '../../../src/core/store/protocol';
import { accountSentence, accountText, isComplete } from '../../../src/features/localdata/accountText';

function account(changes: Partial<ImportAccount> = {}): ImportAccount {
  return {
    source: 'report.json',
    format: 'stix',
    objects: 320,
    indicators: { added: 300, updated: 12, unchanged: 0 },
    threats: 2,
    feeds: 1,
    leftOut: [],
    complete: true,
    ...changes,
  };
}

const leftOut = [{ reason: 'a file hash', count: 3, examples: ['lookups-test-1.com'] }];

describe('The account of an import', () => {
  it('says in a sentence what was taken, what of it is new and what was left out', () => {
    assert.equal(accountSentence([account()]), '312 indicators taken from report.json, 300 of them new.');
    assert.match(accountSentence([account({ leftOut })]), /; 3 entries left out\.$/);
    assert.match(accountSentence([account(), account()]), /^624 indicators taken from 2 files/);
  });

  it('tells a cancelled import from one that broke off', () => {
    const cancelled = [account({ complete: false })];
    assert.match(accountSentence(cancelled), /^Import cancelled\. 312 indicators/);
    assert.equal(isComplete(cancelled), false);
    const broken = account({ complete: false, broke: 'Unexpected end of JSON.' });
    assert.match(accountSentence([account(), broken]), /^report\.json broke off: Unexpected end of JSON\. 624/);
  });

  it('lists each reason with its number and defanged examples', () => {
    const text = accountText([account({ leftOut })], defang);
    assert.match(text, /3 × a file hash/);
    assert.match(text, /lookups-test-1\[\.\]com/);
    assert.match(text, /2 threats, 1 feed/);
  });

  it('shows foreign text as text', () => {
    const text = accountText([account({ source: 'a\u202egnp.json' })], defang);
    assert.ok(text.includes('[U+202E]'));
  });
});
