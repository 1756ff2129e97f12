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

const usualPort = 8710;
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
    throw new ExpectedError(`“${values.port}” is no port; a number from 0 (any free one) to 65535 is.`);
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
    print(`Port ${wanted} is ${error.code === 'EACCES' ? 'not allowed' : 'taken'}; using ${port} instead.`);
    return port;
  }
}

/** Resolves on Ctrl-C or when the terminal closes. Before it is called, both end the process. */
function endWished() {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => done(signal));
  });
}

async function inDesktop({ path, version }, folder, file) {
  const home = join(demoHome(), 'desktop');
  const places = { dataDir: join(home, 'data'), extensionsDir: join(home, 'extensions') };
  if (!existsSync(join(places.dataDir, 'User', 'settings.json')))
    writeSettings('code-server', places.dataDir, demoSettings);
  const window = openDesktop({ path, vsix, ...places, folder, file, environment });
  print(`Opened VS Code ${version} with settings of its own. Rest the mouse on a name in proxy.log. Ctrl-C ends it.`);
  if (await Promise.race([window.closed, endWished()])) window.close();
}

async function inBrowser(folder, file, { browser, port }) {
  const home = join(demoHome(), 'web');
  const places = { dataDir: join(home, 'data'), extensionsDir: join(home, 'extensions') };
  if (!existsSync(join(places.dataDir, 'User', 'settings.json')))
    writeSettings('code-server', places.dataDir, demoSettings);
  const which = { version: 'newest', front: 'code-server', ...places };
  await installExtension({ ...which, vsix });
  const server = await startServer({ ...which, port: await choosePort(port ?? usualPort), environment });
  const address = workbenchAddress(server, { folder, openFiles: [file] });
  const opened = browser && (await openInBrowser(address));
  if (browser && !opened) print('No browser was found here; open the address in one yourself.');
  console.log(`\n  VS Code ${versions.newest.number}: ${address}\n`);
  print(`${opened ? 'It opens in your browser. ' : ''}Rest the mouse on a name in proxy.log. Ctrl-C ends it.`);
  const ended = await Promise.race([endWished(), server.ended]);
  await server.stop();
  if (ended === undefined) throw new ExpectedError(`VS Code’s server ended by itself:\n${server.log().trim()}`);
}

async function main() {
  const { web, browser, port } = options();
  const desktop = web ? { reason: undefined } : findDesktop();
  if (!('path' in desktop)) {
    if (process.platform === 'win32') {
      throw new ExpectedError(
        `On Windows the demo needs a desktop VS Code ${versions.oldest.number} or later with \`code\` on the PATH.`,
      );
    }
    if (desktop.reason !== undefined) print(`${desktop.reason} Using the VS Code from npm.`);
    await fetchVsCode('newest');
  }
  print('Building the extension …');
  await packageExtension();
  const folder = join(demoHome(), 'demo');
  const { log } = writeDemo(folder);
  if ('path' in desktop) await inDesktop(desktop, folder, log);
  else await inBrowser(folder, log, { browser, port });
  print('Ended.');
  process.exit(0);
}

main().catch(fail);
