import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { useCli } from './running';

interface Row {
  readonly value: string;
  readonly risk?: string;
}

describe('Triage of names that look like something else', () => {
  const cli = useCli();
  const text = 'ran evil-thing.sh, dull-thing.sh, other-thing.sh\nsaw relay.open=1 at a-site.com\n';
  let db = '';
  const triage = async (file: string): Promise<readonly (readonly [string, string | undefined])[]> => {
    const { code, lines } = await cli.run(['triage', file, '--db', db]);
    assert.equal(code, 0);
    return lines.map((line) => JSON.parse(line) as Row).map(({ value, risk }) => [value, risk] as const);
  };
  const add = async (csv: string): Promise<void> => {
    await writeFile(cli.path('known.csv'), `indicator,risk\n${csv}`);
    assert.equal((await cli.run(['import', '--db', db, 'known.csv'])).code, 0);
  };

  before(async () => {
    db = cli.path('store.db');
    await writeFile(cli.path('a.log'), text);
    // Large enough for threads.
    await writeFile(cli.path('large.log'), `${text}${'a line without names\n'.repeat(20_000)}ran evil-thing.sh\n`);
    await add('dull-thing.sh,low\nlookups-test-7.com,high\n');
  });

  it('finds what the store lists as risky, as of now, and `find` finds what it did', async () => {
    assert.deepEqual(await triage('a.log'), [['a-site.com', 'unknown']]);
    await add('evil-thing.sh,high\nrelay.open,medium\ndull-thing.sh,low\n');
    const expected = [
      ['evil-thing.sh', 'high'],
      ['relay.open', 'medium'],
      ['a-site.com', 'unknown'],
    ];
    assert.deepEqual(await triage('a.log'), expected);
    assert.deepEqual(await triage('large.log'), expected);
    const call = { name: 'triage_file', arguments: { path: 'a.log' } };
    const served = await cli.run(['mcp', '--db', db, '--root', cli.path('')], {
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`,
    });
    assert.match(served.stdout, /evil-thing\[\.\]sh.*relay\[\.\]open/);
    const { lines } = await cli.run(['find', 'a.log']);
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as Row).value),
      ['a-site.com'],
    );
  });
});
