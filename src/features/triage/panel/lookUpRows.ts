import type { RequestError } from '../../../core/api/requestError';
import { triageKey } from '../../../core/triage/triageEntry';
import type { Indicator } from '../../../core/indicators/identity/types';
import { isOpen, type Triaged } from '../../../core/triage/assess';
import { type AssessmentParts, assessOne } from './triageModel';
import type { LookupSummary } from './triageView';

/** Lookups of indicators that can't be part of a query. */
export const maxSingleLookups = 25;

/** A rate limit that prevents any lookup now. */
export function rateLimitFor(
  [row]: readonly Triaged[],
  host: string,
  { lookups }: Pick<AssessmentParts, 'lookups'>,
): LookupSummary | undefined {
  const state = row && lookups.local(row.indicator, 'triage').state;
  if (state?.kind !== 'failed' || state.error.kind !== 'rateLimited') return undefined;
  return { host, requested: 0, sent: 0, known: 0, notKnown: 0, requests: 0, canceled: false, error: state.error };
}

/** Looks up rows on the service: in batches, and one by one those that can't be part of a query. */
export async function lookUpRows(
  rows: readonly Triaged[],
  host: string,
  parts: AssessmentParts,
  signal: AbortSignal,
  onRequestSent: (indicators: readonly Indicator[]) => void,
): Promise<LookupSummary> {
  const { lookups } = parts;
  const isCanceled = (): boolean => signal.aborted;
  const indicators = rows.map(({ indicator }) => indicator);
  const wanted = new Set(indicators.map(triageKey));
  const sent = new Set<string>();
  let requests = 0;
  const onSent = (those: readonly Indicator[]): void => {
    requests++;
    for (const each of those) if (wanted.has(triageKey(each))) sent.add(triageKey(each));
    onRequestSent(those);
  };
  let error: RequestError | undefined;
  ({ error } = await lookups.lookUpVisible(indicators, { reason: 'triage', signal, onSent }));
  if (error === undefined && !isCanceled()) {
    for (const row of rows.filter((each) => isOpen(assessOne(each, parts))).slice(0, maxSingleLookups)) {
      if (isCanceled()) break;
      const alone = { reason: 'triage', signal, onSent: () => onSent([row.indicator]) } as const;
      const { state } = await lookups.lookUp(row.indicator, alone);
      if (state.kind !== 'failed') continue;
      error = state.error;
      break;
    }
  }
  const now = rows.map((row) => assessOne(row, parts));
  return {
    host,
    requested: rows.length,
    sent: sent.size,
    known: now.filter(({ standing }) => standing === 'known').length,
    notKnown: now.filter((row) => isNotFound(row, lookups)).length,
    requests,
    canceled: signal.aborted,
    error,
  };
}

/** Whether the service doesn't know it, also where its host is known, risky or not. */
function isNotFound({ indicator, standing }: Triaged, lookups: Pick<AssessmentParts['lookups'], 'local'>): boolean {
  if (standing !== 'hostKnown') return standing === 'notKnown';
  const { notKnown, state } = lookups.local(indicator, 'triage');
  return notKnown.length > 0 && state.kind === 'settled';
}
