/** Crawlers that publish their addresses, by the name of the file or of the page that it comes from. */
const crawlers: readonly (readonly [RegExp, string])[] = [
  [/googlebot/, 'Googlebot'],
  [/special-crawlers/, 'Google special-case crawler'],
  [/user-triggered-fetchers/, 'Google user-triggered fetcher'],
  [/bingbot|\bbing[-_ ]ip/, 'Bingbot'],
  [/applebot/, 'Applebot'],
  [/duckduckbot/, 'DuckDuckBot'],
  [/gptbot/, 'GPTBot'],
  [/chatgpt-user/, 'ChatGPT-User'],
  [/oai-?searchbot|\bsearchbot/, 'OAI-SearchBot'],
  [/perplexitybot/, 'PerplexityBot'],
  [/perplexity-user/, 'Perplexity-User'],
  [/claudebot/, 'ClaudeBot'],
  [/yandexbot/, 'YandexBot'],
  [/baiduspider/, 'Baiduspider'],
  [/ahrefsbot/, 'AhrefsBot'],
  [/semrushbot/, 'SemrushBot'],
  [/ccbot/, 'CCBot'],
  [/petalbot/, 'PetalBot'],
  [/amazonbot/, 'Amazonbot'],
  [/uptimerobot/, 'UptimeRobot'],
  [/pingdom/, 'Pingdom'],
];

/** Whether a list is, by its name, of those who only claim a name, or of what to block. */
export function isAbuse(name: string): boolean {
  return /fake|spoof|impersonat|false|abus|malicious|attack|bad|block|deny|ban|threat|phish/.test(name);
}

/** The crawler whose addresses a file has, by its name in lower case; undefined for others. */
export function crawlerName(name: string): string | undefined {
  return isAbuse(name) ? undefined : crawlers.find(([pattern]) => pattern.test(name))?.[1];
}
