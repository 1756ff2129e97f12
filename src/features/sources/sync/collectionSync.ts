import type { TaxiiClient } from '../../../core/sync';
import type { MirrorServer } from '../../../core/sync/subscriptions';
import type { SyncEnd, SyncQueuePorts, SyncRun } from '../../../core/sync/syncQueue';
import { errorDetails } from '../../shared/text/errorDetails';
import { createListRefresh, failed, type ListRefreshParts, thrownError } from './listRefresh';
import type { MirrorFeatureParts } from '../sourcesParts';
import type { SourcesModel } from '../sourcesModel';
import type { CollectionNode } from '../sourcesTree';
import { hostOfAddress } from '../mirrorLabels';
import { type GrowthLimits, getSizeLimit } from './sizeLimitPrompt';
import type { TaxiiServers } from '../taxiiServers';
import type { MirrorWriter } from '../../../core/sync/ports';
import type { WorkerJobs } from '../../shared/commands/workerJobs';

interface Deps extends Pick<
  MirrorFeatureParts,
  'worker' | 'settings' | 'loadMirror' | 'requestLog' | 'output' | 'notices'
> {
  readonly model: SourcesModel;
  readonly servers: TaxiiServers;
  /** The sizes that the user has allowed for collections. */
  readonly limits: GrowthLimits;
  /** The list fetched when it was added, once. */
  readonly firstOf: ListRefreshParts['firstOf'];
  readonly acceptsSmaller: ListRefreshParts['acceptsSmaller'];
  /** Called after a run, whatever its result. */
  readonly onEnded: () => void;
}

/** One sync of a collection, or refresh of a list, from the server to the store. */
export function createCollectionSync(deps: Deps): SyncQueuePorts['run'] {
  const { settings, model, servers, onEnded } = deps;
  const refresh = createListRefresh(deps);
  /** Shows changes after a sync, even if it failed. */
  const ended = async (run: Promise<SyncEnd>): Promise<SyncEnd> => {
    try {
      return await run;
    } finally {
      await model.load().catch(() => undefined);
      onEnded();
    }
  };
  return async (key, options) => {
    const node = model.collection(key);
    if (node?.list !== undefined) return ended(refresh(node.list, node.state, options));
    const server = node === undefined ? undefined : model.server(node.address)?.server;
    if (node?.isChosen !== true || server === undefined) return failed({ kind: 'notMirrored' });
    if (settings.current().lookups.mode === 'offline') return failed({ kind: 'offline' });
    const problem = servers.problem(server.address);
    if (problem !== undefined) return failed({ kind: 'badAddress', problem });
    return ended(syncNode(deps, node, server, options));
  };
}

async function syncNode(
  deps: Deps,
  node: CollectionNode,
  server: MirrorServer,
  { full, signal, onProgress, onRequest, pass }: SyncRun,
): Promise<SyncEnd> {
  const { worker, settings, loadMirror, requestLog, output, model, servers } = deps;
  const { key, address, collection, root, title } = node;
  const { pageSize, overlapMillis, maxBytes } = settings.current().mirror;
  let endRow: ReturnType<typeof requestLog.begin> | undefined;
  try {
    const [{ syncCollection }, client] = await Promise.all([loadMirror(), servers.client(server)]);
    const synced = await syncCollection(
      { client: whileClaimed(client, pass), writer: workerMirrorWriter(worker) },
      { server: address, root, collection, title },
      {
        signal,
        limit: pageSize,
        overlapMillis,
        full,
        sizeLimit: getSizeLimit(deps, { key, title, maxBytes }),
        onProgress,
        onRequest: () => {
          endRow ??= requestLog.begin({
            to: address,
            what: [title],
            why: 'sync',
            subject: { kind: 'collection', collection },
          });
          onRequest();
        },
      },
    );
    if (synced.busy === true) return { kind: 'busy' };
    const { requests, millis, complete, state, counts, skipped, refused } = synced;
    endRow?.(complete ? 'answered' : state.error?.kind === 'canceled' ? 'canceled' : 'failed', { requests });
    const account = { state, counts, skipped };
    return { kind: 'ended', account, requests, millis, complete, full: synced.full, refused };
  } catch (error) {
    endRow?.('failed');
    output.error(`Sync with ${hostOfAddress(address)}: ${errorDetails(error)}`);
    // The user removed it during the sync.
    return failed(model.collection(key)?.isChosen === true ? thrownError(error) : { kind: 'canceled' });
  }
}

/** Returns a client that waits before each page while the user pauses the sync. */
function whileClaimed(client: TaxiiClient, pass: () => Promise<boolean>): TaxiiClient {
  return {
    ...client,
    page: async (...requested) =>
      (await pass()) ? client.page(...requested) : { ok: false, error: { kind: 'canceled', detail: 'paused' } },
  };
}

/** The store's side of a sync in the extension host: each step is a job of the worker thread. One sync at a time. */
export function workerMirrorWriter(worker: WorkerJobs): MirrorWriter {
  return {
    begin: (target) => worker.mirrorBegin(target),
    chain: async (kind) => {
      await worker.mirrorChain(kind);
    },
    read: async (bytes) => (await worker.mirrorRead({ bytes }, { transfer: [bytes.buffer] })).page,
    write: () => worker.mirrorWrite(),
    keep: async () => {
      await worker.mirrorRenew();
    },
    finish: (end) => worker.mirrorFinish(end),
  };
}
