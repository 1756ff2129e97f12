import type { Indicator } from '../../core/indicators/types';
import type { Attributes, Properties } from '../../core/records/record';
import type { ScanFacts, ScanKind } from '../../core/records/scan';

export type { ScanFacts };

/** What was found out of one indicator, in the property groups and keys of the specification. */
export interface Enrichment {
  /** Whole groups: a group that is here takes the place of what an earlier scan found; one that is not is kept. */
  readonly properties: Properties;
  readonly attributes: Attributes;
  /** URLs that the indicator led to, in the order they were followed, without itself. */
  readonly redirects: readonly string[];
  readonly facts: ScanFacts;
  /** What could not be learnt and why, in plain words: one look-up that fails never fails the scan. */
  readonly errors: readonly string[];
}

export interface EnrichOptions {
  readonly mode: ScanKind;
  readonly signal: AbortSignal;
  /** Told the current step in plain words (“Asking name servers”), which a poll answers as `stage`. */
  readonly onStage: (stage: string) => void;
  /** True for what the user keeps to the machine (reserved, ignored): no redirect or name is followed there. */
  readonly isBlocked?: (indicator: Indicator) => boolean;
}

/**
 * Looks an indicator up in the world outside. It has no access to the store, and is never handed what is reserved.
 * Rejects only where it was cancelled or where nothing at all could be done.
 */
export interface Enricher {
  enrich(indicator: Indicator, options: EnrichOptions): Promise<Enrichment>;
}
