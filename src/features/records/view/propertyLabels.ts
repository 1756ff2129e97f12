import { ownValue } from '../../../core/text/ownValue';
import { attributeTitles, groupTitles, keyLabels } from '../strings/fields';
import { t } from '../../../l10n';

/** The property groups of the specification in the order in which they are shown. */
export const groupNames: readonly string[] = Object.keys(groupTitles);

/** The attributes of the specification in the order in which they are shown. */
export const attributeNames: readonly string[] = Object.keys(attributeTitles);

/** The title of a property group; undefined for groups that the specification does not name. */
export function groupTitle(name: string): string | undefined {
  return titleIn(groupTitles, name);
}

/** The title of an attribute; undefined for attributes that the specification does not name. */
export function attributeTitle(name: string): string | undefined {
  return titleIn(attributeTitles, name);
}

/** The title of a group or an attribute, if it has one. */
export function titleOf(name: string): string | undefined {
  return attributeTitle(name) ?? groupTitle(name);
}

function titleIn(titles: Readonly<Record<string, () => string>>, name: string): string | undefined {
  return Object.hasOwn(titles, name) ? titles[name]?.() : undefined;
}

/** Groups whose keys are names (ports, cookies, headers) and are shown unchanged. */
const verbatimGroups: ReadonlySet<string> = new Set(['banners', 'cookies']);

/** The label of a key; the exact key is shown next to it. `++` marks what the service derived itself. */
export function keyLabel(group: string, key: string): string {
  if (group === 'banners' && /^\d+$/.test(key)) return t('Port {0}', key);
  if (verbatimGroups.has(group)) return key;
  const derived = key.startsWith('++');
  const name = derived ? key.slice(2) : key;
  const known = Object.entries(ownValue(keyLabels, group) ?? {}).find(([exact]) => exact === name.toLowerCase());
  // Keeps a received header (`Content-Type`) apart from what the service derived from it (`++content-type`).
  if (known !== undefined && (derived || name === name.toLowerCase())) return known[1]();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const flags: Readonly<Record<string, readonly string[]>> = {
  whois: ['privacy', 'gdpr'],
  ssl: ['valid'],
  http: ['redirect'],
};

/** A value of a property; flags that services send as 0 and 1 become No and Yes. */
export function formatPropertyValue(group: string, key: string, value: string): string {
  const name = key.replace(/^\+\+/, '').toLowerCase();
  if (ownValue(flags, group)?.includes(name) !== true) return value;
  return value === '0' ? t('No') : value === '1' ? t('Yes') : value;
}
