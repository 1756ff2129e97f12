import { type StoredAmount, syncErrorMessage } from '../../core/sync/strings';
import type { SyncError } from '../../core/sync/syncError';
import type { SyncEnd, SyncStatus } from '../../core/sync/syncQueue';
import type { StoredSource } from '../../core/records/sourceDetails';
import { substringBefore } from '../../core/text/trim';
import { formatDuration, t, plural, formatAge, formatDateTime, formatList } from '../../l10n';
import { formatStoreProblem } from '../shared/format/formatStoreProblem';
import type { UiText } from '../shared/ui/text';
import { riskStyle } from '../../core/records/labels/verdict';
import { meaningLabel, getMeaning } from './meaning/meaning';
import type { CollectionNode, ServerNode } from './sourcesTree';
import { galleryStrings } from './gallery/strings';
import { strings } from './strings';
import { detailLines } from './view/sourceDetails';
import { getKind, listIcon } from './view/listIcons';
import { hasMeaning } from './view/sourceNodes';
import { formatStatus, shortStatus, getTotal } from './syncLabels';
import { uiText, uiPlural } from '../shared/ui/text';
import { truncateText, visibleText } from '../../core/text/visibleText';

/** A row of the view. */
export interface MirrorTreeItem {
  readonly label: string;
  /** Short, since a narrow side bar truncates it. */
  readonly description: string;
  /** Label and description for a screen reader, where they may be longer. */
  readonly spoken?: string;
  readonly icon: string;
  readonly color?: string;
  /** Lines. */
  readonly tooltip: readonly string[];
  /** The words that `viewItem =~ /…/` looks for in menus. */
  readonly context: string;
}

const maxNameLength = 60;
const maxErrorLength = 400;

/** Host of an address, with its path if it has one. A query may contain a secret and is omitted. */
export function formatAddress(address: string): string {
  const bare = address.replace(/^https?:\/\//, '');
  return visibleText(bare.includes('?') ? `${substringBefore(bare, '?')}?…` : bare);
}

/** The host alone. */
export function hostOfAddress(address: string): string {
  return visibleText(URL.canParse(address) ? new URL(address).host : address);
}

/** Why a sync did not complete, as a sentence; it may quote the server. */
export function syncErrorText(error: SyncError, stored?: StoredAmount): string {
  const message = error.kind === 'store' ? formatStoreProblem(error.problem).sentence : syncErrorMessage(error, stored);
  return truncateText(visibleText(message), maxErrorLength);
}

/** A server: its title, its address, and how it is authenticated. */
export function serverTreeItem({ address, server, children }: ServerNode): MirrorTreeItem {
  const host = hostOfAddress(address);
  const title = server?.title === undefined ? host : truncateText(visibleText(server.title), maxNameLength);
  const description = server === undefined ? t('not set up') : title === host ? '' : host;
  return {
    label: shortName(title),
    description,
    icon: server === undefined ? 'archive' : 'server',
    spoken: [title, description].filter((part) => part !== '').join(', '),
    tooltip: [
      ...(title === host ? [] : [title]),
      t('TAXII server at {0}', formatAddress(address)),
      server === undefined
        ? t('No longer synced. Add the server again to resume, or remove its collections.')
        : credentialsLabel(server.signIn),
      ...(children.length === 0 ? [t('No collections selected.')] : []),
    ],
    context: `server ${server === undefined ? 'left' : 'added'}`,
  };
}

function credentialsLabel(signIn: NonNullable<ServerNode['server']>['signIn']): string {
  switch (signIn.kind) {
    case 'none':
      return t('No authentication');
    case 'basic':
      return signIn.keyOf === undefined
        ? t('Signed in as {0}', visibleText(signIn.user))
        : t("Signed in as {0} with the service's API key", visibleText(signIn.user));
    case 'bearer':
      return t('Signed in with a bearer token');
    case 'header':
      return t('Signed in with the header {0}', visibleText(signIn.name));
    case 'query':
      return t('Signed in with an API key in the URL, where it can appear in logs. For testing only.');
    case 'address':
      return t('Signed in with an API key in the URL');
  }
}

/** The row of a collection or list: its current sync, or the stored data and its age, or its error. */
export function collectionTreeItem(
  node: CollectionNode,
  status: SyncStatus,
  end: SyncEnd | undefined,
  now: number,
  source?: StoredSource,
): MirrorTreeItem {
  const error = getError(node, end);
  const { icon, color } = collectionIcon(node, status, error !== undefined, source);
  const total = getTotal(node, status);
  const activity = formatStatus(status, now, total);
  const stored = storedText(node, now);
  const title = visibleText(node.title);
  const idle = error === undefined ? stored.spoken : t('out of date, {0}', stored.spoken);
  const current = activity ?? (error && syncErrorText(error, node.state));
  return {
    label: shortName(title),
    description:
      shortStatus(node, status, now) ?? (error === undefined ? withMeaning(stored.short, node, source) : stored.failed),
    spoken: `${title}, ${activity ?? idle}`,
    icon,
    color,
    tooltip: [
      title,
      ...(source === undefined ? subscriptionLines(node) : detailLines(source)),
      ...(current === undefined ? [] : [current]),
      ...originLines(node, now),
    ],
    context: [
      contextOf(node, status, error),
      ...(source !== undefined && hasMeaning(source) ? ['meaning'] : []),
      ...(canChooseColumns(node, source) ? ['table'] : []),
    ].join(' '),
  };
}

/** Lines about the stored data, its last sync, and its origin. */
function originLines(node: CollectionNode, now: number): readonly string[] {
  const { state, root } = node;
  return [
    ...storedLines(node),
    state?.lastSync === undefined
      ? t('No sync has completed yet.')
      : t('Last synced {0} ({1}).', formatAge(state.lastSync, now), formatDateTime(state.lastSync)),
    ...(node.isChosen ? [] : [t('No longer synced.')]),
    ...(node.isList
      ? [t('List at {0}', formatAddress(root))]
      : [t('Collection {0}', visibleText(node.collection)), t('at {0}', formatAddress(root))]),
  ];
}

/** Appends the type of a list, as rows of imports do. */
function withMeaning(text: string, { isList }: CollectionNode, source: StoredSource | undefined): string {
  return isList && source !== undefined && hasMeaning(source)
    ? `${text} · ${meaningLabel(getMeaning(source.risk, source.details))}`
    : text;
}

/** Details of a list that wasn't downloaded yet. */
function subscriptionLines({ list }: CollectionNode): readonly string[] {
  return [
    ...(list?.risk === undefined ? [] : [t('Risk of listed indicators: {0}', riskStyle(list.risk).label)]),
    ...(list?.credit === undefined ? [] : [galleryStrings.credit(visibleText(list.credit))]),
    ...(list?.license === undefined ? [] : [galleryStrings.license(visibleText(list.license))]),
  ];
}

/** The title of a progress notification: “Syncing 5 collections”. */
export function syncTitle(nodes: readonly Pick<CollectionNode, 'isList' | 'title'>[]): UiText {
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) {
    return uiText('Syncing “{0}”', truncateText(visibleText(only.title), maxNameLength));
  }
  const lists = nodes.filter(({ isList }) => isList).length;
  if (lists === 0) return strings.syncCollectionsTitle(nodes.length);
  return lists === nodes.length
    ? strings.syncListsTitle(lists)
    : uiPlural(nodes.length, { one: 'Syncing {0} collection or list', other: 'Syncing {0} collections and lists' });
}

