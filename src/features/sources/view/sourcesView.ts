import * as vscode from 'vscode';
import type { SyncQueue } from '../../../core/sync/syncQueue';
import { viewIds } from '../../shared/ids/contributionIds';
import type { Contributions } from '../../shared/commands/contributions';
import { untrusted, treeItem, uiLines, type UiTreeView } from '../../shared/ui';
import { formatStoreProblem } from '../../shared/format/formatStoreProblem';
import type { SourcesModel } from '../sourcesModel';
import type { ServiceNode, SourceNode } from './sourceNodes';
import {
  formatAddress,
  collectionTreeItem,
  type MirrorTreeItem,
  serverTreeItem,
  errorMessages,
  hostOfAddress,
  shortName,
} from '../mirrorLabels';
import { reportTitle } from './syncReport';
import { t, formatAge, formatDateTime } from '../../../l10n';
import { uiPlural } from '../../shared/ui/text';
import type { StoredSource } from '../../../core/records/sourceDetails';
import { meaningLabel, getMeaning } from '../meaning/meaning';
import { visibleText } from '../../../core/text/visibleText';
import { strings } from '../strings';
import { detailLines } from './sourceDetails';
import { getKind, listIcon } from './listIcons';
import { sourceStrings } from './strings';
import { getEntries, entriesText, hasMeaning, type StoredNode } from './sourceNodes';

const texts = sourceStrings;

/** The row of the connected service. */
function serviceTreeItem({ address, mode }: ServiceNode): MirrorTreeItem {
  const host = hostOfAddress(address);
  return {
    label: host,
    description: texts.mode(mode),
    icon: 'cloud',
    tooltip: [t('Service at {0}', host), t('Lookups: {0}', texts.mode(mode))],
    context: 'service',
  };
}

/** The row of an import or of sample data: its age, its entries, and its type. */
export function storedTreeItem({ source }: StoredNode, now: number): MirrorTreeItem {
  const { kind, name, asOf, details, risk } = source;
  const isSample = kind === 'sample';
  const title = isSample ? t('Sample data') : visibleText(name);
  const meaning = hasMeaning(source) ? [meaningLabel(getMeaning(risk, details))] : [];
  const summary = [strings.ageAndCount(asOf, getEntries(source), now), ...meaning].join(' · ');
  const { icon, description, color } = storedLook(source, summary);
  return {
    label: shortName(title),
    description,
    spoken: `${title}, ${entriesText(source)}, ${description}`,
    icon,
    color,
    tooltip: [
      title,
      ...detailLines(source),
      ...(isSample
        ? [t('Fictional indicators for trying things out. Highlights and triage ignore them once you add other data.')]
        : []),
      t('Imported {0} ({1}).', formatAge(asOf, now), formatDateTime(asOf)),
    ],
    context: storedContext(source),
  };
}

/** Whether the import is running or incomplete. */
function storedLook(
  source: StoredSource,
  summary: string,
): Pick<MirrorTreeItem, 'icon' | 'color'> & { readonly description: string } {
  if (source.isImporting === true) return { icon: 'loading~spin', description: t('importing… · {0}', summary) };
  const { failure, complete } = source.details;
  if (failure !== undefined || complete === false)
    return {
      icon: 'warning',
      color: 'problemsWarningIcon.foreground',
      description: t('incomplete · {0}', summary),
    };
  return { icon: source.kind === 'sample' ? 'beaker' : listIcon(getKind(source), 'file'), description: summary };
}

/** The `viewItem` words of a source, for its menus. */
function storedContext(source: StoredSource): string {
  const words = [
    'stored',
    source.kind,
    ...(source.kind === 'import' && hasMeaning(source) ? ['meaning'] : []),
    ...(source.details.path === undefined ? [] : ['file']),
    ...(source.details.path !== undefined && source.details.isTable === true ? ['table'] : []),
  ];
  return words.join(' ');
}

/** How often ages are updated while the view is visible, milliseconds; more often during a server's pause. */
const agingMillis = 30_000;
const waitingMillis = 2_000;
const gatherMillis = 100;

interface Deps {
  /** The connected service. */
  readonly service: () => ServiceNode | undefined;
  /** The service or its lookup mode may have changed. */
  readonly onServiceChanged: vscode.Event<unknown>;
  readonly model: SourcesModel;
  readonly syncs: SyncQueue;
  readonly contributions: Pick<Contributions, 'view'>;
  /** Reads the store; the view is visible. */
  readonly onShown: () => void;
}

