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

/** Checks the invariants of finding in a text. @returns a description of the first failure; undefined if they hold */
export function findFailure(text: string, options: FindOptions): string | undefined {
  try {
    const found = findIndicators(text, options);
    return (
      findRangeFailure(text, found) ?? findOccurrenceFailure(text, found, options) ?? findEncodedFailure(text, options)
    );
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

/** Checks a search with decoding: an occurrence may be within a URL. */
function findEncodedFailure(text: string, options: FindOptions): string | undefined {
  const around: Occurrence[] = [];
  for (const each of findIndicators(text, { ...options, encoded: true })) {
    const { start, end, raw, value } = each;
    while (around.length > 0 && (around.at(-1)?.end ?? 0) <= start) around.pop();
    const outer = around.at(-1);
    if (outer !== undefined && (outer.type !== 'url' || end > outer.end || start <= outer.start))
      return `${JSON.stringify(each)} overlaps ${JSON.stringify(outer)}`;
    if (end <= start || text.slice(start, end) !== raw) return `${JSON.stringify(each)} isn't at its place`;
    if (lookupKey(lookupKey(value)) !== lookupKey(value)) return `key of ${JSON.stringify(value)} isn't one`;
    around.push(each);
  }
  return undefined;
}

/** Whether path, query, and fragment are unescaped in the text: an escaped character can end a URL. */
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
  // A window of a long line is split at spaces, so distant text can be read differently.
  if (text.length > 2048) return undefined;
  for (const offset of [start, end - 1]) {
    const there = findIndicatorAt(text, offset, options);
    if (there?.start !== start || there.end !== end || there.value !== occurrence.value)
      return `at ${offset} is ${JSON.stringify(there)}, not ${JSON.stringify(occurrence)}`;
  }
  return undefined;
}

/** Time limit for a text in milliseconds: generous, but linear in its length. */
export const allowedMillis = (text: string): number => 20 + text.length / 100;

/**
 * Milliseconds of processor time for finding, which waits for other programs don't count in: the fastest of a few runs if
 * the first exceeds the limit, because of the collection of garbage.
 */
export function findingMillis(text: string, options: FindOptions): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && fastest > allowedMillis(text); run++) {
    const before = process.cpuUsage();
    findIndicators(text, { ...options, encoded: true });
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}
