import { viewIds } from '../../shared/ids/contributionIds';
import * as vscode from 'vscode';
import type { SyncEnd, SyncQueue } from '../../../core/sync/syncQueue';
import type { Notices } from '../../shared/notices/notices';
import type { Commands } from '../../shared/commands/registerCommand';
import { untrusted, withProgress, type UiProgress } from '../../shared/ui';
import type { CollectionNode } from '../sourcesTree';
import { endMessages, syncTitle } from '../mirrorLabels';
import { strings } from '../strings';
import { formatProgress, getTotal } from '../syncLabels';
import { t } from '../../../l10n';
import { uiText } from '../../shared/ui/text';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** The result of a shorter sync is shown in the status bar only. */
const silentMillis = 10_000;
const maxMessages = 3;

interface Deps {
  readonly syncs: SyncQueue;
  readonly notices: Notices;
  readonly commands: Commands;
}

/** A collection or list, and how its sync ended. */
export interface SyncedNode {
  readonly node: CollectionNode;
  readonly end: SyncEnd;
}

/** Syncs the selected collections, with progress and Cancel, and shows the result; a pause ends the wait. */
export async function followSyncs(
  deps: Deps,
  nodes: readonly CollectionNode[],
  full: boolean,
  show: (results: readonly SyncedNode[], took: number) => void = (results, took) => showEnds(deps, results, took),
): Promise<void> {
  const { syncs } = deps;
  const [first] = nodes;
  if (first === undefined) return;
  const startedAt = Date.now();
  const ends = new Map<string, SyncEnd>();
  await withProgress(
    { location: vscode.ProgressLocation.Notification, cancellable: true, title: syncTitle(nodes) },
    (progress, token) => {
      for (const { key } of nodes) void syncs.sync(key, { full }).then((end) => ends.set(key, end));
      return untilStill(syncs, nodes, progress, token);
    },
  );
  // The end of a run arrives just after its status changes.
  await Promise.resolve();
  const results = nodes.flatMap((node) => {
    const end = ends.get(node.key);
    return end === undefined || syncs.statusOf(node.key).kind === 'paused' ? [] : [{ node, end }];
  });
  show(results, Date.now() - startedAt);
}

function quoted({ title }: CollectionNode): string {
  return `“${truncateText(visibleText(title), 60)}”`;
}

/** Shows progress until none of the syncs is waiting or running. */
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
      const total = getTotal(now, status);
      const current = formatProgress(status, Date.now(), total);
      const parts = nodes.length === 1 ? [current] : [quoted(now), current, t('{0} remaining', open.length)];
      const message = untrusted(parts.filter((part) => part !== '').join(' · '));
      // Without an estimate there is no bar: only a single full sync has one.
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

/** Whether a sync was completed, or wasn't due yet. */
export function isGood(end: SyncEnd): boolean {
  return end.kind === 'ended' ? end.complete : end.kind === 'failed' && end.error.kind === 'tooEarly';
}

function isSmaller(end: SyncEnd): boolean {
  return end.kind === 'failed' && end.error.kind === 'smallerList';
}

function isCanceledByUser(end: SyncEnd): boolean {
  if (end.kind === 'failed') return end.error.kind === 'canceled';
  return end.kind === 'ended' && end.account.state.error?.kind === 'canceled';
}

function showEnds({ notices, commands }: Deps, results: readonly SyncedNode[], took: number): void {
  const [first] = results;
  if (first === undefined) return;
  const bad = results.filter(({ end }) => !isGood(end) && !isCanceledByUser(end) && end.kind !== 'busy');
  const messages = endMessages(
    (bad.length > 0 ? bad : results).map(({ node, end }) => ({ title: node.title, end, state: node.state })),
  );
  const shown =
    messages.length > maxMessages
      ? [...messages.slice(0, maxMessages), strings.moreMessages(messages.length - maxMessages)]
      : messages;
  const report = {
    label: results.length === 1 ? uiText('Show Report') : uiText('Show Sources'),
    run: () =>
      results.length === 1
        ? commands.run('threatLookups.showSyncReport', { id: first.node.id })
        : commands.run(`${viewIds.sources}.focus`),
  };
  if (bad.length > 0) {
    const [worst] = bad;
    const again = {
      label: uiText('Try Again'),
      run: () =>
        commands.run(
          'threatLookups.syncAll',
          { id: worst?.node.id },
          bad.map(({ node }) => ({ id: node.id })),
        ),
    };
    const smaller = bad.find(({ end }) => isSmaller(end));
    const accept = {
      label: uiText('Use Smaller List'),
      run: () => commands.run('threatLookups.useSmallerList', { id: smaller?.node.id }),
    };
    const isRefused = bad.some(({ end }) => end.kind !== 'busy' && end.refused === true);
    const signIn = {
      label: uiText('Change Credentials…'),
      run: () => commands.run('threatLookups.changeCredentials', { id: worst?.node.id }),
    };
    const actions = [...(isRefused ? [signIn] : []), ...(smaller === undefined ? [again] : [accept]), report];
    void notices.offer('warning', untrusted(shown.join(' ')), ...actions);
  } else if (took < silentMillis || results.every(({ end }) => isCanceledByUser(end)))
    notices.inform(untrusted(shown.join(' ')));
  else void notices.offer('information', untrusted(shown.join(' ')), report);
}
