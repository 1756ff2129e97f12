import { viewIds } from '../../shared/ids/contributionIds';
import { isAccessRefused } from '../../../core/api/taxii/errorContext';
import type { ListPreset } from '../../../core/lists/gallery/preset';
import type { ListSubscription } from '../../../core/sync/subscriptions';
import type { SyncEnd } from '../../../core/sync/syncQueue';
import { openWebPage } from '../../shared/commands/openWebPage';
import type { NoticeAction } from '../../shared/notices/notices';
import { untrusted } from '../../shared/ui';
import { endMessages, hostOfAddress } from '../mirrorLabels';
import type { MirrorFeatureParts } from '../sourcesParts';
import { strings } from '../strings';
import { isGood, type SyncedNode } from './syncResults';
import type { Commands } from '../../shared/commands/registerCommand';
import { uiText } from '../../shared/ui/text';
import { plural, t, formatList } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

interface Deps extends Pick<MirrorFeatureParts, 'notices' | 'commands' | 'settings'> {
  readonly presetOf: (list: ListSubscription) => ListPreset | undefined;
}

const maxMessages = 3;
const minutesOfDay = 1_440;

/** Shows one result for lists that were just added: how much came, what failed and why, and what to do next. */
export function showAdded(deps: Deps, results: readonly SyncedNode[]): void {
  const { notices, commands, settings, presetOf } = deps;
  if (results.length === 0) return;
  const good = results.filter(({ end }) => isGood(end));
  const bad = results.filter(({ end }) => !isGood(end) && end.kind !== 'busy');
  const locked = bad.flatMap((each) => {
    const preset = each.node.list === undefined ? undefined : presetOf(each.node.list);
    return preset?.key !== undefined && isRefused(each.end) ? [{ ...each, from: preset.key.from }] : [];
  });
  const others = bad.filter(({ node }) => !locked.some((each) => each.node === node));
  const listed = good.filter(({ node }) => node.list?.kind !== 'location');
  const ranges = good.reduce((sum, { node, end }) => sum + (node.list?.kind === 'location' ? rangesOf(end) : 0), 0);
  const indicators = listed.reduce((sum, { node, end }) => sum + indicatorsOf(node.state?.indicators, end), 0);
  const messages = [
    ...(listed.length === 0
      ? []
      : [
          plural(
            listed.length,
            { one: '{1} from {0} list.', other: '{1} from {0} lists.' },
            plural(indicators, { one: '{0} indicator', other: '{0} indicators' }),
          ),
        ]),
    ...(ranges === 0 ? [] : [plural(ranges, { one: 'Locations of {0} range.', other: 'Locations of {0} ranges.' })]),
    ...[...Map.groupBy(locked, ({ from }) => from)].map(([from, of]) =>
      t(
        '{0} needs a free key from {1}.',
        formatList(of.map(({ node }) => `“${truncateText(visibleText(node.title), 60)}”`)),
        hostOfAddress(from),
      ),
    ),
    ...endMessages(others.map(({ node, end }) => ({ title: node.title, end, state: node.state }))),
  ];
  const shown =
    messages.length > maxMessages
      ? [...messages.slice(0, maxMessages), strings.moreMessages(messages.length - maxMessages)]
      : messages;
  const show: NoticeAction = {
    label: uiText('Show Sources'),
    run: () => commands.run(`${viewIds.sources}.focus`),
  };
  const again: NoticeAction = {
    label: uiText('Try Again'),
    run: () =>
      commands.run(
        'threatLookups.syncAll',
        { id: others[0]?.node.id },
        others.map(({ node }) => ({ id: node.id })),
      ),
  };
  const refused = others.find(({ node, end }) => node.list !== undefined && isRefused(end));
  const credentials: NoticeAction = {
    label: uiText('Change Credentials…'),
    run: () => commands.run('threatLookups.changeCredentials', { id: refused?.node.id }),
  };
  const daily: NoticeAction = {
    label: uiText('Sync Daily'),
    run: async () => {
      await settings.setSyncInterval(minutesOfDay);
      notices.inform(uiText('Lists and collections are now synced daily.'));
    },
  };
  void notices.offer(
    bad.length > 0 ? 'warning' : 'information',
    untrusted(shown.join(' ')),
    ...keyActions(commands, locked),
    ...(refused === undefined || locked.length > 0 ? [] : [credentials]),
    ...(others.length > 0 ? [again] : []),
    ...(good.length > 0 && settings.current().mirror.everyMillis === 0 ? [daily] : []),
    show,
  );
}

function keyActions(
  commands: Commands,
  locked: readonly (SyncedNode & { readonly from: string })[],
): readonly NoticeAction[] {
  const [first] = locked;
  if (first === undefined) return [];
  const { node, from } = first;
  const host = hostOfAddress(from);
  return [
    {
      label: uiText('Enter Key…'),
      run: () => commands.run('threatLookups.changeCredentials', { id: node.id }),
    },
    { label: uiText('Get Key from {0}', host), run: () => openWebPage({ url: from, host }, visibleText(node.title)) },
  ];
}

function isRefused(end: SyncEnd): boolean {
  return end.kind === 'failed' && end.error.kind === 'request' && isAccessRefused(end.error.error);
}

/** The ranges of location data, which aren't indicators. */
function rangesOf(end: SyncEnd): number {
  return end.kind === 'ended' ? end.account.counts.added : 0;
}

function indicatorsOf(stored = 0, end: SyncEnd): number {
  return end.kind === 'ended' ? end.account.state.indicators : stored;
}
