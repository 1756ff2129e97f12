/**
 * The few parts of `vscode` that panels, and flows that ask the user, need. esbuild.js puts them in the place of `vscode` in
 * the tests that run in plain Node. Everything else is missing, and fails when it is used.
 */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import { ask, QuickPickStub, user } from './pages/user';

/** Positions of a decoration in the overview ruler. */
export const OverviewRulerLane = { Left: 1, Center: 2, Right: 4, Full: 7 };

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export class TreeItem {
  constructor(readonly label: string) {}
}

export class Disposable {
  constructor(private readonly end: () => unknown) {}

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const each of all) each.dispose();
    });
  }

  dispose(): void {
    this.end();
  }
}

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => unknown>();

  readonly event = (listener: (value: T) => unknown): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };

  fire(value: T): void {
    for (const listener of this.listeners) listener(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

/** No task of a test ends early. */
export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable(() => undefined) };
  cancel(): void {}
  dispose(): void {}
}

export class TabInputWebview {
  constructor(readonly viewType: string) {}
}

/** The input of a tab with a file; no tab has one. */
class TabInputFile {
  constructor(readonly uri: Uri) {}
}

export { TabInputFile as TabInputCustom, TabInputFile as TabInputText };

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}

  isEqual({ line, character }: Position): boolean {
    return line === this.line && character === this.character;
  }
}

export class Range {
  constructor(
    readonly start: Position,
    readonly end: Position,
  ) {}
}

export class MarkdownString {
  constructor(readonly value: string) {}
}

export class Hover {
  constructor(
    readonly contents: MarkdownString,
    readonly range: Range,
  ) {}
}

/** An address; only paths are joined. */
export class Uri {
  private constructor(private readonly text: string) {}

  static parse(text: string): Uri {
    return new Uri(text);
  }

  static file(path: string): Uri {
    return new Uri(pathToFileURL(path).href);
  }

  static joinPath({ text }: Uri, ...names: readonly string[]): Uri {
    return new Uri([text.replace(/\/$/, ''), ...names].join('/'));
  }

  get scheme(): string {
    return new URL(this.text).protocol.slice(0, -1);
  }

  get path(): string {
    return decodeURIComponent(new URL(this.text).pathname);
  }

  get fsPath(): string {
    return this.path;
  }

  get fragment(): string {
    return decodeURIComponent(new URL(this.text).hash.slice(1));
  }

  with({ fragment }: { readonly fragment: string }): Uri {
    const [whole = ''] = this.text.split('#');
    return new Uri(fragment === '' ? whole : `${whole}#${encodeURIComponent(fragment)}`);
  }

  toString(): string {
    return this.text;
  }
}

export const ViewColumn = { Active: -1, Beside: -2 };
export const FileType = { File: 1, Directory: 2, SymbolicLink: 64 };
export const ProgressLocation = { Notification: 15 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };

/** The bundle of the display language; undefined in English. */
export const l10n: { bundle: Readonly<Record<string, unknown>> | undefined } = { bundle: undefined };

/** Content of the clipboard. */
let copied = '';

export const env = {
  language: 'en',
  openExternal: (target: unknown): Promise<boolean> => {
    user.opened.push(String(target));
    return Promise.resolve(true);
  },
  clipboard: {
    readText: (): Promise<string> => Promise.resolve(copied),
    writeText: (text: string): Promise<void> => {
      copied = text;
      return Promise.resolve();
    },
  },
};

/** Commands of VS Code itself, such as `setContext`. */
export const commands = {
  executeCommand: (command: string, ...args: readonly unknown[]): Promise<undefined> => {
    user.executed.push({ command, args });
    return Promise.resolve(undefined);
  },
};

const folder = Uri.parse('file:///workspace');

const typeOf = (path: string): number => (statSync(path).isDirectory() ? FileType.Directory : FileType.File);

