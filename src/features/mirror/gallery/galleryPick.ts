import * as vscode from 'vscode';
import type { ListPreset } from '../../../core/lists/gallery/preset';
import { listKinds } from '../../../core/records/context';
import { openWebPage } from '../../shared/commands/openWebPage';
import { riskStyle } from '../../shared/format/verdict';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { createQuickPick, foreign, type UiButton, type UiPickItem, type UiText } from '../../shared/ui';
import { formatAddress } from '../mirrorLabels';
import { type GalleryEntry, localText } from './presets';
import { galleryStrings as strings } from './strings';
import { uiText, icon } from '../../shared/ui/text';
import { t, formatSize, formatDuration } from '../../../l10n';

interface Item extends UiPickItem {
  readonly preset?: ListPreset;
  readonly isAdded?: boolean;
  readonly isOther?: boolean;
}

/** What was chosen in the gallery: lists, or another address. */
export type GalleryChoice = { readonly presets: readonly ListPreset[] } | 'other' | undefined;

/** Prompts for lists of the gallery; `isAdded` is true for those that were added already. Nothing is requested. */
export function pickLists(
  entries: readonly GalleryEntry[],
  isAdded: (preset: ListPreset) => boolean,
): Promise<GalleryChoice> {
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
export function isForAll({ recommended, key }: ListPreset): boolean {
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
      label: uiText('{0} Other Address…', icon('link')),
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

function itemOf({ preset, origin }: GalleryEntry, isAdded: boolean): Item {
  const { name, says, license, bytes, intervalMinutes, isDefaultInterval, key, risk, kind, terms, addresses } = preset;
  const isSuggested = origin === 'workspace';
  const about = localText(says);
  const address = formatAddress(addresses[0] ?? '');
  const title = truncateText(visibleText(name), 80);
  const description = [
    ...(isAdded ? [t('added')] : []),
    ...(isSuggested ? [t('From this workspace'), strings.kind(kind)] : []),
    ...(risk === undefined || kind !== 'malicious' ? [] : [riskStyle(risk).label]),
    ...(bytes === 0 ? [] : [t('about {0}', formatSize(bytes))]),
    ...(isDefaultInterval === true
      ? []
      : [
          intervalMinutes === 60
            ? t('at most hourly')
            : intervalMinutes === 1_440
              ? t('at most daily')
              : t('at most every {0}', formatDuration(intervalMinutes * 60_000)),
        ]),
    ...(key === undefined ? [] : [key.isRequired === true ? t('needs a free key') : t('may need a free key')]),
  ];
  // A list without a description says where it is from, and one that others suggest does so first.
  const detail = [
    ...(isSuggested || about === visibleText(name) ? [truncateText(address, 120)] : []),
    ...(about === visibleText(name) ? [] : [about]),
    ...(license === undefined ? [] : [localText(license)]),
  ];
  const openTerms: UiButton = { iconPath: new vscode.ThemeIcon('law'), tooltip: uiText('Open Terms') };
  return {
    label: isAdded ? uiText('{0} {1}', icon('check'), title) : uiText('{0}', title),
    description: foreign(description.join(' · ')),
    detail: foreign(truncateText(detail.join(' · '), 300)),
    ...(terms === undefined ? {} : { buttons: [openTerms] }),
    preset,
    isAdded,
  };
}
