import * as vscode from 'vscode';
import type { RemovalProgress } from '../../../core/store/protocol/protocol';
import type { WipeEnd } from '../../../core/store/protocol/protocol';
import { formatNotErased, formatRemoval } from '../../shared/format/formatRemoval';
import {
  type ChosenCollection,
  collectionKey,
  withoutList,
  withoutServer,
  withServer,
} from '../../../core/sync/subscriptions';
import type { SyncQueue } from '../../../core/sync/syncQueue';
import { syncErrorMessage } from '../../../core/sync/strings';
import { untrusted, showQuickPick, showWarningMessage, type UiText, withProgress } from '../../shared/ui';
import type { SourcesModel } from '../sourcesModel';
import type { MirrorFeatureParts } from '../sourcesParts';
import { type CollectionNode, collectionsBelow, type MirrorNode, type ServerNode } from '../sourcesTree';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import type { GrowthLimits } from '../sync/sizeLimitPrompt';
import { strings } from '../strings';
import { followSyncs } from '../sync/syncResults';
import type { TaxiiSecrets } from '../taxiiSecrets';
import { uiText, uiSentences, uiPlural } from '../../shared/ui/text';

interface Deps extends Pick<MirrorFeatureParts, 'worker' | 'settings' | 'notices' | 'commands' | 'onDataChanged'> {
  readonly model: SourcesModel;
  readonly syncs: SyncQueue;
  readonly secrets: TaxiiSecrets;
  readonly limits: Pick<GrowthLimits, 'saveLimit'>;
}

/** The commands of the view. */
export class MirrorCommands {
  constructor(private readonly deps: Deps) {}

  /** Syncs the clicked and selected items; by default everything. */
  async sync(clicked: unknown, selected: unknown, full = false): Promise<void> {
    const { model, syncs, settings, notices, commands } = this.deps;
    const nodes = clicked === undefined && selected === undefined ? undefined : model.selectedNodes(clicked, selected);
    const all = (nodes ?? model.tree()).flatMap(collectionsBelow).filter(({ isChosen }) => isChosen);
    // A paused sync resumes only when it is selected itself.
    const open =
      nodes === undefined && all.length > 1 ? all.filter(({ key }) => syncs.statusOf(key).kind !== 'paused') : all;
    if (all.length === 0) {
      void notices.offer('information', uiText('No collections or lists yet.'), {
        label: uiText('Add TAXII Server…'),
        run: () => commands.run('threatLookups.addTaxiiServer'),
      });
      return;
    }
    if (open.length === 0) {
      notices.inform(uiText('All syncs are paused.'));
      return;
    }
    if (settings.current().lookups.mode === 'offline') {
      void notices.offer('information', untrusted(syncErrorMessage({ kind: 'offline' })), {
        label: uiText('Change Lookup Mode…'),
        run: () => commands.run('threatLookups.changeMode'),
      });
      return;
    }
    await followSyncs(this.deps, open, full);
  }

  /** Syncs from the beginning, to detect removed objects. */
  async fullSync(clicked: unknown, selected: unknown): Promise<void> {
    const { model } = this.deps;
    if (clicked !== undefined || selected !== undefined) return this.sync(clicked, selected, true);
    const chosen = model.collections().filter(({ isChosen }) => isChosen);
    if (chosen.length < 2) return this.sync(undefined, undefined, true);
    const picked = await pickCollection(chosen, uiText('Full Sync'));
    return picked === undefined ? undefined : this.sync(picked, undefined, true);
  }

  pause(clicked: unknown, selected: unknown): void {
    const { syncs } = this.deps;
    const keys = this.keysOf(clicked, selected, ['running', 'waiting']);
    for (const key of keys) syncs.pause(key);
    if (keys.length === 0) this.deps.notices.inform(uiText('No sync is running in this window.'));
  }

  async resume(clicked: unknown, selected: unknown): Promise<void> {
    const { model, syncs, notices } = this.deps;
    const keys = new Set(this.keysOf(clicked, selected, ['paused']));
    const nodes = model.collections().filter(({ key }) => keys.has(key));
    if (nodes.length === 0) {
      notices.inform(uiText('No sync is paused.'));
      return;
    }
    for (const { key } of nodes) syncs.resume(key);
    await followSyncs(this.deps, nodes, false);
  }

