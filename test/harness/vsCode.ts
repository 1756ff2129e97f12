import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openProfile } from '../../scripts/lib/chromium.mjs';
import { removeFolder } from '../../scripts/lib/removeFolder.mjs';
import { startServer, workbenchAddress, writeSettings, type Front, type Version } from '../../scripts/lib/vscode.mjs';
import { lightBuiltInExtensions } from './builtInExtensions';
import { installedExtensions } from './installedExtensions';
import { screenshot, workbenchReady } from './workbench';

export interface VsCodeOptions {
  /** Default: newest. */
  readonly version?: Version;
  /**
   * `code-server` (default): secrets are persisted, toasts are shown. `bare`: VS Code's own server; secrets are
   * persisted here as well.
   */
  readonly front?: Front;
  /** User settings (including application scope), in addition to those that keep the workbench quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `packaged` (default): the installed VSIX. `none`: VS Code without the extension. */
  readonly extension?: 'packaged' | 'none';
  /**
   * VS Code's built-in extensions: `light` omits those that take long to start, see `builtInExtensions.ts`. Default:
   * `light` in `useVsCode`, otherwise `all`.
   */
  readonly builtIn?: 'all' | 'light';
  /** Files that overlay the installed extension, by relative path; this VS Code gets its own copy. */
  readonly overlay?: Readonly<Record<string, string>>;
  /** An existing folder to open; default: a new one. */
  readonly folder?: string;
  /** Files to write into the folder first, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files to open, relative to the folder or absolute. */
  readonly openFiles?: readonly string[];
  /** Workspace Trust is disabled by default; `false` enables it, so the folder is restricted. */
  readonly trusted?: boolean;
  /** Added to the server's environment, which otherwise has no THREAT_LOOKUPS_* variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of an additional extension under development; requires the `bare` front end. */
  readonly beside?: string;
  /** Called with the data folder before the first start. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  /** Timeout for the lines of an opened file in milliseconds; large files take long. */
  readonly linesWithin?: number;
  /** VS Code's display language, such as `de`; its own texts stay English. Default: English. */
  readonly language?: string;
  /** Size of the window in pixels; default 1280 × 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A running VS Code and its window. */
export interface VsCode {
  readonly page: Page;
  readonly context: BrowserContext;
  /** URL of the server, with a trailing slash. */
  readonly url: string;
  /** The absolute path of the open folder. */
  readonly folder: string;
  /** The server's data folder, which contains settings, logs, and global storage. */
  readonly dataDir: string;
  /** Opens other files in the same folder and window (relative to the folder or absolute). */
  open(files: readonly string[]): Promise<void>;
  /** Reloads the window, as “Developer: Reload Window” does, and waits until it is ready. */
  reload(): Promise<void>;
  /** Restarts the server and its child processes with the same port, data, and profile. */
  restart(): Promise<void>;
  /** The output of the server. */
  log(): string;
  stop(): Promise<void>;
}

const secretKeyHalf = Buffer.alloc(32, 7);

/**
 * VS Code's own server can't mint the half key that seals secrets; without a response, every secret is lost on reload.
 */
async function stubMintKey(context: BrowserContext): Promise<void> {
  await context.route('**/mint-key', (route) =>
    route.fulfill({ status: 200, contentType: 'application/octet-stream', body: secretKeyHalf }),
  );
}

/** As a language pack does: the workbench and, from it, the extension host take the language from this global. */
async function speak(context: BrowserContext, language: string): Promise<void> {
  await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)}`);
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
 * Starts VS Code with new data and extension folders in a new browser profile. Call `stop` when done, which deletes the
 * folders. Waits until the workbench and the requested files are visible; the extension host starts about two seconds
 * later, which the helpers of `workbench.ts` wait for.
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
  const builtInDir = options.builtIn === 'light' ? await lightBuiltInExtensions(version) : undefined;
  const start = (port?: number) =>
    startServer({
      version,
      front,
      dataDir,
      extensionsDir,
      trusted,
      environment: { ...options.environment },
      ...(builtInDir === undefined ? {} : { builtInDir }),
      smokeTest: options.beside !== undefined,
      ...(port === undefined ? {} : { port }),
    });
  const absolute = (path: string) => (isAbsolute(path) ? path : join(folder, path));
  let server = await start();
  let context: BrowserContext | undefined;
  const stop = async () => {
    await Promise.all([context?.close(), server.stop({ within: 0 })]);
    removeFolder(home);
  };
  try {
    context = await openProfile(join(home, 'profile'), { viewport: options.viewport ?? { width: 1280, height: 800 } });
    if (front === 'bare') await stubMintKey(context);
    if (options.language !== undefined) await speak(context, options.language);
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
 * Starts one VS Code before the tests of the enclosing `describe` and stops it after them. A failing test saves a
 * screenshot in `out/screenshots`.
 * @returns a function that returns the running VS Code in tests and hooks
 */
export function useVsCode(options: VsCodeOptions | (() => VsCodeOptions | Promise<VsCodeOptions>)): () => VsCode {
  let running: VsCode | undefined;
  before(async function start() {
    this.timeout(180_000);
    running = await startVsCode({ builtIn: 'light', ...(typeof options === 'function' ? await options() : options) });
  });
  afterEach(async function show() {
    if (this.currentTest?.state !== 'failed' || running === undefined) return;
    await screenshot(running.page, `failed ${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    await running?.stop();
  });
  return () => {
    if (running === undefined) throw new Error('VS Code runs inside tests and hooks only.');
    return running;
  };
}
