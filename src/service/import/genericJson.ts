import { parseListEntry } from '../../core/indicators';
import { getEntries, isHash } from '../../core/lists/entries';
import { type Columns, understandTable } from '../../core/lists/tables/columns';
import type { UtcMillis } from '../../core/records/record';
import type { SkippedItem, Statement } from '../../core/records/statement';
import { isObject } from '../../core/stix/fields';
import { readRow } from './csvRow';
import { countUnrated, type ParsedChunk } from './parsedChunk';

/** How deep lists are searched, and how many are read. */
const [maxDepth, maxLists] = [4, 1_000];
const sampleRows = 50;
const maxKeys = 200;
const maxCell = 4_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads JSON that no known shape describes: a list of values or of objects with a key for the indicator, also in objects, or
 * an object whose keys are indicators. Undefined if it contains no list with indicators. STIX objects aren't read.
 */
export function readGenericJson(value: unknown, now: UtcMillis): ParsedChunk | undefined {
  const reading = new Reading(now);
  for (const list of listsIn(value, 0)) reading.list(list);
  return reading.hasFound ? reading.chunk() : undefined;
}

/** Each line as JSON; undefined if the first one isn't an object or list. */
export function jsonLinesIn(text: string): readonly unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map((line): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      return line;
    }
  });
  return typeof values[0] === 'object' && values[0] !== null ? values : undefined;
}

/** The lists in a value, and objects whose keys are indicators as lists of objects. */
function* listsIn(value: unknown, depth: number): Generator<readonly unknown[]> {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const isTable = list.slice(0, sampleRows).some((each) => !Array.isArray(each));
    yield isTable ? list : list.map((row) => (Array.isArray(row) ? fieldsOf(row) : row));
    return;
  }
  if (!isObject(value)) return;
  const entries = Object.entries(value);
  const named = entries.slice(0, sampleRows).filter(([key]) => parseListEntry(key) !== undefined).length;
  if (named > 0 && named * 2 >= Math.min(entries.length, sampleRows)) {
    yield entries.map(([key, more]) => ({ indicator: key, ...(isObject(more) ? more : { value: more }) }));
    return;
  }
  let count = 0;
  for (const [, each] of entries) {
    if (count++ >= maxLists) return;
    yield* listsIn(each, depth + 1);
  }
}

const fieldsOf = (row: readonly unknown[]): Fields =>
  Object.fromEntries(row.slice(0, maxKeys).map((cell, at) => [`column ${at + 1}`, cell]));

const isStixObject = (row: Fields): boolean =>
  typeof row.type === 'string' && typeof row.id === 'string' && row.id.startsWith(`${row.type}--`);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, maxCell);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The cells of an object: texts and numbers, lists of them, and those of objects in it as `key_inner`. */
function cellsOf(row: Fields): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  for (const [key, value] of Object.entries(row).slice(0, maxKeys)) {
    if (Array.isArray(value)) cells.set(key, value.slice(0, maxKeys).map(textOf).filter(Boolean).join(', '));
    else if (!isObject(value)) cells.set(key, textOf(value));
    else
      for (const [inner, each] of Object.entries(value).slice(0, maxKeys)) cells.set(`${key}_${inner}`, textOf(each));
  }
  return cells;
}

class Reading {
  hasFound = false;
  private objects = 0;
  private readonly statements: Statement[] = [];
  private readonly skipped: SkippedItem[] = [];

  constructor(private readonly now: UtcMillis) {}

  list(list: readonly unknown[]): void {
    const objects = list.filter(isObject).filter((row) => !isStixObject(row));
    if (objects.length > 0) this.table(list, objects.slice(0, sampleRows).map(cellsOf));
    else this.values(list);
  }

  chunk(): ParsedChunk {
    const { objects, statements, skipped } = this;
    return { objects, statements, skipped, unrated: countUnrated(statements) };
  }

  private values(list: readonly unknown[]): void {
    const texts = list.filter((each) => typeof each === 'string');
    const sample = texts.slice(0, sampleRows);
    const hits = sample.filter((each) => getEntries(each).length > 0).length;
    if (hits === 0 || hits * 4 < sample.filter((each) => !isHash(each)).length) return;
    const { columns } = understandTable([['value']]) ?? { columns: [] };
    for (const each of list) this.row(columns, typeof each === 'string' ? [each] : undefined, each);
  }

  private table(list: readonly unknown[], sample: readonly ReadonlyMap<string, string>[]): void {
    const header = [...new Set(sample.flatMap((cells) => [...cells.keys()]))].slice(0, maxKeys);
    const rows = sample.map((cells) => header.map((name) => cells.get(name) ?? ''));
    const understood = understandTable([header, ...rows]);
    if (understood?.columns.some(({ meaning }) => meaning === 'indicator') !== true) return;
    for (const each of list) {
      const cells = isObject(each) ? cellsOf(each) : undefined;
      this.row(understood.columns, cells === undefined ? undefined : header.map((name) => cells.get(name) ?? ''), each);
    }
  }

  private row(columns: Columns, cells: readonly string[] | undefined, value: unknown): void {
    this.objects++;
    if (cells === undefined) {
      const example = typeof value === 'string' ? value : Array.isArray(value) ? '[…]' : String(value);
      this.skipped.push({ reason: { kind: 'notObject' }, example });
      return;
    }
    const { statements, skipped } = readRow(columns, cells, this.now);
    for (const each of statements) this.statements.push(each);
    for (const each of skipped) this.skipped.push(each);
    if (statements.length > 0) this.hasFound = true;
  }
}
