import * as vscode from 'vscode';
import type { ListPreset } from '../../../core/lists/gallery/preset';
import { syncErrorMessage } from '../../../core/sync/strings';
import {
  collectionKey,
  defaultMaxEvents,
  getFiles,
  listId,
  type ListSubscription,
  withList,
} from '../../../core/sync/subscriptions';
import {
  untrusted,
  untrustedLines,
  showInformationMessage,
  createQuickPick,
  type UiButton,
  type UiPickItem,
  type UiText,
} from '../../shared/ui';
import type { SourcesModel } from '../sourcesModel';
import type { MirrorFeatureParts } from '../sourcesParts';
import { formatAddress } from '../mirrorLabels';
import { addListByAddress, type ListSetupParts } from './listSetup';
import { withoutKeys } from './keyStorage';
import { hostsOfKey, promptKey } from './listCredentials';
import { type GalleryEntry, localText, readGallery, getSubscription } from './presets';
import { uiText, uiPlural, icon } from '../../shared/ui/text';
import { t, plural, formatSize, formatDuration } from '../../../l10n';
import { strings as sourceStrings } from '../meaning/strings';
import { listKinds } from '../../../core/records/context';
import { openWebPage } from '../../shared/commands/openWebPage';
import { riskStyle } from '../../../core/records/labels/verdict';
import { galleryStrings as strings } from './strings';
import { truncateText, visibleText } from '../../../core/text/visibleText';

interface Deps extends ListSetupParts {
  readonly settings: MirrorFeatureParts['settings'];
  readonly model: SourcesModel;
  /** Syncs lists that were just added, and shows one result. */
  readonly syncAdded: (keys: readonly string[]) => Promise<void>;
}

const maxShownRequests = 30;
const maxShownProblems = 3;

/**
 * “Add List…”: lists of the gallery, or another address. Nothing is requested before the confirmation.
 * @param isRecommended adds the recommended lists without showing the gallery
 */
export async function addList(deps: Deps, isRecommended = false): Promise<void> {
  const { settings, notices, commands, model } = deps;
  const { lookups, lists, allowHttp } = settings.current();
  if (lookups.mode === 'offline') {
    void notices.offer('information', untrusted(syncErrorMessage({ kind: 'offline' })), {
      label: uiText('Change Lookup Mode…'),
      run: () => commands.run('threatLookups.changeMode'),
    });
    return;
  }
  const { entries, problems } = readGallery(lists, allowHttp);
  if (problems.length > 0) showProblems(deps, problems);
  const isAdded = (preset: ListPreset): boolean =>
    model.subscriptions().lists.some(({ address, preset: id }) => id === preset.id || address === preset.addresses[0]);
  const choice = isRecommended ? { presets: recommendedOf(entries) } : await pickLists(entries, isAdded);
  if (choice === undefined) return;
  if (choice === 'other') {
    await addListByAddress(deps);
    return;
  }
  const presets = choice.presets.filter((preset) => !isAdded(preset));
  if (presets.length === 0) {
    notices.inform(uiText('The selected lists have already been added.'));
    return;
  }
  const suggested = new Set(entries.flatMap(({ preset, origin }) => (origin === 'workspace' ? preset.id : [])));
  await addPresets(deps, presets, suggested);
}

/** The lists that most people need; they require no sign-in. */
function recommendedOf(entries: readonly GalleryEntry[]): readonly ListPreset[] {
  return entries.flatMap(({ preset, origin }) => (origin !== 'workspace' && isForAll(preset) ? [preset] : []));
}

async function addPresets(deps: Deps, presets: readonly ListPreset[], suggested: ReadonlySet<string>): Promise<void> {
  const { model, secrets } = deps;
  const kept = await withoutKeys(presets);
  if (kept === undefined) return;
  const added = kept.map((each) => ({ ...each, list: getSubscription(each.preset) }));
  const keys = await promptKeys(added);
  if (keys === undefined) return;
  const add = uiPlural(presets.length, { one: 'Add List', other: 'Add {0} Lists' });
  const detail = requestLines(added, suggested);
  const bytes = presets.reduce((sum, preset) => sum + preset.bytes, 0);
  const confirmed = await showInformationMessage(
    uiPlural(presets.length, {
      one: 'Add {0} list and download it now?',
      other: 'Add {0} lists and download them now?',
    }),
    {
      modal: true,
      detail: untrustedLines(
        [
          ...detail,
          '',
          bytes === 0
            ? t('Indicators are never sent.')
            : t('Downloads about {0}. No indicators are sent.', formatSize(bytes)),
        ].join('\n'),
      ),
    },
    add,
  );
  if (confirmed !== add) return;
  let subscriptions = model.subscriptions();
  for (const { list, preset } of added) {
    await secrets.set(list.address, list.signIn, keys.get(preset.id));
    subscriptions = withList(subscriptions, list);
  }
  await model.save(subscriptions);
  await vscode.commands.executeCommand('threatLookups.sources.focus');
  await deps.syncAdded(added.map(({ list }) => collectionKey(list.address, listId)));
}

