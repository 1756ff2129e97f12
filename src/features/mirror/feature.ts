import * as vscode from 'vscode';
import { delay } from '../../core/api/http/waiting';
import { SyncQueue } from '../../core/mirror/syncQueue';
import { panelTypes, viewIds } from '../shared/commands/contributionIds';
import { registerReport } from '../shared/panels/registerReport';
import { createCollectionSync } from './sync/collectionSync';
import { watchIndexing } from './sync/watchIndexing';
import { watchMirrors, leaseOf } from './sync/watchMirrors';
import { ListProbe } from './setup/listProbe';
import { listAddressInput, addBlocklist } from './setup/listSetup';
import { MirrorCommands } from './view/mirrorCommands';
import { MirrorMemory } from './mirrorMemory';
import { MirrorModel } from './mirrorModel';
import type { MirrorFeatureParts } from './mirrorParts';
import { MirrorView } from './view/mirrorView';
import { registerRegularSyncs } from './sync/regularSyncs';
import { ServerSetup } from './setup/serverSetup';
import { strings } from './strings';
import { syncReport } from './view/syncReport';
import { followSyncs } from './sync/syncResults';
import { formatStatus, formatIndexing, totalOf } from './syncLabels';
import { TaxiiSecrets } from './taxiiSecrets';
import { TaxiiServers } from './taxiiServers';

/** One command under the names that menus give it. */
const syncCommands = [
  'threatLookups.syncMirror',
  'threatLookups.syncCollection',
  'threatLookups.syncList',
  'threatLookups.syncServer',
  'threatLookups.syncRoot',
] as const;
const resyncCommands = ['threatLookups.resyncMirror', 'threatLookups.resyncServer'] as const;

/** The interface of the mirror feature for other features. */
export interface Mirror {
  /** The store may have changed. */
  reload(): void;
  /** Whether there is any subscription. */
  isSetUp(): boolean;
  dispose(): void;
}

