import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { zipOf } from '../../../harness/zipFile';
import { objects, useCli } from './running';

const content = (lines: number): string => `${'nothing here\n'.repeat(lines)}GET login-update.example\n`;

describe('Command line with archives', () => {
  const { path, run } = useCli();
  const triage = (...args: readonly string[]) => run(['triage', '--db', path('store.db'), ...args]);

  before(async () => {
    writeFileSync(path('known.csv'), 'indicator,risk\nlogin-update.example,critical\nbad.example,high\n');
    writeFileSync(path('plain.log'), content(0));
    writeFileSync(
      path('logs.zip'),
      zipOf([
        { name: 'web/access.log', content: `${content(3)}bad.example\n` },
        { name: 'empty.log', content: '' },
        { name: '../dns.jsonl', content: `${content(1)}only-dns.example\n` },
      ]),
    );
    const { code, stderr } = await run(['import', '--db', path('store.db'), path('known.csv')]);
    assert.equal(code, 0, stderr);
  });

  it('names the file in the archive and its own lines, in each format of a triage', async () => {
    const { code, lines, stderr } = await triage('logs.zip', 'plain.log');
    assert.equal(code, 0, stderr);
    const firsts = objects(lines).map(({ value, first, files, lines: count }) => [value, first, files, count]);
    const at = (file: string, line: number, column: number) => ({ file, line, column });
    assert.deepEqual(firsts, [
      ['login-update.example', at('logs.zip!web/access.log', 4, 5), 3, 3],
      ['bad.example', at('logs.zip!web/access.log', 5, 1), 1, 1],
      ['only-dns.example', at('logs.zip!../dns.jsonl', 3, 1), 1, 1],
    ]);
    const table = await triage('--format', 'table', 'logs.zip');
    assert.match(table.stdout, /logs\.zip!web\/access\.log:4/);
    const csv = await triage('--format', 'csv', 'logs.zip');
    assert.match(csv.stdout, /logs\.zip!web\/access\.log/);
    const markdown = await triage('--format', 'markdown', 'logs.zip');
    assert.doesNotMatch(markdown.stdout.split('\n')[0] ?? '', /access/);
  });

  it('reads all files, whatever they are called, and says which are not text', async () => {
    const names = ['README.md', 'mail/page.html', '.hidden', 'notes'];
    writeFileSync(
      path('evidence.zip'),
      zipOf([
        { name: '__MACOSX/._notes', content: Buffer.from('\0\x05\x16\x07 GET login-update.example\n') },
        ...names.map((name) => ({ name, content: 'seen: login-update[.]example\n' })),
        { name: 'logo.png', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]) },
      ]),
    );
    const { code, lines, stderr } = await triage('evidence.zip');
    const [found] = objects(lines);
    assert.deepEqual([found?.['lines'], found?.['files'], code], [4, 4, 1]);
    assert.match(stderr, /evidence\.zip!logo\.png: not read: /);
    const { stdout } = await run(['find', path('evidence.zip')]);
    for (const name of names) assert.ok(stdout.includes(name), name);
  });

  it('reports the archive to code hosts, with the file and line in the message', async () => {
    const { stdout } = await triage('--format', 'sarif', 'logs.zip');
    const log = JSON.parse(stdout) as {
      readonly runs: readonly [
        {
          readonly results: readonly {
            readonly message: { readonly text: string };
            readonly locations: readonly unknown[];
            readonly partialFingerprints: unknown;
          }[];
        },
      ];
    };
    const { results } = log.runs[0];
    assert.equal(results.length, 3);
    for (const { locations } of results)
      assert.deepEqual(locations, [
        {
          physicalLocation: {
            artifactLocation: { uri: 'logs.zip' },
            region: { startLine: 1, startColumn: 1 },
          },
        },
      ]);
    assert.match(results[0]?.message.text ?? '', /\. In web\/access\.log, line 4, column 5\./);
    assert.match(results[1]?.message.text ?? '', /\. In \.\.\/dns\.jsonl, line 2, column 5\./);
    assert.equal(new Set(results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))).size, 3);
    const github = await triage('--format', 'github', 'logs.zip');
    const commands = github.stdout.trim().split('\n');
    assert.equal(commands.length, 2);
    assert.match(commands[0] ?? '', /^::error file=logs\.zip,line=1,col=1,.*In web\/access\.log, line 4, column 5\./);
  });

  it('finds with the lines and offsets of each file', async () => {
    const { code, lines, stderr } = await run(['find', 'logs.zip']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      objects(lines).map(({ file, line, start, value }) => [file, line, start, value]),
      [
        ['logs.zip!web/access.log', 4, 43, 'login-update.example'],
        ['logs.zip!web/access.log', 5, 64, 'bad.example'],
        ['logs.zip!../dns.jsonl', 2, 17, 'login-update.example'],
        ['logs.zip!../dns.jsonl', 3, 38, 'only-dns.example'],
      ],
    );
  });

  it('reports each file that is unreadable, and reads the others', async () => {
    writeFileSync(
      path('mixed.zip'),
      zipOf([
        { name: 'a.bin', content: Buffer.from([0x89, 0x50, 0, 0, 0, 1, 0, 0]) },
        { name: 'b.log', content: content(0) },
        { name: 'secret.log', content: content(0), isEncrypted: true },
      ]),
    );
    for (const args of [
      ['triage', '--db', path('store.db'), 'mixed.zip'],
      ['find', 'mixed.zip'],
    ]) {
      const { code, lines, stderr } = await run(args);
      assert.equal(code, 1);
      assert.equal(lines.length, 1);
      assert.match(stderr, /mixed\.zip!a\.bin: not read.*: The file is binary\./);
      assert.match(stderr, /mixed\.zip!secret\.log: not read: The archive is encrypted\./);
    }
    writeFileSync(path('none.zip'), zipOf([]));
    for (const args of [
      ['triage', '--db', path('store.db'), 'none.zip'],
      ['find', 'none.zip'],
    ])
      assert.match((await run(args)).stderr, /none\.zip: not read: The archive contains no list\./);
  });

  it('reads standard input like a file, and ends with 1 if part of it is missing', async () => {
    const [whole, other] = [gzipSync(content(2)), Buffer.concat([gzipSync(content(2)), Buffer.from('other')])];
    const zipped = zipOf([{ name: 'a.log', content: content(2) }]);
    for (const args of [
      ['triage', '--db', path('store.db'), '-'],
      ['find', '-'],
    ]) {
      const outcomes = [];
      for (const input of [content(2), `\0\0${content(2)}`, whole, zipped, other]) {
        const { code, lines, stderr } = await run(args, { input });
        outcomes.push([code, lines.length, /-(?:!a\.log)?: .*: (.*)/.exec(stderr)?.[1]]);
      }
      const whyNot = 'There is unexpected data after the end of the compressed data.';
      const complete = [0, 1, undefined];
      assert.deepEqual(outcomes, [complete, complete, complete, complete, [1, 1, whyNot]]);
    }
  });

  it('imports what it can read of a damaged file, and ends with 1', async () => {
    const file = path('list.gz');
    writeFileSync(file, Buffer.concat([gzipSync('a.lookups-test-1.com\n'), Buffer.from('other')]));
    const { code, lines } = await run(['import', '--db', path('damaged.db'), file]);
    const [result] = objects(lines);
    assert.deepEqual([code, result?.['complete']], [1, false]);
    assert.deepEqual(result?.['indicators'], { added: 1, updated: 0, unchanged: 0 });
  });
});
