import { hostOf } from '../../../core/indicators/identity/hostOf';
import { lookupKey } from '../../../core/indicators/identity/lookupKey';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { LookupSettings } from '../../../core/lookups/options';
import { entriesOf, type Found, MergedTexts, type TextRead } from '../../../core/triage/found';
import { assess, type Assessment, type Triaged, worstTriaged } from '../../../core/triage/assess';
import { forEachInSlices, sortInSlices } from '../slices';
import type { TriageList } from '../triageList';
import type { TriageParts } from '../triageParts';

/** Rows shown in a panel, the most severe first; exports contain all. */
export const maxRows = 50_000;

/** What assessing and looking up need. */
export interface AssessmentParts extends Pick<TriageParts, 'lookups'> {
  readonly settings: { readonly current: () => { readonly lookups: LookupSettings } };
}

/**
 * Assesses all indicators of texts, the most severe first; undefined if it was canceled. `known` returns what was assessed
 * while the texts were read.
 */
export async function assessAll(
  texts: readonly TextRead[],
  parts: AssessmentParts,
  signal: AbortSignal,
  known: (indicator: Indicator) => Assessment | undefined = () => undefined,
): Promise<Triaged[] | undefined> {
  const merged = new MergedTexts();
  await forEachInSlices(entriesOf(texts), signal, ([entry, file]) => merged.add(entry, file));
  const rows: Triaged[] = [];
  await forEachInSlices(merged.list(), signal, (found) => {
    const assessment = known(found.indicator);
    rows.push(assessment === undefined ? assessOne(found, parts) : { ...found, ...assessment });
  });
  const sorted = await sortInSlices(rows, worstTriaged, signal);
  return signal.aborted ? undefined : sorted;
}

/** Assesses one indicator. */
export function assessOne(found: Found, parts: AssessmentParts): Triaged {
  const { indicator, reserved, occurrences, files, locations, timeline } = found;
  return {
    indicator,
    reserved,
    occurrences,
    files,
    locations,
    timeline,
    ...assessmentOf(indicator, parts),
  };
}

/** What is known about an indicator. */
export function assessmentOf(indicator: Indicator, { lookups, settings }: AssessmentParts): Assessment {
  return assess(indicator, lookups, settings.current().lookups.skipWellKnown === true);
}

/** Whether rows are those of the entries of the triage list. */
export function areAllOf(rows: readonly Triaged[], list: Pick<TriageList, 'list' | 'stateOf'>): boolean {
  return rows.length === list.list().length && rows.every(({ indicator }) => list.stateOf(indicator) !== undefined);
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
