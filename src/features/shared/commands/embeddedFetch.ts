import type { WorkerJobs } from './workerJobs';

/** Responses with these statuses can't have a body, not even an empty one. */
const withoutBody = new Set([101, 204, 205, 304]);

/**
 * A `fetch` answered by the embedded local service in the worker thread; no socket is opened. Rejects as `fetch` does
 * for an aborted signal, and with a `TypeError` if the store has failed (its `cause` is the StoreError).
 */
export function createEmbeddedFetch(worker: Pick<WorkerJobs, 'fetch'>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const body = request.body === null ? undefined : await request.text();
    try {
      const answer = await worker.fetch(
        {
          url: request.url,
          method: request.method,
          headers: [...request.headers],
          body,
        },
        { signal: request.signal },
      );
      return new Response(withoutBody.has(answer.status) ? null : answer.body, {
        status: answer.status,
        headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
      });
    } catch (error) {
      request.signal.throwIfAborted();
      throw new TypeError('the local service did not answer', { cause: error });
    }
  };
}
