import { isWellKnown } from '../../context/builtIn';
import { isListedByMistake } from '../../context/falsePositives';
import { getHost } from '../../indicators/identity/getHost';
import { withNamesAbove } from '../../indicators/registry/namesAbove';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { Known } from '../../records/knowledge';
import type { RiskLevel } from '../../records/risk';
import type { Lookups } from '../lookups';
import type { LookupResult } from '../types';

/** The risk to highlight: the highest that memory and store have, of a URL and its host. */
interface RiskSnapshot {
  readonly risk: RiskLevel;
  readonly retired: boolean;
  /** Whether a service might know more, so that a batch may look it up. */
  readonly unresolved: boolean;
}

/** Risks of the many indicators in a document, from memory and store only, cached until they change. */
export interface RiskSnapshots {
  of(indicator: Indicator): RiskSnapshot;
  /** Called when the risk of an indicator, or of any, may have changed. */
  onChanged(listener: () => void): () => void;
  /** Another window may have changed the store. */
  forget(): void;
  dispose(): void;
}

const maxRemembered = 50_000;
const nothing: RiskSnapshot = { risk: 'unknown', retired: false, unresolved: false };

/**
 * `skipWellKnown` is read each time: well-known hosts aren't highlighted or looked up, and those of known operators aren't
 * highlighted for what only lists report.
 */
export function createRiskSnapshots(lookups: Lookups, skipWellKnown: () => boolean): RiskSnapshots {
  const snapshots = new Map<string, RiskSnapshot>();
  /** The indicators whose risk depends on a key. */
  const dependents = new Map<string, Set<string>>();
  const listeners = new Set<() => void>();

  const changed = (key: string | undefined): void => {
    if (key === undefined) {
      snapshots.clear();
      dependents.clear();
    } else {
      for (const name of dependents.get(key) ?? []) snapshots.delete(name);
      dependents.delete(key);
    }
    for (const listener of [...listeners]) listener();
  };
  const stop = lookups.onChanged(changed);

  const keysOf = (indicator: Indicator): readonly string[] => {
    if (indicator.type !== 'url') return [lookupKey(indicator)];
    const host = getHost(indicator);
    return [lookupKey(indicator), lookupKey(lookups.wouldSend(indicator)), ...(host ? [lookupKey(host)] : [])];
  };

  /** The record that decides the highlight; not the host's if only lists rate the host, by mistake. */
  const leadOf = (indicator: Indicator, { known, host = [], worseHost }: LookupResult): Known | undefined => {
    const isUrl = indicator.type === 'url';
    const isFalsePositive = skipWellKnown() && isListedByMistake(indicator, isUrl ? host : known);
    if (isFalsePositive) return isUrl ? known[0] : undefined;
    return worseHost ?? known[0];
  };

  const summarize = (indicator: Indicator): RiskSnapshot => {
    const isSkipped = skipWellKnown() && isWellKnown(indicator);
    if (isSkipped && indicator.type !== 'url') return nothing;
    const result = lookups.local(indicator, 'visible');
    // A URL on a well-known host is highlighted for its own risk only.
    const lead = isSkipped ? result.known[0] : leadOf(indicator, result);
    const unresolved = !isSkipped && (result.state.kind === 'pending' || result.state.kind === 'failed');
    return lead === undefined
      ? { ...nothing, unresolved }
      : { risk: lead.record.risk, retired: lead.record.retired, unresolved };
  };

  return {
    of(indicator) {
      const name = `${indicator.type} ${indicator.value}`;
      const existing = snapshots.get(name);
      if (existing !== undefined) return existing;
      if (snapshots.size >= maxRemembered) {
        snapshots.clear();
        dependents.clear();
      }
      const snapshot = summarize(indicator);
      snapshots.set(name, snapshot);
      for (const key of withNamesAbove(keysOf(indicator))) {
        const names = dependents.get(key);
        if (names === undefined) dependents.set(key, new Set([name]));
        else names.add(name);
      }
      return snapshot;
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget: () => changed(undefined),
    dispose: stop,
  };
}
