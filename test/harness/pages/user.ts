import type * as vscode from 'vscode';

/** A message, a quick pick, or a dialog for a file that VS Code would show. */
export interface Prompt {
  readonly title: string;
  readonly detail: string;
  /** The labels of its buttons or rows, or the proposed file. */
  readonly choices: readonly string[];
  /** Descriptions beside the rows of a quick pick. */
  readonly descriptions?: readonly string[];
  /** Whether it is a dialog over everything else. */
  readonly isModal?: true;
}

/** The choice of a user in a prompt; undefined cancels. */
type Answer = (prompt: Prompt) => string | undefined;

const cancel: Answer = () => undefined;

/** The user of the stubbed VS Code. Tests define the choices of the user, and read what the user saw. */
export const user = {
  answer: cancel,
  prompts: [] as Prompt[],
  quickPicks: [] as QuickPickStub[],
  /** Commands of VS Code itself that ran, such as `vscode.open`. */
  executed: [] as { readonly command: string; readonly args: readonly unknown[] }[],
  /** Addresses that were opened in the browser. */
  opened: [] as string[],
  /** Documents that were opened with a text. */
  documents: [] as string[],
  /** Texts of saved files by address. */
  saved: new Map<string, string>(),
  /** The user sees nothing anymore, and cancels everything. */
  reset(): void {
    this.answer = cancel;
    for (const list of [this.prompts, this.quickPicks, this.executed, this.opened, this.documents]) list.length = 0;
    this.saved.clear();
  },
};

/** Shows a prompt; resolves with the label that the user chose. */
export function ask(prompt: Prompt): Promise<string | undefined> {
  user.prompts.push(prompt);
  const choice = user.answer(prompt);
  if (choice !== undefined && !prompt.choices.includes(choice))
    return Promise.reject(new Error(`“${choice}” isn't one of: ${prompt.choices.join(', ')}`));
  return Promise.resolve(choice);
}

type Listener<T> = (value: T) => unknown;

/** A quick pick that a test types into. Filters nothing. */
export class QuickPickStub {
  items: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  value = '';
  title = '';
  prompt = '';
  busy = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  isOpen = false;
  private changed: Listener<string> = () => undefined;
  private selected: Listener<readonly vscode.QuickPickItem[]> = () => undefined;
  private accepted: Listener<undefined> = () => undefined;
  private hidden: Listener<undefined> = () => undefined;
  private triggered: Listener<vscode.QuickInputButton> = () => undefined;

  readonly onDidChangeValue = (listener: Listener<string>): void => void (this.changed = listener);
  readonly onDidChangeSelection = (listener: Listener<readonly vscode.QuickPickItem[]>): void =>
    void (this.selected = listener);
  readonly onDidAccept = (listener: Listener<undefined>): void => void (this.accepted = listener);
  readonly onDidHide = (listener: Listener<undefined>): void => void (this.hidden = listener);
  readonly onDidTriggerButton = (listener: Listener<vscode.QuickInputButton>): void => void (this.triggered = listener);

  /** The rows, each with its description. */
  get rows(): readonly string[] {
    return this.items.map(({ label, description = '' }) => `${label} ${description}`.trim());
  }

  show(): void {
    this.isOpen = true;
  }

  hide(): void {
    this.cancel();
  }

  dispose(): void {
    this.isOpen = false;
  }

  /** The labels of the checked rows of a multi-select quick pick. */
  get checked(): readonly string[] {
    return this.selectedItems.map(({ label }) => label);
  }

  /** Checks only the rows whose label matches. */
  check(label: RegExp): void {
    this.selectedItems = this.items.filter((each) => label.test(each.label));
    this.selected(this.selectedItems);
  }

  /** Clicks OK in a multi-select quick pick. */
  acceptChecked(): void {
    this.accepted(undefined);
  }

  type(text: string): void {
    this.value = text;
    this.changed(text);
  }

  /** Chooses the first row whose label matches. */
  accept(label: RegExp): void {
    const item = this.items.find((each) => label.test(each.label));
    if (item === undefined) throw new Error(`No row matches ${String(label)}: ${this.rows.join(' | ')}`);
    this.selectedItems = [item];
    this.accepted(undefined);
  }

  /** Clicks a button in the title. */
  trigger(tooltip: string): void {
    const button = this.buttons.find((each) => each.tooltip === tooltip);
    if (button === undefined) throw new Error(`There is no button “${tooltip}”.`);
    this.triggered(button);
  }

  cancel(): void {
    this.hidden(undefined);
  }
}
