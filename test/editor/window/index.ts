import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import * as workerThreads from 'node:worker_threads';
import * as vscode from 'vscode';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import { eventually } from '../helpers/waiting';
import { TestConfiguration } from './configuration';
import { TestMessages } from './messages';
import { TestPanels } from './panels';
import { extension, Profile, type WindowOptions } from './profile';
import { TestInputBox, TestQuickPick, type Prompt } from './prompts';
import { markdownText } from './text';
import { TestViews } from './views';

type Handler = (...args: readonly unknown[]) => unknown;

/**
 * A window with the extension, activated once more inside the extension host with its own commands, settings, and storage.
 * Prompts, messages, views, and panels are objects that a test reads and answers; everything else is VS Code's.
 */
export class TestWindow {
  readonly messages = new TestMessages();
  readonly panels = new TestPanels();
  private readonly contextKeys: Record<string, unknown> = {};
  readonly views = new TestViews(this.contextKeys);
  readonly configuration: TestConfiguration;
  /** Commands of VS Code that the extension ran, with their arguments. */
  private readonly executed: string[] = [];
  private readonly commands = new Map<string, Handler>();
  private readonly hovers: vscode.HoverProvider[] = [];
  /** Further providers that the extension registered, by the function. */
  private readonly providers = new Map<string, unknown>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly workers = new Set<workerThreads.Worker>();
  private open: Prompt | undefined;
  private uriHandler: vscode.UriHandler | undefined;

  constructor(private readonly profile: Profile) {
    this.configuration = new TestConfiguration(profile.settings, profile.options.workspaceSettings ?? {});
  }

  /** Activates the extension. */
  start(): void {
    const { Date, setInterval } = this.profile.options.clock ?? globalThis;
    const file = join(__dirname, 'extension.js');
    const load = createRequire(file);
    const { workers } = this;
    const threads = {
      ...workerThreads,
      Worker: class extends workerThreads.Worker {
        constructor(...given: ConstructorParameters<typeof workerThreads.Worker>) {
          super(...given);
          workers.add(this);
          this.once('exit', () => workers.delete(this));
        }
      },
    };
    const replaced: Readonly<Record<string, unknown>> = { vscode: this.api(), 'node:worker_threads': threads };
    const required = (id: string): unknown => replaced[id] ?? load(id);
    const loaded = { exports: {} as { activate(context: vscode.ExtensionContext): void } };
    const parameters = ['require', 'module', 'exports', '__filename', '__dirname', 'Date', 'setInterval'];
    const run = compileFunction(readFileSync(file, 'utf8'), parameters, { filename: file }) as Handler;
    run(required, loaded, loaded.exports, file, __dirname, Date, setInterval);
    loaded.exports.activate(this.context());
  }

  /** Closes the window, and waits until nothing of it runs. */
  async close(): Promise<void> {
    this.open?.cancel();
    const ended = [...this.workers].map((worker) => once(worker, 'exit'));
    for (const each of this.subscriptions.splice(0)) each.dispose();
    await Promise.all(ended);
  }

  /** Runs a command of the extension to its end, or the one that VS Code adds for a view. */
  async run(id: string, ...args: readonly unknown[]): Promise<void> {
    const handler = this.commands.get(id);
    if (handler === undefined && !id.endsWith('.focus')) throw new Error(`There is no command ${id}.`);
    await this.execute(id, args);
  }

  /** Starts a command that prompts; its errors are shown in a message. */
  begin(id: string, ...args: readonly unknown[]): void {
    this.run(id, ...args).catch((error: unknown) => this.messages.fail(error));
  }

  /** Waits for an open prompt with a matching text. */
  prompt(matching: RegExp): Promise<Prompt> {
    return eventually(
      () => (this.open !== undefined && matching.test(this.open.text()) ? this.open : undefined),
      () => `${String(matching)} in a prompt, but: ${this.open?.text() ?? 'none is open'}`,
    );
  }

  /** Whether a prompt is open. */
  isPrompting(): boolean {
    return this.open !== undefined;
  }

  /** Types an answer to a prompt, and presses Enter. */
  async answer(matching: RegExp, text: string): Promise<void> {
    const prompt = await this.prompt(matching);
    await prompt.type(text);
    await prompt.accept();
  }

  /** Clicks a row of a prompt. */
  async choose(matching: RegExp, label: string | RegExp): Promise<void> {
    await (await this.prompt(matching)).pick(label);
  }

  /** Waits until the hover over a text in a document matches. */
  async hover(document: vscode.TextDocument, text: string, matching = /\S/): Promise<string> {
    const shown = await this.hoverMarkdown(document, text, (markdown) => matching.test(markdownText(markdown)));
    return markdownText(shown);
  }

