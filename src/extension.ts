import * as vscode from 'vscode';
import { lazyServiceClient, localServiceName, remoteServiceName } from './core/api/lazyClient';
import type { ServiceClient } from './core/api/client';
import { LookupEngine, createRecords } from './core/lookups';
import { createOnDemandIndexing } from './core/store/onDemandIndexing';
import { createEmbeddedFetch } from './core/store/embeddedFetch';
import { openReader } from './core/store/reader';
import { startStoreWorker, type StoreWorker } from './core/store/workerClient';
import { useDisplayLanguage } from './features/common/displayLanguage';
import { loggedUrl } from './features/common/loggedUrl';
import { createOutput, type Output } from './features/common/ui';
import { Notices } from './features/common/notices';
import { PanelFocus } from './features/common/panelFocus';
import { createContextKeys } from './features/common/contextKeys';
import { createCommands } from './features/common/registerCommand';
import { SettingsFacade } from './features/common/settings';
import { StatusNotes } from './features/common/statusNotes';
import { registerConnection } from './features/connection';
import { Connection } from './features/connection/connection';
import { Keys } from './features/connection/keys';
import { registerHoverFeature } from './features/hover';
import { registerLocalData } from './features/localdata';
import { createAnswerCache } from './features/localdata/answerCache';
import { StoreStatus } from './features/localdata/storeStatus';
import { LocalService } from './features/localdata/localService';
import { createStoreNotifier } from './features/localdata/storeNotices';
import { registerHighlights } from './features/highlights';
import { registerMirror } from './features/mirror';
import { registerPrivacy } from './features/privacy';
import { createRequestLogStore } from './features/privacy/requestLogStore';
import { registerQueries } from './features/queries/registerQueries';
import { registerRecords } from './features/records';
import { registerResults } from './features/results';
import { createUserScans, registerScans, scanSettingsOf } from './features/scans';
import { registerTriage } from './features/triage';

const loadIndicators = () => import('./core/indicators');
const loadExplore = () => import('./core/explore');
const loadResults = () => import('./core/results');
const loadMirror = () => import('./core/mirror');
const loadApi = () => import('./core/api');

