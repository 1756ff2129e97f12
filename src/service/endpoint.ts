import type * as z from 'zod';
import { type TierName } from '../core/store/protocol';
import { type Answer, refusal } from './answer';
import { readParams } from './params';
import { type ServedRecords } from './records';
import { type ScanSubmissions } from './scans/scanSubmissions';

/** What every endpoint is handed beside its parameters. */
export interface Context {
  readonly store: ServedRecords;
  readonly tier: TierName;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Undefined where this service has no queue. */
  readonly scans: ScanSubmissions | undefined;
  /** False for who has no key: nobody outside is asked on a stranger's behalf. */
  readonly mayLookOutside: boolean;
  /** True for who has a key, and for the extension itself: a registered user of this service. */
  readonly registered: boolean;
  /** Where this service is reached, without a trailing slash. */
  readonly address: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export type Method = 'GET' | 'POST';

/** One address of the service: what it answers to each method that it takes. */
export interface Endpoint {
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Handler>>>;
  /** Methods that don't count against the rate limit. */
  readonly free?: readonly Method[];
}

export type Handler = (query: URLSearchParams, context: Context) => Answer | Promise<Answer>;

/** A handler behind a parameter schema: what does not fit is 400 with the name of the parameter. */
export function withParams<T>(
  schema: z.ZodType<T>,
  handle: (params: T, context: Context) => Answer | Promise<Answer>,
): Handler {
  return (query, context) => {
    const params = readParams(schema, query);
    return params.ok ? handle(params.value, context) : refusal(400, params.message);
  };
}
