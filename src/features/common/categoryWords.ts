/** Categories of threats and feeds that are an abbreviation or two words in one; the others are words already. */
const words: Readonly<Record<string, string>> = {
  apt: 'advanced persistent threat',
  pup: 'potentially unwanted program',
  exploitkit: 'exploit kit',
};

/** A category as people say it: “advanced persistent threat” for `apt`. Foreign text in, foreign text out. */
export function categoryWords(category: string): string {
  const key = category.trim().toLowerCase();
  return Object.hasOwn(words, key) ? (words[key] ?? category) : category;
}
