// Tests inside VS Code's extension host: in the VS Code from npm with a headless browser, or in a desktop VS Code.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './chromium.mjs';
import { cleanEnvironment } from './environment.mjs';
import { root, unpacked } from './paths.mjs';
import { removeFolder } from './removeFolder.mjs';
import { startServer, workbenchAddress, writeSettings } from './vscode.mjs';

const entry = join(root, 'out', 'test', 'editor', 'index.js');
const workspace = join(root, 'test', 'editor', 'workspace');
const limit = 1_500_000;

/** Environment variables of the extension host for the tests. */
function testVariables(folder, grep) {
  return { THREAT_LOOKUPS_RESULTS: join(folder, 'results.json'), THREAT_LOOKUPS_GREP: grep };
}

/** The results, or the reason why there are none. */
function results(folder, error) {
  const file = join(folder, 'results.json');
  const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: [], durations: [] };
  if (error !== undefined && found.failed.length === 0) found.failed.push({ title: 'the run itself', details: error });
  return found;
}

function freshFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'threat-lookups-editor-'));
  mkdirSync(join(folder, 'workspace'));
  cpSync(workspace, join(folder, 'workspace'), { recursive: true });
  return folder;
}

/**
 * Runs the editor tests in a VS Code from npm.
 * @param {import('./vscode.mjs').Version} version
 * @param {{ grep?: string }} options
 * @returns {Promise<{ passed: number, failed: { title: string, details: string }[], durations: { title: string, ms: number }[] }>}
 */
export async function runInServer(version, { grep }) {
  const folder = freshFolder();
  const dataDir = join(folder, 'data');
  writeSettings('bare', dataDir, {});
  const server = await startServer({
    version,
    front: 'bare',
    dataDir,
    extensionsDir: join(folder, 'extensions'),
    smokeTest: true,
    environment: testVariables(folder, grep),
  });
  const browser = await launchChromium();
  let output = '';
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const ended = new Promise((done) => {
      page.exposeFunction('codeAutomationExit', done);
      page.exposeFunction('codeAutomationLog', (type, args) => (output += `${type}: ${args.join(' ')}\n`));
      page.on('crash', () => done('the page crashed'));
      server.ended.then(() => done('the server ended'));
      setTimeout(() => done(`not done within ${limit / 1000} s`), limit).unref();
    });
    const where = { folder: join(folder, 'workspace'), development: unpacked, tests: entry };
    await page.goto(workbenchAddress(server, where));
    const code = await ended;
    return results(folder, code === 0 ? undefined : `ended with ${code}\n${output}\n${server.log()}`);
  } finally {
    await Promise.all([browser.close(), server.stop({ within: 0 })]);
    removeFolder(folder);
  }
}

/**
 * Runs the editor tests in a desktop VS Code.
 * @param {{ grep?: string, executable?: string, version?: string }} options an executable, or a version to download
 */
export async function runInDesktop({ grep, executable, version }) {
  const { runTests } = await import('@vscode/test-electron');
  const folder = freshFolder();
  let failure;
  try {
    await runTests({
      ...(executable === undefined ? { version } : { vscodeExecutablePath: executable }),
      extensionDevelopmentPath: unpacked,
      extensionTestsPath: entry,
      extensionTestsEnv: { ...cleanEnvironment(), ...testVariables(folder, grep) },
      launchArgs: [
        ...[join(folder, 'workspace'), '--disable-extensions', '--disable-workspace-trust'],
        ...['--user-data-dir', join(folder, 'data'), '--extensions-dir', join(folder, 'extensions')],
      ],
    });
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  try {
    return results(folder, failure);
  } finally {
    removeFolder(folder);
  }
}
