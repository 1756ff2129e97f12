import { strings } from './strings';

/** A category in plain words: “advanced persistent threat” for `apt`. Other categories stay as they are, and untrusted. */
export function categoryLabel(category: string): string {
  const key = category.trim().toLowerCase();
  const labels: Readonly<Record<string, () => string>> = strings.category;
  return Object.hasOwn(labels, key) ? (labels[key]?.() ?? category) : category;
}
