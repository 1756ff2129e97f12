/** How much of an answer is kept; the rest is reported as dropped. Regular records are far below all limits. */
export const bounds = {
  /** Rows of risk factors, threats, feeds, comments, redirects, attributes. */
  listItems: 5_000,
  /** Rows of an Explore answer (the largest documented limit is 10,000). */
  results: 20_000,
  groups: 200,
  keysPerGroup: 50_000,
  /** Values of one breakdown of a threat's or feed's indicators. */
  breakdownRows: 2_000,
  valuesPerKey: 2_000,
  textLength: 64 * 1024,
  /** Unknown keys are kept as they came down to this depth … */
  otherDepth: 8,
  /** … and up to this number of values in total. */
  otherValues: 5_000,
  /** Dropped fields reported per record. */
  reports: 50,
} as const;

/** Truncates a text that is longer than any regular one. */
export function boundedText(text: string): string {
  return text.length > bounds.textLength ? `${text.slice(0, bounds.textLength)}…` : text;
}

/** The number of values of unknown keys that may still be kept, and whether any were dropped. */
export interface Budget {
  left: number;
  isTruncated?: boolean;
}

/** A copy of any JSON value within the bounds for unknown keys; deeper or further values are dropped. */
export function boundedJson(value: unknown, budget: Budget = { left: bounds.otherValues }, depth = 0): unknown {
  budget.left--;
  if (typeof value === 'string') return boundedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= bounds.otherDepth) {
    if (Object.keys(value).length > 0) budget.isTruncated = true;
    return Array.isArray(value) ? [] : {};
  }
  return Array.isArray(value)
    ? boundedItems(value as unknown[], budget, depth + 1)
    : boundedFields(value, budget, depth + 1);
}

function boundedItems(list: readonly unknown[], budget: Budget, depth: number): unknown[] {
  const items: unknown[] = [];
  for (const item of list) {
    if (isSpent(budget)) break;
    items.push(boundedJson(item, budget, depth));
  }
  return items;
}

function boundedFields(value: object, budget: Budget, depth: number): object {
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (isSpent(budget)) break;
    if (key !== '__proto__') entries.push([boundedText(key), boundedJson(item, budget, depth)]);
  }
  return Object.fromEntries(entries);
}

function isSpent(budget: Budget): boolean {
  if (budget.left <= 0) budget.isTruncated = true;
  return budget.left <= 0;
}
