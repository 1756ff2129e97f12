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
      /All 2 entries were skipped: Not a domain, IP address, or URL\./,
    ],
    'bundle.json': ['{"type":"bundle","objects":[]}', /The file has no entries\./],
  } as const;
  for (const [name, [content, reason]] of Object.entries(files)) {
    it(`reports ${name} as not imported, with code 1`, async () => {
      writeFileSync(path(name), content);
      const { code, lines, stderr } = await run(['import', '--db', path('store.db'), path(name)]);
      assert.equal(code, 1, stderr);
      assert.match(stderr, reason);
      assert.ok(stderr.startsWith(`${path(name)}: not imported: `), stderr);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
      const [account] = objects(lines);
      assert.equal(account?.['complete'], false);
      assert.match(String(account['error']), reason);
    });
  }

  it('says what to check if a file has another format or fewer columns', async () => {
    writeFileSync(path('table.csv'), 'value,risk\nlogin-update.example,high\n');
    writeFileSync(path('rows.csv'), 'login-update.example,high\n');
    writeFileSync(path('object.json'), '{"type":"bundle"}');
    writeFileSync(path('binary.csv'), Buffer.from([0, 1, 2, 3, 0, 0, 0, 255, 1, 2, 3]));
    const failures: readonly (readonly [args: readonly string[], hint: RegExp])[] = [
      [
        ['--column', 'value=9', 'table.csv'],
        /Row without an indicator\. The file has only 2 columns\. Check --column\.$/m,
      ],
      [['--column', 'value=2', 'table.csv'], /Not a domain, IP address, or URL\. Check --column\.$/m],
      [
        ['--column', 'value=9', 'rows.csv'],
        /Row without an indicator\. (?:The file has only 2 columns\. )?Check --column\.$/m,
      ],
      [['--format', 'stix', 'table.csv'], /isn't valid JSON\. Check --format\.$/m],
      [['--format', 'stix', 'object.json'], / Check --format\.$/m],
      [['binary.csv'], /The file is binary\. Pass STIX, MISP, CSV, JSON, or text\.$/m],
    ];
    for (const [args, hint] of failures) {
      const name = args.at(-1) ?? '';
      const { code, stderr } = await run(['import', '--db', path('hints.db'), ...args.slice(0, -1), path(name)]);
      assert.equal(code, 1, stderr);
      assert.match(stderr, hint);
    }
  });

  it('accepts a file of which everything is known already', async () => {
    writeFileSync(path('list.txt'), 'login-update.example\n');
    await run(['import', '--db', path('store.db'), path('list.txt')]);
    const { code, lines } = await run(['import', '--db', path('store.db'), path('list.txt')]);
    assert.equal(code, 0);
    assert.equal(objects(lines)[0]?.['complete'], true);
  });
});