export const workspace = {
  workspaceFolders: [{ uri: folder, name: 'workspace' }],
  textDocuments: [],
  getWorkspaceFolder: ({ path }: Uri) => workspace.workspaceFolders.find(({ uri }) => path.startsWith(`${uri.path}/`)),
  asRelativePath: (file: Uri): string => relative(workspace.getWorkspaceFolder(file)?.uri.path ?? '/', file.path),
  openTextDocument: ({ content }: { readonly content: string }): Promise<string> => Promise.resolve(content),
  fs: {
    stat: ({ path }: Uri): Promise<{ readonly type: number; readonly size: number; readonly mtime: number }> => {
      const stats = statSync(path);
      const type = stats.isDirectory() ? FileType.Directory : FileType.File;
      return Promise.resolve({ type, size: stats.size, mtime: stats.mtimeMs });
    },
    readDirectory: ({ path }: Uri): Promise<readonly (readonly [string, number])[]> =>
      Promise.resolve(
        readdirSync(path, { withFileTypes: true }).map((entry) => [
          entry.name,
          entry.isSymbolicLink()
            ? typeOf(join(path, entry.name)) | FileType.SymbolicLink
            : typeOf(join(path, entry.name)),
        ]),
      ),
    writeFile: (file: Uri, bytes: Uint8Array): Promise<void> => {
      user.saved.set(file.toString(), new TextDecoder().decode(bytes));
      return Promise.resolve();
    },
  },
};

type MessageButton = string | vscode.MessageItem;
type MessageArguments = readonly [(vscode.MessageOptions | string)?, ...MessageButton[]];

async function showMessage(message: string, ...[first, ...rest]: MessageArguments): Promise<MessageButton | undefined> {
  const buttons = typeof first === 'string' ? [first, ...rest] : rest;
  const { detail = '', modal } = typeof first === 'string' ? {} : (first ?? {});
  const titleOf = (button: MessageButton): string => (typeof button === 'string' ? button : button.title);
  const prompt = { title: message, detail, choices: buttons.map(titleOf) };
  const chosen = await ask(modal === true ? { ...prompt, isModal: true } : prompt);
  return buttons.find((button) => titleOf(button) === chosen);
}

const noPanel: (viewType: string, title: string) => vscode.WebviewPanel = () => {
  throw new Error('Nothing opens panels here.');
};

export const window = {
  activeTextEditor: undefined,
  tabGroups: { all: [], activeTabGroup: {} },
  /** Replaced by harnesses. */
  createWebviewPanel: noPanel,
  createQuickPick: (): QuickPickStub => {
    const pick = new QuickPickStub();
    user.quickPicks.push(pick);
    return pick;
  },
  showInformationMessage: showMessage,
  showWarningMessage: showMessage,
  showErrorMessage: showMessage,
  showQuickPick: async <T extends vscode.QuickPickItem>(
    items: readonly T[],
    { title = '', placeHolder = '', canPickMany = false }: vscode.QuickPickOptions,
  ): Promise<T | readonly T[] | undefined> => {
    const chosen = await ask({
      title,
      detail: placeHolder,
      choices: items.map(({ label }) => label),
      descriptions: items.map(({ description = '' }) => description),
    });
    const item = items.find(({ label }) => label === chosen);
    return canPickMany && item !== undefined ? [item] : item;
  },
  /** The user may answer with any text. */
  showInputBox: ({ title = '', prompt = '', value = '' }: vscode.InputBoxOptions): Promise<string | undefined> => {
    const shown = { title, detail: prompt, choices: [value] };
    user.prompts.push(shown);
    return Promise.resolve(user.answer(shown));
  },
  /** The progress of work that takes long isn't shown. */
  withProgress: (): Promise<void> => Promise.resolve(),
  showSaveDialog: async ({ title = '', defaultUri = folder }: { title?: string; defaultUri?: Uri }) => {
    const chosen = await ask({ title, detail: '', choices: [defaultUri.toString()] });
    return chosen === undefined ? undefined : Uri.parse(chosen);
  },
  showOpenDialog: async ({ title = '', canSelectFolders = false }: vscode.OpenDialogOptions) => {
    const chosen = await ask({ title, detail: canSelectFolders ? 'folders' : 'files', choices: [folder.toString()] });
    return chosen === undefined ? undefined : [Uri.parse(chosen)];
  },
  showTextDocument: (content: string): Promise<void> => {
    user.documents.push(content);
    return Promise.resolve();
  },
};