  cancel(clicked: unknown, selected: unknown): void {
    const { syncs, notices } = this.deps;
    const keys = this.keysOf(clicked, selected, ['running', 'waiting', 'paused']);
    for (const key of keys) syncs.cancel(key);
    notices.inform(
      keys.length === 0
        ? uiText('No sync is running in this window.')
        : uiText('Sync canceled. Objects received so far were saved.'),
    );
  }

  /** Removes servers, collections, and lists with their mirrored data, each after a confirmation. */
  async remove(nodes: readonly MirrorNode[]): Promise<void> {
    const servers = nodes.filter((node) => node.kind === 'server');
    for (const server of servers) await this.removeServer(server);
    const removed = new Set(servers.flatMap(collectionsBelow).map(({ key }) => key));
    const others = nodes.filter((node) => node.kind !== 'server').flatMap(collectionsBelow);
    await this.removeCollections([...new Set(others)].filter(({ key }) => !removed.has(key)));
  }

  /** Removes a server with its mirrored data and its credentials. */
  private async removeServer(node: ServerNode): Promise<void> {
    const { model, secrets, notices } = this.deps;
    const name = formatAddress(node.address);
    const collections = collectionsBelow(node);
    const remove = uiText('Remove');
    const chosen = await showWarningMessage(
      uiText('Remove the TAXII server {0}?', name),
      {
        modal: true,
        detail: uiSentences(
          removalMessage(collections),
          uiText('Deletes saved credentials. Nothing changes on the server.'),
        ),
      },
      remove,
    );
    if (chosen !== remove) return;
    await model.save(withoutServer(model.subscriptions(), node.address));
    await secrets.remove(node.address);
    await this.forget(collections);
    notices.inform(uiText('Removed the TAXII server {0}.', name));
  }

  private async removeCollections(chosen: readonly CollectionNode[]): Promise<void> {
    const { model, secrets, notices } = this.deps;
    for (const [address, below] of Map.groupBy(chosen, (node) => node.address)) {
      const collections = below.map(({ collection, root, title }) => ({ id: collection, root, title }));
      if (!(await this.removeMirrored(address, collections))) continue;
      const server = model.server(address)?.server;
      const isList = below.some((node) => node.isList);
      if (isList) {
        await model.save(withoutList(model.subscriptions(), address));
        await secrets.remove(address);
      } else if (server !== undefined) {
        const rest = server.collections.filter(({ id }) => !collections.some((each) => each.id === id));
        await model.save(withServer(model.subscriptions(), { ...server, collections: rest }));
      }
      const host = hostOfAddress(address);
      notices.inform(
        isList
          ? uiText('Removed the list from {0}.', host)
          : uiPlural(
              collections.length,
              {
                one: 'Removed {0} collection that came from {1}.',
                other: 'Removed {0} collections that came from {1}.',
              },
              host,
            ),
      );
    }
  }

  /** Removes the mirrored data of collections after a confirmation; false where the user declined. */
  async removeMirrored(address: string, collections: readonly ChosenCollection[]): Promise<boolean> {
    const { model } = this.deps;
    await model.load();
    const keys = new Set(collections.map(({ id }) => collectionKey(address, id)));
    const nodes = model.collections().filter(({ key }) => keys.has(key));
    const remove = uiText('Remove');
    const [only] = collections;
    const chosen = await showWarningMessage(
      collections.length === 1 && only !== undefined
        ? uiText('Remove “{0}”?', only.title)
        : uiPlural(collections.length, { one: 'Remove {0} source?', other: 'Remove {0} sources?' }),
      { modal: true, detail: removalMessage(nodes) },
      remove,
    );
    if (chosen !== remove) return false;
    await this.forget(nodes);
    return true;
  }

