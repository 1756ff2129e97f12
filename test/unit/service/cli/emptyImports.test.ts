import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { objects, useCli } from './running';

describe('Command line with files without entries', () => {
  const { path, run } = useCli();

  const files = {
    'empty.csv': ['', /The file has no entries\./],
    'comments.txt': ['# Nothing today\n\n', /The file has no entries\./],
    'prose.txt': [
      'nothing to see here\nmove along please\n',
      /All entries were skipped: Not a domain, IP address, or URL \(2\)\./,
    ],
    'bundle.json': ['{"type":"bundle","objects":[]}', /The file has no entries\./],
  } as const;
  for (const [name, [content, reason]] of Object.entries(files)) {
    it(`reports ${name} as not imported, with code 1`, async () => {
      writeFileSync(path(name), content);
      const { code, lines, stderr } = await run(['import', '--db', path('store.db'), path(name)]);
      assert.equal(code, 1, stderr);
      assert.match(stderr, reason);
      assert.ok(stderr.startsWith(`${name}: not imported: `), stderr);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
      const [account] = objects(lines);
      assert.equal(account?.['complete'], false);
      assert.match(String(account['broke']), reason);
    });
  }

  it('accepts a file of which everything is known already', async () => {
    writeFileSync(path('list.txt'), 'login-update.example\n');
    await run(['import', '--db', path('store.db'), path('list.txt')]);
    const { code, lines } = await run(['import', '--db', path('store.db'), path('list.txt')]);
    assert.equal(code, 0);
    assert.equal(objects(lines)[0]?.['complete'], true);
  });
});
