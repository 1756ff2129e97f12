import * as vscode from 'vscode';
import { delay } from '../../core/api/http/waiting';
import type { ListSubscription } from '../../core/sync/subscriptions';
import { SyncQueue } from '../../core/sync/syncQueue';
import { panelTypes } from '../shared/ids/contributionIds';
import { registerReport, type ReportView } from '../shared/panels/reportPanel';
import { createCollectionSync } from './sync/collectionSync';
import { watchMirrors, getLease } from './sync/watchMirrors';
import { ListProbe } from './gallery/listProbe';
import { addSource } from './addSource';
import { addList } from './gallery/addList';
import { ListCredentials } from './gallery/listCredentials';
import { changeListColumns, listAddressInput } from './gallery/listSetup';
import { MirrorCommands } from './view/mirrorCommands';
import { MirrorMemory } from './mirrorMemory';
import { SourcesModel } from './sourcesModel';
import { collectionsBelow } from './sourcesTree';
import type { MirrorFeatureParts } from './sourcesParts';
import { SourcesView } from './view/sourcesView';
import { provideSourceCommands, SourceCommands } from './view/sourceCommands';
import { serviceNode } from './view/sourceNodes';
import { sourceReport } from './view/sourceReport';
import { registerRegularSyncs } from './sync/regularSyncs';
import { ServerSetup } from './setup/serverSetup';
import { strings } from './strings';
import { reportTitle, syncReport } from './view/syncReport';
import { showAdded } from './sync/addedResults';
import { followSyncs } from './sync/syncResults';
import { formatStatus, getTotal } from './syncLabels';
import { TaxiiSecrets } from './taxiiSecrets';
import { TaxiiServers } from './taxiiServers';
import { untrusted, uiText } from '../shared/ui/text';

/** The interface of the mirror feature for other features. */
export interface Mirror {
  /** The store may have changed. */
  reload(): void;
  /** Whether there is any subscription. */
  isSetUp(): boolean;
  dispose(): void;
}

/** Starts the “Sources” view, TAXII servers, and their syncs; resumes what a reload interrupted. */
export function startMirror(parts: MirrorFeatureParts): Mirror {
  return new SourcesFeature(parts);
}

class SourcesFeature implements Mirror {
  private readonly memory: MirrorMemory;
  private readonly model: SourcesModel;
  private readonly secrets: TaxiiSecrets;
  private readonly servers: TaxiiServers;
  private readonly listProbe: ListProbe;
  private readonly listCredentials: ListCredentials;
  private readonly syncs: SyncQueue;
  private readonly view: SourcesView;
  private readonly actions: MirrorCommands;
  private readonly sources: SourceCommands;
  private readonly setup: ServerSetup;
  private readonly report: ReportView;
  private readonly registered: vscode.Disposable;
  private wasLoadTried = false;
  /** Lists that the user accepts in their smaller form, by address, until their next sync. */
  private readonly acceptedSmaller = new Set<string>();

  constructor(private readonly parts: MirrorFeatureParts) {
    const { worker, settings, output } = parts;
    this.memory = new MirrorMemory(parts.memory);
    this.model = new SourcesModel(this.memory, worker);
    this.secrets = new TaxiiSecrets(parts.secrets, parts.keyOf, output);
    this.servers = new TaxiiServers({
      loadApi: parts.loadApi,
      loadMirror: parts.loadMirror,
      allowHttp: () => settings.current().allowHttp,
      connected: parts.connected,
      secretOf: (server) => this.secrets.get(server),
      output,
      version: parts.version,
    });
    this.listProbe = new ListProbe(parts.loadMirror, parts.requestLog, this.servers);
    this.syncs = this.createSyncs();
    this.listCredentials = new ListCredentials(this.model, this.secrets, (keys) => this.syncAdded(keys), settings);
    const { model, syncs, secrets, memory: limits } = this;
    const { contributions } = parts;
    const service = () => serviceNode(parts.connected(), settings.current().lookups.mode);
    const { onConnectionChanged: onServiceChanged } = parts;
    this.view = new SourcesView({
      model,
      syncs,
      contributions,
      service,
      onServiceChanged,
      onShown: () => this.reload(),
    });
    this.actions = new MirrorCommands({ ...parts, model, syncs, secrets, limits });
    this.sources = new SourceCommands({
      ...parts,
      model,
      selected: () => this.view.selected(),
      removeMirrors: (nodes) => this.actions.remove(nodes),
      changeColumns: (list) =>
        changeListColumns({ ...parts, model, secrets, probe: this.listProbe, sync: (keys) => this.sync(keys) }, list),
    });
    this.setup = new ServerSetup({
      ...parts,
      model,
      secrets,
      servers: this.servers,
      removeMirrored: (address, collections) => this.actions.removeMirrored(address, collections),
      sync: (keys) => this.sync(keys),
    });
    this.report = this.registerSyncReport();
    // The view may be visible already, because its rows are only loaded then.
    if (this.view.visible) this.reload();
    this.updateContextKeys();
    this.resumeInterrupted();
    this.registered = vscode.Disposable.from(
      this.watch(),
      this.provideSetup(),
      this.provideSyncs(),
      provideSourceCommands(parts.commands, this.sources),
    );
  }

