// VS Code as a server, from npm: fetches it, installs extensions, and starts it.
import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment } from './environment.mjs';
import { nodeOf } from './node.mjs';
import { npmCi } from './npm.mjs';
import { root } from './paths.mjs';
import { freePort, startTree, stopTree, until } from './processes.mjs';
import { ExpectedError } from './terminal.mjs';
import { ensureTool } from './tools.mjs';

/** @typedef {'oldest' | 'newest'} Version the oldest supported VS Code, and the newest one it is tested on */
/**
 * @typedef {'bare' | 'code-server'} Front VS Code's own server, or code-server with persistent secrets and visible
 * toasts
 */

/** The VS Code versions, and the Node major version that each requires. */
export const versions = {
  oldest: { number: '1.110', node: 22 },
  newest: { number: '1.139', node: 24 },
};

const spdlogShim = { from: join(root, 'scripts', 'lib', 'spdlog.cjs'), to: 'node_modules/@vscode/spdlog/index.js' };

/**
 * Search and quick open use ripgrep; older versions of its package download the program from a release page at
 * installation.
 */
function copyRipgrep(server) {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const found = join(server, 'node_modules/@vscode/ripgrep-universal/bin', `${process.platform}-${process.arch}`, name);
  const wanted = join(server, 'node_modules/@vscode/ripgrep');
  if (!existsSync(found) || !existsSync(wanted)) return;
  mkdirSync(join(wanted, 'bin'), { recursive: true });
  copyFileSync(found, join(wanted, 'bin', name));
}

/**
 * Fetches a VS Code once.
 * @param {Version} version
 * @returns {Promise<{ node: string, front: string, server: string }>} the Node executable, the entry point of
 * code-server, and the folder of VS Code's own server
 */
export async function fetchVsCode(version) {
  const { number, node: line } = versions[version];
  const node = await nodeOf(line);
  const folder = await ensureTool(`vscode-${version}`, {
    what: `VS Code ${number}`,
    node,
    recipe: '2',
    prepare: async (part) => {
      const server = join(part, 'node_modules', 'code-server', 'lib', 'vscode');
      rmSync(join(server, 'npm-shrinkwrap.json'));
      cpSync(join(part, 'server'), server, { recursive: true });
      cpSync(join(part, '.npmrc'), join(server, '.npmrc'));
      await npmCi(server, { what: `VS Code ${number}`, node });
      cpSync(spdlogShim.from, join(server, spdlogShim.to));
      copyRipgrep(server);
    },
  });
  const packaged = join(folder, 'node_modules', 'code-server');
  return { node, front: join(packaged, 'out', 'node', 'entry.js'), server: join(packaged, 'lib', 'vscode') };
}

/** Settings that keep the workbench quiet, so that only the extension shows notifications. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'json.schemaDownload.enable': false,
  'npm.fetchOnlinePackageInfo': false,
  'telemetry.telemetryLevel': 'off',
  // Decided, so that the first triage doesn't ask.
  'threatLookups.triage.remember': false,
  'typescript.disableAutomaticTypeAcquisition': true,
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.reduceMotion': 'on',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** The path of user settings in the data folder of each front end. */
const settingsFile = { bare: ['data', 'User', 'settings.json'], 'code-server': ['User', 'settings.json'] };

/**
 * The file of user settings in a data folder.
 * @param {Front} front
 * @param {string} dataDir
 */
function userSettingsFile(front, dataDir) {
  return join(dataDir, ...settingsFile[front]);
}

/**
 * Writes the user settings for the next start.
 * @param {Front} front
 * @param {string} dataDir
 * @param {Record<string, unknown>} settings
 */
export function writeSettings(front, dataDir, settings) {
  const file = userSettingsFile(front, dataDir);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...quietSettings, ...settings }, null, 2));
}

