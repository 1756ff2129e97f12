import type { RequestError } from '../../../core/api/requestError';
import { triageKey } from '../../../core/triage/triageEntry';
import type { Indicator } from '../../../core/indicators/identity/types';
import { assess, type Assessment, isOpen, type Triaged } from '../../../core/triage/assess';
import type { LookupSettings } from '../../../core/lookups/options';
import type { TriageParts } from '../triageParts';
import type { LookupSummary } from './triageView';

/** Dependencies of looking up rows. */
export interface LookUpParts extends Pick<TriageParts, 'lookups'> {
  readonly settings: { readonly current: () => { readonly lookups: LookupSettings } };
}

/** Lookups of indicators that can't be part of a query. */
export const maxSingleLookups = 25;

/** A rate limit that prevents any lookup now. */
export function rateLimitFor(
  [row]: readonly Triaged[],
  host: string,
  { lookups }: Pick<LookUpParts, 'lookups'>,
): LookupSummary | undefined {
  const state = row && lookups.local(row.indicator, 'triage').state;
  if (state?.kind !== 'failed' || state.error.kind !== 'rateLimited') return undefined;
  return { host, requested: 0, sent: 0, known: 0, notFound: 0, requests: 0, canceled: false, error: state.error };
}

/** Looks up rows on the service: in batches, and one by one those that can't be part of a query. */
export async function lookUpRows(
  rows: readonly Triaged[],
  host: string,
  parts: LookUpParts,
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
    for (const row of rows.filter((each) => isOpen(getAssessment(each.indicator, parts))).slice(0, maxSingleLookups)) {
      if (isCanceled()) break;
      const alone = { reason: 'triage', signal, onSent: () => onSent([row.indicator]) } as const;
      const { state } = await lookups.lookUp(row.indicator, alone);
      if (state.kind !== 'failed') continue;
      error = state.error;
      break;
    }
  }
  const now = rows.map((row) => ({ ...row, ...getAssessment(row.indicator, parts) }));
  return {
    host,
    requested: rows.length,
    sent: sent.size,
    known: now.filter(({ status }) => status === 'found').length,
    notFound: now.filter((row) => isNotFound(row, lookups)).length,
    requests,
    canceled: signal.aborted,
    error,
  };
}

/** Whether the service doesn't know it, also where its host or a name above is known, risky or not. */
function isNotFound({ indicator, status }: Triaged, lookups: Pick<LookUpParts['lookups'], 'local'>): boolean {
  if (status !== 'hostFound' && status !== 'parentFound') return status === 'notFound';
  const { notFound, state } = lookups.local(indicator, 'triage');
  return notFound.length > 0 && state.kind === 'settled';
}

/** Assesses an indicator from the data in this window. */
export function getAssessment(indicator: Indicator, { lookups, settings }: LookUpParts): Assessment {
  return assess(indicator, lookups, settings.current().lookups.skipWellKnown === true);
}
