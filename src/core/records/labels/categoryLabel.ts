import { t } from '../../../l10n';

const labels: Readonly<Record<string, () => string>> = {
  apt: () => t('advanced persistent threat'),
  pup: () => t('potentially unwanted program'),
  exploitkit: () => t('exploit kit'),
};

/** A category in plain words: “advanced persistent threat” for `apt`. Other categories stay as they are, and untrusted. */
export function categoryLabel(category: string): string {
  const key = category.trim().toLowerCase();
  return Object.hasOwn(labels, key) ? (labels[key]?.() ?? category) : category;
}