function commandLine(code, front, { port, dataDir, extensionsDir, builtInDir, trusted, smokeTest }) {
  const trust = trusted ? ['--disable-workspace-trust'] : [];
  const builtIn = builtInDir === undefined ? [] : ['--builtin-extensions-dir', builtInDir];
  if (front === 'bare') {
    return {
      cwd: code.server,
      args: [
        ...[join(code.server, 'out', 'server-main.js'), '--host', '127.0.0.1', '--port', String(port)],
        ...['--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off'],
        ...['--server-data-dir', dataDir, '--extensions-dir', extensionsDir, ...builtIn, ...trust],
        ...(smokeTest ? ['--enable-smoke-test-driver'] : []),
      ],
    };
  }
  return {
    cwd: dataDir,
    args: [
      ...[code.front, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry'],
      ...['--disable-update-check', '--disable-getting-started-override', '--user-data-dir', dataDir],
      ...['--extensions-dir', extensionsDir, '--config', join(dataDir, 'front.yaml'), ...builtIn, ...trust],
    ],
  };
}

/**
 * Separate home, configuration, and temporary folders for the server, and no extension gallery, so that it makes no
 * requests.
 */
function serverEnvironment(dataDir, environment) {
  return cleanEnvironment({
    PORT: undefined,
    PASSWORD: undefined,
    HASHED_PASSWORD: undefined,
    CODE_SERVER_CONFIG: undefined,
    CODE_SERVER_HOST: undefined,
    XDG_DATA_HOME: join(dataDir, 'xdg', 'data'),
    XDG_CACHE_HOME: join(dataDir, 'xdg', 'cache'),
    XDG_CONFIG_HOME: join(dataDir, 'xdg', 'config'),
    XDG_RUNTIME_DIR: undefined,
    EXTENSIONS_GALLERY: '{}',
    ...environment,
  });
}

/** Whether a URL responds. */
async function responds(url) {
  try {
    await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a server and waits until it responds.
 * @param {{ version: Version, front: Front, dataDir: string, extensionsDir: string, builtInDir?: string, port?: number,
 * trusted?: boolean, smokeTest?: boolean, environment?: Record<string, string | undefined>, }} options `builtInDir` is a
 * folder with other built-in extensions; `trusted` disables Workspace Trust (default); `smokeTest` is for tests inside the
 * extension host
 * @returns {Promise<{ url: string, port: number, authority: string, log: () => string,
 * stop: (how?: { within?: number }) => Promise<void>,
 * ended: Promise<void> }>}
 */
export async function startServer(options) {
  const {
    version,
    front,
    dataDir,
    extensionsDir,
    builtInDir,
    trusted = true,
    smokeTest = false,
    environment = {},
  } = options;
  const code = await fetchVsCode(version);
  const port = options.port ?? (await freePort());
  for (const folder of [dataDir, extensionsDir]) mkdirSync(folder, { recursive: true });
  if (front === 'code-server') writeFileSync(join(dataDir, 'front.yaml'), 'cert: false\n');
  const { cwd, args } = commandLine(code, front, { port, dataDir, extensionsDir, builtInDir, trusted, smokeTest });
  const child = startTree(code.node, args, {
    cwd,
    env: serverEnvironment(dataDir, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (log = (log + text).slice(-100_000)));
  }
  let hasEnded = false;
  const ended = new Promise((done) => {
    child.on('close', () => {
      hasEnded = true;
      done();
    });
  });
  const url = `http://127.0.0.1:${port}/`;
  try {
    await until(async () => hasEnded || (await responds(url)), {
      within: 30_000,
      what: "the VS Code server doesn't respond",
    });
    if (hasEnded) throw new ExpectedError(`The VS Code server exited immediately:\n${log.trim()}`);
  } catch (error) {
    await stopTree(child);
    // Another program took the port after it was found free.
    if (options.port === undefined && /\bEADDRINUSE\b/.test(log)) return startServer(options);
    throw error;
  }
  return { url, port, authority: `127.0.0.1:${port}`, log: () => log, stop: (how) => stopTree(child, how), ended };
}

/**
 * Installs a packaged extension as a user would.
 * @param {{ version: Version, front: Front, vsix: string, dataDir: string, extensionsDir: string }} options
 */
export async function installExtension({ version, front, vsix, dataDir, extensionsDir }) {
  const code = await fetchVsCode(version);
  for (const folder of [dataDir, extensionsDir]) mkdirSync(folder, { recursive: true });
  const folders =
    front === 'bare'
      ? [join(code.server, 'out', 'server-main.js'), '--accept-server-license-terms', '--server-data-dir', dataDir]
      : [code.front, '--user-data-dir', dataDir, '--config', join(dataDir, 'front.yaml')];
  if (front === 'code-server') writeFileSync(join(dataDir, 'front.yaml'), 'cert: false\n');
  const child = spawn(
    code.node,
    [...folders, '--extensions-dir', extensionsDir, '--install-extension', vsix, '--force'],
    {
      cwd: dataDir,
      env: serverEnvironment(dataDir, {}),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  const exit = await new Promise((done, failed) => child.on('error', failed).on('close', done));
  if (exit !== 0 || !/successfully installed/.test(log)) {
    throw new ExpectedError(`Installing ${vsix} into VS Code ${versions[version].number} failed:\n${log.trim()}`);
  }
}

/**
 * The URL that opens a folder and files in it.
 * @param {{ url: string, authority: string }} server
 * @param {{ folder: string, openFiles?: readonly string[], development?: string, tests?: string }} options absolute
 * paths; `development` and `tests` require `smokeTest`
 */
export function workbenchAddress({ url, authority }, { folder, openFiles = [], development, tests }) {
  const remote = (path) => `vscode-remote://${authority}${path}`;
  const payload = [
    ...openFiles.map((path) => ['openFile', remote(path)]),
    ...(development === undefined ? [] : [['extensionDevelopmentPath', remote(development)]]),
    ...(tests === undefined ? [] : [['extensionTestsPath', remote(tests)]]),
    ['skipWelcome', 'true'],
  ];
  const query = new URLSearchParams({ folder });
  return `${url}?${query.toString()}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}
