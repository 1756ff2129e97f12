import * as vscode from 'vscode';
import type { ServiceClient } from './core/api/client';
import { RecordLookups, LookupEngine } from './core/lookups';
import { isTeamKey, TeamJudgments } from './core/team/teamJudgments';
import { StoreReader } from './core/store/reader';
import { StoreWorkerThread } from './core/store/protocol/workerClient';
import { Annotations } from './features/shared/indicators/annotations';
import type { ReadSeenBefore } from './features/shared/indicators/seenBefore';
import { type IndicatorTools, withListed } from './features/shared/indicators/indicatorTools';
import { createEmbeddedFetch } from './features/shared/commands/embeddedFetch';
import { type WorkerJobs, workerJobs } from './features/shared/commands/workerJobs';
import { pollTeam } from './features/shared/team/pollTeam';
import { SettingsFacade } from './features/shared/settings/settings';
import { Connection } from './features/connection/connection';
import { Keys } from './features/connection/keys';
import { createAnswerCache } from './features/sources/localData/answerCache';
import { LocalService } from './features/sources/localData/localService';
import { createStoreNotifier } from './features/sources/localData/storeNotices';
import { StoreStatus } from './features/sources/localData/storeStatus';
import { createRequestLogStore } from './features/privacy/requestLogStore';
import { createUserScans, getScanSettings } from './features/scans/createUserScans';
import * as files from 'node:fs';
import { type IgnoreFile, getReadIgnoreFile } from './core/lookups/policy/ignoreFile';
import { Notices } from './features/shared/notices/notices';
import { PanelFocus } from './features/shared/commands/panelFocus';
import { createCommands, reportErrors } from './features/shared/commands/registerCommand';
import { StatusNotes } from './features/shared/notices/statusNotes';
import { useDisplayLanguage } from './features/shared/settings/displayLanguage';
import { createOutput, type Output, uiText } from './features/shared/ui';
import { formatNumber } from './l10n';
import type { StartServices } from './startServices';
import { lazyServiceClient, localServiceName, remoteServiceName } from './core/api/endpoints/lazyClient';
import type * as api from './core/api';
import { loggedUrl } from './features/shared/text/loggedUrl';

/** Modules that are loaded when they are first needed. */
const loaders = {
  loadIndicators: () => import('./core/indicators'),
  loadExplore: () => import('./core/explore'),
  loadResults: () => import('./core/results'),
  loadMirror: () => import('./core/sync'),
  loadApi: () => import('./core/api'),
};

/** Services that need only VS Code, settings, and keys. */
type BaseServices = UiServices & { readonly settings: SettingsFacade; readonly keys: Keys };
type LocalStore = ReturnType<typeof openLocalStore>;

/** The parts that features share; each feature declares which of them it needs. */
export type Services = ReturnType<typeof createServices>;