/** A name that leaves room for the description in a narrow side bar; long ones often differ at their ends. */
export function shortName(name: string): string {
  const all = Array.from(name);
  return all.length <= 22 ? name : `${all.slice(0, 11).join('')}…${all.slice(-8).join('')}`;
}

/** “2 hours ago · 335”, short enough for a narrow side bar, and the same as it is read aloud. */
function storedText(
  { state }: CollectionNode,
  now: number,
): { readonly short: string; readonly failed: string; readonly spoken: string } {
  const ranges = state?.indicators === 0 ? (state.ranges ?? 0) : 0;
  const count = ranges > 0 ? ranges : (state?.indicators ?? 0);
  if (state?.lastSync === undefined) {
    return count === 0
      ? { short: t('not synced yet'), failed: t('failed'), spoken: t('not synced yet') }
      : {
          short: t('{0} so far', count),
          failed: t('failed · {0} so far', count),
          spoken: plural(count, { one: '{0} indicator so far', other: '{0} indicators so far' }),
        };
  }
  return {
    // A narrow side bar truncates the end: the age matters more than the number.
    short: strings.ageAndCount(state.lastSync, count, now),
    failed: t('failed · last sync {0} ago · {1}', formatDuration(now - state.lastSync), count),
    spoken:
      ranges > 0
        ? plural(
            count,
            { one: '{0} IP range, synced {1}', other: '{0} IP ranges, synced {1}' },
            formatAge(state.lastSync, now),
          )
        : plural(
            count,
            { one: '{0} indicator, synced {1}', other: '{0} indicators, synced {1}' },
            formatAge(state.lastSync, now),
          ),
  };
}

function storedLines({ state }: CollectionNode): readonly string[] {
  if (state === undefined) return [];
  const { indicators, ranges = 0 } = state;
  if (state.objects === 0)
    return [
      indicators === 0 && ranges > 0
        ? plural(ranges, { one: '{0} IP range.', other: '{0} IP ranges.' })
        : plural(indicators, { one: '{0} indicator.', other: '{0} indicators.' }),
    ];
  return [
    strings.indicatorsInObjects(state.indicators, state.objects),
    ...(state.stale === 0
      ? []
      : [
          plural(state.stale, {
            one: '{0} object is no longer in the collection.',
            other: '{0} objects are no longer in the collection.',
          }),
        ]),
  ];
}

/** Why the last run did not complete; nothing where the user canceled it, or it was too early for another. */
export function getError({ state }: CollectionNode, end: SyncEnd | undefined): SyncError | undefined {
  const error = end?.kind === 'failed' && end.error.kind !== 'tooEarly' ? end.error : state?.error;
  return error?.kind === 'canceled' ? undefined : error;
}

