/** How much of an answer is kept; what is beyond is reported as dropped. An honest record is far below all of these. */
export const bounds = {
  /** Rows of risk factors, threats, feeds, comments, redirects, attributes. */
  listItems: 5_000,
  /** Rows of an Explore answer (the largest documented limit is 10,000). */
  results: 20_000,
  groups: 200,
  keysPerGroup: 2_000,
  valuesPerKey: 2_000,
  textLength: 64 * 1024,
  /** Unknown keys are kept as they came down to this depth … */
  otherDepth: 8,
  /** … and up to so many values in all. */
  otherValues: 5_000,
  /** Dropped fields reported per record. */
  reports: 50,
} as const;

/** Cuts a text that is longer than any honest one. */
export function boundedText(text: string): string {
  return text.length > bounds.textLength ? `${text.slice(0, bounds.textLength)}…` : text;
}

/** A copy of any JSON value within the bounds for unknown keys; what lies deeper or beyond is left out. */
export function boundedJson(value: unknown, budget = { left: bounds.otherValues }, depth = 0): unknown {
  budget.left--;
  if (typeof value === 'string') return boundedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= bounds.otherDepth) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as unknown[]) {
      if (budget.left <= 0) break;
      items.push(boundedJson(item, budget, depth + 1));
    }
    return items;
  }
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (budget.left <= 0) break;
    if (key !== '__proto__') entries.push([boundedText(key), boundedJson(item, budget, depth + 1)]);
  }
  return Object.fromEntries(entries);
}