  /** Clicks a link of the hover over a text. */
  async clickInHover(document: vscode.TextDocument, text: string, label: RegExp): Promise<void> {
    const linkOf = (markdown: string): RegExpMatchArray | undefined =>
      [...markdown.matchAll(/\[([^\]]*)\]\(command:([\w.]+)\??(\S*) "[^"]*"\)/g)].find(([, title = '']) =>
        label.test(markdownText(title)),
      );
    const markdown = await this.hoverMarkdown(document, text, (shown) => linkOf(shown) !== undefined);
    const [, , id = '', query = ''] = linkOf(markdown) ?? [];
    const args = query === '' ? [] : (JSON.parse(decodeURIComponent(query)) as readonly unknown[]);
    this.begin(id, ...args);
  }

  /** Opens an external link, as VS Code does once the user has confirmed it. */
  openLink(link: string): void {
    const opened = Promise.resolve(this.uriHandler?.handleUri(vscode.Uri.parse(link)));
    opened.catch((error: unknown) => this.messages.fail(error));
  }

  /** Opens the request log, and waits until one of its rows matches. */
  async requestLog(row: RegExp): Promise<readonly string[]> {
    await this.run('threatLookups.showSent');
    const rows = (): readonly string[] => this.panels.rows(panelTypes.requestLog);
    await eventually(
      () => rows().some((each) => row.test(each)),
      () => `${String(row)} in the request log, but:\n${rows().join('\n')}`,
    );
    return rows();
  }

  /** Waits until the extension has run a command of VS Code; its arguments are JSON. */
  async executedCommand(matching: RegExp): Promise<void> {
    await eventually(
      () => this.executed.some((each) => matching.test(each)),
      () => `${String(matching)} among the commands:\n${this.executed.join('\n')}`,
    );
  }

  /** Returns the provider that the extension registered, such as by `registerDocumentPasteEditProvider`. */
  provider(name: `register${string}`): unknown {
    return this.providers.get(name);
  }

  /** Waits until the hover over a text matches, and returns its Markdown. */
  async hoverMarkdown(
    document: vscode.TextDocument,
    text: string,
    matches: (markdown: string) => boolean,
  ): Promise<string> {
    const at = document.positionAt(document.getText().indexOf(text) + 1);
    let shown = '';
    return eventually(
      async () => {
        const { token } = new vscode.CancellationTokenSource();
        const hovers = await Promise.all(
          this.hovers.toReversed().map(async (each) => each.provideHover(document, at, token)),
        );
        shown = hovers
          .flatMap((hover) => hover?.contents ?? [])
          .map((part) => (part instanceof vscode.MarkdownString ? part.value : ''))
          .join('\n');
        return matches(shown) ? shown : undefined;
      },
      () => `the hover over ${text}, but: ${markdownText(shown)}`,
    );
  }

  private context(): vscode.ExtensionContext {
    const { profile, subscriptions } = this;
    // A window doesn't see what others write to the state until it is reloaded.
    const state = new Map(profile.state);
    const globalState = {
      get: (key: string, otherwise?: unknown) => (state.has(key) ? state.get(key) : otherwise),
      keys: () => [...state.keys()],
      setKeysForSync: () => undefined,
      update: (key: string, value: unknown) => {
        for (const map of [state, profile.state]) map.set(key, structuredClone(value));
        return Promise.resolve();
      },
    };
    return {
      subscriptions,
      globalState,
      secrets: profile.secrets,
      extension: extension(),
      extensionUri: profile.extensionUri,
      globalStorageUri: vscode.Uri.file(profile.storage),
    } as unknown as vscode.ExtensionContext;
  }

  /** The API of this window's extension. */
  private api(): typeof vscode {
    const nothing = (): vscode.Disposable => new vscode.Disposable(() => undefined);
    const withChanges = <T extends object>(base: T, ...changes: readonly object[]): T =>
      Object.defineProperties(
        {} as T,
        Object.assign({}, ...[base, ...changes].map(Object.getOwnPropertyDescriptors)) as PropertyDescriptorMap,
      );
    return withChanges(vscode, {
      window: withChanges(vscode.window, this.messages.api, this.panels.api, this.views.api, this.promptApi(), {
        registerTerminalLinkProvider: (provider: unknown) =>
          this.keepProvider('registerTerminalLinkProvider', provider),
        registerUriHandler: (handler: vscode.UriHandler) => {
          this.uriHandler = handler;
          return nothing();
        },
      }),
      workspace: withChanges(vscode.workspace, this.configuration.api, {
        registerTextDocumentContentProvider: nothing,
        registerFileSystemProvider: nothing,
      }),
      languages: withChanges(
        vscode.languages,
        Object.fromEntries(
          Object.keys(vscode.languages)
            .filter((name) => name.startsWith('register'))
            .map((name) => [name, (_: unknown, provider: unknown) => this.keepProvider(name, provider)]),
        ),
        {
          registerHoverProvider: (_: unknown, provider: vscode.HoverProvider) => {
            this.hovers.push(provider);
            return nothing();
          },
        },
      ),
      lm: withChanges(vscode.lm, {
        registerTool: (name: string, tool: unknown) => this.keepProvider(`registerTool ${name}`, tool),
        registerMcpServerDefinitionProvider: (_: string, provider: unknown) =>
          this.keepProvider('registerMcpServerDefinitionProvider', provider),
      }),
      commands: withChanges(vscode.commands, {
        registerCommand: (id: string, handler: Handler) => {
          this.commands.set(id, handler);
          return new vscode.Disposable(() => this.commands.delete(id));
        },
        executeCommand: (id: string, ...args: readonly unknown[]) => this.execute(id, args),
      }),
    });
  }

