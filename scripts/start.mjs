// `npm start [-- --web --no-browser --port N]`: opens VS Code with the extension, the sample data, and a log.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openInBrowser } from './lib/browser.mjs';
import { writeDemo } from './lib/demo.mjs';
import { findDesktop, openDesktop } from './lib/desktop.mjs';
import { vsix } from './lib/paths.mjs';
import { freePort } from './lib/processes.mjs';
import { fail, print, ExpectedError } from './lib/terminal.mjs';
import { packageExtension } from './lib/steps.mjs';
import {
  fetchVsCode,
  installExtension,
  startServer,
  versions,
  workbenchAddress,
  writeSettings,
} from './lib/vscode.mjs';

const defaultPort = 8710;
/** Makes the extension load its sample data automatically. */
const environment = { THREAT_LOOKUPS_DEMO: '1' };

/** Written on the first start; users of the demo can change them. */
const demoSettings = { 'editor.minimap.enabled': false };

/** The folder, settings, and extensions of the demo, in the user's data directory rather than the checkout. */
function demoHome() {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  const data = {
    darwin: join(homedir(), 'Library', 'Application Support'),
    win32: LOCALAPPDATA || join(homedir(), 'AppData', 'Local'),
  };
  return join(data[process.platform] ?? (XDG_DATA_HOME || join(homedir(), '.local', 'share')), 'threat-lookups-demo');
}

function options() {
  const { values } = parseArgs({
    options: { web: { type: 'boolean' }, 'no-browser': { type: 'boolean' }, port: { type: 'string' } },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    throw new ExpectedError(`“${values.port}” isn't a valid port. Use a number from 0 (any free port) to 65535.`);
  }
  return { web: values.web || values['no-browser'] || port !== undefined, browser: !values['no-browser'], port };
}

/** The requested port, or a free one with a message. */
async function choosePort(wanted) {
  try {
    return await freePort(wanted);
  } catch (error) {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    const port = await freePort();
    print(`Port ${wanted} is ${error.code === 'EACCES' ? 'not allowed' : 'already in use'}. Using ${port} instead.`);
    return port;
  }
}

/** Resolves on Ctrl-C or when the terminal closes. Before it is called, both end the process. */
function waitForStop() {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => done(signal));
  });
}

async function inDesktop({ path, version }, folder, file) {
  const home = join(demoHome(), 'desktop');
  const folders = { dataDir: join(home, 'data'), extensionsDir: join(home, 'extensions') };
  if (!existsSync(join(folders.dataDir, 'User', 'settings.json')))
    writeSettings('code-server', folders.dataDir, demoSettings);
  const window = openDesktop({ path, vsix, ...folders, folder, file, environment });
  print(`Opened VS Code ${version} with separate settings. Hover over a name in proxy.log. Press Ctrl-C to stop.`);
  if (await Promise.race([window.closed, waitForStop()])) window.close();
}

async function inBrowser(folder, file, { browser, port }) {
  const home = join(demoHome(), 'web');
  const folders = { dataDir: join(home, 'data'), extensionsDir: join(home, 'extensions') };
  if (!existsSync(join(folders.dataDir, 'User', 'settings.json')))
    writeSettings('code-server', folders.dataDir, demoSettings);
  const vsCode = { version: 'newest', front: 'code-server', ...folders };
  await installExtension({ ...vsCode, vsix });
  const server = await startServer({ ...vsCode, port: await choosePort(port ?? defaultPort), environment });
  const address = workbenchAddress(server, { folder, openFiles: [file] });
  const opened = browser && (await openInBrowser(address));
  if (browser && !opened) print('No browser found. Open the URL manually.');
  console.log(`\n  VS Code ${versions.newest.number}: ${address}\n`);
  print(`${opened ? 'Opening your browser. ' : ''}Hover over a name in proxy.log. Press Ctrl-C to stop.`);
  const ended = await Promise.race([waitForStop(), server.ended]);
  await server.stop();
  if (ended === undefined) throw new ExpectedError(`The VS Code server stopped unexpectedly:\n${server.log().trim()}`);
}

async function main() {
  const { web, browser, port } = options();
  const desktop = web ? { reason: undefined } : findDesktop();
  if (!('path' in desktop)) {
    if (process.platform === 'win32') {
      throw new ExpectedError(
        `On Windows, the demo requires a desktop VS Code ${versions.oldest.number} or later with \`code\` on the PATH.`,
      );
    }
    if (desktop.reason !== undefined) print(`${desktop.reason} Using the VS Code from npm.`);
    await fetchVsCode('newest');
  }
  print('Building the extension…');
  await packageExtension();
  const folder = join(demoHome(), 'demo');
  const { log } = writeDemo(folder);
  if ('path' in desktop) await inDesktop(desktop, folder, log);
  else await inBrowser(folder, log, { browser, port });
  print('Stopped.');
  process.exit(0);
}

main().catch(fail);
