import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { newDatabase } from '../../../harness/postgres';
import { withPostgres } from '../team/withPostgres';
import { type Ran, useCli } from './running';

/** The time of an import differs. */
const withoutTimes = ({ code, stdout, stderr }: Ran): object => ({
  code,
  stderr,
  stdout: stdout.replaceAll(/"asOf":"[^"]*"|Created: .*/g, ''),
});

withPostgres('Triage with a database of PostgreSQL', () => {
  const { path, run } = useCli();
  const stores: string[] = [];

  before(async () => {
    const files = {
      'known.csv':
        'indicator,risk\nlookups-test-1.com,high\nevil-thing.sh,high\nrelay.open,medium\n198.51.100.0/24,high\nhttps://lookups-test-2.com/a,critical\n',
      'below.txt': '||lookups-test-3.com^\n||lookups-test-4.com^\n',
      'places.csv': '8.8.8.0,8.8.8.255,US\n2001:4860::,2001:4860:ffff:ffff:ffff:ffff:ffff:ffff,US\n',
      'a.log': [
        '2026-11-01T10:00:00Z client=10.0.0.5 lookups-test-1.com a.lookups-test-1.com ran evil-thing.sh relay.open=1',
        '2026-11-01T10:00:01Z client=10.0.0.6 198.51.100.7 lookups-test-2.com https://lookups-test-2.com/a?b#c',
        '2026-11-01T10:00:02Z client=10.0.0.6 x.lookups-test-3.com 8.8.8.8 2001:4860::8888 unknown-name.com',
      ].join('\n'),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(path(name), content);
    // More than are read at once.
    const many = Array.from({ length: 12_000 }, (_, number) => `name-${number}.net`);
    writeFileSync(path('many.log'), `${many.join('\n')}\nran evil-thing.sh\n`);
    stores.push(path('store.db'), await newDatabase());
    for (const db of stores)
      for (const args of [['known.csv'], ['below.txt', '--risk', 'medium'], ['places.csv']]) {
        const { code, stderr } = await run(['import', '--db', db, ...args]);
        assert.equal(code, 0, stderr);
      }
  });

  /** Returns the output with the file of a store, which must be the same with a database. */
  async function same(args: readonly string[], input?: string): Promise<string> {
    const printed = [];
    for (const db of stores) printed.push(await run([...args, '--db', db], input === undefined ? {} : { input }));
    const [expected, found] = printed;
    assert.ok(expected !== undefined && found !== undefined);
    assert.deepEqual(withoutTimes(found), withoutTimes(expected));
    return found.stdout;
  }

  it('says the same as with the file of a store', async () => {
    const rows = await same(['triage', 'a.log']);
    for (const value of ['evil-thing.sh', 'relay.open', '198.51.100.7', 'x.lookups-test-3.com', '8.8.8.8'])
      assert.ok(rows.includes(`"${value}"`), value);
    assert.match(rows, /"place":\{"country":"US"/);
    await same(['triage', '-', '--by', 'client'], 'client=10.0.0.9 lookups-test-1.com\nran evil-thing.sh\n');
    await same(['triage', 'a.log', 'many.log', 'known.csv', '--min-risk', 'low']);
    await same(['triage', 'a.log', '--fail-on', 'high', '--format', 'hosts']);
  });

  it('refuses a gate without anything to check against', async () => {
    const { code, stderr } = await run(['triage', 'a.log', '--fail-on', 'high', '--db', await newDatabase()]);
    assert.equal(code, 4, stderr);
    assert.match(stderr, /Nothing was checked \(--fail-on\): no source in the store has an indicator/);
  });

  it('serves assistants', async () => {
    const call = (id: number, name: string, args: object): string =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
    const input = [
      call(1, 'triage_file', { path: 'a.log' }),
      call(2, 'lookup', { indicators: ['198.51.100.9'] }),
      call(3, 'query', { query: 'risk=critical' }),
    ].join('\n');
    const { code, stdout, stderr } = await run(['mcp', '--db', stores[1] ?? '', '--root', path('')], { input });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /evil-thing\[\.\]sh/);
    assert.match(stdout, /198\[\.\]51\[\.\]100\[\.\]9/);
    assert.match(stdout, /lookups-test-2\[\.\]com\/a/);
  });
});
