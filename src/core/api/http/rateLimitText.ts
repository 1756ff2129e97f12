const patterns: readonly RegExp[] = [
  /\brate.?limit|\btoo many (?:requests|queries|lookups|calls|searches)\b|\bthrottl/i,
  /\b(?:daily|hourly|weekly|monthly|requests?|lookups?|calls?|usage|api) (?:rate )?(?:limit|quota|allowance)\b.{0,60}\b(?:reached|exceeded|exhausted|used up|hit)\b/is,
  /\bquota\b.{0,60}\b(?:reached|exceeded|exhausted|used up)\b/is,
  /\bexceeded\b.{0,60}\b(?:quota|requests)\b/is,
];

/** Whether a text clearly means that there were too many requests. */
export function mentionsRateLimit(message: string): boolean {
  return patterns.some((pattern) => pattern.test(message));
}