  reload(): void {
    if (this.view.visible || this.model.isLoaded) this.model.load().catch(() => undefined);
  }

  isSetUp(): boolean {
    return this.model.isSetUp();
  }

  dispose(): void {
    this.registered.dispose();
  }

  private createSyncs(): SyncQueue {
    const { parts, memory, model, servers } = this;
    const { worker } = parts;
    return new SyncQueue({
      run: createCollectionSync({
        ...parts,
        model,
        servers,
        limits: memory,
        onEnded: parts.onDataChanged,
        firstOf: (address) => this.listProbe.take(address),
        acceptsSmaller: (address) => this.acceptedSmaller.delete(address),
      }),
      keep: async () => {
        await worker.mirrorRenew();
      },
      claim: async (acquired) => (await worker.mirrorClaim({ acquired })).acquired,
      isReserved: async (key) => {
        const known = model.collection(key)?.state;
        if (known === undefined) await model.load().catch(() => undefined);
        const state = known ?? model.collection(key)?.state;
        return state !== undefined && parts.isLeased(getLease(state.id));
      },
      memory: { read: () => memory.syncs(), write: (kept) => memory.saveSyncs(kept) },
      delay,
    });
  }

  private async sync(keys: readonly string[]): Promise<void> {
    const wanted = new Set(keys);
    const nodes = this.model.collections().filter(({ key }) => wanted.has(key));
    await followSyncs({ ...this.parts, syncs: this.syncs }, nodes, false);
  }

  private async syncAdded(keys: readonly string[]): Promise<void> {
    const wanted = new Set(keys);
    const nodes = this.model.collections().filter(({ key }) => wanted.has(key));
    const parts = { ...this.parts, presetOf: (list: ListSubscription) => this.listCredentials.presetOf(list) };
    await followSyncs({ ...this.parts, syncs: this.syncs }, nodes, false, (results) => showAdded(parts, results));
  }

  /** Takes a list over that has become much smaller. */
  private async acceptSmaller(clicked: unknown): Promise<void> {
    const nodes = this.model.selectedNodes(clicked, undefined).flatMap(collectionsBelow);
    for (const { address } of nodes) this.acceptedSmaller.add(address);
    await this.sync(nodes.map(({ key }) => key));
  }

  private registerSyncReport(): ReportView {
    const { model, syncs, parts } = this;
    return registerReport(
      {
        viewType: panelTypes.syncReport,
        title: reportTitle,
        icon: 'sync',
        commands: { indicators: 'threatLookups.showIndicators' },
        load: async (id) => {
          // After a reload, the view may not have loaded it yet.
          if (!model.isLoaded && !this.wasLoadTried) {
            this.wasLoadTried = true;
            await model.load().catch(() => undefined);
          }
          const stored = model.stored().find((each) => each.id === id);
          if (stored !== undefined) return sourceReport(stored.source, await parts.loadIndicators());
          const node = model.collections().find((each) => each.id === id);
          return syncReport(node, node && syncs.endOf(node.key), await parts.loadIndicators());
        },
      },
      parts,
    );
  }

  private updateContextKeys(): void {
    const { contextKeys } = this.parts;
    const nodes = this.model.collections();
    contextKeys.set('hasTaxiiServers', this.model.servers().length > 0);
    contextKeys.set('hasMirrors', nodes.length > 0);
    contextKeys.set('isSyncing', this.syncs.busy().length > 0);
    contextKeys.set(
      'hasPausedSyncs',
      nodes.some(({ key }) => this.syncs.statusOf(key).kind === 'paused'),
    );
  }

