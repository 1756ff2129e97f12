import './features/shared/together';
import * as vscode from 'vscode';
import { createClients } from './clients';
import type { ServiceClient } from './core/api/client';
import { RecordLookups, LookupEngine } from './core/lookups';
import { createOnDemandIndexing } from './core/store/onDemandIndexing';
import { PlaceFileReader, placesFileOf } from './core/store/places';
import { StoreReader } from './core/store/reader';
import { StoreWorkerThread } from './core/store/protocol/workerClient';
import { Annotations } from './features/shared/indicators/annotations';
import { type IndicatorTools, withListed } from './features/shared/indicators/indicatorTools';
import type { RunJob } from './features/shared/commands/runJob';
import { errorDetails } from './features/shared/text/errorDetails';
import { SettingsFacade } from './features/shared/settings/settings';
import { Connection } from './features/connection/connection';
import { Keys } from './features/connection/keys';
import { createAnswerCache } from './features/localdata/answerCache';
import { LocalService } from './features/localdata/localService';
import { createPlacesNotifier, createStoreNotifier } from './features/localdata/storeNotices';
import { StoreStatus } from './features/localdata/storeStatus';
import { createRequestLogStore } from './features/privacy/requestLogStore';
import { createUserScans, scanSettingsOf } from './features/scans/createUserScans';
import type { UiServices } from './uiServices';
import { readIgnoreFileAt } from './readIgnoreFileAt';

export { createUiServices } from './uiServices';

/** Modules that are loaded when they are first needed. */
const loaders = {
  loadIndicators: () => import('./core/loading/indicators'),
  loadExplore: () => import('./core/loading/explore'),
  loadResults: () => import('./core/loading/results'),
  loadMirror: () => import('./core/loading/mirror'),
  loadApi: () => import('./core/loading/api'),
};

/** What needs VS Code, settings, and keys alone. */
type BaseServices = UiServices & { readonly settings: SettingsFacade; readonly keys: Keys };
type LocalStore = ReturnType<typeof openLocalStore>;

/** The parts that features share; each feature declares which of them it needs. */
export type Services = ReturnType<typeof createServices>;

/** Creates the shared parts. They are disposed of with the extension; `closeStore` is called once no sync needs the store. */
export function createServices(context: vscode.ExtensionContext, uiServices: UiServices) {
  const settings = new SettingsFacade(readIgnoreFileAt);
  const keys = new Keys(context.secrets, uiServices.output);
  const ui = { ...uiServices, settings, keys };
  const { output, notices } = ui;
  const forget = (): void => {
    records.forget();
    lookups.forget();
  };
  const onDataChanged = (): void => {
    store.reader.recheck();
    store.places.recheck();
    forget();
  };
  const store = openLocalStore(context, ui, { onDataChanged, onEnded: () => localService.ended() });
  const { run, reader } = store;
  const isListed = (name: string): boolean => reader.isListed(name);
  let tools: Promise<IndicatorTools> | undefined;
  const loadIndicators = (): Promise<IndicatorTools> =>
    (tools ??= loaders.loadIndicators().then((loaded) => withListed(loaded, isListed)));

  const version = (context.extension.packageJSON as { version: string }).version;
  const { createClient, embedded } = createClients({ ...ui, loadApi: loaders.loadApi, worker: store.worker, version });
  const connection = new Connection({ settings, keys, output, createClient, embedded });
  const { lookups, records, requestLogStore } = createLookups(ui, store, { connection, embedded });
  const { requestLog } = lookups;
  const service = (): ServiceClient | undefined => connection.current();
  const remoteService = (): ServiceClient | undefined => (service()?.remote === true ? service() : undefined);
  const scans = createUserScans({ run, service, settings, requestLog, output, forget });
  const localService = new LocalService({ run, settings, secrets: context.secrets, notices, createClient });

  const refresh = (): void => {
    forget();
    scans.wake();
  };
  context.subscriptions.push(
    ...[settings, keys, connection],
    connection.onSwitched(refresh),
    settings.onChanged(({ now, before }) => {
      refresh();
      const [wanted, had] = [scanSettingsOf(now), scanSettingsOf(before)];
      if (JSON.stringify(wanted) !== JSON.stringify(had)) run('setEnrichment', wanted).catch(() => undefined);
    }),
  );
  settings.moveFormerNames().catch((error: unknown) => {
    output.warn(`Settings with former names weren't moved: ${errorDetails(error)}`);
  });
  const closeStore = (): void => {
    reader.close();
    void store.worker.stop();
  };
  return {
    ...{
      ...ui,
      ...loaders,
      loadIndicators,
      isListed,
      extensionUri: context.extensionUri,
      storeFolder: context.globalStorageUri,
      version,
    },
    ...{
      run,
      reader,
      storeFile: store.storeFile,
      storeStatus: store.storeStatus,
      localService,
      onDataChanged,
      closeStore,
    },
    ...{ connection, service, remoteService, lookups, records, requestLog, requestLogStore, scans },
    annotations: new Annotations((indicator) => reader.annotation(indicator)),
    scanSettings: () => scanSettingsOf(settings.current()),
    local: () => embedded,
    hasLocalData: () => reader.hasLocalData(),
    hasRealData: () => reader.hasRealData(),
    isLeased: (name: string) => reader.isLeased(name),
    mode: () => settings.current().lookups.mode,
    serviceHost: () => remoteService()?.host,
    budget: () => remoteService()?.budget() ?? {},
    canAsk: () => remoteService() !== undefined && settings.current().lookups.mode !== 'offline',
  };
}

