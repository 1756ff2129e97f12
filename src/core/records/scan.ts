import type { Indicator } from '../indicators/identity/types';
import type { IndicatorRecord, UtcMillis } from './record';

/**
 * The type of a scan (lookup API: “What the service does”): `passive` (probe 0) queries registries and name servers but
 * never the host; `active` (probe 1) also connects to the host, which its owner can see.
 */
export type ScanKind = 'passive' | 'active';

/** A scan to submit to a queue. */
export interface ScanRequest {
  readonly indicator: Indicator;
  readonly kind: ScanKind;
  /** `submit` 1: the indicator is stored and becomes searchable. One that exists is refreshed in either case. */
  readonly store: boolean;
}

/**
 * The state of a scan as the service last reported it (lookup API: “States and transitions”). `queued` and `processing`
 * are temporary; the others are final. Messages and stages are text of the service, never markup.
 */
export type ScanState =
  | { readonly kind: 'queued'; readonly message?: string }
  | { readonly kind: 'processing'; readonly stage?: string; readonly message?: string }
  | { readonly kind: 'done'; readonly record: IndicatorRecord; readonly message?: string }
  /** The service doesn't know the scan (anymore), or found nothing for the indicator. */
  | {
      readonly kind: 'notFound';
      readonly message?: string;
      /** The service doesn't know the scan (anymore): it must be submitted again. */
      readonly scanUnknown?: true;
    }
  | {
      readonly kind: 'failed';
      /** The message or status of the service. */
      readonly message?: string;
      /** The service reported the scan as done but sent no record. */
      readonly noRecord?: true;
    };

/** Facts from an enrichment that affect the risk; a missing key was not checked or could not be determined. */
export interface ScanFacts {
  /** When the registered domain was registered. */
  readonly registered?: UtcMillis;
  /** False if the name does not exist or has no address. */
  readonly resolves?: boolean;
  /** The certificate that the host presented. */
  readonly certificate?: {
    readonly selfSigned: boolean;
    /** It was issued for another name. */
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
