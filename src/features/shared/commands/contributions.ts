import * as vscode from 'vscode';
import type { CommandArguments, CommandId } from '../ids/commands';
import { type Disposable, LazyFeature } from './lazyFeature';
import type { PanelType, ViewId } from '../ids/contributionIds';
import type { UiTreeView } from '../ui/trees';
import { createTreeView } from '../ui/treeView';

/** The part of the manifest that a feature implements. */
export interface FeatureContributions {
  readonly commands?: readonly CommandId[];
  /** Views by ID, with the options that VS Code needs before their rows are loaded. */
  readonly views?: Readonly<Partial<Record<ViewId, ViewOptions>>>;
  /** View types of panels that VS Code restores. */
  readonly panels?: readonly PanelType[];
}

type ViewOptions = Omit<vscode.TreeViewOptions<unknown>, 'treeDataProvider'>;
type Load = () => Promise<unknown>;
type Handler = (...args: never[]) => unknown;

/** Handles errors that no caller handles. */
export interface ContributionErrors {
  readonly onCommandError: (id: CommandId, error: unknown) => void;
  /** The code of a feature can't be loaded or started. */
  readonly onStartError: (error: unknown) => void;
}

/**
 * Registers commands, views, and panels with VS Code at activation. Their implementation is loaded when one of them is
 * first used, and then provides them under the same IDs.
 */
export class Contributions implements vscode.Disposable {
  private readonly handlers = new Map<CommandId, Handler>();
  private readonly views = new Map<string, DeclaredView>();
  private readonly panels = new Map<string, vscode.WebviewPanelSerializer>();
  private readonly owned: Disposable[] = [];

  constructor(private readonly errors: ContributionErrors) {}

  /** Registers the contributions of a feature. `start` loads its code, which provides all of them. */
  feature<Started extends Disposable>(
    { commands = [], views = {}, panels = [] }: FeatureContributions,
    start: () => Promise<Started>,
  ): LazyFeature<Started> {
    const feature = new LazyFeature(start, this.errors.onStartError);
    this.own(
      feature,
      ...commands.map((id) => this.declareCommand(id, feature.load)),
      ...Object.entries(views).map(([id, options]) => this.declareView(id, options, feature.load)),
      ...panels.map((viewType) => this.declarePanel(viewType, feature.load)),
    );
    return feature;
  }

  /** Disposes of registrations with this. */
  own(...registrations: readonly Disposable[]): void {
    this.owned.push(...registrations);
  }

  dispose(): void {
    for (const registration of this.owned.splice(0)) registration.dispose();
  }

  /** Provides the handler of a declared command. */
  command<C extends CommandId>(id: C, handler: (...args: CommandArguments[C]) => unknown): vscode.Disposable {
    // The map types the arguments of internal callers; handlers check what menus and keybindings may pass.
    this.handlers.set(id, handler);
    return new vscode.Disposable(() => this.handlers.delete(id));
  }

  /** Provides the rows of a declared view. */
  view<T>(id: string, provider: vscode.TreeDataProvider<T>): UiTreeView<T> {
    const declared = this.views.get(id);
    if (declared === undefined) throw new Error(`The view ${id} isn't declared.`);
    declared.provide(provider);
    return declared.view as UiTreeView<T>;
  }

  /** Provides the serializer of a declared kind of panel. */
  panel(viewType: string, serializer: vscode.WebviewPanelSerializer): vscode.Disposable {
    this.panels.set(viewType, serializer);
    return new vscode.Disposable(() => this.panels.delete(viewType));
  }

  private declareCommand(id: CommandId, load: Load): vscode.Disposable {
    return vscode.commands.registerCommand(id, async (...args: unknown[]): Promise<unknown> => {
      try {
        if (!this.handlers.has(id)) await load();
        const handler = this.handlers.get(id);
        if (handler === undefined) throw new Error(`The command ${id} has no handler.`);
        return await handler(...(args as never[]));
      } catch (error) {
        this.errors.onCommandError(id, error);
        return undefined;
      }
    });
  }

  private declareView(id: string, options: ViewOptions, load: Load): Disposable {
    const declared = new DeclaredView(id, options, load);
    this.views.set(id, declared);
    return declared;
  }

  private declarePanel(viewType: string, load: Load): vscode.Disposable {
    return vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel, state) => {
        if (!this.panels.has(viewType)) await load();
        await this.panels.get(viewType)?.deserializeWebviewPanel(panel, state);
      },
    });
  }
}

/** A view whose rows are provided when it is first visible. */
class DeclaredView implements vscode.TreeDataProvider<unknown> {
  private readonly changed = new vscode.EventEmitter<unknown>();
  readonly onDidChangeTreeData = this.changed.event;
  readonly view: UiTreeView<unknown>;
  private provider: vscode.TreeDataProvider<unknown> | undefined;
  private listening: vscode.Disposable | undefined;

  constructor(
    id: string,
    options: ViewOptions,
    private readonly load: Load,
  ) {
    this.view = createTreeView(id, { ...options, treeDataProvider: this });
  }

  provide(provider: vscode.TreeDataProvider<unknown>): void {
    this.provider = provider;
    this.listening = provider.onDidChangeTreeData?.((element) => this.changed.fire(element));
    this.changed.fire(undefined);
  }

  async getChildren(element?: unknown): Promise<unknown[] | undefined> {
    if (this.provider === undefined) await this.load();
    return (await this.provider?.getChildren(element)) ?? undefined;
  }

  getTreeItem(element: unknown): vscode.TreeItem | Thenable<vscode.TreeItem> {
    if (this.provider === undefined) throw new Error('This view has no rows yet.');
    return this.provider.getTreeItem(element);
  }

  getParent(element: unknown): vscode.ProviderResult<unknown> {
    return this.provider?.getParent?.(element);
  }

  resolveTreeItem(
    item: vscode.TreeItem,
    element: unknown,
    token: vscode.CancellationToken,
  ): vscode.ProviderResult<vscode.TreeItem> {
    return this.provider?.resolveTreeItem?.(item, element, token);
  }

  dispose(): void {
    this.listening?.dispose();
    this.view.dispose();
    this.changed.dispose();
  }
}
