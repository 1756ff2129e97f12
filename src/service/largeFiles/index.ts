// A thread for one job on a large file. It ends with the job, or when the job is canceled. Wiring only.
import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../core/records/problems/inputFailure';
import { indexFile } from '../../core/largeFiles/indexFile';
import type { FromJob, JobRequest } from '../../core/largeFiles/jobs';
import { searchFile, type SearchHit } from '../../core/largeFiles/searchFile';
import { inputFailureOf } from '../files/inputFailureOf';

/** Progress is sent this often at most. */
const progressMillis = 100;
/** Matches that are sent at once. */
const hitsAtOnce = 500;

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread.');
const post = (message: FromJob): void => port.postMessage(message);

async function run(request: JobRequest): Promise<unknown> {
  switch (request.job) {
    case 'index':
      return indexFile(request.input, (progress) => post({ kind: 'progress', progress }));
    case 'search': {
      let hits: SearchHit[] = [];
      let sent = 0;
      const result = searchFile(request.input, (progress) => {
        hits.push(...progress.hits);
        const isLast = progress.bytes >= progress.totalBytes;
        if (!isLast && hits.length < hitsAtOnce && performance.now() - sent < progressMillis) return;
        post({ kind: 'progress', progress: { ...progress, hits } });
        hits = [];
        sent = performance.now();
      });
      return result;
    }
    case 'unpack': {
      const { unpack } = await import('./unpack');
      return unpack(request.input, (progress) => post({ kind: 'progress', progress }));
    }
    case 'members': {
      const { membersOf } = await import('./unpack');
      return membersOf(request.input.path);
    }
  }
}

run(workerData as JobRequest).then(
  (output) => post({ kind: 'done', output }),
  (error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const isOurs = error instanceof InputError || (error instanceof Error && 'code' in error);
    post({ kind: 'failed', name, message, failure: isOurs ? inputFailureOf(error) : undefined });
  },
);
