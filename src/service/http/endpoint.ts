import type * as z from 'zod/mini';
import type { Pace } from '../../core/store/sqlite/timeSlicer';
import type { TierName } from '../../core/store/protocol/protocol';
import { type Answer, refusal } from './answer';
import type { Account } from './callers';
import { readParams } from './params';
import type { ServedRecords } from '../servedRecords';
import type { SharedJudgments } from '../sharedJudgments';
import type { ScanSubmissions } from '../scans/scanSubmissions';

/** Input of every endpoint in addition to its parameters. */
export interface Context {
  readonly store: ServedRecords;
  readonly tier: TierName;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Undefined if this service has no queue. */
  readonly scans: ScanSubmissions | undefined;
  /** False without a key: no external source is queried for strangers. */
  readonly mayLookOutside: boolean;
  /** True with a key, and for the extension itself: a registered user of this service. */
  readonly registered: boolean;
  /** The caller, if people have their own keys. */
  readonly account?: Account | undefined;
  /** Judgments of a team; undefined if this isn't the service of one. */
  readonly judgments?: SharedJudgments | undefined;
  /** The body of a PATCH. */
  readonly body?: string;
  /** The URL of this service, without a trailing slash. */
  readonly address: string;
  /** Aborted when nobody waits for the answer any longer. */
  readonly signal: AbortSignal;
  /** Limits the processor time of the answer; undefined for the extension itself, whose queries only the user ends. */
  readonly pace: Pace | undefined;
}

export type Method = 'GET' | 'POST' | 'PATCH';

/** One path of the service with its handlers by method. */
export interface Endpoint {
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Handler>>>;
  /** Methods that don't count against the rate limit. */
  readonly free?: readonly Method[];
}

export type Handler = (query: URLSearchParams, context: Context) => Answer | Promise<Answer>;

/** A handler with a parameter schema; invalid parameters give a 400 with the name of the parameter. */
export function withParams<T>(
  schema: z.ZodMiniType<T>,
  handle: (params: T, context: Context) => Answer | Promise<Answer>,
): Handler {
  return (query, context) => {
    const params = readParams(schema, query);
    return params.ok ? handle(params.value, context) : refusal(400, params.message);
  };
}
