import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { launchChromium } from '../../../scripts/lib/chromium.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { until } from '../../../scripts/lib/processes.mjs';
import { screenshot } from '../workbench';
import { useLanguage } from './language';
import { PanelStub, pageAddress } from './panelStub';
import { type ThemeName, themeOf } from './themes';
import { webviewDocument } from './webviewDocument';

/** Dependencies of a panel's host, from VS Code and from the test. */
export interface PanelParts {
  readonly panel: vscode.WebviewPanel;
  readonly extensionUri: vscode.Uri;
  /** Fails the test: a host warns only if a page is wrong. */
  readonly output: { readonly warn: (message: string) => void };
  /** State stored by the page, if VS Code restores the panel. */
  readonly state: unknown;
}

/** A panel to test. */
export interface PanelPageOptions {
  /** Shows the panel, as the extension does; the result is disposed of with the panel. */
  readonly show: (parts: PanelParts) => { dispose(): void } | Promise<{ dispose(): void }>;
  /**
   * The schema of the host's messages, which are checked here: the page takes them as they are. A record panel has none,
   * since it gets data whose types the compiler checks.
   */
  readonly toPage: { safeParse(message: unknown): { readonly success: boolean } } | undefined;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Options that may differ each time that a panel is opened. */
export interface OpenOptions {
  /** Keeps the stored state, as VS Code does when a panel is hidden, and when the window is reloaded. */
  readonly keepState?: boolean;
  /** `en` (default), `de`, or the pseudo-locale, for the page and for the host. */
  readonly language?: string;
  readonly theme?: ThemeName;
}

const bundles = join(root, 'out', 'test', 'pages', 'webviews');

let browser: Promise<Browser> | undefined;
// One browser for all test files; a hook of mocha's root suite.
after(async () => {
  await (await browser)?.close();
});

/** A panel of the extension in plain Chromium. Its host is the extension's own code, with a stub of VS Code's panel. */
export class PanelPage {
  private stub: PanelStub | undefined;
  private shown: { dispose(): void } | undefined;
  private problems: string[] = [];
  private openOptions: OpenOptions = {};
  private messages: unknown[] = [];
  private opened = 0;
  private held: Promise<undefined> | undefined;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly options: PanelPageOptions,
  ) {}

