import type { SyncEnd, SyncStatus } from '../../core/mirror/syncQueue';
import { substringBefore } from '../../core/text/trim';
import { formatAge, formatDuration, formatUtc } from '../common/ages';
import { counted } from '../common/numbers';
import { riskStyle } from '../common/verdict';
import { truncateText, visibleText } from '../common/visibleText';
import type { CollectionNode, ServerNode } from './mirrorTree';
import { shortStatus, shortIndexing, formatStatus, formatIndexing, totalOf } from './syncLabels';

/** What a row of the view shows. */
export interface MirrorTreeItem {
  readonly label: string;
  /** Short: what a narrow side bar cuts is lost. */
  readonly description: string;
  /** Label and description for a screen reader, where they may be longer. */
  readonly spoken?: string;
  readonly icon: string;
  readonly color?: string;
  /** Lines. */
  readonly tooltip: readonly string[];
  /** What can be done, for the menus: words that `viewItem =~ /…/` looks for. */
  readonly context: string;
}

const longestName = 60;

/** Said wherever mode `offline` stands in the way. */
export const offlineMessage =
  'Lookups are off (offline): nothing is asked of TAXII servers and lists. What was mirrored stays, and answers.';

/** Host of an address, with its path where it has one; a query may hold a secret and is left out. */
export function formatAddress(address: string): string {
  const bare = address.replace(/^https?:\/\//, '');
  return visibleText(bare.includes('?') ? `${substringBefore(bare, '?')}?…` : bare);
}

/** The host alone. */
export function hostOfAddress(address: string): string {
  return visibleText(URL.canParse(address) ? new URL(address).host : address);
}

/** A server: its title, where it is, how it is signed in to. */
export function serverTreeItem({ address, server, children }: ServerNode): MirrorTreeItem {
  const host = hostOfAddress(address);
  const title = server?.title === undefined ? host : truncateText(visibleText(server.title), longestName);
  return {
    label: shortName(title),
    description: server === undefined ? 'no longer set up' : title === host ? '' : host,
    icon: server === undefined ? 'archive' : 'server',
    spoken: [title, ...(server === undefined ? ['no longer set up'] : title === host ? [] : [host])].join(', '),
    tooltip: [
      ...(title === host ? [] : [title]),
      `TAXII server at ${formatAddress(address)}`,
      server === undefined
        ? 'Mirrored earlier, and no longer synced. Add the server again, or remove what was mirrored.'
        : signInLabel(server.signIn),
      ...(children.length === 0 ? ['No collection is chosen.'] : []),
    ],
    context: server === undefined ? 'server left' : 'server added',
  };
}

function signInLabel(signIn: NonNullable<ServerNode['server']>['signIn']): string {
  const whose = signIn.kind !== 'none' && signIn.keyOf !== undefined ? ' with the key of the service' : '';
  switch (signIn.kind) {
    case 'none':
      return 'Asked without signing in.';
    case 'basic':
      return `Signed in to as ${visibleText(signIn.user)}${whose}.`;
    case 'bearer':
      return `Signed in with a bearer token${whose}.`;
    case 'header':
      return `Signed in with the header ${visibleText(signIn.name)}${whose}.`;
    case 'query':
      return `The key stands in the address of each request${whose}, where logs show it: for tests only.`;
  }
}

/** How a collection stands: what is under way, else what is held and as of when, else what went wrong. */
export function collectionTreeItem(
  node: CollectionNode,
  status: SyncStatus,
  end: SyncEnd | undefined,
  now: number,
): MirrorTreeItem {
  const error = errorOf(node, end);
  const { icon, color } = collectionIcon(node, status, error !== undefined);
  const total = totalOf(node, status);
  const words = formatStatus(status, now, total) ?? formatIndexing(node);
  const held = formatStored(node, now);
  return {
    label: shortName(visibleText(node.title)),
    description:
      shortStatus(node, status, now) ??
      shortIndexing(node) ??
      (error === undefined ? held.short : ['failed', ...held.failed].join(' · ')),
    spoken: `${visibleText(node.title)}, ${words ?? `${error === undefined ? '' : 'not up to date, '}${held.spoken}`}`,
    icon,
    ...(color === undefined ? {} : { color }),
    tooltip: [
      visibleText(node.title),
      ...(node.list?.risk === undefined ? [] : [`What is on it counts as: ${riskStyle(node.list.risk).label}.`]),
      ...(words === undefined ? [] : [`${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`]),
      ...(error === undefined || words !== undefined ? [] : [error]),
      ...objectNames(node),
      ...(formatIndexing(node) === undefined
        ? []
        : ['Hovers and records know all of it; searches and lists wait until it is taken in.']),
      node.state?.lastSync === undefined
        ? 'Not synced to its end yet.'
        : `As of the sync ${formatAge(node.state.lastSync, now)}, on ${formatUtc(node.state.lastSync)}.`,
      ...(node.isChosen ? [] : ['It is no longer synced.']),
      ...(node.isList ? ['List'] : [`Collection ${visibleText(node.collection)}`]),
      `at ${formatAddress(node.root)}`,
    ],
    context: contextOf(node, status),
  };
}

/** How many they are, by what they are: “5 collections”, “2 lists”, “8 collections and lists”. */
export function countedNodes(nodes: readonly Pick<CollectionNode, 'isList'>[]): string {
  const lists = nodes.filter(({ isList }) => isList).length;
  if (lists === 0) return counted(nodes.length, 'collection');
  return lists === nodes.length ? counted(lists, 'list') : `${nodes.length} collections and lists`;
}

/** A name that leaves room for the description in a narrow side bar; long ones often differ at their ends. */
function shortName(name: string): string {
  const all = Array.from(name);
  return all.length <= 22 ? name : `${all.slice(0, 11).join('')}…${all.slice(-8).join('')}`;
}

/** “2 h ago · 335”, short enough for a narrow side bar, and the same as it is spoken. */
function formatStored(
  { state }: CollectionNode,
  now: number,
): { readonly short: string; /** Behind “failed”. */ readonly failed: readonly string[]; readonly spoken: string } {
  const count = state?.indicators ?? 0;
  const many = count.toLocaleString('en');
  const spoken = counted(count, 'indicator');
  if (state?.lastSync === undefined) {
    return count === 0
      ? { short: 'not synced yet', failed: [], spoken: 'not synced yet' }
      : { short: `${many} so far`, failed: [`${many} so far`], spoken: `${spoken} so far` };
  }
  const age = formatAge(state.lastSync, now);
  return {
    // What a narrow side bar cuts is at the end: the age matters more than the number.
    short: `${age} · ${many}`,
    failed: [`${formatDuration(now - state.lastSync)} old`, many],
    spoken: `${spoken}, as of ${age}`,
  };
}

function objectNames({ state }: CollectionNode): readonly string[] {
  if (state === undefined) return [];
  if (state.objects === 0) return [`${counted(state.indicators, 'indicator')}.`];
  const stale =
    state.stale === 0 ? '' : `, of which ${state.stale.toLocaleString('en')} are no longer in the collection`;
  return [`${counted(state.indicators, 'indicator')} in ${counted(state.objects, 'object')}${stale}.`];
}

/** Why the last run did not come to its end, as a sentence. */
export function errorOf({ state }: CollectionNode, end: SyncEnd | undefined): string | undefined {
  if (end?.kind === 'failed') return isCanceled(end.sentence) ? undefined : end.sentence;
  const error = state?.error;
  return error === undefined || isCanceled(error) ? undefined : truncateText(visibleText(error), 400);
}

/** What the user did is no trouble. */
export function isCanceled(sentence: string): boolean {
  return sentence === 'Cancelled.';
}

function collectionIcon(
  { isChosen, isList, state }: CollectionNode,
  { kind }: SyncStatus,
  hasFailed: boolean,
): { readonly icon: string; readonly color?: string } {
  switch (kind) {
    case 'running':
      return { icon: 'sync~spin', color: 'charts.blue' };
    case 'waiting':
      // `clock` is the picture of `history`, which stands for retired.
      return { icon: 'watch' };
    case 'paused':
      return { icon: 'debug-pause', color: 'debugIcon.pauseForeground' };
    case 'otherWindow':
      return { icon: 'multiple-windows' };
    case 'idle':
      if ((state?.waiting ?? 0) > 0) return { icon: 'sync~spin', color: 'charts.blue' };
      // None of the icons that stand for a risk, and none of a button; its shape says it where a theme has no colours.
      if (hasFailed) return { icon: 'sync-ignored', color: 'problemsErrorIcon.foreground' };
      return { icon: isChosen ? (isList ? 'list-flat' : 'database') : 'archive' };
  }
}

function contextOf({ isChosen, isList }: CollectionNode, { kind }: SyncStatus): string {
  return `${isList ? 'list' : 'collection'} ${isChosen ? 'chosen' : 'left'} ${kind}`;
}

/** The sentences that stand above the view: each trouble once, with the names of those it befell. */
export function errorMessages(
  nodes: readonly CollectionNode[],
  statusOf: (key: string) => SyncStatus,
  endOf: (key: string) => SyncEnd | undefined,
): string {
  const sentences = nodes
    .filter(({ key, isChosen }) => isChosen && statusOf(key).kind === 'idle')
    .flatMap((node) => {
      const error = errorOf(node, endOf(node.key));
      return error === undefined ? [] : [{ name: `“${truncateText(visibleText(node.title), longestName)}”`, error }];
    });
  const byError = Map.groupBy(sentences, ({ error }) => error);
  return [...byError]
    .map(([error, of]) => `${[...new Set(of.map(({ name }) => name))].join(', ')}: ${error}`)
    .join(' ');
}

/** What runs came to: what befell several of them the same way is said once, with their names. */
export function endMessages(ended: readonly { readonly title: string; readonly end: SyncEnd }[]): readonly string[] {
  const all = ended.map(({ title, end }) => {
    const name = quotedName(title);
    return { name, rest: endMessage(title, end).slice(name.length) };
  });
  return [...Map.groupBy(all, ({ rest }) => rest)].map(([rest, of]) => {
    const names = of.map(({ name }) => name).join(', ');
    return names + (of.length > 1 ? rest.replace(/^ is not up to date/, ' are not up to date') : rest);
  });
}

function quotedName(title: string): string {
  return `“${truncateText(visibleText(title), longestName)}”`;
}

/** What a run came to in one sentence: “Team feed: 120 added, 3 changed, 2 no longer there.” */
export function endMessage(title: string, end: SyncEnd): string {
  const name = quotedName(title);
  switch (end.kind) {
    case 'busy':
      return `${name}: another window is syncing it.`;
    case 'failed':
      return isCanceled(end.sentence) ? `${name}: the sync was cancelled.` : `${name}: ${end.sentence}`;
    case 'ended': {
      const { counts, state } = end.account;
      const error = state.error;
      if (!end.complete) {
        if (error === undefined) return `${name} is not up to date.`;
        return isCanceled(error)
          ? `${name}: the sync was cancelled; what had come until then is kept.`
          : `${name} is not up to date: ${truncateText(visibleText(error), 300)}`;
      }
      const unit = state.objects === 0 ? 'entry' : 'object';
      const many = state.objects === 0 ? 'entries' : 'objects';
      const parts = [
        ...(counts.added > 0 ? [`${counted(counts.added, unit, many)} added`] : []),
        ...(counts.changed > 0 ? [`${counts.changed.toLocaleString('en')} changed`] : []),
        ...(counts.stale > 0 ? [`${counts.stale.toLocaleString('en')} no longer there`] : []),
        ...(counts.skipped > 0 ? [`${counts.skipped.toLocaleString('en')} left out`] : []),
      ];
      if (parts.length === 0) return `${name}: nothing new.`;
      // The row counts indicators: what is added here and what stands there must not look like two truths.
      const isTold = counts.added > 0 && state.objects > 0 && (state.waiting ?? 0) === 0;
      return `${name}: ${parts.join(', ')}${isTold ? `; ${counted(state.indicators, 'indicator')} in all` : ''}.`;
    }
  }
}
