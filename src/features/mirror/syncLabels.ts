import type { SyncStatus } from '../../core/mirror/syncQueue';
import { formatTimeAhead, formatDuration } from '../common/ages';
import { counted } from '../common/numbers';
import { quoteServiceMessage } from '../common/serviceMessage';
import type { CollectionNode } from './mirrorTree';

/**
 * About how many objects a run will bring: what a collection held after its last whole run, where it is read whole again. No
 * server says how much there is, so that of any other run nothing is known.
 */
export function totalOf({ state }: CollectionNode, status: SyncStatus): number | undefined {
  if (status.kind !== 'running' || !status.full || state?.lastFull === undefined) return undefined;
  const total = state.objects - state.stale;
  return total >= status.objects && total > 0 ? total : undefined;
}

/** What is under way, in as few words as a narrow side bar shows; nothing where nothing is. */
export function shortStatus(node: CollectionNode, status: SyncStatus, now: number): string | undefined {
  switch (status.kind) {
    case 'idle':
      return undefined;
    case 'waiting':
      return 'waits';
    case 'otherWindow':
      return 'other window';
    case 'paused':
      // After a reload nobody knows how far the run was: what is held is.
      return withCount('paused', (status.objects ?? 0) > 0 ? status.objects : node.state?.indicators);
    case 'running': {
      const total = totalOf(node, status);
      if (status.isWaitingForAnswer === true) return 'needs your answer';
      const wait = waitOf(status, now);
      if (wait !== undefined) return status.retryReason === undefined ? `rate limit · ${wait}` : `retrying in ${wait}`;
      if (status.retryReason !== undefined) return `trying again: ${status.retryReason}`;
      return total === undefined || status.objects === 0
        ? withCount('syncing', status.objects)
        : `syncing · ${Math.floor((status.objects / total) * 100)} %`;
    }
  }
}

/** The same in whole words. */
export function formatStatus(status: SyncStatus, now: number, total?: number): string | undefined {
  switch (status.kind) {
    case 'idle':
      return undefined;
    case 'waiting':
      return status.forOther === true ? 'waiting for another window to finish syncing it' : 'waits for its turn';
    case 'otherWindow':
      return 'another window syncs it';
    case 'paused':
      return status.objects === undefined || status.objects === 0
        ? 'paused'
        : `paused · ${counted(status.objects, 'object')}`;
    case 'running': {
      const amount = formatProgress(status, now, total);
      if (waitOf(status, now) !== undefined || status.retryReason !== undefined || status.isWaitingForAnswer === true)
        return amount;
      const what = status.full ? 'syncing the whole collection' : 'syncing';
      return amount === '' ? what : `${what} · ${amount}`;
    }
  }
}

/** What a first sync kept as it came and searches do not find yet: “taking in · 40 %”; nothing where all is taken in. */
export function shortIndexing({ state }: CollectionNode): string | undefined {
  if (state?.waiting === undefined || state.waiting <= 0) return undefined;
  return `taking in · ${Math.floor((1 - Math.min(1, state.waiting / state.objects)) * 100)} %`;
}

/** The same in whole words: “taking in 40,000 of 100,000 objects”. */
export function formatIndexing({ state }: CollectionNode): string | undefined {
  if (state?.waiting === undefined || state.waiting <= 0) return undefined;
  const taken = Math.max(0, state.objects - state.waiting);
  return `taking in ${taken.toLocaleString('en')} of ${counted(state.objects, 'object')}`;
}

/** How far it has come, where “syncing” is said already: “12,000 objects”, “3,000 of about 12,500 objects”. */
export function formatProgress(status: SyncStatus, now: number, total?: number): string {
  if (status.kind !== 'running') return formatStatus(status, now) ?? '';
  if (status.isWaitingForAnswer === true) return 'size limit reached; waiting for your answer in the notifications';
  const { waitingUntil, retryReason, serviceMessage } = status;
  if (waitingUntil !== undefined && waitingUntil > now) {
    const why = retryReason ?? 'rate limit reached';
    return [`${why}; asks again ${formatTimeAhead(waitingUntil, now)}`, quoteServiceMessage(serviceMessage)]
      .filter((part) => part !== '')
      .join(' · ');
  }
  if (status.retryReason !== undefined) return `trying again: ${status.retryReason}`;
  if (status.objects === 0) return '';
  return total === undefined
    ? counted(status.objects, 'object')
    : `${status.objects.toLocaleString('en')} of about ${counted(total, 'object')}`;
}

function withCount(words: string, objects: number | undefined): string {
  return objects === undefined || objects === 0 ? words : `${words} · ${objects.toLocaleString('en')}`;
}

function waitOf({ waitingUntil }: { readonly waitingUntil?: number }, now: number): string | undefined {
  return waitingUntil !== undefined && waitingUntil > now ? formatDuration(waitingUntil - now) : undefined;
}
