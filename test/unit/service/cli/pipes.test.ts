import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { until } from '../../../../scripts/lib/processes.mjs';
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
  return Promise.race([closed.then(([code]) => code ?? undefined), delay(60_000, undefined, { ref: false })]);
}

/** Waits until a process that has started sleeps without using the processor, so it waits for its input. */
async function untilItWaits({ pid }: ChildProcess): Promise<void> {
  if (process.platform !== 'linux') return delay(2_000);
  let [used, since] = [0, Date.now()];
  const waits = (): boolean => {
    // After the name of the program: its state, and from the twelfth field on the ticks it has used.
    const fields = readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    if (fields[0] !== 'S' || ticks !== used) [used, since] = [ticks, Date.now()];
    return used > 5 && Date.now() - since > 400;
  };
  await until(waits, { what: 'the process waits for its input' });
}

describe('Command line with pipes', function () {
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
    const { code, lines, stderr } = await run(['triage', '--db', db, '--count-lists', ...pipes]);
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
      assert.match(wrong.stderr, /^--name (?:can be used with only one file|is empty)\./);
    }
  });

  it('ends every command when a signal arrives before the writer of a pipe', async () => {
    await run(['import', '--db', path('ended-triage.db'), path('known.csv')]);
    const waiting = [
      ['import', '--db', path('ended-import.db'), fifo()],
      ['triage', '--db', path('ended-triage.db'), fifo()],
      ['find', fifo()],
      ['service', '--db', path('ended-service.db'), '--import', fifo()],
    ].map((args) => start(args));
    await Promise.all(waiting.map((child) => untilItWaits(child)));
    const codes = await Promise.all(waiting.map((child) => endedBy(child, 'SIGTERM')));
    assert.deepEqual(codes, [1, 1, 1, 0]);
  });

  it('ends every command when a signal arrives in the middle of standard input', async () => {
    await run(['import', '--db', path('middle-triage.db'), path('known.csv')]);
    const waiting = [
      ['import', '--db', path('middle-import.db'), '-'],
      ['triage', '--db', path('middle-triage.db'), '-'],
      ['find', '-'],
    ].map((args) => {
      const child = start(args);
      child.stdin.write(list);
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      return { child, errors: () => errors };
    });
    await Promise.all(waiting.map(({ child }) => untilItWaits(child)));
    for (const { child, errors } of waiting) {
      assert.equal(await endedBy(child, 'SIGINT'), 1);
      assert.match(errors(), /Canceled\. The output is incomplete\./);
    }
  });
});
