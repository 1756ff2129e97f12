import * as vscode from 'vscode';
import { eventually } from '../helpers/waiting';
import { markdownText, plainText } from './text';

/** A notification or a modal dialog. */
export interface Message {
  readonly text: string;
  readonly buttons: readonly string[];
  /** Clicks a button; fails if there is none with this label. */
  click(label: string): void;
  /** Closes it without a choice. */
  close(): void;
}

/** A notification with a progress bar. */
export interface RunningTask {
  readonly text: string;
  cancel(): void;
}

interface Shown extends Message {
  readonly isModal: boolean;
  isRead: boolean;
}

interface StatusBarItem {
  readonly text: string;
  readonly tooltip: string | vscode.MarkdownString | undefined;
}

type Show = (message: string, ...rest: readonly unknown[]) => Promise<unknown>;
type Task = (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => Thenable<unknown>;

const titleOf = (button: unknown): string =>
  typeof button === 'string' ? button : (button as vscode.MessageItem).title;

/** Notifications, dialogs, and the status bar of a window. Every message can be waited for once. */
export class TestMessages {
  private readonly shown: Shown[] = [];
  private readonly passing: { readonly text: string; isRead: boolean }[] = [];
  private readonly items = new Set<StatusBarItem>();
  private readonly tasks = new Set<RunningTask>();

  /** Lines of the output channel, for the errors of tests. */
  private readonly log: string[] = [];

  /** The part of `vscode.window` that shows messages. */
  readonly api = {
    createOutputChannel: (name: string) => {
      const write = (line: string): void => void this.log.push(line);
      const levels = Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, write]));
      return { name, ...levels, show: () => undefined, dispose: () => undefined };
    },
    showInformationMessage: this.show(),
    showWarningMessage: this.show(),
    showErrorMessage: this.show(),
    setStatusBarMessage: (text: string) => {
      this.passing.push({ text: plainText(text), isRead: false });
      return new vscode.Disposable(() => undefined);
    },
    createStatusBarItem: (id: string, alignment: vscode.StatusBarAlignment, priority?: number) => {
      const item = { id, alignment, priority, text: '', tooltip: undefined };
      const remove = (): boolean => this.items.delete(item);
      return Object.assign(item, { show: () => this.items.add(item), hide: remove, dispose: remove });
    },
    withProgress: (options: vscode.ProgressOptions, task: Task) => this.run(options, task),
  } as unknown as Partial<typeof vscode.window>;

  /** Everything that was written to the output channel so far. */
  logged(): string {
    return this.log.join('\n');
  }

  /** Waits for a notification. */
  notification(matching: RegExp): Promise<Message> {
    return this.take(matching, 'notification', ({ isModal }) => !isModal);
  }

  /** Waits for a modal dialog; its text includes the details. */
  dialog(matching: RegExp): Promise<Message> {
    return this.take(matching, 'dialog', ({ isModal }) => isModal);
  }

  /** Waits for a text in a notification or in the status bar. */
  async message(matching: RegExp): Promise<void> {
    const all = (): { readonly text: string; isRead: boolean }[] => [
      ...this.shown.filter(({ isModal }) => !isModal),
      ...this.passing,
    ];
    const found = await eventually(
      () => all().find(({ text, isRead }) => !isRead && matching.test(text)),
      () => `${String(matching)} in a message, but: ${this.everything()}`,
    );
    found.isRead = true;
  }

  /** Waits for a text in a status bar item. */
  async status(matching: RegExp): Promise<void> {
    await eventually(
      () => matching.test(this.statusText()),
      () => `${String(matching)} in the status bar, but: ${this.statusText()}`,
    );
  }

  /** Waits for a text in the tooltip of a status bar item. */
  async tooltip(matching: RegExp): Promise<void> {
    const text = (): string =>
      [...this.items]
        .map(({ tooltip = '' }) => (typeof tooltip === 'string' ? tooltip : markdownText(tooltip.value)))
        .join('\n');
    await eventually(
      () => matching.test(text()),
      () => `${String(matching)} in a tooltip, but: ${text()}`,
    );
  }

  /** Waits for a running task whose text matches. */
  task(matching: RegExp): Promise<RunningTask> {
    return eventually(
      () => [...this.tasks].find(({ text }) => matching.test(text)),
      () => `${String(matching)} in a progress, but: ${[...this.tasks].map(({ text }) => text).join(' | ')}`,
    );
  }

  statusText(): string {
    return [...this.items].map(({ text }) => plainText(text)).join(' · ');
  }

  /** The texts of all notifications so far. */
  notifications(): readonly string[] {
    return this.shown.filter(({ isModal }) => !isModal).map(({ text }) => text);
  }

  dialogs(): readonly string[] {
    return this.shown.filter(({ isModal }) => isModal).map(({ text }) => text);
  }

  /** All messages and the end of the log. */
  private everything(): string {
    return [...this.shown, ...this.passing]
      .map(({ text }) => text)
      .concat(this.log.slice(-10))
      .join('\n');
  }

  /** Shows an error that nothing handles. */
  fail(error: unknown): void {
    void this.show()(`Unhandled: ${String(error)}`);
  }

  private show(): Show {
    return (message, ...rest) => {
      const [first] = rest;
      const hasOptions = typeof first === 'object' && first !== null && !('title' in first);
      const { modal = false, detail = '' } = (hasOptions ? first : {}) as vscode.MessageOptions;
      const items = hasOptions ? rest.slice(1) : rest;
      return new Promise((resolve) => {
        const text = plainText([message, detail].filter(Boolean).join('\n'));
        const buttons = items.map(titleOf);
        const click = (label: string): void => {
          const at = buttons.indexOf(label);
          if (at < 0 && !(modal && label === 'Cancel')) throw new Error(`No button “${label}” in: ${text}`);
          resolve(items[at]);
        };
        this.shown.push({
          text,
          buttons,
          isModal: modal,
          isRead: false,
          click,
          close: () => resolve(undefined),
        });
      });
    };
  }

  private async take(matching: RegExp, kind: string, isWanted: (shown: Shown) => boolean): Promise<Message> {
    const found = await eventually(
      () => this.shown.find((each) => isWanted(each) && !each.isRead && matching.test(each.text)),
      () => `a ${kind} with ${String(matching)}, but: ${this.everything()}`,
    );
    found.isRead = true;
    return found;
  }

  private async run({ title = '' }: vscode.ProgressOptions, task: Task): Promise<unknown> {
    const source = new vscode.CancellationTokenSource();
    let latest = '';
    const running: RunningTask = {
      get text() {
        return plainText(`${title}: ${latest}`);
      },
      cancel: () => source.cancel(),
    };
    this.tasks.add(running);
    try {
      return await task({ report: ({ message }) => (latest = message ?? latest) }, source.token);
    } finally {
      this.tasks.delete(running);
    }
  }
}