  /** Opens a browser context; the panel isn't shown yet. */
  static async start(options: PanelPageOptions): Promise<PanelPage> {
    browser ??= launchChromium();
    const context = await (await browser).newContext({ viewport: options.viewport ?? { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const panel = new PanelPage(context, page, options);
    await panel.connect();
    return panel;
  }

  /** The panel's frame, for helpers that also work in VS Code. */
  get frame(): Frame {
    return this.page.mainFrame();
  }

  /** The title of the tab. */
  get title(): string {
    return this.stub?.title ?? '';
  }

  /** Whether the extension has closed it; the page stays. */
  get isClosed(): boolean {
    return this.stub?.isClosed ?? false;
  }

  /** Everything that the page has sent since it was opened, oldest first. */
  get sent(): readonly unknown[] {
    return this.messages;
  }

  /** Opens the panel with a new host; without `keepState` as if it was never open before. */
  async open(options: OpenOptions = {}): Promise<void> {
    this.openOptions = options;
    this.shown?.dispose();
    useLanguage(options.language ?? 'en');
    this.messages = [];
    // The page that is being left may still store something.
    if (options.keepState !== true) this.opened++;
    const state = options.keepState === true ? await this.state() : undefined;
    // The new host must not reach the page that is left: that would store what it makes of messages that aren't for it.
    await this.page.goto('about:blank');
    this.stub = new PanelStub((message) => this.deliver(message));
    const { panel, extensionUri } = this.stub;
    const output = { warn: (text: string) => void this.problems.push(text) };
    this.shown = await this.options.show({ panel, extensionUri, output, state });
    await this.page.goto(pageAddress);
  }

  /** Hides the panel and shows it again: its page is loaded again with its state, and its host continues. */
  async hideAndShow(): Promise<void> {
    this.messages = [];
    await this.page.reload();
  }

  /** Reloads the window: page and host are created again with the state of the page. */
  async reloadWindow(): Promise<void> {
    await this.open({ ...this.openOptions, keepState: true });
  }

  /** Passes a message to the page. Tests of hosts that send everything themselves don't need it. */
  async post(message: unknown): Promise<void> {
    await this.deliver(message);
  }

  /** Keeps what the host sends from the page until the returned function is called, as a slow host would. */
  holdMessages(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.held = promise;
    return () => resolve(undefined);
  }

  /** Returns the stored state of the page. */
  async state(): Promise<unknown> {
    const stored = await this.page.evaluate((key) => sessionStorage.getItem(key), this.stateKey);
    return stored === null ? undefined : (JSON.parse(stored) as unknown);
  }

  /** Replaces properties of the stored state once the page is hidden, after its last own change. */
  async changeStateWhenHidden(properties: Readonly<Record<string, unknown>>): Promise<void> {
    await this.page.evaluate(
      ([key, changes]) =>
        window.addEventListener('pagehide', () => {
          const state = JSON.parse(sessionStorage.getItem(key) ?? '{}') as object;
          sessionStorage.setItem(key, JSON.stringify({ ...state, ...changes }));
        }),
      [this.stateKey, properties] as const,
    );
  }

  /** Waits until the stored state contains these properties. */
  async waitForState(expected: Readonly<Record<string, unknown>>): Promise<void> {
    let state: unknown;
    const isStored = async (): Promise<boolean> => {
      state = await this.state();
      try {
        assert.partialDeepStrictEqual(state, expected);
        return true;
      } catch {
        return false;
      }
    };
    await until(isStored, { what: `the state has no ${JSON.stringify(expected)}` }).catch((error: unknown) => {
      throw new Error(`${String(error)} It is:\n${JSON.stringify(state)}`, { cause: error });
    });
  }

  /** Changes the color theme of the open page, as VS Code does. */
  async setTheme(name: ThemeName): Promise<void> {
    const { classes, attributes, variables } = themeOf(name);
    this.openOptions = { ...this.openOptions, theme: name };
    await this.page.evaluate(
      ([classNames, data, values]) => {
        document.body.className = classNames;
        for (const [key, value] of data) document.body.setAttribute(key, value);
        const { style } = document.documentElement;
        for (const [key, value] of values) {
          if (value === null) style.removeProperty(`--${key}`);
          else style.setProperty(`--${key}`, value);
        }
      },
      [classes.join(' '), Object.entries(attributes), Object.entries(variables)] as const,
    );
  }

  /** Changes the size of the window, and waits until the page has drawn its new layout. */
  async setWidth(width: number, height = 800): Promise<void> {
    await this.page.setViewportSize({ width, height });
    await this.page.waitForFunction((wanted) => window.innerWidth === wanted, width);
    // Observers of sizes run after the layout of a frame, and what they change is in the next one.
    await this.page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
  }

  /** Errors of the page and warnings of its host since the last call. */
  takeProblems(): readonly string[] {
    const problems = this.problems;
    this.problems = [];
    return problems;
  }

  async stop(): Promise<void> {
    this.shown?.dispose();
    useLanguage('en');
    await this.context.close();
  }

  /** The key of the page's state in its session storage. */
  private get stateKey(): string {
    return `panel state ${this.opened}`;
  }

  private async connect(): Promise<void> {
    const { page, context } = this;
    page.on('pageerror', (error) => this.problems.push(`The page threw ${String(error.stack)}`));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.problems.push(message.text());
    });
    await context.exposeBinding('receiveFromPage', (_source, text: string) => {
      const message: unknown = JSON.parse(text);
      this.messages.push(message);
      this.stub?.receive(message);
    });
    await context.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      const file = /^\/dist\/webviews\/([\w-]+\.(?:js|css))$/.exec(pathname)?.[1];
      if (file !== undefined) return route.fulfill({ path: join(bundles, file) });
      if (pathname === '/favicon.ico') return route.fulfill({ status: 204 });
      if (pathname !== new URL(pageAddress).pathname) {
        this.problems.push(`The page requested ${pathname}.`);
        return route.abort();
      }
      const body = webviewDocument(
        this.stub?.html ?? '',
        themeOf(this.openOptions.theme ?? 'Dark Modern'),
        this.stateKey,
      );
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
    });
  }

  /** Passes a message of the host to the page, as JSON like VS Code. Resolves once the page has handled it. */
  private async deliver(message: unknown): Promise<void> {
    const text = JSON.stringify(message);
    await this.held;
    if (this.options.toPage?.safeParse(JSON.parse(text)).success === false)
      this.problems.push(`The host sent an invalid message: ${text.slice(0, 500)}`);
    await this.page
      .evaluate(
        (data) =>
          new Promise<void>((done) => {
            window.addEventListener('message', () => done(), { once: true });
            window.postMessage(JSON.parse(data), '*');
          }),
        text,
      )
      // As in VS Code, a message to a page that is being hidden or closed is lost.
      .catch(() => undefined);
  }
}

/**
 * Opens a panel before the tests of the enclosing `describe`, and closes it after them. A test fails if the page throws,
 * loads or violates what its Content-Security-Policy forbids, or sends an invalid message; failing tests save a screenshot
 * in `out/screenshots`.
 * @returns a function that returns the open panel in tests and hooks
 */
export function usePanelPage(options: PanelPageOptions, openOptions?: OpenOptions): () => PanelPage {
  let panel: PanelPage | undefined;
  before(async () => {
    panel = await PanelPage.start(options);
    await panel.open(openOptions);
  });
  afterEach(async function check() {
    if (panel === undefined) return;
    if (this.currentTest?.state === 'failed') await screenshot(panel.page, `failed ${this.currentTest.fullTitle()}`);
    const problems = panel.takeProblems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  after(() => panel?.stop());
  return () => {
    if (panel === undefined) throw new Error('The panel is open inside tests and hooks only.');
    return panel;
  };
}

/** The text of all style sheets of the panels. */
export function panelStyleSheets(): readonly string[] {
  return ['base.css', 'results.css', 'record.css'].map((name) => readFileSync(join(bundles, name), 'utf8'));
}
