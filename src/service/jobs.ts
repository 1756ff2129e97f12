import { setTimeout as delay } from 'node:timers/promises';
import { type MirrorWriter } from '../core/mirror/ports';
import { problemOf, StoreError } from '../core/store/storeError';
import { type JobName, type ScanSettings, type StoreProblem, type WorkerJobs } from '../core/store/protocol';
import { nearNames } from '../core/store/nearNames';
import { openStore, type Store } from '../core/store/store';
import { importInto } from './import';
import { saveResults } from './import/saveResults';
import { loadSample } from './import/sample';
import { refreshList } from './import/refreshList';
import { createRequestLogWriter } from './requestLogWriter';
import { createService, type Service } from './index';
import { createBackgroundIndexer } from './backgroundIndexer';
import { listen, type Listening } from './listen';
import { lazyEnricher, type LoadEnricher } from './scans/lazyEnricher';
import { createScanQueue, type ScanQueue } from './scans/queue';
import { runMaintenance } from './scans/maintenance';
import { readText } from './triage';

export interface JobContext<N extends JobName> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: WorkerJobs[N]['progress']) => void;
}

type Handlers = {
  readonly [N in JobName]: (
    input: WorkerJobs[N]['in'],
    context: JobContext<N>,
  ) => WorkerJobs[N]['out'] | Promise<WorkerJobs[N]['out']>;
};

export interface Jobs {
  /** Rejects with a StoreError if the store has failed, and with the job's own error otherwise. */
  run<N extends JobName>(job: N, input: WorkerJobs[N]['in'], context: JobContext<N>): Promise<WorkerJobs[N]['out']>;
  close(): Promise<void>;
}

export interface JobsOptions {
  readonly storeFile: string;
  /** Called when something happened to the store but jobs continue. */
  readonly onNotice: (problem: StoreProblem) => void;
  /**
   * Called for errors, other than the store's, in work that no job waits for, and for those that a caller sees as a
   * bare 500.
   */
  readonly onError?: (error: unknown) => void;
  readonly now?: () => number;
  /** Looks up indicators in external sources if the settings allow it. */
  readonly loadEnricher?: LoadEnricher;
  /** Until they are set, the queue doesn't take over scans of others, and scans submitted here query nothing. */
  readonly scanSettings?: ScanSettings | undefined;
}

/** Minimum interval between progress messages. */
const progressMillis = 100;
const pruneLeaseMillis = 60_000;
const mirrorsLease = 'mirrors';
const mirrorsLeaseMillis = 30_000;

function throttled<T>(report: (progress: T) => void, now: () => number): (progress: T) => void {
  let last = -Infinity;
  return (progress) => {
    if (now() - last < progressMillis) return;
    last = now();
    report(progress);
  };
}

