// `npm run bench [-- NAME…] [-- --write]`: runs the benchmarks in test/bench, one process per file, and prints their
// tables; `--write` updates docs/benchmarks.md.
import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { fail, print, ExpectedError } from './lib/terminal.mjs';
import { buildTests } from './lib/steps.mjs';

/** @returns {Promise<{ title: string, how: string, rows: { what: string, figure: string, peer: string, ratio: string }[] }>} */
function measured(file) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [file], { env: { ...process.env, BENCH_FILE: file } });
    let result;
    child.on('message', (message) => (result = message));
    child.on('error', reject);
    child.on('close', () =>
      result ? resolve(result) : reject(new ExpectedError(`${basename(file)} exited with an error.`)),
    );
  });
}

function table({ title, how, rows }) {
  return [
    `## ${title}`,
    '',
    how,
    '',
    '| what | figure | peer, same run | ratio |',
    '|---|--:|---|--:|',
    ...rows.map((row) => `| ${row.what} | ${row.figure} | ${row.peer} | ${row.ratio} |`),
    '',
  ].join('\n');
}

async function all(names, write) {
  await buildTests('bench');
  const folder = join(root, 'out', 'test', 'bench');
  const files = readdirSync(folder).filter((name) => name.endsWith('.bench.mjs'));
  const selected = files.filter((name) => names.length === 0 || names.some((wanted) => name.startsWith(wanted)));
  if (selected.length === 0)
    throw new ExpectedError(`Unknown benchmark. Available: ${files.map((f) => f.split('.')[0]).join(', ')}.`);
  const tables = [];
  for (const name of selected) {
    print(`${name}…`);
    tables.push(table(await measured(join(folder, name))));
    console.log(`\n${tables.at(-1)}`);
  }
  if (!write) return;
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}.`;
  const file = join(root, 'docs', 'benchmarks.md');
  // Keeps the tables that weren't measured this time.
  const [, ...held] = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=## )/m) : [];
  const titleOf = (section) => section.slice(0, section.indexOf('\n'));
  const sections = new Map([...held, ...tables].map((section) => [titleOf(section), section.trimEnd() + '\n']));
  const text = [
    '# Benchmarks',
    '',
    'Made by `npm run bench -- --write`; `npm run bench -- hover` runs one file of `test/bench` alone. Absolute figures belong to the machine;',
    'the ratios, against a peer in the same run, are what to compare. Nothing in the tests asserts a time.',
    '',
    machine,
    '',
    ...sections.values(),
  ].join('\n');
  writeFileSync(file, text);
}

if (process.env.BENCH_FILE) {
  const { bench } = await import(pathToFileURL(process.env.BENCH_FILE).href);
  process.send({ title: bench.title, how: bench.how, rows: await bench.run() });
  process.disconnect();
} else {
  const args = process.argv.slice(2);
  all(
    args.filter((arg) => !arg.startsWith('--')),
    args.includes('--write'),
  ).catch(fail);
}
