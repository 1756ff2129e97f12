import * as vscode from 'vscode';
import { plainText, rowMatches, type Matching } from './text';

type Items = readonly vscode.QuickPickItem[];
type Validation = vscode.InputBoxValidationMessage | string | undefined | null;

/** An open quick pick or input box, as a user sees and answers it. */
export interface Prompt {
  /** Title, message, visible rows, and placeholder. */
  text(): string;
  readonly value: string;
  /** Labels of the rows, without separators. */
  labels(): readonly string[];
  /** The row that Enter accepts. */
  activeLabel(): string | undefined;
  /** Types over the value; filters rows. */
  type(text: string): Promise<void>;
  /** Presses Enter; an invalid value stays open. */
  accept(): Promise<void>;
  /** Clicks a row. */
  pick(label: Matching): Promise<void>;
  /** Checks or unchecks a row of a multi-select list. */
  check(label: Matching): void;
  /** Whether a row of a multi-select list is checked. */
  isChecked(label: Matching): boolean;
  checkAll(): void;
  cancel(): void;
}

/** Opens and closes prompts; one at a time, as in VS Code. */
export interface PromptHost {
  open(prompt: Prompt): void;
  close(prompt: Prompt): void;
}

/** A quick pick without a screen; rows are chosen by {@link Prompt}. */
export class TestQuickPick implements Prompt {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  placeholder: string | undefined;
  prompt: string | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  value = '';
  buttons: readonly vscode.QuickInputButton[] = [];
  private rows: Items = [];
  private active: Items = [];
  private chosen: Items = [];
  private isShown = false;
  private readonly accepted = new vscode.EventEmitter<void>();
  private readonly hidden = new vscode.EventEmitter<void>();
  private readonly changedValue = new vscode.EventEmitter<string>();
  private readonly changedActive = new vscode.EventEmitter<Items>();
  private readonly changedSelection = new vscode.EventEmitter<Items>();
  private readonly clickedButton = new vscode.EventEmitter<vscode.QuickInputButton>();
  private readonly clickedItem = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidChangeValue = this.changedValue.event;
  readonly onDidChangeActive = this.changedActive.event;
  readonly onDidChangeSelection = this.changedSelection.event;
  readonly onDidTriggerButton = this.clickedButton.event;
  readonly onDidTriggerItemButton = this.clickedItem.event;

  constructor(private readonly host: PromptHost) {}

  get items(): Items {
    return this.rows;
  }
  set items(items: Items) {
    this.rows = items;
    this.active = this.canSelectMany ? [] : this.selectable().slice(0, 1);
    this.chosen = this.chosen.filter((item) => items.includes(item));
  }
  get activeItems(): Items {
    return this.active;
  }
  set activeItems(items: Items) {
    this.active = items;
  }
  get selectedItems(): Items {
    return this.chosen;
  }
  set selectedItems(items: Items) {
    this.chosen = items;
  }

  show(): void {
    this.isShown = true;
    this.host.open(this);
  }

  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.host.close(this);
    this.hidden.fire();
  }

  dispose(): void {
    this.hide();
  }

  text(): string {
    const rows = this.visible().flatMap(({ label, description, detail }) => [
      [label, description].filter(Boolean).join(' '),
      ...(detail === undefined ? [] : [detail]),
    ]);
    return plainText([this.title, this.prompt, ...rows, this.placeholder].filter(Boolean).join('\n'));
  }

  labels(): readonly string[] {
    return this.selectable().map(({ label }) => plainText(label));
  }

  activeLabel(): string | undefined {
    const [item] = this.active;
    return item && plainText([item.label, item.description].filter(Boolean).join(' '));
  }

  type(text: string): Promise<void> {
    this.value = text;
    this.changedValue.fire(text);
    if (!this.canSelectMany) this.active = this.selectable().slice(0, 1);
    return Promise.resolve();
  }

  accept(): Promise<void> {
    if (!this.canSelectMany) this.select(this.active);
    this.accepted.fire();
    return Promise.resolve();
  }

  pick(label: Matching): Promise<void> {
    this.active = [this.row(label)];
    this.changedActive.fire(this.active);
    return this.accept();
  }

  check(label: Matching): void {
    const item = this.row(label);
    this.select(this.chosen.includes(item) ? this.chosen.filter((each) => each !== item) : [...this.chosen, item]);
  }

  isChecked(label: Matching): boolean {
    return this.chosen.includes(this.row(label));
  }

  checkAll(): void {
    this.select(this.selectable());
  }

  cancel(): void {
    this.hide();
  }

  private select(items: Items): void {
    this.chosen = items;
    this.changedSelection.fire(items);
  }

  private row(label: Matching): vscode.QuickPickItem {
    const found = this.selectable().find((item) => rowMatches(plainText(item.label), label));
    if (found === undefined) throw new Error(`No row “${String(label)}” in:\n${this.text()}`);
    return found;
  }

  private selectable(): Items {
    return this.visible().filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
  }

  private visible(): Items {
    const wanted = this.value.toLowerCase();
    const has = (text: string | undefined): boolean => text?.toLowerCase().includes(wanted) === true;
    return this.rows.filter(
      (item) =>
        wanted === '' ||
        item.alwaysShow === true ||
        has(item.label) ||
        (this.matchOnDescription && has(item.description)) ||
        (this.matchOnDetail && has(item.detail)),
    );
  }
}

/** An input box without a screen. */
export class TestInputBox implements Prompt {
  value: string;
  private validation: Validation;

  constructor(
    private readonly options: vscode.InputBoxOptions,
    private readonly end: (typed: string | undefined) => void,
  ) {
    this.value = options.value ?? '';
  }

  text(): string {
    const { title, prompt, placeHolder } = this.options;
    const message = typeof this.validation === 'object' ? this.validation?.message : this.validation;
    return plainText([title, message ?? prompt, placeHolder].filter(Boolean).join('\n'));
  }

  labels(): readonly string[] {
    return [];
  }

  activeLabel(): undefined {
    return undefined;
  }

  async type(text: string): Promise<void> {
    this.value = text;
    this.validation = await this.options.validateInput?.(text);
  }

  async accept(): Promise<void> {
    this.validation = await this.options.validateInput?.(this.value);
    const isNote =
      typeof this.validation === 'object' && this.validation?.severity !== vscode.InputBoxValidationSeverity.Error;
    if (isNote || !this.validation) this.end(this.value);
  }

  pick(label: Matching): Promise<void> {
    throw new Error(`No row “${String(label)}” in the input box:\n${this.text()}`);
  }

  check(label: Matching): void {
    throw new Error(`No row “${String(label)}” in the input box:\n${this.text()}`);
  }

  isChecked(label: Matching): boolean {
    throw new Error(`No row “${String(label)}” in the input box:\n${this.text()}`);
  }

  checkAll(): void {
    throw new Error(`No rows in the input box:\n${this.text()}`);
  }

  cancel(): void {
    this.end(undefined);
  }
}