/** Creates the shared parts, disposed of with the extension. Call `closeStore` once no sync needs the store. */
export function createServices(context: vscode.ExtensionContext, uiServices: UiServices) {
  const settings = new SettingsFacade(readIgnoreFileAt);
  const keys = new Keys(context.secrets, uiServices.output);
  const ui = { ...uiServices, settings, keys };
  const { output, notices } = ui;
  const forget = (): void => {
    records.forget();
    lookups.forget();
  };
  const dataChanged = new vscode.EventEmitter<void>();
  const onDataChanged = (): void => {
    store.reader.recheck();
    ui.contextKeys.set('hasLocalData', store.reader.hasLocalData());
    forget();
    dataChanged.fire();
  };
  const store = openLocalStore(context, ui, { onDataChanged, onEnded: () => localService.ended() });
  const { worker, reader } = store;
  const isListed = (name: string): boolean => reader.isListed(name);
  let tools: Promise<IndicatorTools> | undefined;
  const loadIndicators = (): Promise<IndicatorTools> =>
    (tools ??= loaders.loadIndicators().then((loaded) => withListed(loaded, isListed)));

  const version = (context.extension.packageJSON as { version: string }).version;
  const { createClient, embedded } = createClients({ ...ui, loadApi: loaders.loadApi, worker, version });
  const connection = new Connection({ settings, keys, output, createClient, embedded });
  const team = createTeam(ui, connection, () => lookups);
  const { lookups, records, requestLogStore }: ReturnType<typeof createLookups> = createLookups(ui, store, {
    connection,
    embedded,
    team,
  });
  const service = (): ServiceClient | undefined => connection.current();
  const remoteService = (): ServiceClient | undefined => (service()?.remote === true ? service() : undefined);
  const scans = createUserScans({ worker, service, settings, requestLog: lookups.requestLog, output, forget });
  const localService = new LocalService({ worker, settings, secrets: context.secrets, notices, createClient });

  const refresh = (): void => {
    forget();
    void team.poll();
    scans.wake();
  };
  context.subscriptions.push(
    settings,
    keys,
    dataChanged,
    connection,
    connection.onSwitched(refresh),
    pollTeam(team),
    settings.onChanged(({ now, before }) => {
      refresh();
      const [wanted, had] = [getScanSettings(now), getScanSettings(before)];
      if (JSON.stringify(wanted) !== JSON.stringify(had)) worker.setEnrichment(wanted).catch(() => undefined);
    }),
  );
  const closeStore = (): void => {
    reader.close();
    void store.thread.stop();
  };
  return {
    ...ui,
    ...loaders,
    loadIndicators,
    isListed,
    extensionUri: context.extensionUri,
    storeFolder: context.globalStorageUri,
    version,
    worker,
    reader,
    storeFile: store.storeFile,
    storeStatus: store.storeStatus,
    localService,
    onDataChanged,
    dataChanged: dataChanged.event,
    closeStore,
    connection,
    service,
    remoteService,
    lookups,
    records,
    requestLog: lookups.requestLog,
    requestLogStore,
    scans,
    team,
    annotations: new Annotations((indicator) => reader.annotation(indicator)),
    seenBefore: ((keys, except = []) =>
      settings.current().triage.remember ? reader.seenBefore(keys, except) : new Map()) satisfies ReadSeenBefore,
    scanSettings: () => getScanSettings(settings.current()),
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
  const report = createStoreNotifier(notices, commands, output);
  const thread = new StoreWorkerThread({
    workerFile: vscode.Uri.joinPath(extensionUri, 'dist', 'worker.mjs').fsPath,
    storeFile,
    scanSettings: () => getScanSettings(settings.current()),
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
  const worker = workerJobs(thread.run);
  const storeStatus = new StoreStatus({
    status,
    report,
    output,
    contextKeys,
    onDataChanged,
    open: () => worker.scansList(),
    check: () => worker.checkStore(),
  });
  const reader = new StoreReader(storeFile, {
    onVersion: (found) => storeStatus.changed(found),
    onUnread: (why) => storeStatus.unreadable(why),
    onRead: () => storeStatus.readable(),
  });
  return { storeFile, thread, worker, reader, storeStatus };
}

/** Judgments of the team on the connected service. */
function createTeam(
  { settings, keys, notices }: BaseServices,
  connection: Connection,
  lookups: () => LookupEngine,
): TeamJudgments {
  return new TeamJudgments({
    service: () => connection.current(),
    isOffline: () => settings.current().lookups.mode === 'offline',
    hasTeamKey: async (address) => isTeamKey(await keys.get(address)),
    mayBeSent: (indicator) => lookups().blocked(indicator, true) === undefined,
    now: Date.now,
    requestLog: { begin: (request) => lookups().requestLog.begin(request) },
    onFull: (host, kept) =>
      void notices.offerOnce(
        'judgments of the team',
        'warning',
        uiText(
          '{0} has more team risk ratings, notes, and tags than are loaded automatically ({1}). To see those of another indicator, look it up.',
          host,
          formatNumber(kept),
        ),
      ),
    onChanged: (changed) => lookups().judged(changed),
  });
}

interface LookupSources {
  readonly connection: Connection;
  readonly embedded: ServiceClient;
  readonly team: TeamJudgments;
}

/** Lookups and records, from the local store and the connected service. */
function createLookups(
  { settings, keys, output }: BaseServices,
  { worker, reader, storeStatus }: LocalStore,
  { connection, embedded, team }: LookupSources,
) {
  const requestLogStore = createRequestLogStore(worker, output);
  const keep = createAnswerCache(worker, settings, output);
  const shared = {
    service: () => connection.current(),
    settings: () => settings.current().lookups,
    now: Date.now,
  };
  const lookups = new LookupEngine({
    ...shared,
    geoLocations: reader,
    judgments: team,
    store: {
      find: (key) => reader.find(key),
      unread: () => storeStatus.unread,
      hasRealData: () => reader.hasRealData(),
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

/** Reads the ignore file at a path of this machine; undefined if there is none. */
export function readIgnoreFileAt(path: string): IgnoreFile | undefined {
  return getReadIgnoreFile(path, files);
}

/** The parts that need neither settings nor the store. They show errors of everything else. */
type UiServices = ReturnType<typeof createUiServices>;

/** Creates the parts that depend on VS Code alone. */
export function createUiServices({ secrets }: vscode.ExtensionContext, start: StartServices) {
  useDisplayLanguage();
  const output = createOutput();
  const notices = new Notices(start.memory, output);
  return {
    ...start,
    output,
    notices,
    secrets,
    errors: reportErrors(notices, output),
    commands: createCommands(start.contributions),
    status: new StatusNotes(),
    panelFocus: new PanelFocus(),
    dispose: (): void => output.dispose(),
  };
}

interface ClientsParts {
  readonly settings: SettingsFacade;
  readonly keys: Keys;
  readonly output: Output;
  readonly worker: WorkerJobs;
  readonly loadApi: () => Promise<typeof api>;
  /** The version of the extension, for the header `User-Agent`. */
  readonly version: string;
}

interface Clients {
  /** The client of a remote service. */
  readonly createClient: (baseUrl: string) => ServiceClient;
  /** The local service as a client sees it: the same interface, in process. */
  readonly embedded: ServiceClient;
}

/** The clients of remote services, and of the local one. */
function createClients({ settings, keys, output, worker, loadApi, version }: ClientsParts): Clients {
  const onDropped = (path: string, why: string): void =>
    output.debug(`Part of a response was skipped: ${path}: ${why}`);
  const createClient = (baseUrl: string): ServiceClient => {
    const { allowHttp } = settings.current();
    const name = remoteServiceName(baseUrl, allowHttp);
    return lazyServiceClient(name, async () => {
      const { Gateway, createServiceClient } = await loadApi();
      const gateway = new Gateway({
        // VS Code's own `fetch` knows proxies and the system's certificates.
        fetch: (url, init) => globalThis.fetch(url, init),
        baseUrl: name.address,
        allowHttp,
        key: () => keys.get(name.address),
        now: Date.now,
        userAgent: `threat-lookups/${version}`,
        onExchange: ({ method, url, status, error, millis, bytes }) =>
          output.info(`${method} ${loggedUrl(url)}: ${error?.kind ?? status ?? ''}, ${millis} ms, ${bytes} bytes`),
      });
      return createServiceClient({ gateway, onDropped });
    });
  };
  const embedded = lazyServiceClient(localServiceName, async () => {
    const { createEmbeddedClient } = await loadApi();
    return createEmbeddedClient({
      fetch: createEmbeddedFetch(worker),
      now: Date.now,
      onExchange: ({ url, status, error, millis }) =>
        output.debug(`Local service: ${loggedUrl(url)}: ${error?.kind ?? status ?? ''}, ${millis} ms`),
      onDropped,
    });
  });
  return { createClient, embedded };
}