/** Wires the extension: builds each part, hands it what it needs, registers it. */
export function activate(context: vscode.ExtensionContext): void {
  useDisplayLanguage();
  const { extensionUri, subscriptions, secrets, globalState } = context;
  const file = (base: vscode.Uri, ...path: readonly string[]): string => vscode.Uri.joinPath(base, ...path).fsPath;

  const output = createOutput();
  const notices = new Notices(globalState, output);
  const commands = createCommands(notices, output);
  const settings = new SettingsFacade();
  const contextKeys = createContextKeys(globalState);
  const keys = new Keys(secrets, output);

  const storeFile = file(context.globalStorageUri, 'store.sqlite');
  const status = new StatusNotes();
  const tellStore = createStoreNotifier({ notices, commands, output });
  const worker = startStoreWorker({
    workerFile: file(extensionUri, 'dist', 'worker.js'),
    storeFile,
    scanSettings: () => scanSettingsOf(settings.current()),
    onProblem: (problem) => {
      tellStore(problem);
      fileVersion.onProblem(problem);
    },
    onError: (detail) => output.error(`Background work failed: ${detail}`),
    onDeath: (detail, lost) => {
      const jobs = lost.length === 0 ? '' : `; failed with it: ${[...new Set(lost)].join(', ')}`;
      output.error(`The background thread ended and is restarted when it is needed: ${detail}${jobs}`);
      localService.ended();
    },
  });
  const reader = openReader(storeFile, {
    onVersion: (found) => fileVersion.changed(found),
    onUnread: (why) => fileVersion.unreadable(why),
    onRead: () => fileVersion.readable(),
  });
  const reread = (): void => {
    reader.recheck();
    forget();
  };
  const fileVersion = new StoreStatus({
    ...{ status, tell: tellStore, output, contextKeys, onDataChanged: reread },
    migrate: () => worker.run('scansList', {}),
    check: () => worker.run('checkStore', {}),
  });

  const createClient = remoteClients(context, settings, keys, output);
  const embedded = embeddedClient(worker, output);
  const connection = new Connection({ settings, keys, output, createClient, embedded });
  const requestLogStore = createRequestLogStore((...job) => worker.run(...job), output);
  const cacheAnswer = createAnswerCache({ run: (...job) => worker.run(...job), settings, output });
  const onDemandIndexing = createOnDemandIndexing({
    lastPendingPage: () => reader.lastPendingPage(),
    indexKeys: async (keys) => (await worker.run('mirrorIndexKeys', { keys })).isNew,
  });
  const lookups = new LookupEngine({
    store: {
      find: (key) => reader.find(key),
      unread: () => fileVersion.unread,
      ensureIndexed: (keys) => onDemandIndexing.ensureIndexed(keys),
      keep: cacheAnswer,
    },
    service: () => connection.current(),
    settings: () => settings.current().lookups,
    now: Date.now,
    plan: async (address) => ({
      name: settings.current().plan,
      withKey: (await keys.get(address)) !== undefined,
    }),
    requestLogStore,
  });
  const records = createRecords({
    service: () => connection.current(),
    local: () => embedded,
    settings: () => settings.current().lookups,
    now: Date.now,
    requestLog: lookups.requestLog,
    keep: cacheAnswer,
  });
  const panelFocus = new PanelFocus();
  const canAsk = (): boolean => connection.current()?.remote === true && settings.current().lookups.mode !== 'offline';
  const serviceHost = (): string | undefined => {
    const client = connection.current();
    return client?.remote === true ? client.host : undefined;
  };
  const forget = (): void => {
    records.forget();
    lookups.forget();
  };
  const run: StoreWorker['run'] = (...job) => worker.run(...job);
  const scans = createUserScans({
    run,
    service: () => connection.current(),
    settings,
    sent: lookups.requestLog,
    output,
    forget,
  });
  const mirror = registerMirror({
    run,
    contextKeys,
    settings,
    secrets,
    keyOf: (baseUrl) => keys.get(baseUrl),
    connected: () => connection.state().remote?.address,
    memory: globalState,
    loadApi,
    loadMirror,
    loadIndicators,
    sent: lookups.requestLog,
    notices,
    commands,
    status,
    output,
    storeFolder: context.globalStorageUri,
    isLeased: (name) => reader.isLeased(name),
    mirrorsVersion: () => reader.mirrorsVersion(),
    onDataChanged: () => {
      reader.recheck();
      forget();
    },
    version: versionOf(context),
  });
  const localService = new LocalService({ run, settings, secrets, notices, createClient });

  subscriptions.push(
    output,
    settings,
    keys,
    connection,
    mirror,
    connection.onSwitched(() => {
      forget();
      scans.wake();
    }),
    settings.onChanged(({ now, before }) => {
      forget();
      scans.wake();
      const [wanted, had] = [scanSettingsOf(now), scanSettingsOf(before)];
      if (JSON.stringify(wanted) !== JSON.stringify(had)) run('setEnrichment', wanted).catch(() => undefined);
    }),
    { dispose: () => reader.close() },
    { dispose: () => void worker.stop() },
    registerHoverFeature({
      lookups,
      loadIndicators,
      panelFocus,
      commands,
      notices,
      canAsk,
      hasLocalData: () => reader.hasLocalData(),
      scansOutside: () => scanSettingsOf(settings.current()).mode !== 'off',
      serviceHost,
      settings: () => settings.current().hover,
    }),
    registerRecords({
      lookups,
      records,
      loadIndicators,
      panelFocus,
      run,
      contextKeys,
      canAsk,
      isOffline: () => settings.current().lookups.mode === 'offline',
      service: () => {
        const client = connection.current();
        return client?.remote === true ? client : undefined;
      },
      commands,
      notices,
      output,
      extensionUri,
      hasLocalData: () => reader.hasLocalData(),
    }),
    registerResults({
      service: () => connection.current(),
      local: () => embedded,
      contextKeys,
      lookups,
      settings,
      run,
      loadIndicators,
      loadExplore,
      loadResults,
      commands,
      notices,
      output,
      extensionUri,
      onDataChanged: reread,
    }),
    registerConnection({
      connection,
      settings,
      keys,
      memory: globalState,
      notices,
      commands,
      output,
      sampleLog: vscode.Uri.joinPath(extensionUri, 'media', 'sample.log'),
      localServiceUrl: () => localService.url(),
      isMirrorSetUp: () => mirror.isSetUp(),
      isStoreNewer: () => fileVersion.isNewer,
      sent: lookups.requestLog,
      status,
    }),
    registerHighlights({
      lookups,
      loadIndicators,
      settings,
      isAutomatic: () => connection.current()?.remote === true && settings.current().lookups.mode === 'automatic',
      status,
      media: vscode.Uri.joinPath(extensionUri, 'media'),
      commands,
      notices,
    }),
    registerScans({
      scans,
      service: () => connection.current(),
      lookups,
      settings,
      loadIndicators,
      panelFocus,
      commands,
      notices,
      memory: globalState,
      contextKeys,
      run,
      storeFolder: context.globalStorageUri,
      isScanning: () => reader.isLeased('scans'),
    }),
    registerTriage({
      lookups,
      contextKeys,
      settings,
      run,
      loadIndicators,
      loadResults,
      panelFocus,
      serviceHost,
      commands,
      notices,
      output,
      extensionUri,
      unreadStore: () => fileVersion.unread,
    }),
    registerQueries({
      run,
      loadIndicators,
      settings,
      notices,
      commands,
      output,
      service: { host: serviceHost, canRequest: canAsk, onChanged: connection.onSwitched },
    }),
    registerPrivacy({
      requestLog: lookups.requestLog,
      requestLogStore,
      settings,
      loadIndicators,
      notices,
      commands,
      output,
    }),
    registerLocalData({
      run,
      contextKeys,
      localService,
      extensionId: context.extension.id,
      sampleFile: file(extensionUri, 'media', 'sample-data.json'),
      loadIndicators,
      notices,
      commands,
      onDataChanged: () => {
        reread();
        void scans.load();
        mirror.reload();
      },
    }),
  );

  // `npm start` opens a demo in which every hover has an answer.
  if (process.env.THREAT_LOOKUPS_DEMO === '1') void commands.run('threatLookups.loadSample');
}

