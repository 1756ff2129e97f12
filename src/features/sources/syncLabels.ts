import { requestErrorCode } from '../../core/sync/strings';
import type { SyncStatus } from '../../core/sync/syncQueue';
import type { CollectionNode } from './sourcesTree';
import { strings } from './strings';
import { t, plural, formatDuration, formatTimeAhead, formatPercent } from '../../l10n';
import { truncateText, visibleText } from '../../core/text/visibleText';

type Running = Extract<SyncStatus, { kind: 'running' }>;

const maxServerMessage = 160;

/**
 * About how many objects a run will bring: as many as the collection had after its last full sync, where it is read in full
 * again. No server states a total, so nothing is known about any other run.
 */
export function getTotal({ state }: CollectionNode, status: SyncStatus): number | undefined {
  if (status.kind !== 'running' || !status.full || state?.lastFull === undefined) return undefined;
  const total = state.objects - state.stale;
  return total >= status.objects && total > 0 ? total : undefined;
}

/** The status in as few words as a narrow side bar shows; undefined while idle. */
export function shortStatus(node: CollectionNode, status: SyncStatus, now: number): string | undefined {
  switch (status.kind) {
    case 'idle':
      return undefined;
    case 'waiting':
      return t('waiting');
    case 'otherWindow':
      return t('other window');
    case 'paused': {
      // After a reload the progress of the run is lost: show what is stored.
      const count = (status.objects ?? 0) > 0 ? status.objects : node.state?.indicators;
      return count === undefined || count === 0 ? t('paused') : t('paused · {0}', count);
    }
    case 'running':
      return shortProgress(status, now, getTotal(node, status));
  }
}

function shortProgress(status: Running, now: number, total: number | undefined): string {
  const { objects, retryError } = status;
  if (status.isWaitingForAnswer === true) return t('needs your response');
  const wait = waitOf(status, now);
  if (wait !== undefined)
    return retryError === undefined
      ? t('rate limit · {0}', formatDuration(wait))
      : t('retrying in {0}', formatDuration(wait));
  if (retryError !== undefined) return strings.retrying(requestErrorCode(retryError));
  if (objects === 0) return t('syncing');
  return total === undefined
    ? t('syncing · {0}', objects)
    : t('syncing · {0}', formatPercent(Math.floor((objects / total) * 100) / 100));
}

/** The status in whole words, without a final period; undefined while idle. */
export function formatStatus(status: SyncStatus, now: number, total?: number): string | undefined {
  switch (status.kind) {
    case 'idle':
      return undefined;
    case 'waiting':
      return status.forOther === true
        ? t('Waiting for another window to finish syncing')
        : t('Waiting for other syncs to finish');
    case 'otherWindow':
      return t('Syncing in another window');
    case 'paused':
      return status.objects === undefined || status.objects === 0
        ? t('Paused')
        : plural(status.objects, { one: 'Paused at {0} object', other: 'Paused at {0} objects' });
    case 'running': {
      const progress = formatProgress(status, now, total);
      if (isInterrupted(status, now)) return progress;
      return progress === ''
        ? status.full
          ? t('Full sync')
          : t('Syncing')
        : status.full
          ? t('Full sync: {0}', progress)
          : t('Syncing: {0}', progress);
    }
  }
}

/** The progress of a sync below a title with “syncing”: “12,000 objects”, “3,000 of about 12,500 objects”. */
export function formatProgress(status: SyncStatus, now: number, total?: number): string {
  if (status.kind !== 'running') return formatStatus(status, now) ?? '';
  if (status.isWaitingForAnswer === true) return t('Size limit reached. Respond to the notification to continue.');
  const { waitingUntil, retryError, objects, files = 0 } = status;
  if (waitingUntil !== undefined && waitingUntil > now) return formatPause(status, formatTimeAhead(waitingUntil, now));
  if (retryError !== undefined) return strings.retrying(requestErrorCode(retryError));
  if (objects === 0) return files > 1 ? plural(files, { one: '{0} file', other: '{0} files' }) : '';
  return total === undefined
    ? strings.objects(objects)
    : plural(total, { one: '{1} of about {0} object', other: '{1} of about {0} objects' }, objects);
}

function formatPause({ retryError, serviceMessage = '' }: Running, ahead: string): string {
  const pause =
    retryError === undefined
      ? t('Rate limit reached. Requests resume {0}.', ahead)
      : t('Retrying {1}: {0}.', requestErrorCode(retryError), ahead);
  const quoted = visibleText(serviceMessage).trim();
  return quoted === '' ? pause : `${pause} ${t('Server message: “{0}”', truncateText(quoted, maxServerMessage))}`;
}

/** Whether a running sync waits or retries. */
function isInterrupted(status: Running, now: number): boolean {
  return waitOf(status, now) !== undefined || status.retryError !== undefined || status.isWaitingForAnswer === true;
}

function waitOf({ waitingUntil }: { readonly waitingUntil?: number }, now: number): number | undefined {
  return waitingUntil !== undefined && waitingUntil > now ? waitingUntil - now : undefined;
}