interface AddedList {
  readonly preset: ListPreset;
  readonly list: ListSubscription;
  /** A key that was in the addresses of the preset. */
  readonly secret?: string;
}

/** The keys of lists that require one, by preset; undefined if a prompt was closed. */
async function promptKeys(added: readonly AddedList[]): Promise<ReadonlyMap<string, string> | undefined> {
  const keys = new Map<string, string>();
  const entered = new Map<string, string>();
  for (const { preset, list, secret } of added) {
    if (secret !== undefined) keys.set(preset.id, secret);
    if (secret !== undefined || list.signIn.kind === 'none') continue;
    const hosts = hostsOfKey(list);
    const name = preset.key?.from ?? hosts.join();
    const key = entered.get(name) ?? (await promptKey(preset.name, preset.key?.from, hosts));
    if (key === undefined) return undefined;
    entered.set(name, key);
    keys.set(preset.id, key);
  }
  return keys;
}

/** Describes the requests, a line for each list: host and path without parameters, and the terms of use in short. */
function requestLines(added: readonly AddedList[], suggested: ReadonlySet<string>): readonly string[] {
  const lines = added.map(({ preset: { id, kind, license }, list }) => {
    const line = requestLine(list);
    const request = suggested.has(id) ? t('{0} (from this workspace, {1})', line, sourceStrings.kind(kind)) : line;
    return license === undefined ? request : `${request} · ${truncateText(localText(license), 120)}`;
  });
  return lines.length <= maxShownRequests
    ? lines
    : [
        ...lines.slice(0, maxShownRequests),
        plural(lines.length - maxShownRequests, { one: 'and {0} more request', other: 'and {0} more requests' }),
      ];
}

function requestLine(list: ListSubscription): string {
  const { title, form, maxEvents = defaultMaxEvents, address } = list;
  const name = truncateText(visibleText(title), 60);
  if (form === 'misp')
    return plural(
      maxEvents,
      { one: '{1}: {2} (manifest and {0} event)', other: '{1}: {2} (manifest and up to {0} events)' },
      name,
      formatAddress(`${address}manifest.json`),
    );
  const files = getFiles(list);
  const [first = address] = files;
  const shown = truncateText(formatAddress(first), 120);
  if (files.length === 1) return `${name}: ${shown}`;
  return plural(
    files.length,
    { one: '{1}: {2} ({0} file)', other: '{1}: {2} ({0} files)' },
    name,
    truncateText(formatAddress(commonStart(files)), 120),
  );
}

/** The folder that several addresses have in common; their host where they don't. */
function commonStart(addresses: readonly string[]): string {
  const [first = [], ...rest] = addresses.map((address) => address.split('/'));
  let count = first.length;
  while (count > 3 && rest.some((other) => first.slice(0, count).some((part, at) => other[at] !== part))) count--;
  return `${first.slice(0, count).join('/')}/…`;
}

function showProblems({ notices }: Deps, problems: readonly string[]): void {
  const shown = problems.slice(0, maxShownProblems);
  const more = problems.length - shown.length;
  void notices.offer(
    'warning',
    untrusted(
      [
        ...shown,
        ...(more === 0
          ? []
          : [plural(more, { one: '{0} more list has a problem.', other: '{0} more lists have problems.' })]),
      ].join(' '),
    ),
    {
      label: uiText('Open Settings'),
      run: () => vscode.commands.executeCommand('workbench.action.openSettings', 'threatLookups.lists.presets'),
    },
  );
}

interface Item extends UiPickItem {
  readonly preset?: ListPreset;
  readonly isAdded?: boolean;
  readonly isOther?: boolean;
}

/** The choice in the gallery: lists, or another address. */
type GalleryChoice = { readonly presets: readonly ListPreset[] } | 'other' | undefined;

