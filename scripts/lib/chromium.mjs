// The browser and fonts for UI tests and pictures.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';
import { cleanEnvironment } from './environment.mjs';
import { nodeOf } from './node.mjs';
import { ExpectedError } from './terminal.mjs';
import { ensureTool } from './tools.mjs';

const bundled = process.platform === 'linux' && process.arch === 'x64';
const shell = ['--no-sandbox', '--disable-gpu', '--headless=shell', '--no-zygote'];
/** Pages can only access this machine: other names don't resolve, and no proxy is used. */
const local = ['--no-proxy-server', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];
const quiet = [
  ...local,
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Unpacks the pinned Chromium into the tool's folder instead of the temporary folder. */
async function unpack(part) {
  const script = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
  const unpacked = join(part, 'unpacked');
  mkdirSync(unpacked);
  const child = spawn(await nodeOf(24), ['--input-type=module', '--eval', script], {
    cwd: part,
    env: cleanEnvironment({ TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((done, failed) => child.on('error', failed).on('close', done));
  if (code !== 0 || !existsSync(join(unpacked, 'chromium'))) throw new ExpectedError('Failed to unpack Chromium.');
}

/**
 * Writes a fontconfig file with only the fetched fonts, so pictures look the same on every machine. Its paths are relative
 * (that of the cache to `XDG_CACHE_HOME`), so that a checkout can be moved: Chromium without fonts crashes.
 */
async function writeFontConfig(part) {
  const family = (alias, name) =>
    `<match target="pattern"><test name="family"><string>${alias}</string></test><edit name="family" mode="prepend" binding="strong"><string>${name}</string></edit></match>`;
  const aliases = [
    ...['system-ui', 'sans-serif', 'sans', 'Arial', 'Segoe UI', 'Ubuntu'].map((alias) => family(alias, 'Inter')),
    ...['monospace', 'Droid Sans Mono', 'Consolas'].map((alias) => family(alias, 'JetBrains Mono')),
  ];
  const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir prefix="relative">node_modules</dir>
<cachedir prefix="xdg">index</cachedir>
${aliases.join('\n')}
</fontconfig>
`;
  writeFileSync(join(part, 'fonts.conf'), config);
}

/** The pinned Chromium with its environment. */
async function pinned() {
  const tool = await ensureTool('chromium', { what: 'Chromium', node: await nodeOf(24), recipe: '1', prepare: unpack });
  const fonts = await ensureTool('fonts', { what: 'fonts', recipe: '2', prepare: writeFontConfig });
  const libraries = [join(tool, 'unpacked', 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(tool, 'unpacked', 'chromium'),
    args: [...shell, ...quiet],
    env: cleanEnvironment({
      LD_LIBRARY_PATH: libraries,
      FONTCONFIG_FILE: join(fonts, 'fonts.conf'),
      XDG_CACHE_HOME: fonts,
    }),
  };
}

/**
 * An executable named by the user, otherwise the pinned one if available for this machine, otherwise an installed
 * browser.
 */
async function candidates() {
  const named = process.env.THREAT_LOOKUPS_CHROMIUM;
  const plain = { args: quiet, env: cleanEnvironment() };
  if (named) return [existsSync(named) ? { ...plain, executablePath: named } : { ...plain, channel: named }];
  if (bundled) return [await pinned()];
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'].filter((path) =>
    existsSync(path),
  );
  return [
    ...['chrome', 'msedge'].map((channel) => ({ ...plain, channel })),
    ...system.map((executablePath) => ({ ...plain, executablePath })),
  ];
}

/** Fetches the pinned Chromium and its fonts if they are available for this machine. */
export async function fetchChromium() {
  if (bundled && !process.env.THREAT_LOOKUPS_CHROMIUM) await pinned();
}

/**
 * Starts a headless browser.
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium() {
  const errors = [];
  for (const choice of await candidates()) {
    try {
      return await chromium.launch({ headless: true, ...choice });
    } catch (error) {
      errors.push(error instanceof Error ? error.message.split('\n')[0] : String(error));
    }
  }
  throw new ExpectedError(
    `Failed to start Chromium (${errors.join('; ') || 'none installed'}). Install Chrome, Edge, or the package “chromium”, or set THREAT_LOOKUPS_CHROMIUM.`,
  );
}

/**
 * Opens a persistent profile: local storage and IndexedDB are kept in the folder for the next browser.
 * @param {string} profileDir
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<import('playwright-core').BrowserContext>}
 */
export async function openProfile(profileDir, options = {}) {
  const errors = [];
  for (const choice of await candidates()) {
    // On a busy machine, a browser can be used before it is ready and exit.
    for (let tries = 0; tries < 3; tries++) {
      try {
        return await chromium.launchPersistentContext(profileDir, { headless: true, ...options, ...choice });
      } catch (error) {
        errors.push(error instanceof Error ? error.message.split('\n')[0] : String(error));
      }
    }
  }
  throw new ExpectedError(`Failed to start Chromium with a profile (${errors.join('; ')}).`);
}
