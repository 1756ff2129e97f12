import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { clientLog, clientLogFormats } from '../../../harness/clientLogs';
import { objects, useCli } from './running';

interface ClientLine {
  readonly client: string | null;
  readonly risk: string;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
  readonly indicators: readonly {
    readonly value: string;
    readonly type: string;
    readonly first: { readonly file: string; readonly line: number; readonly column: number } | null;
    readonly risk: string;
    readonly lines: number;
    readonly firstSeen: string | null;
    readonly lastSeen: string | null;
  }[];
}

const squid = (time: number, client: string, host: string, user = '-'): string =>
  `${time}.123    105 ${client} TCP_MISS/200 1943 GET http://${host}/ ${user} HIER_DIRECT/93.184.0.1 text/html\n`;

describe('Triage by client', function () {
  const cli = useCli();
  const triage = (...args: readonly string[]) => cli.run(['triage', '--db', cli.path('store.db'), ...args]);
  const byClient = async (...args: readonly string[]) => {
    const { code, lines, stderr } = await triage('--by', 'client', ...args);
    return { code, stderr, clients: objects(lines) as unknown as readonly ClientLine[] };
  };
  const start = Date.UTC(2026, 10, 26, 10) / 1_000;
  const [listed, worse, fine] = ['host-1.lookups-test-1.com', 'host-2.lookups-test-2.com', 'host-3.lookups-test-3.com'];

  before(async () => {
    await writeFile(cli.path('known.csv'), `indicator,risk\n${listed},high\n${worse},critical\n`);
    await writeFile(
      cli.path('squid.log'),
      [
        squid(start, '10.1.0.1', listed, 'm.rossi'),
        squid(start + 1, '10.1.0.2', worse),
        squid(start + 2, '10.1.0.1', listed, 'm.rossi'),
        squid(start + 3, '10.1.0.3', fine),
        squid(start + 60, '10.1.0.1', listed),
      ].join(''),
    );
    await writeFile(cli.path('notes.txt'), `see ${listed.replaceAll('.', '[.]')}\n`);
    const { code, stderr } = await cli.run(['import', '--db', cli.path('store.db'), cli.path('known.csv')]);
    assert.equal(code, 0, stderr);
  });

  it("doesn't count lists among several files, and says so", async () => {
    const linesOf = async (...args: readonly string[]) => {
      const { code, lines, stderr } = await triage(...args);
      assert.equal(code, 0, stderr);
      const found = objects(lines).find(({ value }) => value === worse);
      return { lines: found?.['lines'], first: found?.['first'], stderr };
    };
    const alone = await linesOf('known.csv');
    assert.deepEqual([alone.lines, alone.stderr], [1, '']);
    const both = await linesOf('known.csv', 'squid.log');
    assert.equal(both.lines, 1);
    assert.match(both.stderr, /^known\.csv: not included: it is a list or was imported\. .* --count-lists\.$/m);
    const counted = await linesOf('--count-lists', 'known.csv', 'squid.log');
    assert.equal(counted.lines, 2);
    assert.equal((counted.first as { readonly file: string }).file, 'squid.log');
    assert.equal(counted.stderr, '');
    // A gate counts everything.
    const gate = await triage('--fail-on', 'critical', 'known.csv', 'notes.txt');
    assert.equal(gate.code, 3);
  });

  it('prints the risky indicators of each client, the highest risk first, with lines and times', async () => {
    const { code, clients, stderr } = await byClient('squid.log');
    assert.equal(code, 0, stderr);
    const of = ({ client, risk, indicators }: ClientLine) => [
      client,
      risk,
      indicators.filter(({ value }) => !value.includes('/')).map(({ value, lines }) => `${value} ${lines}`),
    ];
    assert.deepEqual(clients.map(of), [
      ['10.1.0.2', 'critical', [`${worse} 1`]],
      ['10.1.0.1', 'high', [`${listed} 3`]],
    ]);
    const host = clients[1]?.indicators.find(({ value }) => value === listed);
    const times = ['2026-11-26T10:00:00Z', '2026-11-26T10:01:00Z'];
    assert.deepEqual([host?.firstSeen, host?.lastSeen], times);
    assert.deepEqual([clients[1]?.firstSeen, clients[1]?.lastSeen], times);
    const critical = await byClient('--min-risk', 'critical', 'squid.log');
    assert.deepEqual(
      critical.clients.map(({ client }) => client),
      ['10.1.0.2'],
    );
  });

  it('has lines of which no client is known at the end', async () => {
    const { clients } = await byClient('notes.txt', 'squid.log');
    const { client, firstSeen, indicators } = clients.at(-1) ?? {};
    assert.deepEqual([client, firstSeen, indicators?.[0]?.lines], [null, null, 1]);
  });

  it('counts what a log contains, in several formats', async () => {
    for (const format of clientLogFormats.filter(({ has }) => has.includes('host')).slice(0, 5)) {
      const { text, contacts } = clientLog(format, { events: 2_000, hosts: 50, clients: 30 });
      await writeFile(cli.path('generated.log'), text);
      const { clients } = await byClient('generated.log');
      const expected = [listed, worse].flatMap((host) =>
        Object.entries(contacts.get(host)?.clients ?? {}).map(([name, lines]) => `${host} ${name} ${lines}`),
      );
      const counted = clients.flatMap(({ client, indicators }) =>
        indicators.flatMap(({ value, lines }) => (value.includes('/') ? [] : `${value} ${client} ${lines}`)),
      );
      assert.ok(expected.length > 10, format.name);
      assert.deepEqual(counted.toSorted(), expected.toSorted(), format.name);
      const logged = text.split('\n');
      const isIn = (line: string, name: string): boolean => line.split(/[^\w.-]+/).includes(name);
      for (const { client, indicators } of clients)
        for (const { value, first } of indicators.filter(({ type }) => type === 'domain')) {
          const line = logged.findIndex((each) => isIn(each, value) && isIn(each, client ?? ''));
          assert.deepEqual(
            [first?.file, first?.line],
            ['generated.log', line + 1],
            `${format.name} ${client} ${value}`,
          );
          assert.ok(logged[line]?.startsWith(value, (first?.column ?? 0) - 1), logged[line]);
        }
    }
  });

  it('is complete for as many clients as are counted, and says if there are more', async () => {
    const lines = (count: number): string =>
      Array.from({ length: count }, (_, at) => squid(start + at, `10.2.${at >> 8}.${at & 255}`, listed)).join('');
    await writeFile(cli.path('many.log'), lines(900));
    const many = await byClient('many.log');
    assert.deepEqual([many.code, many.clients.length], [0, 900]);
    await writeFile(cli.path('more.log'), lines(1_100));
    const more = await byClient('more.log');
    assert.deepEqual([more.code, more.clients.length], [1, 1_001]);
    assert.match(more.stderr, /more than 1000 clients/);
    const rest = more.clients.at(-1)?.indicators.find(({ value }) => value === listed);
    assert.deepEqual([more.clients.at(-1)?.client, rest?.lines], [null, 100]);
    const { stdout } = await triage('--by', 'client', '--json', 'more.log');
    assert.equal((JSON.parse(stdout) as { complete: boolean }).complete, false);
  });

  it('takes the field that is asked for, and names the fields of files without it', async () => {
    const users = await byClient('--client-field', '8', 'squid.log');
    assert.deepEqual(
      users.clients.map(({ client }) => client),
      ['m.rossi', null],
    );
    await writeFile(cli.path('table.csv'), `time,src,asset,host\n2026-11-26T10:00:00Z,10.1.0.1,PC-7,${listed}\n`);
    const assets = await byClient('--client-field', 'asset', 'table.csv', 'squid.log');
    assert.ok(assets.clients.some(({ client }) => client === 'PC-7'));
    assert.equal(assets.code, 1);
    assert.match(
      assets.stderr,
      /^squid\.log: there is no field “[^”]+”\. Use one of these with --client-field: .*\b3\b/m,
    );
    assert.doesNotMatch(assets.stderr, /table\.csv/);
  });

  it('prints a table for people and CSV, in which names of clients are harmless', async () => {
    const name = '=cmd\u001b[31m';
    await writeFile(
      cli.path('hostile.csv'),
      `time,user,host\n2026-11-26T10:00:00Z,${name},${listed}\n2026-11-26T10:00:09Z,${name},${listed}\n`,
    );
    const csv = await triage('--by', 'client', '--format', 'csv', 'hostile.csv');
    assert.deepEqual(csv.lines, [
      'client,indicator,defanged,type,risk,lines,first_seen,last_seen,first,threats,sources',
      `'=cmd[U+001B][31m,${listed},host-1[.]lookups-test-1[.]com,domain,high,2,2026-11-26T10:00:00Z,2026-11-26T10:00:09Z,hostile.csv:2:32,,known.csv`,
    ]);
    const table = await triage('--by', 'client', '--format', 'table', 'hostile.csv');
    assert.match(table.stdout, /^RISK +INDICATOR +LINES +FIRST IN LOG \(UTC\) +LAST IN LOG \(UTC\) +REASONS$/m);
    assert.match(table.stdout, /^=cmd\[U\+001B\]\[31m$/m);
    assert.match(
      table.stdout,
      /^high +host-1\[\.\]lookups-test-1\[\.\]com +2 +2026-11-26 10:00:00 +2026-11-26 10:00:09 +/m,
    );
    assert.match(table.stdout, /^1 risky indicator, 1 client$/m);
    assert.ok(!table.stdout.includes('\u001b'), table.stdout);
  });

  it('says how to get risks if nothing that is known has one', async () => {
    await writeFile(cli.path('unrated.txt'), `${listed}\n${worse}\n`);
    const db = cli.path('unrated.db');
    await cli.run(['import', '--db', db, cli.path('unrated.txt')]);
    const { code, stdout, stderr } = await cli.run(['triage', '--db', db, '--by', 'client', 'squid.log']);
    assert.deepEqual([code, stdout], [0, '']);
    assert.equal(
      stderr.trim(),
      "4 known indicators aren't rated low or higher. To set the risk of a list, run “threat-lookups import --risk”.",
    );
  });

  it('refuses formats that have no clients', async () => {
    const { code, stderr } = await triage('--by', 'client', '--format', 'sarif', 'squid.log');
    assert.equal(code, 2);
    assert.match(stderr, /--by client supports only: table, jsonl, json, csv/);
  });

  it('has clients and times in the table and the lines of a triage', async () => {
    const table = await triage('--format', 'table', 'squid.log');
    assert.match(table.stdout, /^RISK +INDICATOR +LINES +CLIENTS +FIRST IN LOG \(UTC\)/m);
    assert.match(table.stdout, /^high +host-1\[\.\]lookups-test-1\[\.\]com +3 +10\.1\.0\.1 +2026-11-26 10:00:00/m);
    const { lines } = await triage('--min-risk', 'critical', 'squid.log');
    const [row] = objects(lines);
    assert.deepEqual(
      [row?.['lines'], row?.['clients'], row?.['firstSeen'], row?.['lastSeen']],
      [1, 1, '2026-11-26T10:00:01Z', '2026-11-26T10:00:01Z'],
    );
  });
});