  private keepProvider(name: string, provider: unknown): vscode.Disposable {
    this.providers.set(name, provider);
    return new vscode.Disposable(() => this.providers.delete(name));
  }

  private execute(id: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.commands.get(id);
    if (handler !== undefined) return Promise.resolve(handler(...args));
    const [, view] = /^(.+)\.focus$/.exec(id) ?? [];
    if (id === 'setContext') this.contextKeys[String(args[0])] = args[1];
    else if (view !== undefined && this.views.isView(view)) this.views.view(view).show();
    else this.executed.push([id, ...args.map((each) => JSON.stringify(each))].join(' '));
    return Promise.resolve(undefined);
  }

  private promptApi(): object {
    const host = {
      open: (prompt: Prompt) => {
        const before = this.open;
        this.open = prompt;
        if (before !== prompt) before?.cancel();
      },
      close: (prompt: Prompt) => {
        if (this.open === prompt) this.open = undefined;
      },
    };
    const showInputBox = (options: vscode.InputBoxOptions): Promise<string | undefined> =>
      new Promise((resolve) => {
        const box = new TestInputBox(options, (typed) => {
          host.close(box);
          resolve(typed);
        });
        host.open(box);
      });
    return {
      createQuickPick: () => new TestQuickPick(host),
      showQuickPick: async (items: PickItems, { title, placeHolder, ...options }: PickOptions) => {
        const pick = Object.assign(new TestQuickPick(host), options, { title, placeholder: placeHolder });
        pick.canSelectMany = options.canPickMany === true;
        pick.items = await items;
        pick.selectedItems = pick.canSelectMany ? pick.items.filter(({ picked }) => picked) : [];
        const chosen = new Promise((resolve) => {
          pick.onDidAccept(() => {
            resolve(pick.canSelectMany ? pick.selectedItems : pick.selectedItems[0]);
            pick.hide();
          });
          pick.onDidHide(() => resolve(undefined));
        });
        pick.show();
        return chosen;
      },
      showInputBox,
      // The path is typed, as in VS Code's simple dialog.
      showSaveDialog: async ({ title, defaultUri }: vscode.SaveDialogOptions) => {
        const path = await showInputBox({
          ...(title === undefined ? {} : { title }),
          ...(defaultUri === undefined ? {} : { value: defaultUri.path }),
        });
        return path === undefined ? undefined : (defaultUri ?? vscode.Uri.file(path)).with({ path });
      },
    };
  }
}

type PickItems = readonly vscode.QuickPickItem[] | Promise<readonly vscode.QuickPickItem[]>;
type PickOptions = vscode.QuickPickOptions;

/** The windows of one profile. */
export interface Windows {
  /** The window that was opened first, or the one after it was reloaded. */
  (): TestWindow;
  /** The folder of the local store. */
  readonly storage: () => string;
  /** Opens a file of the folder. */
  readonly document: (name: string, text: string) => Promise<vscode.TextDocument>;
  /** The secrets of the user, by key. */
  readonly secrets: () => ReadonlyMap<string, string>;
  /** Opens another window. */
  readonly openAnother: () => TestWindow;
  /** Closes the only window, calls `meanwhile`, and opens it again. */
  readonly reload: (meanwhile?: () => void) => Promise<TestWindow>;
}

/** Opens a window before the tests of the enclosing `describe`, and closes all windows after them. */
export function useWindow(options: WindowOptions | (() => WindowOptions | Promise<WindowOptions>) = {}): Windows {
  let profile: Profile | undefined;
  let first: TestWindow | undefined;
  const others: TestWindow[] = [];
  const existing = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('There is a window inside tests and hooks only.');
    return value;
  };
  const openAnother = (): TestWindow => {
    const window = new TestWindow(existing(profile));
    window.start();
    return window;
  };
  before(async () => {
    profile = new Profile(typeof options === 'function' ? await options() : options);
    first = openAnother();
  });
  after(async () => {
    await Promise.all([first, ...others].map(async (window) => window?.close()));
    profile?.remove();
  });
  return Object.assign(() => existing(first), {
    storage: () => existing(profile).storage,
    document: (name: string, text: string) => existing(profile).document(name, text),
    secrets: () => existing(profile).secrets.values,
    openAnother: () => {
      const window = openAnother();
      others.push(window);
      return window;
    },
    reload: async (meanwhile?: () => void) => {
      await existing(first).close();
      if (meanwhile === undefined) existing(profile).releaseClaims();
      else meanwhile();
      first = openAnother();
      return first;
    },
  });
}
