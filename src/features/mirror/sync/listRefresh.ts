import type { ListSubscription } from '../../../core/mirror/subscriptions';
import { delay } from '../../../core/api/http/waiting';
import { isAccessRefused } from '../../../core/api/taxii/errorContext';
import type { RequestError } from '../../../core/api/requestError';
import type { SyncError } from '../../../core/mirror/syncError';
import type { SyncEnd, SyncRun } from '../../../core/mirror/syncQueue';
import { requestErrorCode } from '../../../core/lookups/requestOutcome';
import { errorDetails } from '../../shared/text/errorDetails';
import { storeProblemOf } from '../../shared/format/formatStoreProblem';
import type { MirrorFeatureParts } from '../mirrorParts';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import type { TaxiiServers } from '../taxiiServers';

export interface ListRefreshParts extends Pick<
  MirrorFeatureParts,
  'run' | 'settings' | 'loadMirror' | 'requestLog' | 'output'
> {
  readonly servers: TaxiiServers;
  /** The list fetched when it was added, once. */
  readonly firstOf: (address: string) => Uint8Array<ArrayBuffer> | undefined;
}

type Refresh = (list: ListSubscription, run: Pick<SyncRun, 'signal' | 'onRequest' | 'onProgress'>) => Promise<SyncEnd>;

/** One refresh of a list: one request, whose content is imported. An incomplete list changes nothing. */
export function createListRefresh(parts: ListRefreshParts): Refresh {
  const { run, settings, loadMirror, requestLog, output, servers, firstOf } = parts;
  const failed = (error: SyncError): SyncEnd => ({ kind: 'failed', error });
  return async (list, { signal, onRequest, onProgress }) => {
    const { address, title, risk } = list;
    if (settings.current().lookups.mode === 'offline') return failed({ kind: 'offline' });
    const problem = servers.problem(address);
    if (problem !== undefined) return failed({ kind: 'badAddress', problem });
    const startedAt = Date.now();
    let requests = 0;
    let endRow: ReturnType<typeof requestLog.begin> | undefined;
    try {
      let bytes = firstOf(address);
      if (bytes === undefined) {
        const [tools, gateway] = await Promise.all([loadMirror(), servers.listGateway(list)]);
        const { fetchList, retryThroughOutage } = tools;
        const options = {
          signal,
          onRequest: () => {
            requests++;
            endRow ??= requestLog.begin({
              ...{ to: new URL(address).origin, what: [title], why: 'sync' },
              subject: { kind: 'list' },
            });
            onRequest();
          },
        };
        const onWait = (error: RequestError, waitingUntil: number): void =>
          onProgress({
            ...{ objects: 0, requests, retryError: error, waitingUntil },
            ...('serviceMessage' in error ? { serviceMessage: error.serviceMessage } : {}),
          });
        const ports = { now: Date.now, delay, signal, onWait };
        const answer = await retryThroughOutage(() => fetchList(gateway, address, options), ports);
        const outcome = answer.ok ? 'answered' : requestErrorCode(answer.error);
        endRow?.(outcome, requests > 1 ? { requests } : undefined);
        if (!answer.ok) {
          const host = hostOfAddress(address);
          const error: SyncError = { kind: 'request', host, error: answer.error, context: { part: 'list' } };
          // Store the error, so that it is visible after a reload.
          await run('listRefresh', { address, title, error }).catch((cause: unknown) => {
            output.warn(`The error of ${formatAddress(address)} could not be saved: ${errorDetails(cause)}`);
          });
          return { kind: 'failed', error, ...(isAccessRefused(answer.error) ? { refused: true } : {}) };
        }
        bytes = answer.value;
      } else requests++;
      const refreshed = await run('listRefresh', { address, title, bytes, ...(risk === undefined ? {} : { risk }) });
      if (refreshed.busy === true) return { kind: 'busy' };
      const { account } = refreshed;
      const complete = account.state.error === undefined;
      return { kind: 'ended', account, requests, millis: Date.now() - startedAt, complete, full: true };
    } catch (error) {
      endRow?.('failed');
      output.error(`Refresh of ${formatAddress(address)}: ${errorDetails(error)}`);
      const problem = storeProblemOf(error);
      return failed(
        problem === undefined ? { kind: 'exception', detail: errorDetails(error) } : { kind: 'store', problem },
      );
    }
  };
}
