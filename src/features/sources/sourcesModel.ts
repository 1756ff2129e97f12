import type { StoreProblem } from '../../core/records/problems/storeProblem';
import { getStoreProblem } from '../shared/format/formatStoreProblem';
import type { MirrorState } from '../../core/sync/ports';
import type { StoredSource } from '../../core/records/sourceDetails';
import type { Subscriptions } from '../../core/sync/subscriptions';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { MirrorMemory } from './mirrorMemory';
import { type StoredNode, storedNodes } from './view/sourceNodes';
import { allNodes, type CollectionNode, collectionsBelow, mirrorTree, type ServerNode } from './sourcesTree';

/** Subscriptions and the mirrors in the store. */
export class SourcesModel {
  private states: readonly MirrorState[] = [];
  /** All sources in the store, with their types. */
  sources: readonly StoredSource[] = [];
  private loading: Promise<void> | undefined;
  /** Why the store could not be read; undefined if it was. */
  unread: StoreProblem | undefined;
  private loadCount = 0;
  isLoaded = false;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly memory: MirrorMemory,
    private readonly worker: WorkerJobs,
  ) {}

  subscriptions(): Subscriptions {
    return this.memory.subscriptions();
  }

  tree(): readonly (ServerNode | CollectionNode)[] {
    return mirrorTree(this.subscriptions(), this.states);
  }

  collections(): readonly CollectionNode[] {
    return this.tree().flatMap(collectionsBelow);
  }

  collection(key: string): CollectionNode | undefined {
    return this.collections().find((node) => node.key === key);
  }

  servers(): readonly ServerNode[] {
    return this.tree().filter((node) => node.kind === 'server');
  }

  /** Whether there is any subscription. */
  isSetUp(): boolean {
    const { servers, lists } = this.subscriptions();
    return servers.length + lists.length > 0;
  }

  server(address: string): ServerNode | undefined {
    return this.servers().find((node) => node.address === address);
  }

  /** The nodes of a menu command: the ones selected; otherwise the one clicked. */
  selectedNodes(clicked: unknown, selected: unknown) {
    const ids = idsOf(clicked, selected);
    return allNodes(this.tree()).filter(({ id }) => ids.has(id));
  }

  stored(): readonly StoredNode[] {
    return storedNodes(this.sources);
  }

  /** The imports and sample data of a menu command: the ones selected; otherwise the one clicked. */
  selectedStored(clicked: unknown, selected: unknown): readonly StoredNode[] {
    const ids = idsOf(clicked, selected);
    return this.stored().filter(({ id }) => ids.has(id));
  }

  /** The sources of a menu command, also of lists and collections. */
  sourcesOf(clicked: unknown, selected: unknown): readonly StoredSource[] {
    const mirrored = this.selectedNodes(clicked, selected)
      .flatMap(collectionsBelow)
      .flatMap((node) => this.sourceOf(node) ?? []);
    return [...mirrored, ...this.selectedStored(clicked, selected).map(({ source }) => source)];
  }

  /** The stored source of a collection or list. */
  sourceOf({ state }: CollectionNode): StoredSource | undefined {
    return state === undefined ? undefined : this.sources.find(({ id }) => id === state.id);
  }

  async save(subscriptions: Subscriptions): Promise<void> {
    await this.memory.save(subscriptions);
    this.notify();
  }

  /** Reloads from the store. Rejects with a `StoreError`. */
  async load(): Promise<void> {
    this.loadCount++;
    this.loading ??= this.read()
      .catch((error: unknown) => {
        this.unread = getStoreProblem(error);
        this.notify();
        throw error;
      })
      .finally(() => {
        this.loading = undefined;
      });
    return this.loading;
  }

  private async read(): Promise<void> {
    // A call while the store is read needs another read after it.
    for (let read = -1; read !== this.loadCount;) {
      read = this.loadCount;
      [this.states, this.sources] = await Promise.all([this.worker.mirrorList(), this.worker.sourceList()]);
    }
    this.isLoaded = true;
    this.unread = undefined;
    this.notify();
  }

  onChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

function idsOf(clicked: unknown, selected: unknown): ReadonlySet<unknown> {
  const selection = Array.isArray(selected) ? (selected as readonly unknown[]) : [clicked];
  return new Set(selection.map(idOf));
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}
