import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openProfile } from '../../scripts/lib/chromium.mjs';
import { startServer, workbenchAddress, writeSettings, type Front, type Version } from '../../scripts/lib/vscode.mjs';
import { installedExtensions } from './installedExtensions';
import { screenshot, workbenchReady } from './workbench';

export interface VsCodeOptions {
  /** Default: newest. */
  readonly version?: Version;
  /** `code-server` (default): secrets last, toasts show. `bare`: VS Code's own server; secrets last here, too. */
  readonly front?: Front;
  /** User settings (application scope too), beside those that keep the workbench quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `packaged` (default): the VSIX, installed. `none`: VS Code alone. */
  readonly extension?: 'packaged' | 'none';
  /** Files laid over the installed extension, by path in it: this VS Code gets a copy of its own. */
  readonly overlay?: Readonly<Record<string, string>>;
  /** An existing folder to open; default: a new one. */
  readonly folder?: string;
  /** Files to write into the folder first, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files to open, relative to the folder or absolute. */
  readonly openFiles?: readonly string[];
  /** Workspace trust is switched off by default; `false` leaves it on, so that the folder is restricted. */
  readonly trusted?: boolean;
  /** Laid over the server's environment, which has no THREAT_LOOKUPS_* variable otherwise. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder of an extension that is started beside, as one under development; `bare` front alone. */
  readonly beside?: string;
  /** Called with the data folder before the first start. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  /** How long the lines of an opened file may take to show, in milliseconds; files of many MB take long. */
  readonly linesWithin?: number;
  /** Size of the window in pixels; default 1280 × 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A running VS Code, and the window that a person would see. */
export interface VsCode {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Address of the server, ending in a slash. */
  readonly url: string;
  /** The open folder, absolute. */
  readonly folder: string;
  /** The server's data folder: settings, logs, global storage are below it. */
  readonly dataDir: string;
  /** Opens the same folder in this window with other files (relative to the folder or absolute). */
  open(files: readonly string[]): Promise<void>;
  /** Reloads the window, as “Developer: Reload Window” does; waits until it is back. */
  reload(): Promise<void>;
  /** Ends the server and its children and starts it again: same port, data, profile. */
  restart(): Promise<void>;
  /** What the server printed. */
  log(): string;
  stop(): Promise<void>;
}

const secretKeyHalf = Buffer.alloc(32, 7);

/** VS Code's own server cannot mint the half key that seals secrets: without an answer every secret is lost on reload. */
async function stubMintKey(context: BrowserContext): Promise<void> {
  await context.route('**/mint-key', (route) =>
    route.fulfill({ status: 200, contentType: 'application/octet-stream', body: secretKeyHalf }),
  );
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function copyWithOverlay(installed: string, own: string, overlay: Readonly<Record<string, string>>): void {
  cpSync(installed, own, { recursive: true });
  const folder = readdirSync(own).find((name) => existsSync(join(own, name, 'package.json')));
  if (folder === undefined) throw new Error(`No extension is installed in ${installed}.`);
  writeFiles(join(own, folder), overlay);
}

/**
 * Starts VS Code on fresh data and extension folders and opens it in a fresh browser profile. Stop it when done: the
 * folders go with it. Waits until the workbench and the files asked for are on the screen; the extension host is up
 * some two seconds later, which the helpers of `workbench.ts` wait for by what they look for.
 */
export async function startVsCode(options: VsCodeOptions = {}): Promise<VsCode> {
  const { version = 'newest', front = 'code-server', extension = 'packaged', trusted = true } = options;
  const home = mkdtempSync(join(tmpdir(), 'threat-lookups-ui-'));
  const dataDir = join(home, 'data');
  const folder = options.folder ?? join(home, 'workspace');
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, options.files ?? {});
  writeSettings(front, dataDir, options.settings ?? {});
  await options.prepare?.(dataDir);
  const ownExtensions = join(home, 'extensions');
  const { overlay } = options;
  const installed = extension === 'packaged' ? await installedExtensions(version) : ownExtensions;
  if (overlay !== undefined) copyWithOverlay(installed, ownExtensions, overlay);
  const extensionsDir = overlay === undefined ? installed : ownExtensions;
  const start = (port?: number) =>
    startServer({
      ...{ version, front, dataDir, extensionsDir, trusted, environment: { ...options.environment } },
      smokeTest: options.beside !== undefined,
      ...(port === undefined ? {} : { port }),
    });
  const absolute = (path: string) => (isAbsolute(path) ? path : join(folder, path));
  let server = await start();
  let context: BrowserContext | undefined;
  const stop = async () => {
    await context?.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    context = await openProfile(join(home, 'profile'), { viewport: options.viewport ?? { width: 1280, height: 800 } });
    if (front === 'bare') await stubMintKey(context);
    const page = context.pages()[0] ?? (await context.newPage());
    let files = (options.openFiles ?? []).map(absolute);
    const shown = () =>
      workbenchReady(page, {
        editor: files.length > 0,
        ...(options.linesWithin === undefined ? {} : { within: options.linesWithin }),
      });
    const visit = async () => {
      const beside = options.beside === undefined ? {} : { development: options.beside };
      await page.goto(workbenchAddress(server, { folder, openFiles: files, ...beside }));
      await shown();
    };
    await visit();
    return {
      page,
      context,
      folder,
      dataDir,
      url: server.url,
      open: async (names) => {
        files = names.map(absolute);
        await visit();
      },
      reload: async () => {
        await page.reload();
        await shown();
      },
      restart: async () => {
        await page.goto('about:blank');
        await server.stop();
        server = await start(server.port);
        await visit();
      },
      log: () => server.log(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * For the body of a `describe`: one VS Code for all its tests, started before the first and stopped after the last.
 * A failing test leaves a picture and the server's words in `out/screenshots`.
 * @returns what gives the running VS Code, inside tests and hooks
 */
export function useVsCode(options: VsCodeOptions | (() => VsCodeOptions | Promise<VsCodeOptions>)): () => VsCode {
  let running: VsCode | undefined;
  before(async function start() {
    this.timeout(90_000);
    running = await startVsCode(typeof options === 'function' ? await options() : options);
  });
  afterEach(async function show() {
    if (this.currentTest?.state !== 'failed' || running === undefined) return;
    await screenshot(running.page, `failed ${this.currentTest.fullTitle()}`);
  });
  after(async function stop() {
    this.timeout(20_000);
    await running?.stop();
  });
  return () => {
    if (running === undefined) throw new Error('VS Code runs inside tests and hooks only.');
    return running;
  };
}
