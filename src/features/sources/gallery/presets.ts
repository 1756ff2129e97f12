import { galleryPresets } from '../../../core/lists/gallery';
import { comparableName } from '../../../core/lists/gallery/comparableName';
import { type ListPreset, type LocalText, readPreset } from '../../../core/lists/gallery/preset';
import type { ListSubscription } from '../../../core/sync/subscriptions';
import { currentLocale, t } from '../../../l10n';
import { galleryStrings } from './strings';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** Presets of the settings, as they are written there. */
export interface PresetSettings {
  /** Those of the user. */
  readonly presets: readonly unknown[];
  /** Those of the workspace, which only suggests them. */
  readonly suggested: readonly unknown[];
}

/** An entry of the gallery. */
export interface GalleryEntry {
  readonly preset: ListPreset;
  readonly origin: 'gallery' | 'user' | 'workspace';
}

/** All lists that can be added, and problems of others. */
export interface Gallery {
  readonly entries: readonly GalleryEntry[];
  readonly problems: readonly string[];
}

const maxEntries = 200;

/** The gallery, with the lists of the settings. Only entries of user settings replace those with the same ID. */
export function readGallery({ presets, suggested }: PresetSettings, allowHttp: boolean): Gallery {
  const problems: string[] = [];
  const read = (values: readonly unknown[], origin: GalleryEntry['origin']): GalleryEntry[] =>
    values.slice(0, maxEntries).flatMap((value, at) => {
      const { preset, problem } = { preset: undefined, problem: undefined, ...readPreset(value, { allowHttp }) };
      if (problem !== undefined) problems.push(galleryStrings.presetProblem(nameOf(value, at), problem));
      return preset === undefined ? [] : [{ preset, origin }];
    });
  const own = read(presets, 'user');
  const theirs = read(suggested, 'workspace');
  const known = galleryPresets.map((preset): GalleryEntry => ({ preset, origin: 'gallery' }));
  const entries = new Map<string, GalleryEntry>();
  const names = new Set([...own, ...known].map(({ preset: { name } }) => comparableName(name)));
  // A workspace replaces nothing, and a list of it can't pass for another one.
  for (const entry of [...own, ...known, ...theirs.map((each) => marked(each, names))]) {
    if (!entries.has(entry.preset.id)) entries.set(entry.preset.id, entry);
  }
  return { entries: [...entries.values()], problems };
}

/** An entry with its host in its name if another list has this name already. */
function marked(entry: GalleryEntry, names: ReadonlySet<string>): GalleryEntry {
  const { preset, origin } = entry;
  const isTaken = names.has(comparableName(preset.name));
  return isTaken ? { preset: { ...preset, name: `${preset.name} (${hostIn(preset)})` }, origin } : entry;
}

const hostIn = ({ addresses: [address = ''] }: ListPreset): string =>
  URL.canParse(address) ? new URL(address).host : address;

function nameOf(value: unknown, at: number): string {
  const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'name') : undefined;
  return typeof name === 'string' && name.trim() !== ''
    ? `“${truncateText(visibleText(name), 60)}”`
    : t('Entry {0} of threatLookups.lists.presets', at + 1);
}

/** A text of a preset in the display language. */
export function localText(text: LocalText): string {
  const { language } = currentLocale();
  const found = [language, language.split('-')[0] ?? ''].find((each) => Object.hasOwn(text, each));
  return visibleText((found === undefined ? undefined : text[found]) ?? text.en);
}

/** The subscription to a preset. Its first address identifies it. */
export function getSubscription(preset: ListPreset): ListSubscription {
  const { id, name, addresses, form, license, key } = preset;
  const [address = ''] = addresses;
  const { risk, kind, maxEvents, maxEntries, intervalMinutes, isDefaultInterval, credit, creditRequired, terms } =
    preset;
  const hasPlaceholder = addresses.some((each) => each.includes('{key}'));
  const given = {
    risk,
    kind,
    form,
    maxEvents,
    maxEntries,
    intervalMinutes,
    isDefaultInterval,
    credit,
    creditRequired,
    terms,
    files: form === undefined && (addresses.length > 1 || hasPlaceholder) ? addresses : undefined,
    license: license === undefined ? undefined : localText(license),
    preset: id,
  };
  const signIn = hasPlaceholder || key?.isRequired === true ? (key?.signIn ?? { kind: 'address' }) : { kind: 'none' };
  return {
    address,
    title: name,
    signIn: signIn as ListSubscription['signIn'],
    ...Object.fromEntries(Object.entries(given).filter(([, each]) => each !== undefined)),
  };
}

/** Returns the subscription of a preset with the user's key. */
export function withKey(list: ListSubscription, { key }: ListPreset): ListSubscription {
  if (key === undefined) return list;
  return { ...list, signIn: key.signIn, ...(list.form === undefined ? { files: key.addresses } : {}) };
}