function collectionIcon(
  { isChosen, isList, list }: CollectionNode,
  { kind }: SyncStatus,
  hasFailed: boolean,
  source: StoredSource | undefined,
): { readonly icon: string; readonly color?: string } {
  switch (kind) {
    case 'running':
      return { icon: 'sync~spin', color: 'charts.blue' };
    case 'waiting':
      // `clock` looks like `history`, which means retired.
      return { icon: 'watch' };
    case 'paused':
      return { icon: 'debug-pause', color: 'debugIcon.pauseForeground' };
    case 'otherWindow':
      return { icon: 'multiple-windows' };
    case 'idle':
      // Neither an icon of a risk nor of a button; recognizable by shape where a theme has no colors.
      if (hasFailed) return { icon: 'sync-ignored', color: 'problemsErrorIcon.foreground' };
      if (!isChosen) return { icon: 'archive' };
      return { icon: isList ? listIcon(source === undefined ? list : getKind(source)) : 'database' };
  }
}

/** Whether the columns of a list can be chosen: only of one that was added by its address. */
function canChooseColumns({ list }: CollectionNode, source: StoredSource | undefined): boolean {
  return source?.details.isTable === true && list !== undefined && list.preset === undefined;
}

function contextOf({ isChosen, isList }: CollectionNode, { kind }: SyncStatus, error: SyncError | undefined): string {
  const smaller = error?.kind === 'smallerList' ? ' smaller' : '';
  return `${isList ? 'list' : 'collection'} ${isChosen ? 'chosen' : 'left'} ${kind}${smaller}`;
}

/** The short message above the view: the first error with the names of its collections, and the number of others. */
export function errorMessages(
  nodes: readonly CollectionNode[],
  statusOf: (key: string) => SyncStatus,
  endOf: (key: string) => SyncEnd | undefined,
): string {
  const errors = nodes
    .filter(({ key, isChosen }) => isChosen && statusOf(key).kind === 'idle')
    .flatMap((node) => {
      const error = getError(node, endOf(node.key));
      return error === undefined ? [] : [{ title: quotedTitle(node.title), message: syncErrorText(error, node.state) }];
    });
  const [first] = Map.groupBy(errors, ({ message }) => message);
  if (first === undefined) return '';
  const [message, of] = first;
  const more = errors.length - of.length;
  const sentence = strings.errorOf([...new Set(of.map(({ title }) => title))], message);
  return more === 0
    ? sentence
    : `${sentence} ${plural(more, { one: '{0} more source has a problem.', other: '{0} more sources have problems.' })}`;
}

/** The results of several runs, those alike in one sentence: “Team feed”: 120 objects added and 2 removed. */
export function endMessages(
  ended: readonly { readonly title: string; readonly end: SyncEnd; readonly state?: StoredAmount | undefined }[],
): readonly string[] {
  const groups = Map.groupBy(ended, ({ end, state }) => endMessage([''], end, state));
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const titles = [first, ...rest].map(({ title }) => quotedTitle(title));
    return [endMessage(titles, first.end, first.state)];
  });
}

function quotedTitle(title: string): string {
  return `“${truncateText(visibleText(title), maxNameLength)}”`;
}

/** `stored` is the amount before the sync. */
function endMessage(titles: readonly string[], end: SyncEnd, stored: StoredAmount | undefined): string {
  switch (end.kind) {
    case 'busy':
      return t('{0}: another window is syncing.', formatList(titles));
    case 'failed':
      return end.error.kind === 'canceled'
        ? t('{0}: sync canceled.', formatList(titles))
        : strings.errorOf(titles, syncErrorText(end.error, stored));
    case 'ended':
      return end.complete ? completeMessage(titles, end) : incompleteMessage(titles, end);
  }
}

type Ended = Extract<SyncEnd, { kind: 'ended' }>;

function incompleteMessage(titles: readonly string[], { account: { state } }: Ended): string {
  const { error } = state;
  if (error === undefined) return strings.incompleteUnknown(titles);
  return error.kind === 'canceled'
    ? t('{0}: sync canceled. Objects received so far were saved.', formatList(titles))
    : strings.incomplete(titles, syncErrorText(error, state));
}

function completeMessage(titles: readonly string[], { account: { counts, state } }: Ended): string {
  const isList = state.objects === 0;
  const added = isList
    ? plural(counts.added, { one: '{0} entry added', other: '{0} entries added' })
    : plural(counts.added, { one: '{0} object added', other: '{0} objects added' });
  const changes = [
    ...(counts.added > 0 ? [added] : []),
    ...(counts.changed > 0 ? [t('{0} changed', counts.changed)] : []),
    ...(counts.stale > 0 ? [t('{0} removed', counts.stale)] : []),
    ...(counts.skipped > 0 ? [t('{0} skipped', counts.skipped)] : []),
  ];
  if (changes.length === 0) return t('{0}: nothing new.', formatList(titles));
  // The view counts indicators: objects added here and the number there must not look contradictory.
  return counts.added > 0 && !isList
    ? strings.syncedWithTotal(titles, changes, state.indicators)
    : `${formatList(titles)}: ${formatList(changes)}.`;
}
