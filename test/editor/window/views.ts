import * as vscode from 'vscode';
import { whenHolds, type Context } from '../../harness/whenClause';
import { manifest } from '../../harness/manifest';
import { eventually } from '../helpers/waiting';
import { plainText, rowMatches, type Matching } from './text';

interface Row {
  readonly element: unknown;
  readonly item: vscode.TreeItem;
}

/** A tree view without a screen: as in VS Code, its rows are only read while it is visible, and again after a change. */
class TestView {
  private isVisible = false;
  private rows: readonly Row[] = [];
  private reads = Promise.resolve();
  /** Why rows couldn't be read. */
  error = '';
  message: string | undefined;
  badge: vscode.ViewBadge | undefined;
  title: string | undefined;
  description: string | undefined;
  selection: readonly unknown[] = [];
  private readonly shown = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly onDidChangeVisibility = this.shown.event;
  readonly onDidChangeSelection = new vscode.EventEmitter().event;
  readonly onDidExpandElement = new vscode.EventEmitter().event;
  readonly onDidCollapseElement = new vscode.EventEmitter().event;
  readonly onDidChangeCheckboxState = new vscode.EventEmitter().event;
  private readonly listening: vscode.Disposable | undefined;

  constructor(
    private readonly provider: vscode.TreeDataProvider<unknown>,
    readonly drops: vscode.TreeDragAndDropController<unknown> | undefined,
  ) {
    this.listening = provider.onDidChangeTreeData?.(() => this.read());
  }

  get visible(): boolean {
    return this.isVisible;
  }

  show(): void {
    if (this.isVisible) return;
    this.isVisible = true;
    this.shown.fire({ visible: true });
    this.read();
  }

  reveal(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {
    this.listening?.dispose();
    this.isVisible = false;
  }

  text(): string {
    return this.rows
      .map(({ item }) => plainText(`${labelOf(item)} ${item.description === true ? '' : (item.description ?? '')}`))
      .join('\n');
  }

  row(label: Matching): Row | undefined {
    return this.rows.find(({ item }) => rowMatches(plainText(labelOf(item)), label));
  }

  private read(): void {
    if (!this.isVisible) return;
    // One after the other, so that the last change wins.
    this.reads = this.reads
      .then(async () => {
        if (this.isVisible) this.rows = await this.below(undefined);
      })
      .catch((error: unknown) => void (this.error = `The rows can't be read: ${String(error)}`));
  }

  private async below(parent: unknown): Promise<readonly Row[]> {
    const elements = (await this.provider.getChildren(parent)) ?? [];
    const rows = await Promise.all(
      elements.map(async (element) => {
        const item = await this.provider.getTreeItem(element);
        const isLeaf = (item.collapsibleState ?? 0) === vscode.TreeItemCollapsibleState.None;
        return [{ element, item }, ...(isLeaf ? [] : await this.below(element))];
      }),
    );
    return rows.flat();
  }
}

function labelOf({ label }: vscode.TreeItem): string {
  return typeof label === 'string' ? label : (label?.label ?? '');
}

/** The tree views of a window, by their IDs in the manifest. */
export class TestViews {
  private readonly views = new Map<string, TestView>();

  constructor(private readonly context: Context) {}

  /** The part of `vscode.window` that creates views. */
  readonly api = {
    createTreeView: (id: string, { treeDataProvider, dragAndDropController }: vscode.TreeViewOptions<unknown>) => {
      const view = new TestView(treeDataProvider, dragAndDropController);
      this.views.set(id, view);
      return view;
    },
  } as unknown as Partial<typeof vscode.window>;

  /** Waits until the rows of a visible view match; each is a line with label and description. */
  async rows(id: string, matching: RegExp): Promise<string> {
    const view = this.view(id);
    return eventually(
      () => (view.visible && matching.test(view.text()) ? view.text() : undefined),
      () =>
        `${String(matching)} in the view, but${view.visible ? '' : ' it is hidden'}:\n${view.text()}\n${view.error}`,
    );
  }

  /** Drops data onto a view, by MIME type. VS Code passes on only the types that the view takes. */
  drop(id: string, data: Readonly<Record<string, string>>): void {
    const { drops } = this.view(id);
    const transfer = new vscode.DataTransfer();
    for (const type of drops?.dropMimeTypes ?? [])
      if (data[type] !== undefined) transfer.set(type, new vscode.DataTransferItem(data[type]));
    void drops?.handleDrop?.(undefined, transfer, new vscode.CancellationTokenSource().token);
  }

  /** Waits until the message above the rows matches. */
  async message(id: string, matching: RegExp): Promise<void> {
    await eventually(
      () => matching.test(this.view(id).message ?? ''),
      () => `${String(matching)} above the rows, but: ${this.view(id).message ?? ''}`,
    );
  }

  /** Waits until the icon has this number; 0 for no number. */
  async badge(id: string, count: number): Promise<void> {
    const now = (): number => this.view(id).badge?.value ?? 0;
    await eventually(
      () => now() === count,
      () => `${count} on the icon, but: ${now()}`,
    );
  }

  /** Waits for what an empty view shows instead of rows. */
  async welcome(id: string, matching: RegExp): Promise<void> {
    await eventually(
      () => this.view(id).visible && this.view(id).text() === '' && matching.test(this.welcomeText(id)),
      () => `${String(matching)} in the empty view, but:\n${this.text(id)}`,
    );
  }

  /** All that a view shows: its message, and its rows or what it shows instead of them. */
  text(id: string): string {
    const view = this.view(id);
    const rows = view.text();
    return [view.message ?? '', rows === '' ? this.welcomeText(id) : rows].join('\n');
  }

  /** Returns the text that VS Code shows in an empty view without a message. */
  private welcomeText(id: string): string {
    if (this.view(id).message) return '';
    return manifest.contributes.viewsWelcome
      .filter(({ view, when }) => view === id && whenHolds(when, this.context))
      .map(({ contents }) => contents)
      .join('\n');
  }

  /** The element of a row, which menus pass to their commands. */
  element(id: string, label: Matching): unknown {
    return this.item(id, label).element;
  }

  /** Tooltip, icon, and command of a row. */
  item(id: string, label: Matching): Row {
    const row = this.view(id).row(label);
    if (row === undefined) throw new Error(`No row “${String(label)}” in:\n${this.view(id).text()}`);
    return row;
  }

  isView(id: string): boolean {
    return this.views.has(id);
  }

  view(id: string): TestView {
    const view = this.views.get(id);
    if (view === undefined) throw new Error(`There is no view ${id}.`);
    return view;
  }
}
