import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { cleanEnvironment } from '../../scripts/lib/environment.mjs';
import { cache, root } from '../../scripts/lib/paths.mjs';
import { until } from '../../scripts/lib/processes.mjs';
import { hoverText, screenshot, workbenchReady } from '../harness/workbench';

interface Started {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Ctrl-C in the terminal: every process in it gets the signal. Resolves when all of them have ended. */
  readonly interrupt: () => Promise<void>;
}

function npmStart(home: string, args: readonly string[]): Started {
  const child = spawn('npm', ['start', '--', '--no-browser', ...args], {
    cwd: root,
    detached: true,
    env: cleanEnvironment({ HOME: home, XDG_DATA_HOME: undefined, THREAT_LOOKUPS_CACHE: cache }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close');
  return {
    process: child,
    output: () => output,
    interrupt: async () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGINT');
      await ended;
    },
  };
}

/** The command lines of living processes that hold a text. */
function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(text));
}

const address = /http:\/\/127\.0\.0\.1:\S+/;

describe('npm start', () => {
  let home: string;
  let started: Started | undefined;
  let browser: Browser | undefined;
  let squatter: Server | undefined;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'threat-lookups-start-'));
  });

  afterEach(async () => {
    await browser?.close();
    await started?.interrupt();
    squatter?.close();
    started = browser = squatter = undefined;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('opens a window on a free port with a hover that shows a risk, and stops cleanly on Ctrl+C', async function () {
    // It builds the whole extension, which takes minutes beside the builds and tests of others.
    this.timeout(400_000);
    squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const taken = squatter.address();
    assert.ok(taken !== null && typeof taken === 'object');
    started = npmStart(home, ['--port', String(taken.port)]);
    const { output } = started;
    const [url = ''] = await until(() => address.exec(output()), { within: 300_000, what: 'no address was printed' });
    assert.match(output(), new RegExp(`Port ${taken.port} is already in use\\. Using \\d+ instead\\.`));
    assert.notEqual(new URL(url).port, String(taken.port));
    browser = await launchChromium();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(url);
    await workbenchReady(page, { editor: true });
    const text = await hoverText(page, 'login-update.example', { matching: /risk/i, within: 40_000 });
    await screenshot(page, 'npm start');
    assert.match(text, /(Critical|High|Medium|Low) risk/);
    await browser.close();
    browser = undefined;
    await started.interrupt();
    assert.match(output(), /\nStopped\.\n$/);
    if (process.platform === 'linux') assert.deepEqual(processesWith(home), []);
  });
});
