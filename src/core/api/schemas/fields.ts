import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { boundedJson, bounds, boundedText, type Budget } from './bounds';

// For the reasons in the debug log.
z.config(en());

/**
 * Called where a part of an answer was dropped, with the reason; for the debug log. `beyond`: how many there were
 * beyond the bounds (0: not counted).
 */
export type OnDropped = (path: string, why: string, beyond?: number) => void;

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values that mean that there is nothing. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * Reads the fields of one object one by one: a field that can't be read is reported and dropped, the others remain.
 * Names match in any letter case.
 */
export class Fields {
  private readonly fields = new Map<string, { readonly key: string; readonly value: unknown }>();
  private readonly taken = new Set<string>();

  constructor(
    source: Record<string, unknown>,
    private readonly path: string,
    private readonly onDropped: OnDropped,
  ) {
    for (const [key, value] of Object.entries(source)) {
      const name = key.toLowerCase();
      // The exact spelling takes precedence over another letter case.
      if (key === name || !this.fields.has(name)) this.fields.set(name, { key, value });
    }
  }

  /** The raw value; counts as read. */
  raw(name: string): unknown {
    this.taken.add(name);
    return this.fields.get(name)?.value;
  }

  /** The fields of the object under a name; none where there is no object. */
  inside(name: string): Fields {
    const value = this.raw(name);
    return new Fields(isObject(value) ? value : {}, this.pathOf(name), this.onDropped);
  }

  /** The value parsed by `schema`; undefined if it is missing or invalid. */
  read<T>(name: string, schema: z.ZodMiniType<T>): T | undefined {
    const value = this.raw(name);
    if (isMissing(value)) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    this.dropped(name, result.error.issues[0]?.message ?? 'not readable');
    return undefined;
  }

  /** The value under the first of several names that has one. */
  readAny<T>(names: readonly string[], schema: z.ZodMiniType<T>): T | undefined {
    for (const name of names) {
      const value = this.read(name, schema);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Names, in lower case, that were not read yet. */
  names(): string[] {
    return [...this.fields.keys()].filter((name) => !this.taken.has(name));
  }

  /** The fields that were not read, unmodified, within bounds. */
  rest(): Record<string, unknown> {
    const budget: Budget = { left: bounds.otherValues };
    const entries = this.names()
      .map((name) => this.fields.get(name))
      .filter((field) => field !== undefined && field.value !== undefined && field.value !== null)
      .slice(0, bounds.otherValues)
      .map((field) => [boundedText(field?.key ?? ''), boundedJson(field?.value, budget, 1)] as const)
      .filter(([key]) => key !== '__proto__');
    if (budget.isTruncated === true) this.onDropped(this.path === '' ? 'other' : this.path, 'more than is kept', 0);
    return Object.fromEntries(entries);
  }

  dropped(name: string, why: string): void {
    this.onDropped(this.pathOf(name), why);
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}

/**
 * A list as services send it: an array, a single item, an object with numbered keys, or nothing; at most `most` items.
 */
export function getList(value: unknown, path: string, onDropped: OnDropped, max: number = bounds.listItems): unknown[] {
  const all = asArray(value);
  if (all.length > max) onDropped(path, `${all.length - max} more than ${max}`, all.length - max);
  return all.slice(0, max);
}

function asArray(value: unknown): unknown[] {
  if (isMissing(value)) return [];
  if (Array.isArray(value)) return value as unknown[];
  if (!isObject(value)) return [value];
  const keys = Object.keys(value);
  return keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value];
}

/** Reads every item of a list; items that can't be read are reported and dropped. */
export function readList<T>(
  value: unknown,
  path: string,
  onDropped: OnDropped,
  read: (item: unknown, path: string) => T | undefined,
): T[] {
  const items: T[] = [];
  for (const [index, raw] of getList(value, path, onDropped).entries()) {
    const item = read(raw, `${path}[${index}]`);
    if (item !== undefined) items.push(item);
    else if (!isMissing(raw)) onDropped(`${path}[${index}]`, 'not readable');
  }
  return items;
}

/** Omits keys whose value is undefined. */
export function present<T extends object>(source: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
