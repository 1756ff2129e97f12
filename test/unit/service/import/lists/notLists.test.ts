import assert from 'node:assert/strict';
import { lookupKey } from '../../../../../src/core/indicators';
import type { Store } from '../../../../../src/core/store/store';
import { importInto } from '../../../../../src/service/import';
import { storeFolder } from '../../../core/store/builders';

describe('What comes in place of a list', () => {
  const folder = storeFolder();
  const take = (store: Store, text: string) => importInto(store, { text, name: 'list.txt' });
  const isKnown = (store: Store, value: string): boolean =>
    store.byKey(lookupKey({ type: 'domain', value })) !== undefined;

  for (const [name, page] of Object.entries({
    'a sign-in page':
      '<!DOCTYPE html>\n<html><body>\n<a href="https://lookups-test-1.com/">Sign in</a>\n</body></html>\n',
    'a page after a comment':
      '\n<!-- portal\n -->\n<HTML>\n<script>\nvar next = [\n"https://lookups-test-1.com/"\n];\n</script>',
    XHTML: '\uFEFF<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">\nlookups-test-1.com\n</html>',
    'a page that redirects':
      '<meta http-equiv="refresh" content="0; url=https://lookups-test-1.com/">\nlookups-test-1.com\n',
    'a page with commas': '<html>,<body>,lookups-test-1.com\na,b,lookups-test-1.com\na,b,lookups-test-1.com\n',
  })) {
    it(`is an error if it is ${name}, which lists nothing`, async () => {
      const store = folder.open();
      await take(store, 'lookups-test-0.com\n');
      const { complete, failure, indicators } = await take(store, page);
      assert.deepEqual([complete, failure, indicators.added], [false, { kind: 'webPage' }, 0]);
      assert.deepEqual([isKnown(store, 'lookups-test-0.com'), isKnown(store, 'lookups-test-1.com')], [true, false]);
    });
  }

  it('is read if it is a report in a web page, of which defanged indicators are taken', async () => {
    const store = folder.open();
    const report = '<html><p>Seen at lookups-test-1[.]com, reported by\nlookups-test-2.com\n</p></html>';
    const { complete, indicators } = await take(store, report);
    assert.deepEqual([complete, indicators.added], [true, 1]);
    assert.equal(isKnown(store, 'lookups-test-1.com'), true);
  });

  it('is an error that says where the entries went if it has none, because it was merged', async () => {
    const store = folder.open();
    const notice = 'This list has been merged into https://lists.example/drop.txt';
    const { complete, failure } = await take(store, `; Some List 2026/01/01\n; ${notice}\n; EOF\n`);
    assert.deepEqual([complete, failure], [false, { kind: 'movedList', notice }]);
    const other = await take(store, `# ${notice}\nlookups-test-1.com\n`);
    assert.deepEqual([other.complete, other.indicators.added], [true, 1]);
  });
});

describe('Rules with $badfilter', () => {
  const folder = storeFolder();

  it('remove the same rule or exception, wherever it is, and nothing else', async () => {
    const store = folder.open();
    const text = [
      '||lookups-test-1.com^$badfilter',
      '||lookups-test-1.com^',
      '127.0.0.1 lookups-test-2.com',
      'lookups-test-2.com$badfilter',
      '||lookups-test-3.com^$third-party',
      '||lookups-test-3.com^$third-party,badfilter',
      // Removes the rule for one site, which isn't listed anyway.
      '||lookups-test-4.com^',
      '||lookups-test-4.com^$domain=lookups-test-9.com,badfilter',
      // Removes the rule for a subdomain of a name that stays listed with all its subdomains.
      '||lookups-test-5.com^',
      '||www.lookups-test-5.com^$badfilter',
      '||lookups-test-6.com^',
      '@@||lookups-test-6.com^',
      '@@||lookups-test-6.com^$badfilter',
      '/ads[0-9]/$badfilter',
      '',
    ].join('\n');
    const { skipped } = await importInto(store, { text, name: 'rules.txt' });
    const known = Array.from({ length: 9 }, (_, at) => `lookups-test-${at + 1}.com`).filter(
      (value) => store.byKey(lookupKey({ type: 'domain', value })) !== undefined,
    );
    assert.deepEqual(known, ['lookups-test-4.com', 'lookups-test-5.com', 'lookups-test-6.com']);
    assert.equal(store.byKey(lookupKey({ type: 'domain', value: 'www.lookups-test-5.com' })), undefined);
    assert.equal(skipped.find(({ reason }) => reason.kind === 'removalRule')?.count, 7);
  });
});
