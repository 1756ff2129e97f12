// Steps shared by several tasks. Each runs a program in node_modules on the current Node.
import {
  copyFileSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { noticesOf, noticesText, packagedPart } from './notices.mjs';
import { bundlesFile, noticesFile, root, staged, tested, testedCli, unpacked, vsix } from './paths.mjs';
import { startTree, stopTree } from './processes.mjs';
import { ExpectedError } from './terminal.mjs';

/**
 * Runs a script of the checkout.
 * @param {string} script path relative to the checkout
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string, quiet?: boolean, inBackground?: boolean, limit?: number,
 * node?: readonly string[] }} [options] `quiet` returns the output instead of printing it; `inBackground` leaves the
 * processors to other programs first; `limit` is a timeout in milliseconds; `node` are flags of Node.js
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runScript(
  script,
  args,
  { env = {}, cwd = root, quiet = false, inBackground = false, limit, node = [] } = {},
) {
  const child = startTree(process.execPath, [...node, join(root, script), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  if (inBackground && child.pid !== undefined)
    setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  let output = '';
  for (const stream of quiet ? [child.stdout, child.stderr] : []) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const timer = limit === undefined ? undefined : setTimeout(() => void stopTree(child), limit);
  const code = await new Promise((done, failed) => child.on('error', failed).on('close', done));
  clearTimeout(timer);
  await stopTree(child);
  return { code: code ?? 1, output };
}

async function runOrThrow(what, script, args, options = {}) {
  const { code, output } = await runScript(script, args, { ...options, quiet: true });
  if (code !== 0) throw new ExpectedError(`${what} failed:\n${output.trim()}`);
  return output;
}

/** Bundles the extension and prints the sizes. */
export async function build(args = []) {
  const { code } = await runScript('esbuild.js', args);
  if (code !== 0) throw new ExpectedError('The build failed.');
}

/**
 * Bundles the tests of an area into out/test.
 * @param {'unit' | 'pages' | 'editor' | 'ui' | 'bench' | 'fuzz' | 'pictures'} area
 */
export async function buildTests(area) {
  await runOrThrow(`Building the ${area} tests`, 'esbuild.js', [`--tests=${area}`]);
}

/**
 * The README for the package: without how to install it, the section for developers, and pictures. Files have no public URL yet (see
 * docs/contributing/publishing.md), so what only refers to them is omitted, and other links to them are plain text.
 * @param {string} text
 */
function packageReadme(text) {
  return text
    .replace(/^## Development\n[^]*?(?=^## |^To report a vulnerability)/m, '')
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm, '')
    .replace(/^Search for .*\. (?=Requires VS Code)/m, '')
    .replace(/^\[All documentation\]\((?!https:).*\n+/m, '')
    .replace(/ See \[[^\]]+\]\((?!https:)[^)]*\)\./g, '')
    .replace(/\[([^\]]+)\]\((?!https:|#|command:)[^)]*\)/g, '$1');
}

/** Files of the package, relative to the checkout. */
const packagedFiles =
  /^(?:package(?:\.nls[.\w]*)?\.json|CHANGELOG\.md|LICENSE|SECURITY\.md|THIRD-PARTY-NOTICES\.txt|(?:syntaxes|l10n|media\/walkthrough)\/.*|media\/(?:[\w-]+\.(?:png|log|json)|view\.svg)|dist\/(?!cli\b)[\w-]+\.[cm]js|dist\/(?:features|chunks|webviews)\/.*(?<!\.map))$/;

/** Copies the files of the package to `folder`: JSON without spaces, and the manifest without the parts for developers. */
function stagePackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  const places = ['.', 'syntaxes', 'l10n', 'media', 'dist'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: place !== '.' }).map((name) => join(place, name).replaceAll('\\', '/')),
  );
  for (const name of places.filter((place) => packagedFiles.test(place) && statSync(join(root, place)).isFile())) {
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true });
    if (!name.endsWith('.json')) {
      copyFileSync(join(root, name), target);
      continue;
    }
    const content = JSON.parse(readFileSync(join(root, name), 'utf8'));
    if (name === 'package.json') {
      delete content.scripts;
      delete content.devDependencies;
    }
    // A message without a translation is shown in English.
    if (name.startsWith('l10n/'))
      for (const text of Object.keys(content)) if (content[text] === text) delete content[text];
    writeFileSync(target, JSON.stringify(content));
  }
  writeFileSync(join(folder, 'README.md'), packageReadme(readFileSync(join(root, 'README.md'), 'utf8')));
}

/** Builds and packages the minified extension. There is no repository yet, and dependencies are bundled. */
export async function packageExtension() {
  const sizes = await runOrThrow('The build', 'esbuild.js', ['--minify']);
  const packaged = packagedPart(JSON.parse(readFileSync(bundlesFile, 'utf8')));
  writeFileSync(noticesFile, noticesText(noticesOf(packaged, { root })));
  stagePackage(staged);
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', vsix];
  await runOrThrow('Packaging', 'node_modules/@vscode/vsce/vsce', ['package', ...flags], { cwd: staged });
  return sizes;
}

/** Unpacks the package into out/extension for tests inside the extension host. */
async function unpackExtension() {
  const { openPromise } = await import('yauzl');
  const part = `${unpacked}.part`;
  rmSync(part, { recursive: true, force: true });
  const zip = await openPromise(vsix);
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith('extension/') || entry.fileName.endsWith('/')) continue;
    const target = join(part, entry.fileName.slice('extension/'.length));
    mkdirSync(dirname(target), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
  }
  rmSync(unpacked, { recursive: true, force: true });
  renameSync(part, unpacked);
}

/** Packages the extension, unpacks it for the extension host, and keeps a copy that later builds don't change. */
export async function packageForTests() {
  await packageExtension();
  copyFileSync(vsix, tested);
  copyFileSync(join(root, 'dist', 'cli.mjs'), testedCli);
  await unpackExtension();
}
