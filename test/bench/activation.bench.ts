import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlesFile, root } from '../../scripts/lib/paths.mjs';
import { packageExtension } from '../../scripts/lib/steps.mjs';
import { startVsCode, type VsCode } from '../harness/vsCode';
import { runCommand } from '../harness/workbench';
import { formatRatio, type Bench, formatMillis, percentile, type Row } from './measure';

const profiles = 5;
const loads = 9;
/** Built into every VS Code and started with it. */
const peerName = 'Git';

interface Times {
  readonly ours: number;
  readonly peer: number;
}

/** Activation times in milliseconds, from “Developer: Show Running Extensions”. */
async function activationTimes({ page }: VsCode): Promise<Times> {
  // The list renders only the rows that are in view, and ours is the last one.
  await page.setViewportSize({ width: 1280, height: 4000 });
  await runCommand(page, 'Developer: Show Running Extensions');
  const millis = async (name: string): Promise<number> => {
    const row = page
      .locator('.runtime-extensions-editor .extension')
      .filter({ has: page.locator('.name').getByText(name, { exact: true }) });
    const time = row.locator('.activation-time').first();
    await time.filter({ hasText: /\d+ms/ }).waitFor();
    const read = /(\d+)ms/.exec((await time.textContent()) ?? '')?.[1];
    if (read === undefined) throw new Error(`VS Code shows no time for ${name}`);
    return Number(read);
  };
  return { ours: await millis('Threat Lookups'), peer: await millis(peerName) };
}

/**
 * The first start of a new profile, and one after it.
 * @param overlay files that replace some of the extension's
 */
async function startTwice(overlay?: Readonly<Record<string, string>>): Promise<readonly [Times, Times]> {
  const vsCode = await startVsCode({
    files: { 'index.html': '<p>198.51.100.7</p>\n' },
    openFiles: ['index.html'],
    ...(overlay === undefined ? {} : { overlay }),
  });
  try {
    const first = await activationTimes(vsCode);
    await vsCode.restart();
    return [first, await activationTimes(vsCode)];
  } finally {
    await vsCode.stop();
  }
}

/** Written by {@link measuringEntry}: milliseconds of each start. */
const ownTimes = join(root, 'out', 'test', 'bench', 'activation.txt');

/** An entry that measures how long the real one keeps the thread of the extension host. */
function measuringEntry(): Readonly<Record<string, string>> {
  return {
    'dist/entry.cjs': readFileSync(join(root, 'dist', 'extension.cjs'), 'utf8'),
    'dist/extension.cjs': `const start = performance.now();
      const entry = require('./entry.cjs');
      const loaded = performance.now();
      exports.activate = (context) => {
        const called = performance.now();
        entry.activate(context);
        const millis = loaded - start + performance.now() - called;
        require('fs').appendFileSync(${JSON.stringify(ownTimes)}, millis + '\\n');
      };`,
  };
}

/** The median of an extension that does nothing, started instead of ours, is what VS Code counts for others. */
function row(what: string, times: readonly Times[], empty: readonly Times[]): Row {
  const median = (all: readonly Times[], of: keyof Times): number =>
    percentile(
      all.map((each) => each[of]),
      50,
    );
  const [mine, nothing, theirs] = [median(times, 'ours'), median(empty, 'ours'), median(times, 'peer')];
  return {
    what,
    figure: `${formatMillis(mine)}, with an empty entry ${formatMillis(nothing)}`,
    peer: `${peerName} (built-in): ${formatMillis(theirs)}`,
    ratio: formatRatio(mine, theirs),
  };
}

/** Bytes of the entry and of the chunks that it imports statically. */
function startupBytes(): number {
  const { outputs } = JSON.parse(readFileSync(bundlesFile, 'utf8')) as {
    outputs: Readonly<
      Record<string, { bytes: number; imports: readonly { readonly path: string; readonly kind: string }[] }>
    >;
  };
  const loaded = new Set(['dist/extension.cjs']);
  for (const file of loaded)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') loaded.add(path);
  return [...loaded].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
}

/** Processor milliseconds to load a module in a new process, with a stand-in for the API of VS Code. */
function loadMillis(url: string): number {
  const api = join(root, 'out', 'test', 'bench', 'vscode.cjs');
  writeFileSync(
    api,
    "const any = new Proxy(class {}, { get: (target, name) => (name === 'prototype' ? target.prototype : any) });\nmodule.exports = any;\n",
  );
  const script = `import { registerHooks } from 'node:module';
    const api = { url: ${JSON.stringify(pathToFileURL(api).href)}, shortCircuit: true };
    registerHooks({ resolve: (name, context, next) => name === 'vscode' ? api : next(name, context) });
    const before = process.cpuUsage();
    await import(${JSON.stringify(url)});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

async function run(): Promise<readonly Row[]> {
  await packageExtension();
  const extension = pathToFileURL(join(root, 'dist', 'extension.cjs')).href;
  const times: (readonly [Times, Times])[] = [];
  const empty: (readonly [Times, Times])[] = [];
  const measuring = measuringEntry();
  rmSync(ownTimes, { force: true });
  for (let i = 0; i < profiles; i++) {
    times.push(await startTwice(measuring));
    empty.push(await startTwice({ 'dist/extension.cjs': 'exports.activate = () => {};\n' }));
  }
  const [ours, nothing] = [extension, 'data:text/javascript,'].map((url) =>
    percentile(
      Array.from({ length: loads }, () => loadMillis(url)),
      50,
    ),
  );
  if (ours === undefined || nothing === undefined) throw new Error('No load was measured.');
  const own = percentile(readFileSync(ownTimes, 'utf8').trim().split('\n').map(Number), 50);
  const git = percentile(
    times.flatMap((both) => both.map(({ peer }) => peer)),
    50,
  );
  return [
    row(
      `activation of the packaged extension in a new profile, median of ${profiles}`,
      times.map(([first]) => first),
      empty.map(([first]) => first),
    ),
    row(
      `activation in a later start, median of ${profiles}`,
      times.map(([, later]) => later),
      empty.map(([, later]) => later),
    ),
    {
      what: `of these, loading and calling the entry, median of ${2 * profiles}`,
      figure: formatMillis(own),
      peer: `${peerName} (built-in), with what it waits for: ${formatMillis(git)}`,
      ratio: formatRatio(own, git),
    },
    {
      what: `processor time to load the entry in Node, median of ${loads}`,
      figure: formatMillis(ours),
      peer: `an empty module: ${formatMillis(nothing)}`,
      ratio: formatRatio(ours, nothing),
    },
    {
      what: 'code loaded at activation, minified',
      figure: `${(startupBytes() / 1000).toFixed(0)} KB`,
      peer: '',
      ratio: '',
    },
  ];
}

export const bench: Bench = {
  title: 'Activation',
  how: 'Measured by VS Code (newest) in “Developer: Show Running Extensions”, including loading the code, for the installed VSIX, with one document open. VS Code’s numbers contain what an extension waits for, such as translations and extensions that load before it; an empty entry shows how much. Goals: at most 0.3× Git’s time for the entry, 12 ms of processor time to load the entry, and 150 KB of code.',
  run,
};
