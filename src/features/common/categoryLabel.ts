/** Categories of threats and feeds that are an abbreviation or two words in one; the others are words already. */
const labels: Readonly<Record<string, string>> = {
  apt: 'advanced persistent threat',
  pup: 'potentially unwanted program',
  exploitkit: 'exploit kit',
};

/** A category as people say it: “advanced persistent threat” for `apt`. Foreign text in, foreign text out. */
export function categoryLabel(category: string): string {
  const key = category.trim().toLowerCase();
  return Object.hasOwn(labels, key) ? (labels[key] ?? category) : category;
}