interface StoreListeners {
  /** The content of the store has changed. */
  readonly onDataChanged: () => void;
  /** The worker thread has ended, and the local service with it. */
  readonly onEnded: () => void;
}

/** The local store: the worker thread that writes it, and the reader of this thread. */
function openLocalStore(
  { globalStorageUri, extensionUri }: vscode.ExtensionContext,
  { settings, status, notices, commands, contextKeys, output }: BaseServices,
  { onDataChanged, onEnded }: StoreListeners,
) {
  const storeFile = vscode.Uri.joinPath(globalStorageUri, 'store.sqlite').fsPath;
  const report = createStoreNotifier({ notices, commands, output });
  const worker = new StoreWorkerThread({
    workerFile: vscode.Uri.joinPath(extensionUri, 'dist', 'worker.mjs').fsPath,
    storeFile,
    scanSettings: () => scanSettingsOf(settings.current()),
    onProblem: (problem) => {
      report(problem);
      storeStatus.onProblem(problem);
    },
    onError: (detail) => output.error(`Background work failed: ${detail}`),
    onDeath: (detail, lost) => {
      const jobs = lost.length === 0 ? '' : `; failed with it: ${[...new Set(lost)].join(', ')}`;
      output.error(`The background thread ended and is restarted when it is needed: ${detail}${jobs}`);
      onEnded();
    },
  });
  const run: RunJob = (...job) => worker.run(...job);
  const storeStatus = new StoreStatus({
    ...{ status, report, output, contextKeys, onDataChanged },
    migrate: () => run('scansList', {}),
    check: () => run('checkStore', {}),
  });
  const reader = new StoreReader(storeFile, {
    onVersion: (found) => storeStatus.changed(found),
    onUnread: (why) => storeStatus.unreadable(why),
    onRead: () => storeStatus.readable(),
  });
  const places = new PlaceFileReader(placesFileOf(storeFile), {
    onProblem: createPlacesNotifier({ notices, commands, output }),
  });
  return { storeFile, worker, run, reader, places, storeStatus };
}

interface LookupSources {
  readonly connection: Connection;
  readonly embedded: ServiceClient;
}

/** Lookups and records, from the local store and the connected service. */
function createLookups(
  { settings, keys, output }: BaseServices,
  { run, reader, places, storeStatus }: LocalStore,
  { connection, embedded }: LookupSources,
) {
  const requestLogStore = createRequestLogStore(run, output);
  const keep = createAnswerCache({ run, settings, output });
  const onDemandIndexing = createOnDemandIndexing({
    lastPendingPage: () => reader.lastPendingPage(),
    indexKeys: async (pending) => (await run('mirrorIndexKeys', { keys: pending })).isNew,
  });
  const shared = {
    service: () => connection.current(),
    settings: () => settings.current().lookups,
    now: Date.now,
  };
  const lookups = new LookupEngine({
    ...shared,
    places,
    store: {
      find: (key) => reader.find(key),
      unread: () => storeStatus.unread,
      hasRealData: () => reader.hasRealData(),
      ensureIndexed: (pending) => onDemandIndexing.ensureIndexed(pending),
      keep,
    },
    plan: async (address) => ({
      name: settings.current().plan,
      withKey: (await keys.get(address)) !== undefined,
    }),
    requestLogStore,
  });
  const records = new RecordLookups({ ...shared, local: () => embedded, requestLog: lookups.requestLog, keep });
  return { lookups, records, requestLogStore };
}
