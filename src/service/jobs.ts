import { StoreError } from '../core/store/protocol/storeError';
import type { JobName, RemovalProgress, SourceProgress, WorkerJobs } from '../core/store/protocol/protocol';
import type { WipeEnd } from '../core/store/protocol/protocol';
import { openInFolders } from './assistant/fileInFolders';
import { languageOf } from '../core/triage/languageOf';
import type { TextSummary } from '../core/triage/openReading';
import { findSimilarNames } from '../core/store/groups/nearNames';
import { OpenFiles } from './import/openFiles';
import { saveResults } from './import/saveResults';
import { loadSample } from './import/sample';
import { refreshList } from './import/refreshList';
import { runMaintenance } from './scans/maintenance';
import { mirrorsLease, StoreSession, type StoreSessionOptions } from './storeSession';
import { changeSource, clearData, removeKind, removeSource } from './sources';
import { type Finders, InlineFinders } from './triage/finders';
import { ThreadFinders } from './triage/threadFinders';
import { TriageReadings } from './triage/readings';

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

/** Minimum interval between progress messages. */
const progressMillis = 100;
const pruneLeaseMillis = 60_000;
const mirrorsLeaseMillis = 30_000;

/** Jobs that don't wait while deleted data is erased; the others write, or are over at once. */
const readingJobs: ReadonlySet<JobName> = new Set([
  'triageAllowed',
  'fetch',
  'groupSources',
  'importBegin',
  'importClose',
  'importOpen',
  'linksOf',
  'mirrorList',
  'names',
  'nearNames',
  'queryList',
  'queryRead',
  'recentList',
  'requestLogList',
  'scansList',
  'sourceList',
  'suggestedNames',
  'summary',
  'triageClose',
  'triageEntries',
  'triageFinish',
  'triageList',
  'triageOpen',
  'triageQuery',
  'triageRenew',
  'triageRows',
  'triageState',
  'triageText',
  'values',
]);

/** Erases what a removal has deleted, and reports both in its progress. */
async function erased(
  session: StoreSession,
  onProgress: (progress: RemovalProgress) => void,
  remove: (onRemoved: (progress: SourceProgress) => void) => Promise<number>,
): Promise<{ readonly removed: number; readonly erased: WipeEnd }> {
  const report = throttled(onProgress, session.now);
  const removed = await remove((progress) => report({ step: 'removing', ...progress }));
  return { removed, erased: await session.erase(report) };
}

/** Erases in the background what a small removal has deleted. */
function erasing<T extends { readonly removed: number }>(session: StoreSession, result: T): T {
  if (result.removed > 0) void session.erase();
  return result;
}

function throttled<T>(report: (progress: T) => void, now: () => number): (progress: T) => void {
  let last = -Infinity;
  return (progress) => {
    if (now() - last < progressMillis) return;
    last = now();
    report(progress);
  };
}

/** The jobs of the worker thread over one store, which the first job opens. */
export class Jobs {
  private readonly session: StoreSession;
  private readonly handlers: Handlers;

  private readonly finders: Finders;
  private readonly readings: TriageReadings;

  constructor({ finderFile, ...options }: JobsOptions) {
    this.session = new StoreSession(options);
    const { storeFile } = options;
    this.finders =
      finderFile === undefined ? new InlineFinders(storeFile) : new ThreadFinders({ file: finderFile, storeFile });
    this.readings = new TriageReadings(storeFile, this.finders);
    this.handlers = handlersOf(this.session, this.readings);
  }