/** The view “Sources”: the service, servers, their roots where there are several, collections, lists, and imports. */
export class SourcesView implements vscode.TreeDataProvider<SourceNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<SourceNode | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: UiTreeView<SourceNode>;
  private readonly owned: vscode.Disposable;
  private gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly deps: Deps) {
    const { model, syncs, service, onServiceChanged, onShown } = deps;
    this.view = deps.contributions.view(viewIds.sources, this);
    // The service's row states what is sent, which must never be out of date: changes are shown immediately.
    let shown = JSON.stringify(service());
    const serviceChanged = (): void => {
      const now = JSON.stringify(service());
      if (now === shown) return;
      shown = now;
      this.refresh();
    };
    let aged = 0;
    const aging = setInterval(() => {
      aged += waitingMillis;
      const isWaiting = syncs.busy().length > 0;
      if (!this.view.visible || (aged < agingMillis && !isWaiting)) return;
      aged = 0;
      this.refresh();
    }, waitingMillis);
    this.owned = vscode.Disposable.from(
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(({ visible }) => {
        if (visible) onShown();
      }),
      new vscode.Disposable(() => clearInterval(aging)),
      new vscode.Disposable(() => clearTimeout(this.gathering)),
      onServiceChanged(serviceChanged),
      new vscode.Disposable(model.onChanged(() => this.refreshSoon())),
      new vscode.Disposable(syncs.onChanged(() => this.refreshSoon())),
    );
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** The selection in the view. */
  selected(): readonly SourceNode[] {
    return this.view.selection;
  }

  async getChildren(parent?: SourceNode): Promise<SourceNode[]> {
    const { model } = this.deps;
    if (parent !== undefined) return 'children' in parent ? [...parent.children] : [];
    // Before, lists that were synced long ago would be shown as never synced.
    if (model.isSetUp() && !model.isLoaded && model.unread === undefined) await model.load().catch(() => undefined);
    return this.roots();
  }

  private roots(): SourceNode[] {
    const { model, service } = this.deps;
    const connected = service();
    const others = [...model.tree(), ...model.stored()];
    // Alone, it would take the place of the offers of the empty view.
    return others.length === 0 || connected === undefined ? others : [connected, ...others];
  }

  getTreeItem(node: SourceNode): vscode.TreeItem {
    const item = this.treeItemOf(node);
    const isLeaf = !('children' in node);
    const state = isLeaf ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Expanded;
    return treeItem({
      id: node.id,
      label: untrusted(item.label),
      collapsibleState: state,
      description: untrusted(item.description),
      iconPath: new vscode.ThemeIcon(
        item.icon,
        item.color === undefined ? undefined : new vscode.ThemeColor(item.color),
      ),
      tooltip: uiLines(...item.tooltip.map((line) => untrusted(line))),
      contextValue: item.context,
      spoken: untrusted(item.spoken ?? [item.label, item.description].filter((part) => part !== '').join(', ')),
      command: isLeaf ? commandOf(node) : undefined,
    });
  }

  dispose(): void {
    this.owned.dispose();
  }

  private treeItemOf(node: SourceNode): MirrorTreeItem {
    const { syncs, model } = this.deps;
    switch (node.kind) {
      case 'service':
        return serviceTreeItem(node);
      case 'stored':
        return storedTreeItem(node, Date.now());
      case 'server':
        return serverTreeItem(node);
      case 'root':
        return {
          label: formatAddress(node.root),
          description: '',
          icon: 'folder',
          tooltip: [t('API root {0}', formatAddress(node.root))],
          context: 'root',
        };
      case 'collection':
        return collectionTreeItem(
          node,
          syncs.statusOf(node.key),
          syncs.endOf(node.key),
          Date.now(),
          model.sourceOf(node),
        );
    }
  }

  private refreshSoon(): void {
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.refresh();
    }, gatherMillis);
  }

  private refresh(): void {
    const { model, syncs } = this.deps;
    const errors = errorMessages(
      model.collections(),
      (key) => syncs.statusOf(key),
      (key) => syncs.endOf(key),
    );
    const { unread } = model;
    this.view.message = untrusted(
      unread === undefined ? errors : [formatStoreProblem(unread).sentence, errors].join(' ').trim(),
    );
    const busy = syncs.busy().length;
    this.view.badge =
      busy === 0
        ? undefined
        : { value: busy, tooltip: uiPlural(busy, { one: '{0} sync running', other: '{0} syncs running' }) };
    this.changed.fire(undefined);
  }
}

/** The command of a click on a row. */
function commandOf(node: SourceNode): vscode.Command {
  return node.kind === 'service'
    ? { command: 'threatLookups.changeMode', title: '' }
    : { command: 'threatLookups.showSyncReport', title: reportTitle(node.id), arguments: [{ id: node.id }] };
}
