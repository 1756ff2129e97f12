import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { zipOf } from '../../../harness/zipFile';
import { objects, useCli } from './running';

const list = 'login-update.example\n192.0.2.7\n';

/** Ends a writer even if nobody reads, so that a test fails instead of waiting. */
function feed(pipe: string, content: string | Uint8Array): void {
  createWriteStream(pipe)
    .on('error', () => undefined)
    .end(content);
}

/** The exit code after a signal; undefined if the process ignores it. */
async function endedBy(child: ChildProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<number | undefined> {
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.kill(signal);
  return Promise.race([closed.then(([code]) => code ?? undefined), delay(10_000, undefined, { ref: false })]);
}

describe('Command line with pipes', function () {
  this.timeout(60_000);
  const { path, run, start } = useCli();
  let count = 0;
  const fifo = (): string => {
    const pipe = path(`pipe-${count++}`);
    execFileSync('mkfifo', [pipe]);
    return pipe;
  };

  before(function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(path('temporary'));
    writeFileSync(path('known.csv'), 'indicator,risk\nlogin-update.example,critical\n');
  });

  const contents = {
    'a list': list,
    'a compressed list': gzipSync(list),
    'an archive': zipOf([{ name: 'a.txt', content: list }]),
  };
  for (const [what, content] of Object.entries(contents)) {
    it(`imports ${what} from a named pipe`, async () => {
      const pipe = fifo();
      feed(pipe, content);
      const env = { TMPDIR: path('temporary') };
      const args = ['import', '--db', path(`${what}.db`), '--risk', 'high', pipe];
      const { code, lines, stderr } = await run(args, { env });
      assert.equal(code, 0, stderr);
      assert.equal(objects(lines)[0]?.['complete'], true);
      assert.deepEqual(objects(lines)[0]?.['indicators'], { added: 2, updated: 0, unchanged: 0 });
      const { lines: found } = await run(['query', '--db', path(`${what}.db`), 'risk=high']);
      assert.equal(found.length, 2);
      assert.deepEqual(readdirSync(env.TMPDIR), []);
    });
  }

  it('triages a list and an archive from named pipes', async () => {
    const db = path('triage.db');
    await run(['import', '--db', db, path('known.csv')]);
    const pipes = [fifo(), fifo()] as const;
    feed(pipes[0], list);
    feed(pipes[1], zipOf([{ name: 'a.txt', content: `nothing here\n${list}` }]));
    const { code, lines, stderr } = await run(['triage', '--db', db, ...pipes]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      objects(lines).map(({ value, files }) => [value, files]),
      [
        ['login-update.example', 2],
        ['192.0.2.7', 2],
      ],
    );
    feed(pipes[1], zipOf([{ name: 'a.txt', content: `nothing here\n${list}` }]));
    const [row] = objects((await run(['triage', '--db', db, pipes[1]])).lines);
    assert.deepEqual(row?.['first'], { file: `${pipes[1]}!a.txt`, line: 2, column: 1 });
  });

  it('imports standard input, as a source with the given name', async () => {
    const db = path('stdin.db');
    const { code, lines, stderr } = await run(['import', '--db', db, '-'], { input: list });
    assert.equal(code, 0, stderr);
    assert.equal(objects(lines)[0]?.['source'], 'stdin');
    assert.deepEqual(objects(lines)[0]?.['indicators'], { added: 2, updated: 0, unchanged: 0 });
    const named = await run(['import', '--db', db, '--name', 'Team list', '-'], { input: list });
    assert.equal(objects(named.lines)[0]?.['source'], 'Team list');
    for (const args of [
      ['a', 'b'],
      ['--name', ' ', 'a'],
    ]) {
      const wrong = await run(['import', '--db', db, '--name', 'Team list', ...args]);
      assert.equal(wrong.code, 2);
      assert.match(wrong.stderr, /--name is /);
    }
  });

  for (const command of ['import', 'triage', 'find', 'service'] as const) {
    it(`ends ${command} when a signal arrives before the writer of a pipe`, async () => {
      const db = path(`ended-${command}.db`);
      if (command === 'triage') await run(['import', '--db', db, path('known.csv')]);
      const args = {
        import: ['import', '--db', db, fifo()],
        triage: ['triage', '--db', db, fifo()],
        find: ['find', fifo()],
        service: ['service', '--db', db, '--import', fifo()],
      }[command];
      const child = start(args);
      await delay(2_000);
      assert.equal(await endedBy(child, 'SIGTERM'), command === 'service' ? 0 : 1);
    });

    if (command === 'service') continue;
    it(`ends ${command} when a signal arrives in the middle of standard input`, async () => {
      const db = path(`middle-${command}.db`);
      if (command === 'triage') await run(['import', '--db', db, path('known.csv')]);
      const child = start([command, ...(command === 'find' ? [] : ['--db', db]), '-']);
      child.stdin.write(list);
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      await delay(2_000);
      assert.equal(await endedBy(child, 'SIGINT'), 1);
      assert.match(errors, /Canceled\. The output is incomplete\./);
    });
  }
});
