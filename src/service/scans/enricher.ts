import type { Indicator } from '../../core/indicators/identity/types';
import type { Attributes, Properties } from '../../core/records/record';
import type { ScanFacts, ScanKind } from '../../core/records/scan';

/** The results for one indicator, in the property groups and keys of the specification. */
export interface Enrichment {
  /** Complete groups: they replace those of earlier scans; missing groups are kept. */
  readonly properties: Properties;
  readonly attributes: Attributes;
  /** The redirects of the indicator, in order. */
  readonly redirects: readonly string[];
  readonly facts: ScanFacts;
  /** Lookups that failed, and why, in plain text; they don't fail the scan. */
  readonly errors: readonly string[];
}

export interface EnrichOptions {
  readonly mode: ScanKind;
  readonly signal: AbortSignal;
  /** Called with the current step in plain text (“Querying name servers”), which is the `stage` of a poll. */
  readonly onStage: (stage: string) => void;
  /** Whether an indicator is reserved or ignored: it is neither resolved nor connected to. */
  readonly isBlocked?: (indicator: Indicator) => boolean;
}

/**
 * Looks up an indicator in external sources. Has no access to the store. Rejects only when canceled, or where every
 * lookup failed.
 */
export interface Enricher {
  enrich(indicator: Indicator, options: EnrichOptions): Promise<Enrichment>;
}