/** Prompts for lists of the gallery; `isAdded` is true for those that were added already. Nothing is requested. */
function pickLists(entries: readonly GalleryEntry[], isAdded: (preset: ListPreset) => boolean): Promise<GalleryChoice> {
  const pick = createQuickPick<Item>();
  pick.title = uiText('Add List');
  pick.placeholder = uiText('Select lists. Nothing is sent yet.');
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = itemsOf(entries, isAdded);
  return new Promise((resolve) => {
    const end = (choice: GalleryChoice): void => {
      resolve(choice);
      pick.hide();
    };
    pick.onDidTriggerItemButton(({ item }) => {
      const { terms, name } = item.preset ?? {};
      if (terms !== undefined) void openWebPage({ url: terms, host: new URL(terms).host }, visibleText(name ?? ''));
    });
    pick.onDidChangeSelection((selected) => {
      if (selected.some(({ isOther }) => isOther === true)) end('other');
    });
    pick.onDidAccept(() => {
      const presets = pick.selectedItems.flatMap(({ preset }) => preset ?? []);
      if (presets.length > 0) end({ presets });
      // The placeholder is read aloud.
      else pick.placeholder = uiText('Select at least one list, or press Escape to cancel');
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** Whether a list is recommended to everybody, because it needs no key. */
function isForAll({ recommended, key }: ListPreset): boolean {
  return recommended === true && key === undefined;
}

/** Another address first, then recommended lists, then the others by kind, then those of the workspace. */
function itemsOf(entries: readonly GalleryEntry[], isAdded: (preset: ListPreset) => boolean): readonly Item[] {
  const own = entries.filter(({ origin }) => origin !== 'workspace');
  const isFirst = ({ preset }: GalleryEntry): boolean => preset.recommended === true;
  const group = (label: UiText, group: readonly GalleryEntry[]): readonly Item[] =>
    group.length === 0 ? [] : [separator(label), ...group.map((entry) => itemOf(entry, isAdded(entry.preset)))];
  return [
    {
      label: uiText('{0} Other URL…', icon('link')),
      detail: uiText('URL of a text list, CSV file, JSON file, or STIX bundle'),
      isOther: true,
      alwaysShow: true,
    },
    ...group(uiText('Recommended'), own.filter(isFirst)),
    ...listKinds.flatMap((kind) =>
      group(
        strings.kind(kind),
        own.filter((entry) => !isFirst(entry) && entry.preset.kind === kind),
      ),
    ),
    ...group(
      uiText('Suggested by this workspace'),
      entries.filter(({ origin }) => origin === 'workspace'),
    ),
  ];
}

function separator(label: UiText): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function itemOf(entry: GalleryEntry, isAdded: boolean): Item {
  const { preset } = entry;
  const title = truncateText(visibleText(preset.name), 80);
  const openTerms: UiButton = { iconPath: new vscode.ThemeIcon('law'), tooltip: uiText('Open Terms') };
  return {
    label: isAdded ? uiText('{0} {1}', icon('check'), title) : uiText('{0}', title),
    description: untrusted(factsOf(entry, isAdded).join(' · ')),
    detail: untrusted(truncateText(detailOf(entry).join(' · '), 300)),
    buttons: preset.terms === undefined ? undefined : [openTerms],
    preset,
    isAdded,
  };
}

/** The facts that help to choose a list, in a few words each. */
function factsOf({ preset, origin }: GalleryEntry, isAdded: boolean): readonly string[] {
  const { bytes, key, risk, kind } = preset;
  return [
    ...(isAdded ? [t('added')] : []),
    ...(origin === 'workspace' ? [t('From this workspace'), strings.kind(kind)] : []),
    ...(risk === undefined || kind !== 'threats' ? [] : [riskStyle(risk).label]),
    ...(bytes === 0 ? [] : [t('about {0}', formatSize(bytes))]),
    ...(preset.isDefaultInterval === true ? [] : [intervalText(preset.intervalMinutes)]),
    ...(key === undefined ? [] : [key.isRequired === true ? t('needs a free key') : t('may need a free key')]),
  ];
}

function intervalText(minutes: number): string {
  if (minutes === 60) return t('at most hourly');
  if (minutes === 1_440) return t('at most daily');
  return t('at most once every {0}', formatDuration(minutes * 60_000));
}

/** Describes a list. The address is shown if it has no description, or if the workspace suggests it. */
function detailOf({ preset: { name, description, license, addresses }, origin }: GalleryEntry): readonly string[] {
  const about = localText(description);
  const isDescribed = about !== visibleText(name);
  return [
    ...(origin === 'workspace' || !isDescribed ? [truncateText(formatAddress(addresses[0] ?? ''), 120)] : []),
    ...(isDescribed ? [about] : []),
    ...(license === undefined ? [] : [localText(license)]),
  ];
}
