import * as vscode from 'vscode';
import type { SyncEnd, SyncQueue } from '../../core/mirror/syncQueue';
import type { Notices } from '../common/notices';
import type { Commands } from '../common/registerCommand';
import { truncateText, visibleText } from '../common/visibleText';
import { foreign, uiText, withProgress, type UiProgress } from '../common/ui';
import type { CollectionNode } from './mirrorTree';
import { countedNodes, endMessages, isCanceled } from './mirrorLabels';
import { formatProgress, totalOf } from './syncLabels';

/** A result that took no longer is told quietly. */
const silentMillis = 10_000;

export interface SyncResultParts {
  readonly syncs: SyncQueue;
  readonly notices: Notices;
  readonly commands: Commands;
}

/** Syncs what the user asked for, with progress and Cancel, and says what came of it; a pause ends the waiting. */
export async function followSyncs(
  parts: SyncResultParts,
  nodes: readonly CollectionNode[],
  full: boolean,
): Promise<void> {
  const { syncs } = parts;
  const [first] = nodes;
  if (first === undefined) return;
  const began = Date.now();
  const ends = new Map<string, SyncEnd>();
  const title = nodes.length === 1 ? `Syncing ${quoted(first)}` : `Syncing ${countedNodes(nodes)}`;
  await withProgress(
    { location: vscode.ProgressLocation.Notification, cancellable: true, title: foreign(title) },
    (progress, token) => {
      for (const { key } of nodes) void syncs.sync(key, { full }).then((end) => ends.set(key, end));
      return untilStill(syncs, nodes, progress, token);
    },
  );
  // What a run came to is told a moment after its status has changed.
  await Promise.resolve();
  const told = nodes.flatMap((node) => {
    const end = ends.get(node.key);
    return end === undefined || syncs.statusOf(node.key).kind === 'paused' ? [] : [{ node, end }];
  });
  showEnds(parts, told, Date.now() - began);
}

function quoted({ title }: CollectionNode): string {
  return `“${truncateText(visibleText(title), 60)}”`;
}

/** Shows how far the syncs have come until none of them is waiting or running. */
function untilStill(
  syncs: SyncQueue,
  nodes: readonly CollectionNode[],
  progress: UiProgress,
  token: vscode.CancellationToken,
): Promise<void> {
  return new Promise((resolve) => {
    let shown = 0;
    const show = (): void => {
      const open = nodes.filter(({ key }) => ['waiting', 'running'].includes(syncs.statusOf(key).kind));
      const now = open.find(({ key }) => syncs.statusOf(key).kind === 'running') ?? open[0];
      if (now === undefined) {
        stop();
        cancelling.dispose();
        resolve();
        return;
      }
      const status = syncs.statusOf(now.key);
      const total = totalOf(now, status);
      const words = formatProgress(status, Date.now(), total);
      const parts = nodes.length === 1 ? [words] : [quoted(now), words, `${open.length} to go`];
      const message = foreign(parts.filter((part) => part !== '').join(' · '));
      // A bar that could only guess is none: it runs where a single sync knows about how much will come.
      const percent =
        nodes.length > 1 || total === undefined || status.kind !== 'running' ? 0 : (status.objects / total) * 100;
      progress.report(percent > shown ? { message, increment: percent - shown } : { message });
      shown = Math.max(shown, percent);
    };
    const stop = syncs.onChanged(show);
    const cancelling = token.onCancellationRequested(() => {
      for (const { key } of nodes) syncs.cancel(key);
    });
    show();
  });
}

function isGood(end: SyncEnd): boolean {
  return end.kind === 'ended' && end.complete;
}

function isCanceledByUser(end: SyncEnd): boolean {
  if (end.kind === 'failed') return isCanceled(end.sentence);
  return end.kind === 'ended' && isCanceled(end.account.state.error ?? '');
}

function showEnds(
  { notices, commands }: SyncResultParts,
  told: readonly { readonly node: CollectionNode; readonly end: SyncEnd }[],
  took: number,
): void {
  const [first] = told;
  if (first === undefined) return;
  const bad = told.filter(({ end }) => !isGood(end) && !isCanceledByUser(end) && end.kind !== 'busy');
  const sentences = endMessages((bad.length > 0 ? bad : told).map(({ node, end }) => ({ title: node.title, end })));
  const shown = sentences.length > 3 ? [...sentences.slice(0, 3), `And ${sentences.length - 3} more.`] : sentences;
  const report = {
    label: told.length === 1 ? uiText('Show Report') : uiText('Show Local Mirrors'),
    run: () =>
      told.length === 1
        ? commands.run('threatLookups.showSyncReport', { id: first.node.id })
        : commands.run('threatLookups.showMirror'),
  };
  if (bad.length > 0) {
    const [worst] = bad;
    const again = {
      label: uiText('Try Again'),
      run: () =>
        commands.run(
          'threatLookups.syncMirror',
          { id: worst?.node.id },
          bad.map(({ node }) => ({ id: node.id })),
        ),
    };
    const isRefused = bad.some(({ end }) => end.kind !== 'busy' && end.refused === true);
    const signIn = {
      label: uiText('Change Sign-In…'),
      run: () => commands.run('threatLookups.changeTaxiiSignIn', { id: worst?.node.id }),
    };
    void notices.offer('warning', foreign(shown.join(' ')), ...(isRefused ? [signIn] : []), again, report);
  } else if (took < silentMillis || told.every(({ end }) => isCanceledByUser(end)))
    notices.tell(foreign(shown.join(' ')));
  else void notices.offer('information', foreign(shown.join(' ')), report);
}
