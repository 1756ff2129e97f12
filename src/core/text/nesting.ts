/**
 * How deep untrusted JSON may be nested. Real records and objects need ten levels; beyond a few thousand, parsing works but
 * `JSON.stringify`, messages to threads and other recursion overflow the stack.
 */
const maxNestingDepth = 100;

/** Whether a value of JSON is nested deeper than `levels`. Never overflows, however deep it is. */
export function isTooDeep(value: unknown, levels = maxNestingDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item: unknown) => isTooDeep(item, levels - 1));
  for (const key in value) if (isTooDeep((value as Readonly<Record<string, unknown>>)[key], levels - 1)) return true;
  return false;
}

/** The value, or a copy in which a note replaces everything that is nested deeper than `levels`. */
export function limitDepth(value: unknown, levels = maxNestingDepth): unknown {
  return isTooDeep(value, levels) ? cut(value, levels) : value;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '(nested too deeply)';
  if (Array.isArray(value)) return value.map((item: unknown) => cut(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item, levels - 1)]));
}

const maxExampleLength = 200;

/** The start of an untrusted value as JSON, for a report. */
export function getExample(value: unknown): string {
  const json: unknown = JSON.stringify(limitDepth(value, 3));
  return typeof json === 'string' ? json.slice(0, maxExampleLength) : '';
}
