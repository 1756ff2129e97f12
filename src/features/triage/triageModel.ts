import { hostOf } from '../../core/indicators/hostOf';
import { lookupKey } from '../../core/indicators/lookupKey';
import type { Indicator } from '../../core/indicators/types';
import type { LookupSettings } from '../../core/lookups/lookups';
import { type Found, type TextRead, mergeTexts } from '../../core/triage/found';
import { assess, type Triaged, worstTriaged } from '../../core/triage/assess';
import type { TriageParts } from './triageParts';

/** So many rows are shown, the worst of them; exports have all. */
export const maxRows = 50_000;
/** Verdicts are looked up in slices of so many milliseconds: between two of them others get their turn. */
const sliceMillis = 8;

/** What judging and asking take. */
export interface AssessmentParts extends Pick<TriageParts, 'lookups'> {
  readonly settings: { readonly current: () => { readonly lookups: LookupSettings } };
}

/** Judges everything that was found in texts, the worst first; undefined where it was called off. */
export async function assessAll(
  texts: readonly TextRead[],
  parts: AssessmentParts,
  signal: AbortSignal,
): Promise<Triaged[] | undefined> {
  const found = mergeTexts(texts);
  const rows: Triaged[] = [];
  await forEachInSlices(found, signal, (next) => rows.push(assessOne(next, parts)));
  if (rows.length < found.length) return undefined;
  return rows.sort(worstTriaged);
}

/** One indicator with what is known of it now. */
export function assessOne(found: Found, { lookups, settings }: AssessmentParts): Triaged {
  const { indicator, reserved, occurrences, files, locations } = found;
  const skipsWellKnown = settings.current().lookups.skipWellKnown === true;
  return { ...{ indicator, reserved, occurrences, files, locations }, ...assess(indicator, lookups, skipsWellKnown) };
}

/** Judges rows anew; gives the indexes of those that have become others. */
export async function reassess(
  rows: Triaged[],
  wanted: readonly number[],
  parts: AssessmentParts,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const changed: number[] = [];
  await forEachInSlices(wanted, signal, (index) => {
    const row = rows[index];
    if (row === undefined) return;
    const now = assessOne(row, parts);
    if (
      now.standing === row.standing &&
      now.unread === row.unread &&
      now.lead?.asOf === row.lead?.asOf &&
      verdictKey(now) === verdictKey(row)
    )
      return;
    rows[index] = now;
    changed.push(index);
  });
  return changed;
}

function verdictKey({ lead, known }: Triaged): string {
  const { risk = '', retired = false } = lead?.record ?? {};
  return `${risk} ${String(retired)} ${known.length} ${lead?.source.name ?? ''}`;
}

/** The rows whose verdict rests on each key of a lookup. */
export function rowsByKey(rows: readonly Triaged[], lookups: Pick<TriageParts['lookups'], 'wouldSend'>) {
  const byKey = new Map<string, number[]>();
  for (const [index, { indicator }] of rows.entries())
    for (const key of keysOf(indicator, lookups)) {
      const existing = byKey.get(key);
      if (existing === undefined) byKey.set(key, [index]);
      else existing.push(index);
    }
  return byKey;
}

function keysOf(indicator: Indicator, lookups: Pick<TriageParts['lookups'], 'wouldSend'>): ReadonlySet<string> {
  if (indicator.type !== 'url') return new Set([lookupKey(indicator)]);
  const host = hostOf(indicator);
  const keys = [lookupKey(indicator), lookupKey(lookups.wouldSend(indicator))];
  return new Set(host === undefined ? keys : [...keys, lookupKey(host)]);
}

/** Work on one item after the other, with a rest now and then; ends early where it is called off. */
async function forEachInSlices<T>(items: readonly T[], signal: AbortSignal, work: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    if (signal.aborted) return;
    work(item);
    if (performance.now() - began < sliceMillis) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    began = performance.now();
  }
}
