/** The answer that is recommended to the question what it means to be on a list. */
export const recommendedMeanings = ['high', 'unknown', 'informational'] as const;
export type RecommendedMeaning = (typeof recommendedMeanings)[number];

/** `tor-exit-nodes.lst`, `torbulkexitlist`, `exit-addresses`: addresses of Tor, which isn't malicious. */
const torPattern = /(?:^|[^a-z])tor(?:[^a-z]|bulk|exit|node)|(?:^|[^a-z])exit[ _-]?(?:address|node)/i;

/** What is recommended for a list: lists that block do so for many reasons, and addresses of Tor only describe. */
export function recommendedMeaning(name: string, isBlockList: boolean): RecommendedMeaning {
  if (torPattern.test(name)) return 'informational';
  return isBlockList ? 'unknown' : 'high';
}
