import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { packageCli } from '../../../scripts/lib/cliPackage.mjs';
import { nodeRange, oldNodeCode } from '../../../scripts/lib/launcher.mjs';
import { npmOffline } from '../../../scripts/lib/npm.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { exitCode } from '../../../src/service/cli/exitCodes';

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly [field: string]: unknown;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

describe('The npm package of the command line', function () {
  this.timeout(180_000);
  let folder = '';
  let project = '';
  let installed = '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-npm-'));
    const packed = join(folder, 'package');
    project = join(folder, 'project');
    mkdirSync(project);
    await packageCli(packed);
    const pack = await npmOffline(['pack', '--pack-destination', folder], { cwd: packed });
    assert.equal(pack.code, 0, pack.output);
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    const install = await npmOffline(['install', '--ignore-scripts', join(folder, archive)], { cwd: project });
    assert.equal(install.code, 0, install.output);
    installed = join(project, 'node_modules', 'threat-lookups');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the installed program as a shell does. */
  function run(args: readonly string[], node: readonly string[] = []) {
    const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
    const program = join(project, 'node_modules', '.bin', 'threat-lookups');
    const [command, all] =
      node.length > 0 || process.platform === 'win32'
        ? [process.execPath, [...node, join(installed, 'bin', 'threat-lookups.cjs'), ...args]]
        : [program, args];
    return spawnSync(command, all, { cwd: project, encoding: 'utf8', env: { ...process.env, PATH: path } });
  }

  it('has the version of the extension, and neither dependencies nor scripts', () => {
    const manifest = manifestOf(installed);
    assert.equal(manifest.version, manifestOf(root).version);
    assert.equal(manifest.engines.node, nodeRange);
    for (const field of ['dependencies', 'optionalDependencies', 'scripts', 'private']) assert.ok(!(field in manifest));
    assert.deepEqual(
      readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['threat-lookups'],
    );
  });

  it('contains the program, its manual, completions, and licenses, and nothing else', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(installed.length + 1)
          .replaceAll('\\', '/'),
      );
    assert.deepEqual(files.toSorted(), [
      'LICENSE',
      'README.md',
      'THIRD-PARTY-NOTICES.txt',
      'bin/threat-lookups.cjs',
      'completions/threat-lookups.bash',
      'completions/threat-lookups.fish',
      'completions/threat-lookups.zsh',
      'dist/cli.mjs',
      'man/threat-lookups.1',
      'package.json',
    ]);
    const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['tldts', 'undici', 'zod']) assert.match(notices, new RegExp(`^  ${name} \\d`, 'm'));
    assert.match(notices, /^llhttp \(part of undici\)$/m);
    assert.doesNotMatch(notices, /preact/);
  });

  it('imports, triages in threads, and finds', () => {
    writeFileSync(join(project, 'known.csv'), 'indicator,risk\n192.0.2.7,high\n');
    writeFileSync(join(project, 'large.log'), 'GET http://n1.lookups-test-3.com/ 192.0.2.7\n'.repeat(40_000));
    const imported = run(['import', '--db', 'store.db', 'known.csv']);
    assert.deepEqual([imported.status, imported.stderr], [0, '']);
    const triaged = run(['triage', '--db', 'store.db', '--fail-on', 'high', '--json', 'large.log']);
    assert.equal(triaged.status, 3, triaged.stderr);
    const { results } = JSON.parse(triaged.stdout) as { results: readonly { value: string; lines: number }[] };
    assert.deepEqual(
      results.map(({ value, lines }) => [value, lines]),
      [
        ['192.0.2.7', 40_000],
        ['http://n1.lookups-test-3.com/', 40_000],
        ['n1.lookups-test-3.com', 40_000],
      ],
    );
    assert.equal(run(['--version']).stdout.trim(), manifestOf(root).version);
  });

  it('ends with a sentence and code 5 on an older Node.js', () => {
    assert.equal(oldNodeCode, exitCode.oldNode);
    const versions: readonly (readonly [version: string, code: number])[] = [
      ['18.20.8', 5],
      ['20.20.2', 5],
      ['22.19.0', 5],
      ['22.20.0', 0],
      ['23.11.1', 5],
      ['24.7.0', 5],
      ['24.8.0', 0],
      ['25.0.0', 0],
    ];
    for (const [version, code] of versions) {
      const preload = join(folder, `node-${version}.cjs`);
      writeFileSync(
        preload,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
      );
      const { status, stdout, stderr } = run(['--version'], ['--require', preload]);
      assert.deepEqual([version, status], [version, code], stderr);
      const bundle = spawnSync(process.execPath, [
        '--require',
        preload,
        join(installed, 'dist', 'cli.mjs'),
        '--version',
      ]);
      assert.equal(bundle.status, code);
      if (code === 0) continue;
      assert.equal(stdout, '');
      assert.equal(
        stderr,
        `Threat Lookups requires Node.js 22.20 or later in the 22.x line, or 24.8 or later. You have ${version}.\n`,
      );
    }
  });

  it('has a page that man shows', function () {
    const page = join(installed, 'man', 'threat-lookups.1');
    assert.ok(existsSync(page));
    if (spawnSync('man', ['--version']).status !== 0) this.skip();
    const { status, stdout } = spawnSync('man', ['-l', page], {
      encoding: 'utf8',
      env: { ...process.env, MANPAGER: 'cat', MANWIDTH: '100' },
    });
    if (status !== 0) this.skip();
    assert.match(stdout, /threat-lookups triage \[options\] FILE/);
    assert.match(stdout, /--fail-on RISK/);
  });
});
