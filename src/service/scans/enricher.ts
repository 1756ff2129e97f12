import type { Indicator } from '../../core/indicators/types';
import type { Attributes, Properties, UtcMillis } from '../../core/records/record';
import type { ScanKind } from '../../core/records/scan';

/** What an enrichment saw that tells of a risk; a missing key was not looked at, or could not be learnt. */
export interface ScanFacts {
  /** When the registered domain was registered. */
  readonly registered?: UtcMillis;
  /** False where name servers say that the name does not exist, or that no address is behind it. */
  readonly resolves?: boolean;
  /** Of the certificate that the host presented. */
  readonly certificate?: {
    readonly selfSigned: boolean;
    /** It is made out for another name. */
    readonly mismatched: boolean;
    readonly expired: boolean;
    /** Its chain ends at an authority that the system trusts. */
    readonly trusted: boolean;
  };
  /** TCP ports that were found open. */
  readonly openPorts?: readonly number[];
  /** HTTP status of the last page. */
  readonly httpStatus?: number;
}

/** What was found out of one indicator, in the property groups and keys of the specification. */
export interface Enrichment {
  /** Whole groups: a group that is here takes the place of what an earlier scan found; one that is not is kept. */
  readonly properties: Properties;
  readonly attributes: Attributes;
  /** URLs that the indicator led to, in the order they were followed, without itself. */
  readonly redirects: readonly string[];
  readonly facts: ScanFacts;
  /** What could not be learnt and why, in plain words: one look-up that fails never fails the scan. */
  readonly troubles: readonly string[];
}

export interface EnrichOptions {
  readonly mode: ScanKind;
  readonly signal: AbortSignal;
  /** Told the current step in plain words (“Asking name servers”), which a poll answers as `stage`. */
  readonly onStage: (stage: string) => void;
}

/**
 * Looks an indicator up in the world outside. It has no access to the store, and is never handed what is reserved.
 * Rejects only where it was cancelled or where nothing at all could be done.
 */
export interface Enricher {
  enrich(indicator: Indicator, options: EnrichOptions): Promise<Enrichment>;
}
