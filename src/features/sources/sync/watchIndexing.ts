import type { SyncQueue } from '../../../core/sync/syncQueue';
import { errorDetails } from '../../shared/text/errorDetails';
import type { MirrorFeatureParts } from '../mirrorParts';
import type { MirrorModel } from '../mirrorModel';

/** When to retry after a failure, which may be a full disk. */
const againMillis = 60_000;

export interface WatchIndexingParts extends Pick<MirrorFeatureParts, 'run' | 'output' | 'onDataChanged'> {
  readonly model: MirrorModel;
  readonly syncs: SyncQueue;
}

/** Runs the indexing of first syncs, updates the model with its progress, and completes the reports. */
export function watchIndexing({ run, output, onDataChanged, model, syncs }: WatchIndexingParts): { dispose(): void } {
  const disposing = new AbortController();
  const { signal } = disposing;
  let isUnderWay = false;
  let failedAt = -Infinity;

  const follow = async (): Promise<void> => {
    const { ended } = await run('mirrorIndex', {}, { signal, onProgress: (progress) => model.noteWaiting(progress) });
    for (const { id, skipped } of ended) {
      const node = model.collections().find(({ state }) => state?.id === id);
      if (node !== undefined) syncs.completeEnd(node.key, skipped);
    }
    await model.load();
    onDataChanged();
  };

  const look = (): void => {
    if (isUnderWay || signal.aborted || Date.now() - failedAt < againMillis) return;
    if (!model.collections().some(({ state }) => (state?.waiting ?? 0) > 0)) return;
    isUnderWay = true;
    void follow()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        failedAt = Date.now();
        output.error(`Taking in what was mirrored: ${errorDetails(error)}`);
      })
      .finally(() => {
        isUnderWay = false;
        look();
      });
  };
  const stop = model.onChanged(look);
  return {
    dispose() {
      stop();
      disposing.abort();
    },
  };
}
