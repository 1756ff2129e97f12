import assert from 'node:assert/strict';
import { findIndicators } from '../../../../src/core/indicators';
import { maxLocations } from '../../../../src/core/triage/counting/locationStore';
import type { TallyEntry } from '../../../../src/core/triage/counting/tally';
import { encodingOf } from '../../../../src/core/text/encoding';

/** What a triage of a text must find: everything that `findIndicators` finds in all of it. */
export interface PlainTally {
  readonly lines: number;
  readonly occurrences: number;
  readonly found: readonly TallyEntry[];
}

/** Decodes a text at once and searches all of it at once. */
export function plainTally(bytes: Uint8Array, languageId?: string): PlainTally {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const all = findIndicators(text, languageId === undefined ? {} : { languageId });
  const found = new Map<string, TallyEntry & { count: number; locations: number[] }>();
  let line = 1;
  let lineStart = 0;
  for (const { type, value, reserved, start } of all) {
    for (let end = text.indexOf('\n', lineStart); end !== -1 && end < start; end = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = end + 1;
    }
    const key = `${type} ${value}`;
    const entry = found.get(key) ?? { type, value, reserved, count: 0, locations: [] };
    found.set(key, entry);
    entry.count++;
    if (entry.locations.length < 2 * maxLocations) entry.locations.push(line, start - lineStart + 1);
  }
  const lines = text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);
  return { lines, occurrences: all.length, found: [...found.values()] };
}

/** The same indicators without their timelines, which contain every occurrence, or, with `partly`, those with a time. */
export function withoutTimelines(found: Iterable<TallyEntry>, { partly = false } = {}): readonly TallyEntry[] {
  return Array.from(found, ({ timeline, ...entry }) => {
    const sum = (timeline?.counts ?? []).reduce((all, count) => all + count, 0);
    assert.ok(partly ? sum <= entry.count : sum === entry.count, entry.value);
    return entry;
  });
}
