import type { Indicator } from '../indicators/types';
import type { IndicatorRecord, UtcMillis } from './record';

/**
 * How far a scan goes (api-spec: “What the service does”): `passive` (probe 0) asks registries and name servers and never
 * the host itself; `active` (probe 1) also connects to the host, which its owner can see.
 */
export type ScanKind = 'passive' | 'active';

/** What is submitted to a queue. */
export interface ScanRequest {
  readonly indicator: Indicator;
  readonly kind: ScanKind;
  /** `submit` 1: the indicator is stored and becomes searchable. One that exists is refreshed in either case. */
  readonly store: boolean;
}

/**
 * How far a scan has come (api-spec: “States and transitions”), by what the service last said of it. `queued` and
 * `processing` go on; the others are ends. Messages and stages are the service's own words: text, never markup.
 */
export type ScanState =
  | { readonly kind: 'queued'; readonly message?: string }
  | { readonly kind: 'processing'; readonly stage?: string; readonly message?: string }
  | { readonly kind: 'done'; readonly record: IndicatorRecord; readonly message?: string }
  /** The service knows no such scan (any more), or could find nothing under the name. */
  | {
      readonly kind: 'notFound';
      readonly message?: string;
      /** It is the scan that the service does not know (any more): only a new submission helps. */
      readonly scanUnknown?: true;
    }
  | {
      readonly kind: 'failed';
      /** The service's sentence, or its word for how the scan stands. */
      readonly message?: string;
      /** It is done, the service says, but came without a record. */
      readonly noRecord?: true;
    };

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