/** The view “Local Mirrors”, TAXII servers and their syncs; resumes what a reload interrupted. */
export function startMirror(parts: MirrorFeatureParts): Mirror {
  const { run, contextKeys, settings, commands, status, output, loadIndicators, onDataChanged, isLeased } = parts;
  const memory = new MirrorMemory(parts.memory);
  const model = new MirrorModel(memory, run);
  const secrets = new TaxiiSecrets({ secrets: parts.secrets, keyOf: parts.keyOf, output });
  const servers = new TaxiiServers({
    loadApi: parts.loadApi,
    loadMirror: parts.loadMirror,
    allowHttp: () => settings.current().allowHttp,
    connected: parts.connected,
    secretOf: (server) => secrets.get(server),
    output,
    version: parts.version,
  });
  const listProbe = new ListProbe({ ...parts, servers });
  const reload = (): void => {
    if (view.visible || model.isLoaded) model.load().catch(() => undefined);
  };
  const syncs: SyncQueue = new SyncQueue({
    run: createCollectionSync({
      ...{ ...parts, model, servers, limits: memory, onEnded: onDataChanged },
      firstOf: (address) => listProbe.take(address),
    }),
    keep: async () => {
      await run('mirrorRenew', {});
    },
    claim: async (acquired) => (await run('mirrorClaim', { acquired })).acquired,
    isReserved: async (key) => {
      const known = model.collection(key)?.state;
      if (known === undefined) await model.load().catch(() => undefined);
      const state = known ?? model.collection(key)?.state;
      return state !== undefined && isLeased(leaseOf(state.id));
    },
    memory: { read: () => memory.syncs(), write: (kept) => memory.saveSyncs(kept) },
    delay,
  });
  const view = new MirrorView({ model, syncs, contributions: parts.contributions, onShown: reload });
  const doing = new MirrorCommands({
    ...parts,
    model,
    syncs,
    secrets,
    limits: memory,
    selected: () => view.selected(),
  });
  const syncKeys = async (keys: readonly string[]): Promise<void> => {
    const wanted = new Set(keys);
    const nodes = model.collections().filter(({ key }) => wanted.has(key));
    await followSyncs({ ...parts, syncs }, nodes, false);
  };
  const setup = new ServerSetup({
    ...parts,
    model,
    servers,
    secrets,
    removeMirrored: (address, collections) => doing.removeMirrored(address, collections),
    sync: syncKeys,
  });
  const listAddresses = listAddressInput(settings);
  const nodeOf = (id: string) => model.collections().find((node) => node.id === id);
  let isLoadTried = false;
  const report = registerReport(
    {
      ...{ viewType: panelTypes.syncReport, title: strings.report.name, icon: 'sync' },
      load: async (id) => {
        // After a reload, the view may not have loaded it yet.
        if (!model.isLoaded && !isLoadTried) {
          isLoadTried = true;
          await model.load().catch(() => undefined);
        }
        const node = nodeOf(id);
        return syncReport(node, node && syncs.endOf(node.key), await loadIndicators());
      },
    },
    parts,
  );

  const updateContextKeys = (): void => {
    const nodes = model.collections();
    contextKeys.set('hasTaxiiServers', model.servers().length > 0);
    contextKeys.set('hasMirrors', nodes.length > 0);
    contextKeys.set('isSyncing', syncs.busy().length > 0);
    contextKeys.set(
      'hasPausedSyncs',
      nodes.some(({ key }) => syncs.statusOf(key).kind === 'paused'),
    );
  };
  updateContextKeys();
  const showStatus = (): void => {
    const nodes = model.collections();
    const running = nodes.find(({ key }) => syncs.statusOf(key).kind === 'running');
    const shown = running ?? nodes.find((node) => formatIndexing(node) !== undefined);
    const now = shown && syncs.statusOf(shown.key);
    const words = now && (formatStatus(now, Date.now(), totalOf(shown, now)) ?? formatIndexing(shown));
    status.set(
      'mirror',
      shown === undefined || words === undefined || words === '' ? undefined : strings.statusNote(shown.title, words),
      strings.statusIcon(),
    );
    if (running === undefined) report.refresh();
    updateContextKeys();
  };
  // A reload during a sync must not lose it; without one, no request is sent.
  const { underWay } = memory.syncs();
  if (underWay.length > 0 && settings.current().lookups.mode !== 'offline') {
    const may = (key: string): boolean =>
      settings.current().lookups.mode !== 'offline' && model.collection(key)?.isChosen === true;
    void syncs.resumeInterrupted(may).then((count) => {
      if (count > 0) output.info(`Resuming syncs interrupted by a reload or a crash: ${count}.`);
    });
  }
  const registered = vscode.Disposable.from(
    view,
    report,
    new vscode.Disposable(() => syncs.dispose()),
    new vscode.Disposable(syncs.onChanged(showStatus)),
    new vscode.Disposable(model.onChanged(showStatus)),
    watchIndexing({ run, output, onDataChanged, model, syncs }),
    settings.onChanged(({ now }) => {
      if (now.lookups.mode === 'offline') for (const key of syncs.busy()) syncs.cancel(key);
    }),
    registerRegularSyncs({ settings, model, syncs }),
    watchMirrors({
      model,
      syncs,
      storeFolder: parts.storeFolder,
      isLeased,
      mirrorsVersion: parts.mirrorsVersion,
      isShown: () => view.visible,
      onDataChanged,
    }),
    commands.register('threatLookups.addTaxiiServer', (address) =>
      setup.add(typeof address === 'string' ? address : undefined),
    ),
    commands.register('threatLookups.addBlocklist', () =>
      addBlocklist({ ...parts, model, secrets, addresses: listAddresses, probe: listProbe, sync: syncKeys }),
    ),
    ...syncCommands.map((name) => commands.register(name, (...[clicked, selected]) => doing.sync(clicked, selected))),
    ...resyncCommands.map((name) =>
      commands.register(name, (...[clicked, selected]) => doing.resync(clicked, selected)),
    ),
    commands.register('threatLookups.pauseSync', (clicked, selected) => doing.pause(clicked, selected)),
    commands.register('threatLookups.resumeSync', (clicked, selected) => doing.resume(clicked, selected)),
    commands.register('threatLookups.cancelSync', (clicked, selected) => doing.cancel(clicked, selected)),
    commands.register('threatLookups.chooseCollections', async (clicked) => {
      const node = await doing.serverOf(clicked, strings.chooseTitle());
      if (node !== undefined) await setup.chooseCollections(node);
    }),
    commands.register('threatLookups.changeTaxiiCredentials', async (clicked) => {
      const node = await doing.serverOf(clicked, strings.credentialsCommandTitle());
      if (node !== undefined) await setup.changeSignIn(node);
    }),
    commands.register('threatLookups.removeTaxiiServer', (clicked) => doing.removeServer(clicked)),
    commands.register('threatLookups.removeMirror', (clicked, selected) => doing.removeNodes(clicked, selected)),
    commands.register('threatLookups.showSyncReport', async (clicked) => {
      const [node] = model.selectedNodes(clicked, undefined);
      await report.show(node?.id ?? model.collections()[0]?.id);
    }),
    commands.register('threatLookups.showMirror', () => vscode.commands.executeCommand(`${viewIds.mirror}.focus`)),
  );
  return {
    reload,
    isSetUp: () => model.isSetUp(),
    dispose: () => void registered.dispose(),
  };
}