/** All jobs of the worker thread over one store, which the first job opens. */
export function createJobs(options: JobsOptions): Jobs {
  const { storeFile, onNotice, loadEnricher, now = Date.now } = options;
  let opened: Store | undefined;
  let embedded: Service | undefined;
  let listening: Listening | undefined;
  let queue: ScanQueue | undefined;
  let mirrorWriter: MirrorWriter | undefined;
  /** The mirror that is being synced. */
  let syncing: number | undefined;
  let scanSettings = options.scanSettings;
  /** The reported reason why the store can't be opened. */
  let reportedProblem: StoreProblem['kind'] | undefined;

  /** The caller of a job may not report this, so it is always reported here. */
  const open = (): Store => {
    try {
      const store = openStore(storeFile, { now });
      reportedProblem = undefined;
      return store;
    } catch (error) {
      reportUnusable(problemOf(error));
      throw error;
    }
  };
  const reportUnusable = (problem: StoreProblem): void => {
    if (problem.kind !== 'newer' && problem.kind !== 'foreign') return;
    if (reportedProblem !== problem.kind) onNotice(problem);
    reportedProblem = problem.kind;
  };
  const store = (): Store => {
    if (opened === undefined) {
      opened = open();
      if (opened.notice !== undefined) onNotice(opened.notice);
      if (scanSettings !== undefined) scans(opened).start();
      indexer.start();
    }
    return opened;
  };
  const requestLogWriter = createRequestLogWriter(store);
  const scans = (of = store()): ScanQueue => {
    queue ??= createScanQueue({
      store: of,
      enricher: loadEnricher && lazyEnricher(loadEnricher, () => scanSettings?.resolver),
      settings: () => scanSettings ?? { mode: 'off' },
      now,
      onError,
    });
    return queue;
  };
  // The service answers every error with a bare 500, but store problems must be reported.
  const onError = (error: unknown): void => {
    if (error instanceof StoreError) onNotice(error.problem);
    else options.onError?.(error);
  };
  const service = (): Service => {
    embedded ??= indexer.indexBefore(
      createService({ store: store(), scans: scans(), tier: 'business', embedded: true, now, onError }),
    );
    return embedded;
  };
  const mirror = (): MirrorWriter => {
    mirrorWriter ??= store().mirrors.writer();
    return mirrorWriter;
  };
  /** Otherwise, the first search would do it and wait for it. */
  const indexAll = async (): Promise<void> => {
    try {
      while (opened?.indexSome() === true) await delay(1);
    } catch (error) {
      onError(error);
    }
  };
  const indexer = createBackgroundIndexer({ store, onError, onEnded: () => void indexAll() });
  const stopListening = async (): Promise<boolean> => {
    const ending = listening;
    listening = undefined;
    await ending?.close();
    return ending !== undefined;
  };

  const handlers: Handlers = {
    fetch: async ({ url, method, headers, body }, { signal }) => {
      const init = { method, signal, headers: headers.map(([name, value]): [string, string] => [name, value]) };
      const request = new Request(url, body === undefined ? init : { ...init, body });
      const response = await service()(request);
      return { status: response.status, headers: [...response.headers], body: await response.text() };
    },
    keep: ({ key, address, knowledge }) => {
      store().cacheAnswer(key, address, knowledge);
      return { saved: true };
    },
    import: ({ input, format }, { signal, onProgress }) =>
      importInto(store(), input, { format, signal, now, onProgress: throttled(onProgress, now) }),
    triage: ({ input, languageId }, { signal, onProgress }) =>
      readText(input, { languageId, signal, onProgress: throttled(onProgress, now) }),
    loadSample: ({ file }, { signal, onProgress }) =>
      loadSample(store(), file, { signal, now, onProgress: throttled(onProgress, now) }),
    removeSample: () => ({ removed: store().removeSources('sample') }),
    summary: () => store().summary(),
    checkStore: () => {
      store().check();
      return { whole: true };
    },
    clear: ({ kinds }) => ({ removed: store().clear(kinds) }),
    requestLogAppend: ({ entries }) => {
      requestLogWriter.append(entries);
      return { saved: true };
    },
    requestLogList: () => store().listRequestLog(),
    recentSave: ({ opened }) => {
      store().saveRecent(opened);
      return { saved: true };
    },
    recentList: () => store().listRecent(),
    recentRemove: ({ key }) => ({ removed: store().removeRecent(key) }),
    triageSave: ({ entries }) => {
      store().saveTriage(entries);
      return { saved: true };
    },
    triageList: () => store().listTriage(),
    triageRemove: ({ keys }) => ({ removed: store().removeTriage(keys) }),
    querySave: ({ run, finding, limits }) => {
      store().saveRun({ run, ...(finding === undefined ? {} : { finding }) }, limits);
      return { saved: true };
    },
    queryList: () => store().listRuns(),
    queryRead: ({ id }) => store().readRun(id) ?? {},
    queryPin: ({ id, pinned }) => ({ known: store().pinRun(id, pinned) }),
    queryRemove: ({ ids }) => ({ removed: store().removeRuns(ids) }),
    saveResults: (results) => saveResults(store(), results),
    linksOf: ({ iids }, { signal }) => store().linksOf(iids, signal),
    names: ({ text, limit }) => store().findNames(text, limit),
    values: ({ field, text, limit }) => store().findValues(field, text, limit),
    nearNames: ({ text, limit }) => nearNames(store(), text, limit),
    scansSave: ({ scans }) => {
      store().saveScans(scans);
      return { saved: true };
    },
    scansList: () => store().listScans(),
    scansRemove: ({ ids }) => ({ removed: store().removeScans(ids) }),
    scansLease: ({ forMillis }) => {
      if (forMillis > 0) return { acquired: store().takeLease('scans', forMillis) };
      store().releaseLease('scans');
      return { acquired: false };
    },
    setEnrichment: (settings) => {
      const first = scanSettings === undefined;
      scanSettings = settings;
      if (first && opened !== undefined) scans().start();
      return { mode: settings.mode };
    },
    setRisk: ({ indicator, risk }) => ({ risk: store().overrides.setRisk(indicator, risk) }),
    setRetired: ({ indicator, retired }) => ({ known: store().overrides.setRetired(indicator, retired) }),
    tidyScans: (_, { signal }) => runMaintenance(store(), signal),
    mirrorBegin: async (target) => {
      indexer.pause();
      let id: number | undefined;
      try {
        const begun = await mirror().begin(target);
        id = begun.state?.id;
        return begun;
      } finally {
        if (id === undefined) indexer.resume();
        else syncing = id;
      }
    },
    mirrorChain: async (kind) => {
      await mirror().chain(kind);
      return { begun: true };
    },
    mirrorRead: async ({ bytes }) => {
      const page = await mirror().read(bytes);
      return page === undefined ? {} : { page };
    },
    mirrorWrite: () => mirror().write(),
    mirrorRenew: async () => {
      await mirror().keep();
      return { saved: true };
    },
    groupSources: ({ kind, id }) => store().groups.sources(kind, id),
    mirrorClaim: ({ acquired }) => {
      if (acquired) return { acquired: store().takeLease(mirrorsLease, mirrorsLeaseMillis) };
      store().releaseLease(mirrorsLease);
      return { acquired: false };
    },
    mirrorFinish: async (end) => {
      syncing = undefined;
      try {
        return await mirror().finish(end);
      } finally {
        indexer.resume();
        if (store().mirrors.indexer.waits()) indexer.start();
        else void indexAll();
      }
    },
    listRefresh: async (list) => {
      const refreshed = await refreshList(store(), list, now);
      void indexAll();
      return refreshed;
    },
    mirrorIndexKeys: ({ keys }) => ({ isNew: store().mirrors.indexer.indexKeys(keys) }),
    mirrorIndex: async (_, { signal, onProgress }) => ({ ended: await indexer.waitUntilIndexed(signal, onProgress) }),
    mirrorList: () => store().mirrors.list(),
    mirrorRemove: ({ id }) => ({ removed: store().mirrors.remove(id) }),
    prune: (limits) => {
      // One window is enough; the others have nothing to do.
      if (!store().takeLease('prune', pruneLeaseMillis)) return { removed: 0 };
      try {
        return { removed: store().prune(limits) };
      } finally {
        store().releaseLease('prune');
      }
    },
    startService: async ({ port, key, tier }) => {
      await stopListening();
      const started = await listen(
        indexer.indexBefore(
          createService({ store: store(), scans: scans(), tier, key, embedded: false, now, onError }),
        ),
        {
          port,
          onError,
        },
      );
      if ('portTaken' in started) return started;
      listening = started;
      return { url: started.url };
    },
    stopService: async () => ({ stopped: await stopListening() }),
  };

  return {
    async run(job, input, context) {
      try {
        return await handlers[job](input, context);
      } catch (error) {
        if (error instanceof StoreError) {
          if (error.problem.kind === 'corrupt') onNotice(error.problem);
          else reportUnusable(error.problem);
        }
        throw error;
      }
    },
    async close() {
      const ending = Promise.all([stopListening(), queue?.close(), opened === undefined ? undefined : indexer.close()]);
      await Promise.race([ending, delay(2_000, undefined, { ref: false })]);
      queue = undefined;
      if (opened !== undefined) requestLogWriter.close();
      // The next window can continue right away instead of waiting until the claim expires.
      try {
        if (syncing !== undefined) opened?.releaseLease(`mirror:${syncing}`);
        opened?.releaseLease(mirrorsLease);
      } catch {
        // The store has failed; the claim expires.
      }
      opened?.close();
      opened = undefined;
      mirrorWriter = undefined;
      embedded = undefined;
    },
  };
}
