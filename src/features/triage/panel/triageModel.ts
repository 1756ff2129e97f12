import { hostOf } from '../../../core/indicators/identity/hostOf';
import { lookupKey } from '../../../core/indicators/identity/lookupKey';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { LookupSettings } from '../../../core/lookups/lookups';
import { type Found, type TextRead, mergeTexts } from '../../../core/triage/found';
import { assess, type Triaged, worstTriaged } from '../../../core/triage/assess';
import type { TriageParts } from '../triageParts';

/** Rows shown in a panel, the most severe first; exports contain all. */
export const maxRows = 50_000;
/** Verdicts are looked up in time slices, so that other work isn't blocked. */
const sliceMillis = 8;

/** What assessing and looking up need. */
export interface AssessmentParts extends Pick<TriageParts, 'lookups'> {
  readonly settings: { readonly current: () => { readonly lookups: LookupSettings } };
}

/** Assesses all indicators of texts, the most severe first; undefined if it was canceled. */
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

/** Assesses one indicator. */
export function assessOne(found: Found, { lookups, settings }: AssessmentParts): Triaged {
  const { indicator, reserved, occurrences, files, locations, timeline } = found;
  const skipsWellKnown = settings.current().lookups.skipWellKnown === true;
  return {
    ...{ indicator, reserved, occurrences, files, locations },
    ...(timeline === undefined ? {} : { timeline }),
    ...assess(indicator, lookups, skipsWellKnown),
  };
}

/** Assesses rows again and returns the indexes of those that have changed. */
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

function verdictKey({ lead, known, hostKnown = [] }: Triaged): string {
  const { risk = '', retired = false } = lead?.record ?? {};
  return `${risk} ${String(retired)} ${known.length} ${hostKnown.length} ${lead?.source.name ?? ''}`;
}

/** The rows whose verdict depends on each lookup key. */
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

/** Processes items one after the other in time slices; stops when canceled. */
async function forEachInSlices<T>(items: readonly T[], signal: AbortSignal, work: (item: T) => void): Promise<void> {
  let sliceStart = performance.now();
  for (const item of items) {
    if (signal.aborted) return;
    work(item);
    if (performance.now() - sliceStart < sliceMillis) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    sliceStart = performance.now();
  }
}
