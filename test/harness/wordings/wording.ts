/**
 * How the service answers where the specification leaves words and shapes open; see {@link plain} for the first form of
 * each.
 */
export interface Wording {
  /** Shown when a test fails. */
  readonly name: string;
  readonly errors: Errors;
  readonly limits: Limits;
  readonly scans: ScanWording;
  readonly explore: ExploreWording;
  readonly values: ValueForms;
  readonly properties: PropertyForms;
  readonly pages: PageForms;
  /** False: requires an iid, and has no lookup by value. */
  readonly byValue: boolean;
  readonly taxii: TaxiiForms;
}

/** The form of an error: `{"error": message}`. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

export interface Errors {
  /** The wording of “not known”; `KIND` in it is replaced by `Indicator`, `Threat`, or `Feed`. */
  readonly miss: Refusal;
  /** Error bodies have a `code` beside `error`. */
  readonly withCode: boolean;
  /** For a lookup by value of an unknown indicator. */
  readonly needsIid: string;
  /** Why a value is not scanned. */
  readonly refused: string;
}

export interface Limits {
  /** Counted requests that are answered before the limit; absent: all. */
  readonly requests?: number | undefined;
  readonly message: string;
  /** Seconds, if a rejection states when it ends. */
  readonly retryAfter?: number | undefined;
  /** Responses state what is left of the day. */
  readonly budgetHeaders: boolean;
}

export interface ScanWording {
  readonly qid: 'number' | 'string';
  /** The key of the outcome. */
  readonly submitKey: string;
  readonly processingKey: string;
  readonly doneKey: string;
  readonly failedKey: string;
  readonly processing: string;
  readonly failed: string;
  /** A scan that is no longer known: an error, or a status among the answers. */
  readonly forgotten: Refusal | 'status';
}

export interface ExploreWording {
  /** The key of the rows; `numbered`: under keys from 0. */
  readonly rows: 'results' | 'data' | 'indicators' | 'numbered' | 'bare';
  /** Nothing found: an answer without rows, or an error. */
  readonly nothing: 'noRows' | Refusal;
  /** Rows by default, and the maximum of the account. */
  readonly tier: 10 | 50 | 250 | 1000 | 10000;
  /** The response to a larger limit: the maximum of the account without a message, or a 429 with this message. */
  readonly larger: 'clamped' | { readonly message: string };
}

export interface ValueForms {
  readonly numbers: 'numbers' | 'strings';
  readonly flags: 'numbers' | 'strings';
  /** An object without keys. */
  readonly empty: '{}' | '[]' | 'null' | 'absent';
  readonly keyCase: 'lower' | 'capital' | 'upper';
  readonly timestamps: 'spaced' | 'shortHour' | 'iso' | 'isoMillis';
  /** Timestamp of something that never happened. */
  readonly noTimestamp: 'absent' | 'null' | '' | 'zeros';
  /** How retirement is expressed: the flag, the timestamp beside `retired: null`, a reason, or only the timestamp. */
  readonly retired: 'flag' | 'timestampAndNull' | 'reason' | 'timestamp';
  /**
   * Place of `retired` instead of a level: the risk of retired indicators, whose level is the recommended one, the
   * recommended risk, the risk of retired threats, or that of a retired indicator's last factor.
   */
  readonly retiredRisk: 'no' | 'indicators' | 'recommendations' | 'threats' | 'factors';
  readonly attributes: 'nested' | 'flat';
  /** Keys that the specification does not name, in every object. */
  readonly extra: boolean;
}

export interface PropertyForms {
  readonly form: 'values' | 'lists' | 'rows' | 'rowsPerKey';
  /** Whether rows mark the latest value. */
  readonly latest: 'no' | 'number' | 'string';
  /** Answer to `historical=1`: all values, marked; only the earlier ones, unmarked; or the answer without it. */
  readonly historical: 'marked' | 'earlierUnmarked' | 'ignored';
}

export interface PageForms {
  readonly rows: number;
  readonly current: boolean;
  /** `null` on the last page, or not there. */
  readonly lastNext: 'absent' | 'null';
  /** False: pages don't name the next one. */
  readonly next: boolean;
  /** Links of a threat under `results`, or as a bare list. */
  readonly list: 'results' | 'bare';
}

export interface TaxiiForms {
  readonly roots: 'absolute' | 'relative';
  readonly contentType: string;
  /** `more: false`, or nothing, on the last page. */
  readonly lastMore: 'false' | 'absent';
  readonly token: 'timestamp' | 'number' | 'word';
  readonly dates: boolean;
  readonly empty: 'list' | 'nothing';
  /** Objects per page, whatever is requested. */
  readonly max: number;
}

/** The specification's own forms, and the first of those that it leaves open. */
export const plain: Wording = {
  name: 'plain',
  errors: {
    miss: { status: 404, message: 'KIND not found.' },
    withCode: false,
    needsIid: 'The parameter iid is missing.',
    refused: 'This TLD is not supported.',
  },
  limits: { message: 'API rate limit exceeded: 50 per day', budgetHeaders: false },
  scans: {
    qid: 'number',
    submitKey: 'error',
    processingKey: 'error',
    doneKey: 'success',
    failedKey: 'error',
    processing: 'processing',
    failed: 'failed',
    forgotten: 'status',
  },
  explore: { rows: 'results', nothing: 'noRows', tier: 250, larger: { message: 'The limit of your plan is 250.' } },
  values: {
    numbers: 'numbers',
    flags: 'numbers',
    empty: '{}',
    keyCase: 'lower',
    timestamps: 'spaced',
    noTimestamp: 'null',
    retired: 'flag',
    retiredRisk: 'no',
    attributes: 'nested',
    extra: false,
  },
  properties: { form: 'values', latest: 'number', historical: 'marked' },
  pages: { rows: 100, current: true, lastNext: 'absent', next: true, list: 'results' },
  byValue: true,
  taxii: {
    roots: 'absolute',
    contentType: 'application/taxii+json;version=2.1',
    lastMore: 'false',
    token: 'timestamp',
    dates: true,
    empty: 'list',
    max: 1_000,
  },
};
