/**
 * The few parts of `vscode` that panels need. esbuild.js puts them in the place of `vscode` in the tests of pages, so that
 * these run the panels of the extension in plain Node. Everything else is missing, and fails when it is used.
 */
import type * as vscode from 'vscode';
import { ask, QuickPickStub, user } from './user';

export class ThemeIcon {
  constructor(readonly id: string) {}
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

/** No task of a test ends early. */
export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable(() => undefined) };
  cancel(): void {}
  dispose(): void {}
}

export class TabInputWebview {
  constructor(readonly viewType: string) {}
}

/** An address; only paths are joined. */
export class Uri {
  private constructor(private readonly text: string) {}

  static parse(text: string): Uri {
    return new Uri(text);
  }

  static joinPath({ text }: Uri, ...names: readonly string[]): Uri {
    return new Uri([text.replace(/\/$/, ''), ...names].join('/'));
  }

  get path(): string {
    return new URL(this.text).pathname;
  }

  toString(): string {
    return this.text;
  }
}

export const ViewColumn = { Active: -1, Beside: -2 };
export const ProgressLocation = { Notification: 15 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };

/** The bundle of the display language; undefined in English. */
export const l10n: { bundle: Readonly<Record<string, unknown>> | undefined } = { bundle: undefined };

/** What was last copied to the clipboard. */
let copied = '';

export const env = {
  language: 'en',
  clipboard: {
    readText: (): Promise<string> => Promise.resolve(copied),
    writeText: (text: string): Promise<void> => {
      copied = text;
      return Promise.resolve();
    },
  },
};

/** Commands of VS Code itself, such as `setContext`. */
export const commands = { executeCommand: (): Promise<undefined> => Promise.resolve(undefined) };

const folder = Uri.parse('file:///workspace');

export const workspace = {
  workspaceFolders: [{ uri: folder }],
  openTextDocument: ({ content }: { readonly content: string }): Promise<string> => Promise.resolve(content),
  fs: {
    writeFile: (file: Uri, bytes: Uint8Array): Promise<void> => {
      user.saved.set(file.toString(), new TextDecoder().decode(bytes));
      return Promise.resolve();
    },
  },
};

type MessageArguments = readonly [({ readonly detail?: string } | string)?, ...string[]];

function showMessage(message: string, ...[first, ...rest]: MessageArguments): Promise<string | undefined> {
  const isChoice = typeof first === 'string';
  const detail = isChoice ? '' : (first?.detail ?? '');
  return ask({ title: message, detail, choices: isChoice ? [first, ...rest] : rest });
}

export const window = {
  tabGroups: { activeTabGroup: {} },
  /** Replaced by the harness of panels that open others. */
  createWebviewPanel: (): vscode.WebviewPanel => {
    throw new Error('Nothing opens panels here.');
  },
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
    { title = '', placeHolder = '' }: vscode.QuickPickOptions,
  ): Promise<T | undefined> => {
    const chosen = await ask({ title, detail: placeHolder, choices: items.map(({ label }) => label) });
    return items.find(({ label }) => label === chosen);
  },
  showSaveDialog: async ({ title = '', defaultUri = folder }: { title?: string; defaultUri?: Uri }) => {
    const chosen = await ask({ title, detail: '', choices: [defaultUri.toString()] });
    return chosen === undefined ? undefined : Uri.parse(chosen);
  },
  showTextDocument: (content: string): Promise<void> => {
    user.documents.push(content);
    return Promise.resolve();
  },
};
