import type { MirrorWriter } from '../../../core/sync/ports';
import type { RunJob } from '../../shared/commands/runJob';

/** The store's side of a sync in the extension host: each step is a job of the worker thread. One sync at a time. */
export function workerMirrorWriter(worker: { readonly run: RunJob }): MirrorWriter {
  return {
    begin: (target) => worker.run('mirrorBegin', target),
    chain: async (kind) => {
      await worker.run('mirrorChain', kind);
    },
    read: async (bytes) => (await worker.run('mirrorRead', { bytes }, { transfer: [bytes.buffer] })).page,
    write: () => worker.run('mirrorWrite', {}),
    keep: async () => {
      await worker.run('mirrorRenew', {});
    },
    finish: (end) => worker.run('mirrorFinish', end),
  };
}
