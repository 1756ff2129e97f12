import type { Indicator } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import type { PlannedLookup } from '../lookups/options';
import type { LookupMode } from '../lookups/types';
import { type Assessment, isOpen } from '../triage/assess';

/** The most values that one call of a tool sends. */
export const maxSentValues = 500;

/** The values that a call of the tool `lookup` would send, and how many of its indicators it wouldn't, by reason. */
export interface ServicePlan extends PlannedLookup {
  readonly notSent: {
    /** The local store knows them. */
    readonly known: number;
    /** Internal, reserved, or ignored. */
    readonly blocked: number;
    /** Well known, looked up recently, not expressible in a batch, or more than one call sends. */
    readonly others: number;
  };
}

/** Dependencies of planning and sending lookups. */
interface Deps {
  readonly lookups: Pick<Lookups, 'planned' | 'lookUpVisible' | 'wouldSend'>;
  readonly mode: () => LookupMode;
  /** Assesses indicators from the local store, in their order. */
  readonly assess: (indicators: readonly Indicator[], signal: AbortSignal) => Promise<readonly Assessment[]>;
}

/** The values that the user confirmed before a call. */
export interface ConfirmedValues {
  readonly address: string;
  readonly values: ReadonlySet<string>;
}

/** Plans lookups of indicators that the local store doesn't know. Undefined if nothing would be sent. Sends nothing. */
export async function planServiceLookup(
  indicators: readonly Indicator[],
  { lookups, mode, assess }: Deps,
  signal: AbortSignal,
): Promise<ServicePlan | undefined> {
  if (mode() !== 'automatic') return undefined;
  const assessments = await assess(indicators, signal);
  const open = indicators.filter((_, index) => isUnknown(assessments[index]));
  const planned = await lookups.planned(open, { reason: 'assistant', signal });
  signal.throwIfAborted();
  if (planned === undefined) return undefined;
  const values = planned.values.slice(0, maxSentValues);
  const sent = new Set(values);
  const isBlocked = ({ status }: Assessment): boolean => status === 'reserved' || status === 'ignored';
  const known = assessments.filter((each) => !isUnknown(each) && !isBlocked(each)).length;
  const blocked = assessments.filter(isBlocked).length;
  const represented = open.filter((indicator) => sent.has(lookups.wouldSend(indicator))).length;
  return { ...planned, values, notSent: { known, blocked, others: open.length - represented } };
}

/**
 * Looks up the confirmed values that the local store doesn't know, if the settings still allow it. Returns how many
 * values were sent; undefined if nothing was to be sent.
 */
export async function lookUpConfirmed(
  indicators: readonly Indicator[],
  confirmed: ConfirmedValues | undefined,
  deps: Deps,
  signal: AbortSignal,
): Promise<{ readonly sent: number; readonly isComplete: boolean } | undefined> {
  const { lookups } = deps;
  if (confirmed === undefined || confirmed.values.size === 0) return undefined;
  const plan = await planServiceLookup(indicators, deps, signal);
  if (plan?.address !== confirmed.address) return undefined;
  const values = new Set(plan.values.filter((value) => confirmed.values.has(value)));
  const wanted = indicators.filter((indicator) => values.has(lookups.wouldSend(indicator)));
  if (wanted.length === 0) return undefined;
  const sent = new Set<string>();
  const { error } = await lookups.lookUpVisible(wanted, {
    reason: 'assistant',
    signal,
    // Settings may change while requests wait for their turn.
    isConfirmed: (address, value) => address === confirmed.address && values.has(value),
    onSent: (_indicators, sentNow) => {
      for (const value of sentNow) sent.add(value);
    },
  });
  signal.throwIfAborted();
  return { sent: sent.size, isComplete: error === undefined };
}

/** Whether the local store was read, and doesn't know it. */
function isUnknown(assessment: Assessment | undefined): boolean {
  return assessment !== undefined && assessment.status !== 'unreadable' && isOpen(assessment);
}