  /** Returns the clicked server, the only one, or one that the user picks, in this order. */
  async serverOf(clicked: unknown, title: UiText): Promise<ServerNode | undefined> {
    const { model } = this.deps;
    const [node] = model.selectedNodes(clicked, undefined);
    if (node?.kind === 'server') return node;
    if (node !== undefined) return model.servers().find((each) => collectionsBelow(each).some(isIn(node)));
    const servers = model.servers();
    if (servers.length < 2) {
      if (servers.length === 0) this.deps.notices.inform(uiText('No TAXII server has been added.'));
      return servers[0];
    }
    const items = servers.map((node) => ({ label: untrusted(formatAddress(node.address)), node }));
    return (await showQuickPick(items, { title }))?.node;
  }

  /** Returns the clicked list or the server of the clicked item; by default the only candidate, or the picked one. */
  async signedInNode(clicked: unknown): Promise<ServerNode | CollectionNode | undefined> {
    const { model, notices } = this.deps;
    const [node] = model.selectedNodes(clicked, undefined);
    const title = uiText('Change Credentials');
    if (node?.kind === 'collection' && node.isList) return node;
    if (node !== undefined) return this.serverOf(clicked, title);
    const lists = model.collections().filter(({ isList }) => isList);
    const items = [
      ...model.servers().map((server) => ({ label: untrusted(formatAddress(server.address)), node: server })),
      ...lists.map((list) => ({
        label: untrusted(list.title),
        description: untrusted(hostOfAddress(list.address)),
        node: list,
      })),
    ];
    if (items.length === 0) notices.inform(uiText('No TAXII server or list has been added.'));
    return items.length < 2 ? items[0]?.node : (await showQuickPick(items, { title, matchOnDescription: true }))?.node;
  }

  private async forget(nodes: readonly CollectionNode[]): Promise<void> {
    const { worker, model, syncs, limits, onDataChanged } = this.deps;
    const options = { location: vscode.ProgressLocation.Window, title: uiText('Removing data') };
    let erased: WipeEnd = 'done';
    await withProgress(options, async (progress) => {
      const onProgress = (step: RemovalProgress): void => progress.report({ message: formatRemoval(step) });
      for (const { key, state } of nodes) {
        syncs.forget(key);
        await limits.saveLimit(key, undefined);
        if (state !== undefined) erased = (await worker.mirrorRemove({ id: state.id }, { onProgress })).erased;
      }
    });
    await model.load();
    onDataChanged();
    const left = formatNotErased(erased);
    if (left !== undefined) this.deps.notices.inform(left);
  }

  private keysOf(clicked: unknown, selected: unknown, kinds: readonly string[]): readonly string[] {
    const { model, syncs } = this.deps;
    const nodes =
      clicked === undefined && selected === undefined ? model.tree() : model.selectedNodes(clicked, selected);
    const keys = new Set(nodes.flatMap(collectionsBelow).map(({ key }) => key));
    return [...keys].filter((key) => kinds.includes(syncs.statusOf(key).kind));
  }
}

function isIn(node: MirrorNode): (collection: CollectionNode) => boolean {
  const below = new Set(collectionsBelow(node).map(({ key }) => key));
  return ({ key }) => below.has(key);
}

function removalMessage(nodes: readonly CollectionNode[]): UiText {
  const indicators = nodes.reduce((sum, { state }) => sum + (state?.indicators ?? 0), 0);
  const objects = nodes.reduce((sum, { state }) => sum + (state?.objects ?? 0), 0);
  const ranges = nodes.reduce((sum, { state }) => sum + (state?.ranges ?? 0), 0);
  if (objects > 0) return strings.removal(objects, indicators);
  if (indicators > 0)
    return uiPlural(indicators, {
      one: 'Deletes its data about {0} indicator from this machine.',
      other: 'Deletes its data about {0} indicators from this machine.',
    });
  return ranges > 0
    ? uiPlural(ranges, {
        one: 'Deletes {0} IP range from this machine.',
        other: 'Deletes {0} IP ranges from this machine.',
      })
    : uiText('No data has been downloaded.');
}

async function pickCollection(nodes: readonly CollectionNode[], title: UiText): Promise<CollectionNode | undefined> {
  const items = nodes.map((node) => ({
    label: untrusted(node.title),
    description: untrusted(hostOfAddress(node.address)),
    node,
  }));
  return (await showQuickPick(items, { title, matchOnDescription: true }))?.node;
}