  private showStatus(): void {
    const { syncs } = this;
    const nodes = this.model.collections();
    const shown = nodes.find(({ key }) => syncs.statusOf(key).kind === 'running');
    const now = shown && syncs.statusOf(shown.key);
    const words = now && formatStatus(now, Date.now(), getTotal(shown, now));
    this.parts.status.set(
      'mirror',
      shown === undefined || words === undefined || words === '' ? undefined : untrusted(`“${shown.title}”: ${words}`),
      strings.statusIcon(),
    );
    if (shown === undefined) this.report.refresh();
    this.updateContextKeys();
  }

  /** A reload during a sync must not lose it; without one, no request is sent. */
  private resumeInterrupted(): void {
    const { settings, output } = this.parts;
    const isOffline = (): boolean => settings.current().lookups.mode === 'offline';
    if (this.memory.syncs().underWay.length === 0 || isOffline()) return;
    const may = (key: string): boolean => !isOffline() && this.model.collection(key)?.isChosen === true;
    void this.syncs.resumeInterrupted(may).then((count) => {
      if (count > 0) output.info(`Resuming syncs interrupted by a reload or a crash: ${count}.`);
    });
  }

  private watch(): vscode.Disposable {
    const { model, syncs, parts } = this;
    const { onDataChanged, settings, storeFolder, isLeased, mirrorsVersion } = parts;
    return vscode.Disposable.from(
      this.view,
      this.report,
      new vscode.Disposable(() => syncs.dispose()),
      new vscode.Disposable(syncs.onChanged(() => this.showStatus())),
      new vscode.Disposable(model.onChanged(() => this.showStatus())),
      settings.onChanged(({ now }) => {
        if (now.lookups.mode === 'offline') for (const key of syncs.busy()) syncs.cancel(key);
      }),
      registerRegularSyncs(settings, model, syncs),
      watchMirrors({
        model,
        syncs,
        storeFolder,
        isLeased,
        mirrorsVersion,
        onDataChanged,
        isShown: () => this.view.visible,
      }),
    );
  }

  private provideSetup(): vscode.Disposable {
    const { model, setup, actions, parts, secrets, listProbe: probe } = this;
    const { commands } = parts;
    const addresses = listAddressInput(parts.settings);
    const sync = (keys: readonly string[]): Promise<void> => this.sync(keys);
    const syncAdded = (keys: readonly string[]) => this.syncAdded(keys);
    const listParts = { ...parts, model, secrets, addresses, probe, sync, syncAdded };
    return vscode.Disposable.from(
      commands.register('threatLookups.addSource', () => addSource(commands)),
      commands.register('threatLookups.addTaxiiServer', (address) =>
        setup.add(typeof address === 'string' ? address : undefined),
      ),
      commands.register('threatLookups.addList', () => addList(listParts, false)),
      commands.register('threatLookups.addRecommendedLists', () => addList(listParts, true)),
      commands.register('threatLookups.useSmallerList', (clicked) => this.acceptSmaller(clicked)),
      commands.register('threatLookups.changeCredentials', async (clicked) => {
        const node = await actions.signedInNode(clicked);
        if (node?.kind === 'server') await setup.changeSignIn(node);
        else if (node !== undefined) await this.listCredentials.change(node);
      }),
      commands.register('threatLookups.chooseCollections', async (clicked) => {
        const node = await actions.serverOf(clicked, uiText('Select Collections'));
        if (node !== undefined) await setup.chooseCollections(node);
      }),
    );
  }

  private provideSyncs(): vscode.Disposable {
    const { model, report, actions, parts } = this;
    const { commands } = parts;
    return vscode.Disposable.from(
      commands.register('threatLookups.syncAll', (clicked, selected) => actions.sync(clicked, selected)),
      commands.register('threatLookups.sync', (clicked, selected) => actions.sync(clicked, selected)),
      commands.register('threatLookups.fullSync', (clicked, selected) => actions.fullSync(clicked, selected)),
      commands.register('threatLookups.pauseSync', (clicked, selected) => actions.pause(clicked, selected)),
      commands.register('threatLookups.resumeSync', (clicked, selected) => actions.resume(clicked, selected)),
      commands.register('threatLookups.cancelSync', (clicked, selected) => actions.cancel(clicked, selected)),
      commands.register('threatLookups.showSyncReport', async (clicked) => {
        const [node] = [...model.selectedNodes(clicked, undefined), ...model.selectedStored(clicked, undefined)];
        await report.show(node?.id ?? model.collections()[0]?.id);
      }),
    );
  }
}
