import {
  defang,
  findIndicatorAt,
  findIndicators,
  type FindOptions,
  lookupKey,
  type Occurrence,
  parseIndicator,
  refang,
} from '../../src/core/indicators';

/** What is wrong with the answer for a text, as a sentence; undefined where all that must hold does. */
export function findFailure(text: string, options: FindOptions): string | undefined {
  try {
    const found = findIndicators(text, options);
    return findRangeFailure(text, found) ?? findOccurrenceFailure(text, found, options);
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

function findRangeFailure(text: string, found: readonly Occurrence[]): string | undefined {
  let end = 0;
  for (const { start, end: next, raw } of found) {
    if (start < end) return `range ${start}–${next} begins before the last one ends (${end})`;
    if (next <= start || next > text.length) return `range ${start}–${next} is none`;
    if (text.slice(start, next) !== raw) return `raw ${JSON.stringify(raw)} is not the text at ${start}–${next}`;
    end = next;
  }
  return undefined;
}

function findOccurrenceFailure(text: string, found: readonly Occurrence[], options: FindOptions): string | undefined {
  for (const occurrence of found) {
    const failure = findValueFailure(occurrence);
    if (failure !== undefined) return failure;
  }
  const last = found.at(-1);
  return last === undefined ? undefined : findWindowFailure(text, last, options);
}

/** Whether path, query and fragment stand in the text as they are: what an escape hid may end a URL. */
function isVerbatim({ type, value, raw }: Occurrence): boolean {
  return type !== 'url' || raw.endsWith(value.replace(/^[a-z]+:\/\/[^/?#]*/, ''));
}

function findValueFailure(occurrence: Occurrence): string | undefined {
  const { type, value } = occurrence;
  const parsed = isVerbatim(occurrence) ? parseIndicator(value) : occurrence;
  if (parsed?.type !== type || parsed.value !== value)
    return `value ${JSON.stringify(value)} (${type}) is read again as ${JSON.stringify(parsed)}`;
  const key = lookupKey(value);
  if (lookupKey(key) !== key) return `key ${JSON.stringify(key)} has the key ${JSON.stringify(lookupKey(key))}`;
  const again = refang(defang(value));
  if (again !== value) return `value ${JSON.stringify(value)} is ${JSON.stringify(again)} after defang and refang`;
  return undefined;
}

function findWindowFailure(text: string, occurrence: Occurrence, options: FindOptions): string | undefined {
  const { start, end } = occurrence;
  // A window is cut at blanks of a long line: what stands far behind them may be seen otherwise.
  if (text.length > 2048) return undefined;
  for (const offset of [start, end - 1]) {
    const there = findIndicatorAt(text, offset, options);
    if (there?.start !== start || there.end !== end || there.value !== occurrence.value)
      return `at ${offset} stands ${JSON.stringify(there)}, not ${JSON.stringify(occurrence)}`;
  }
  return undefined;
}

/** Milliseconds that a text may take: far more than any does, but not more than in proportion to its length. */
export const allowedMillis = (text: string): number => 20 + text.length / 100;

/** Milliseconds that finding takes, the least of a few runs where the first is over what is allowed (others use the machine, too). */
export function findingMillis(text: string, options: FindOptions): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && fastest > allowedMillis(text); run++) {
    const startedAt = performance.now();
    findIndicators(text, options);
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest;
}
