import assert from 'node:assert/strict';
import { findIndicators, getHost, type Indicator, startsMail } from '../../../../src/core/indicators';
import { getSyntax } from '../../../../src/core/indicators/detect/syntax/language';
import { maxLocations } from '../../../../src/core/triage/counting/locationStore';
import type { CountedIndicator } from '../../../../src/core/triage/counting/occurrenceCounter';
import { getEncoding } from '../../../../src/core/text/encoding';

/** Expected result of a triage: everything that `findIndicators` finds in the whole text. */
export interface PlainCounts {
  readonly lines: number;
  readonly counted: number;
  readonly found: readonly CountedIndicator[];
}

/** Decodes a text at once and searches all of it at once. */
export function plainCounts(bytes: Uint8Array, languageId?: string): PlainCounts {
  const text = new TextDecoder(getEncoding(bytes)).decode(bytes);
  const isCode = getSyntax(languageId) !== undefined;
  const all = findIndicators(text, { languageId, encoded: true, mail: !isCode && startsMail(text) });
  const found = new Map<string, CountedIndicator & { count: number; locations: number[] }>();
  const lastLines = new Map<string, number>();
  let counted = 0;
  let line = 1;
  let lineStart = 0;
  const count = ({ type, value }: Indicator, reserved: boolean, column: number): void => {
    const key = `${type} ${value}`;
    const known = found.get(key);
    const entry = known ?? { type, value, reserved, count: 0, locations: [] as number[] };
    found.set(key, entry);
    if (lastLines.get(key) === line) return;
    lastLines.set(key, line);
    counted++;
    entry.count++;
    if (entry.locations.length < 2 * maxLocations) entry.locations.push(line, column);
  };
  for (const { type, value, raw, reserved, start } of all) {
    for (let end = text.indexOf('\n', lineStart); end !== -1 && end < start; end = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = end + 1;
    }
    const column = start - lineStart + 1;
    count({ type, value }, reserved, column);
    const host = type === 'url' ? getHost({ type, value }) : undefined;
    if (host !== undefined) count(host, reserved, raw === value ? column + value.indexOf(host.value) : column);
  }
  const lines = text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);
  return { lines, counted, found: [...found.values()] };
}

/** Removes the timelines, which must contain every occurrence or, with `partly`, those with a time. */
export function withoutTimelines(
  found: Iterable<CountedIndicator>,
  { partly = false } = {},
): readonly CountedIndicator[] {
  return Array.from(found, ({ timeline, ...whole }) => {
    const entry = withoutClients(whole);
    const sum = (timeline?.counts ?? []).reduce((all, count) => all + count, 0);
    assert.ok(partly ? sum <= entry.count : sum === entry.count, entry.value);
    return entry;
  });
}

function withoutClients(entry: Omit<CountedIndicator, 'timeline'>): Omit<CountedIndicator, 'timeline'> {
  const own = { ...entry };
  delete own.clients;
  return own;
}