/** Clients of remote services: VS Code's own `fetch` knows proxies and the system's certificates. */
function remoteClients(
  context: vscode.ExtensionContext,
  settings: SettingsFacade,
  keys: Keys,
  output: Output,
): (address: string) => ServiceClient {
  const version = versionOf(context);
  return (baseUrl) => {
    const { allowHttp } = settings.current();
    const name = remoteServiceName(baseUrl, allowHttp);
    return lazyServiceClient(name, async () => {
      const { Gateway, createServiceClient } = await loadApi();
      const gateway = new Gateway({
        fetch: (url, init) => globalThis.fetch(url, init),
        baseUrl: name.address,
        allowHttp,
        key: () => keys.get(name.address),
        now: Date.now,
        userAgent: `threat-lookups/${version}`,
        onExchange: ({ method, url, status, error, millis, bytes }) =>
          output.info(`${method} ${loggedUrl(url)}: ${error?.kind ?? status ?? ''}, ${millis} ms, ${bytes} bytes`),
      });
      return createServiceClient({ gateway, onDropped: dropped(output) });
    });
  };
}

/** The local service as a client sees it: the same interface, in process. */
function embeddedClient(worker: StoreWorker, output: Output): ServiceClient {
  return lazyServiceClient(localServiceName, async () => {
    const { createEmbeddedClient } = await loadApi();
    return createEmbeddedClient({
      fetch: createEmbeddedFetch(worker),
      now: Date.now,
      onExchange: ({ url, status, error, millis }) =>
        output.debug(`Local service: ${loggedUrl(url)}: ${error?.kind ?? status ?? ''}, ${millis} ms`),
      onDropped: dropped(output),
    });
  });
}

function dropped(output: Output): (path: string, why: string) => void {
  return (path, why) => output.debug(`Left out of an answer: ${path}: ${why}`);
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  return (extension.packageJSON as { version: string }).version;
}