  /** Rejects with a StoreError if the store has failed, and with the job's own error otherwise. */
  async run<N extends JobName>(
    job: N,
    input: WorkerJobs[N]['in'],
    context: JobContext<N>,
  ): Promise<WorkerJobs[N]['out']> {
    try {
      if (!readingJobs.has(job)) await this.session.writable();
      return await this.handlers[job](input, context);
    } catch (error) {
      if (error instanceof StoreError) this.session.report(error.problem);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.readings.close();
    await this.finders.close();
    await this.session.close();
  }
}

export interface JobsOptions extends StoreSessionOptions {
  /** The bundle that finds indicators in threads of its own; absent: they are found in this thread. */
  readonly finderFile?: string | URL;
}

function handlersOf(session: StoreSession, readings: TriageReadings): Handlers {
  return {
    ...contentHandlers(session),
    ...triageHandlers(session, readings),
    ...listHandlers(session),
    ...mirrorHandlers(session),
  };
}

/** What the store contains: imports, searches, answers of services, and its maintenance. */
function contentHandlers(session: StoreSession) {
  const { now } = session;
  const files = new OpenFiles(() => session.store, now);
  return {
    fetch: async ({ url, method, headers, body }, { signal }) => {
      const init = { method, signal, headers: headers.map(([name, value]): [string, string] => [name, value]) };
      const request = new Request(url, body === undefined ? init : { ...init, body });
      const response = await session.service(request);
      return { status: response.status, headers: [...response.headers], body: await response.text() };
    },
    cacheAnswer: ({ key, address, knowledge }) => {
      session.store.cacheAnswer(key, address, knowledge);
      return { saved: true };
    },
    importOpen: ({ input }) => files.open(input),
    importBegin: ({ opened, columns }) => files.begin(opened, columns),
    import: async ({ input, opened, columns, meaning }, { signal, onProgress }) => {
      const id = opened ?? (await files.open(input)).opened;
      return files.import(id, { columns, meaning, signal, onProgress: throttled(onProgress, now) });
    },
    importClose: async ({ opened }) => {
      await files.close(opened);
      return { closed: true };
    },
    loadSample: ({ file }, { signal, onProgress }) =>
      loadSample(session.store, file, { signal, now, onProgress: throttled(onProgress, now) }),
    removeSample: (_, { onProgress }) => erased(session, onProgress, () => removeKind(session.store, 'sample')),
    summary: () => session.store.summary(),
    checkStore: () => {
      session.store.check();
      return { whole: true };
    },
    clear: ({ kinds }, { onProgress }) =>
      erased(session, onProgress, (onRemoved) => clearData(session.store, kinds, onRemoved)),
    sourceList: () => session.store.sources.list(),
    sourceChange: ({ id, ...change }, { signal, onProgress }) =>
      changeSource(session.store, id, change, { signal, onProgress: throttled(onProgress, now) }),
    sourceRemove: ({ id }, { onProgress }) =>
      erased(session, onProgress, (onRemoved) => removeSource(session.store, id, onRemoved)),
    prune: (limits) => {
      // One window is enough; the others have nothing to do.
      if (!session.store.takeLease('prune', pruneLeaseMillis)) return { removed: 0 };
      try {
        return erasing(session, { removed: session.store.prune(limits) });
      } finally {
        session.store.releaseLease('prune');
      }
    },
    saveResults: (results) => saveResults(session.store, results),
    linksOf: ({ iids }, { signal }) => session.store.linksOf(iids, signal),
    groupSources: ({ kind, id }) => session.store.groups.sources(kind, id),
    names: ({ text, limit }) => session.store.findNames(text, limit),
    suggestedNames: ({ text, limit }) => session.store.findSuggestedNames(text, limit),
    values: ({ field, text, limit }) => session.store.findValues(field, text, limit),
    nearNames: ({ text, limit }) => findSimilarNames(session.store, text, limit),
    setRisk: ({ indicator, risk }) => ({ risk: session.store.overrides.setRisk(indicator, risk) }),
    setRetired: ({ indicator, retired }) => ({ known: session.store.overrides.setRetired(indicator, retired) }),
    startService: ({ port, key, tier }) => session.listen(port, key, tier),
    stopService: async () => ({ stopped: await session.stopListening() }),
  } satisfies Partial<Handlers>;
}

/** Reading and assessing texts; nothing is stored. */
function triageHandlers({ now }: StoreSession, readings: TriageReadings) {
  return {
    triageOpen: ({ id, ...contexts }) => {
      readings.begin(id, contexts);
      return { opened: true };
    },
    triageText: ({ id, text, input, languageId }, { signal, onProgress }) =>
      readings.of(id).read(text, input, { languageId, signal, onProgress: throttled(onProgress, now) }),
    triageAllowed: async ({ id, path, roots }, { signal, onProgress }) => {
      const missing: TextSummary = { kind: 'skipped', failure: { kind: 'missing' } };
      const reading = readings.of(id);
      const opened = await openInFolders(path, roots);
      if (opened === undefined) return missing;
      try {
        const input = { path: opened.path, name: opened.file };
        const options = { languageId: languageOf(opened.file), signal, onProgress: throttled(onProgress, now) };
        const read = await reading.read(0, input, options);
        return (await opened.isSame()) ? read : missing;
      } finally {
        await opened.close();
      }
    },
    triageFinish: ({ id }, { signal, onProgress }) => readings.of(id).finish(signal, onProgress),
    triageState: ({ id, rows }) => readings.of(id).state(rows),
    triageRenew: ({ id, ...change }, { signal, onProgress }) =>
      'assessing' in change
        ? readings.of(id).renewAll(change.assessing, signal, throttled(onProgress, now))
        : readings.of(id).renew(change.keys, change.answers),
    triageQuery: ({ id, query, first }) => readings.of(id).query(query, first),
    triageRows: ({ id, wanted }) => readings.of(id).rows(wanted),
    triageEntries: ({ id, text, from, count }) => readings.of(id).entries(text, from, count),
    triageClose: ({ id }) => ({ closed: readings.end(id) }),
  } satisfies Partial<Handlers>;
}

/** The user's lists: requests, records, triage, queries, and scans. */
function listHandlers(session: StoreSession) {
  return {
    requestLogAppend: ({ entries }) => {
      session.requestLog.append(entries);
      return { saved: true };
    },
    requestLogList: () => session.store.listRequestLog(),
    recentSave: ({ opened }) => {
      session.store.saveRecent(opened);
      return { saved: true };
    },
    recentList: () => session.store.listRecent(),
    recentRemove: ({ key }) => erasing(session, { removed: session.store.removeRecent(key) }),
    triageSave: ({ entries }) => {
      session.store.saveTriage(entries);
      return { saved: true };
    },
    triageAnnotate: ({ changes }) => {
      session.store.annotateTriage(changes);
      // What the notes and tags were before.
      void session.erase();
      return { saved: true };
    },
    triageList: () => session.store.listTriage(),
    triageRemove: ({ keys }) => erasing(session, { removed: session.store.removeTriage(keys) }),
    querySave: ({ run, finding, limits }) => {
      session.store.saveRun({ run, finding }, limits);
      return { saved: true };
    },
    queryList: () => session.store.listRuns(),
    queryRead: ({ id }) => session.store.readRun(id) ?? {},
    queryPin: ({ id, pinned }) => ({ known: session.store.pinRun(id, pinned) }),
    queryRemove: ({ ids }) => erasing(session, { removed: session.store.removeRuns(ids) }),
    scansSave: ({ scans }) => {
      session.store.saveScans(scans);
      return { saved: true };
    },
    scansList: () => session.store.listScans(),
    scansRemove: ({ ids }) => erasing(session, { removed: session.store.removeScans(ids) }),
    scansLease: ({ forMillis }) => {
      if (forMillis > 0) return { acquired: session.store.takeLease('scans', forMillis) };
      session.store.releaseLease('scans');
      return { acquired: false };
    },
    setEnrichment: (settings) => {
      session.setScanSettings(settings);
      return { mode: settings.mode };
    },
    tidyScans: (_, { signal }) => runMaintenance(session.store, signal),
  } satisfies Partial<Handlers>;
}

/** Mirrored collections and blocklists. */
function mirrorHandlers(session: StoreSession) {
  const { now } = session;
  return {
    mirrorBegin: async (target) => {
      const started = await session.mirror.begin(target);
      session.syncing = started.state?.id ?? session.syncing;
      return started;
    },
    mirrorChain: async (kind) => {
      await session.mirror.chain(kind);
      return { started: true };
    },
    mirrorRead: async ({ bytes }) => {
      const page = await session.mirror.read(bytes);
      return page === undefined ? {} : { page };
    },
    mirrorWrite: () => session.mirror.write(),
    mirrorRenew: async () => {
      await session.mirror.keep();
      return { saved: true };
    },
    mirrorClaim: ({ acquired }) => {
      if (acquired) return { acquired: session.store.takeLease(mirrorsLease, mirrorsLeaseMillis) };
      session.store.releaseLease(mirrorsLease);
      return { acquired: false };
    },
    mirrorFinish: async (end) => {
      session.syncing = undefined;
      try {
        return await session.mirror.finish(end);
      } finally {
        void session.indexAll();
      }
    },
    listRefresh: async (list, { signal }) => {
      const refreshed = await refreshList(session.store, list, now, signal);
      void session.indexAll();
      return refreshed;
    },
    mirrorList: () => session.store.mirrors.list(),
    mirrorRemove: ({ id }, { onProgress }) =>
      erased(session, onProgress, (onRemoved) => removeSource(session.store, id, onRemoved)),
  } satisfies Partial<Handlers>;
}
