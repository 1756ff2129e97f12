import { requestErrorCode } from '../../core/mirror/strings';
import type { SyncStatus } from '../../core/mirror/syncQueue';
import { truncateText, visibleText } from '../shared/text/visibleText';
import type { CollectionNode } from './mirrorTree';
import { galleryStrings } from './gallery/strings';
import { strings } from './strings';

type Running = Extract<SyncStatus, { kind: 'running' }>;

const maxServerMessage = 160;

/**
 * About how many objects a run will bring: as many as the collection had after its last full sync, where it is read in full
 * again. No server states a total, so nothing is known about any other run.
 */
export function totalOf({ state }: CollectionNode, status: SyncStatus): number | undefined {
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
      return strings.waiting();
    case 'otherWindow':
      return strings.otherWindow();
    case 'paused': {
      // After a reload the progress of the run is lost: show what is stored.
      const count = (status.objects ?? 0) > 0 ? status.objects : node.state?.indicators;
      return count === undefined || count === 0 ? strings.paused() : strings.pausedAt(count);
    }
    case 'running': {
      const total = totalOf(node, status);
      if (status.isWaitingForAnswer === true) return strings.needsAnswer();
      const wait = waitOf(status, now);
      if (wait !== undefined) {
        return status.retryError === undefined ? strings.rateLimitShort(wait) : strings.retryingIn(wait);
      }
      if (status.retryError !== undefined) return strings.retrying(requestErrorCode(status.retryError));
      if (status.objects === 0) return strings.syncing();
      return total === undefined
        ? strings.syncingAt(status.objects)
        : strings.syncingShare(Math.floor((status.objects / total) * 100) / 100);
    }
  }
}

/** The status in whole words, without a final period; undefined while idle. */
export function formatStatus(status: SyncStatus, now: number, total?: number): string | undefined {
  switch (status.kind) {
    case 'idle':
      return undefined;
    case 'waiting':
      return status.forOther === true ? strings.waitingForOtherWindow() : strings.waitingForTurn();
    case 'otherWindow':
      return strings.syncedInOtherWindow();
    case 'paused':
      return status.objects === undefined || status.objects === 0
        ? strings.pausedText()
        : strings.pausedWithObjects(status.objects);
    case 'running': {
      const progress = formatProgress(status, now, total);
      if (isInterrupted(status, now)) return progress;
      return progress === '' ? strings.syncingText(status.full) : strings.syncingProgress(status.full, progress);
    }
  }
}

/** What a first sync stored and queries don't find yet: “indexing · 40%”; undefined if all is indexed. */
export function shortIndexing({ state }: CollectionNode): string | undefined {
  if (state?.waiting === undefined || state.waiting <= 0) return undefined;
  return strings.indexingShare(Math.floor((1 - Math.min(1, state.waiting / state.objects)) * 100) / 100);
}

/** The same in whole words: “Indexing 40,000 of 100,000 objects”. */
export function formatIndexing({ state }: CollectionNode): string | undefined {
  if (state?.waiting === undefined || state.waiting <= 0) return undefined;
  return strings.indexing(Math.max(0, state.objects - state.waiting), state.objects);
}

/** The progress of a sync, where a title already says “syncing”: “12,000 objects”, “3,000 of about 12,500 objects”. */
export function formatProgress(status: SyncStatus, now: number, total?: number): string {
  if (status.kind !== 'running') return formatStatus(status, now) ?? '';
  if (status.isWaitingForAnswer === true) return strings.sizeLimitReached();
  const { waitingUntil, retryError, serviceMessage } = status;
  if (waitingUntil !== undefined && waitingUntil > now) {
    const pause =
      retryError === undefined
        ? strings.rateLimited(waitingUntil, now)
        : strings.retryingAt(requestErrorCode(retryError), waitingUntil, now);
    const quoted = visibleText(serviceMessage ?? '').trim();
    return quoted === '' ? pause : `${pause} ${strings.serverSays(truncateText(quoted, maxServerMessage))}`;
  }
  if (retryError !== undefined) return strings.retrying(requestErrorCode(retryError));
  if (status.objects === 0) return (status.files ?? 0) > 1 ? galleryStrings.files(status.files ?? 0) : '';
  return total === undefined ? strings.objects(status.objects) : strings.objectsOfTotal(status.objects, total);
}

/** Whether a running sync waits or retries. */
function isInterrupted(status: Running, now: number): boolean {
  return waitOf(status, now) !== undefined || status.retryError !== undefined || status.isWaitingForAnswer === true;
}

function waitOf({ waitingUntil }: { readonly waitingUntil?: number }, now: number): number | undefined {
  return waitingUntil !== undefined && waitingUntil > now ? waitingUntil - now : undefined;
}
