import { hasError, toSentence, getWords } from '../http/errorBody';
import { isAboutAddress } from '../http/nothingFound';
import { mentionsRateLimit } from '../http/rateLimitText';
import { isSuccess } from '../http/refusal';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { ScanState } from '../../records/scan';
import { boundedText } from './bounds';
import { Fields, isMissing, isObject, getList, type OnDropped } from './fields';
import { readIndicator } from './indicator';
import { integer, text } from './values';

/** The queue's response to a submission. */
export interface Submission {
  readonly qid: number;
  /** The service's own message. */
  readonly message?: string;
}

/** Names under which services return the ID of a scan, the likeliest first. */
const qidNames = ['qid', 'queue_id', 'queueid', 'scan_id', 'scanid', 'request_id', 'id', 'sid'] as const;
/** The outcome key may have any name; these have another meaning. */
const otherNames: ReadonlySet<string> = new Set([
  ...qidNames,
  'qids',
  'status',
  'state',
  'stage',
  'progress',
  'data',
  'result',
  'record',
  'indicator',
  'type',
  'key',
  'code',
]);

/**
 * Reads the answer to a submission (lookup API: “Scan queue response”): only the `qid` matters, a number or a numeric
 * string, at the top, in `data`, or in the list `qids`, of which the one for `requested` counts. Undefined if there is
 * none.
 */
export function readSubmission(body: unknown, requested: Indicator, onDropped: OnDropped): Submission | undefined {
  if (!isObject(body)) return undefined;
  const fields = new Fields(body, '', onDropped);
  const inner = fields.raw('data') ?? fields.raw('result');
  const qids = fields.raw('qids');
  const qid =
    fields.read('qid', integer) ??
    (isMissing(qids) ? undefined : qidAmong(qids, requested, onDropped)) ??
    (qids === undefined ? qidOf(body) : undefined) ??
    (isObject(inner) ? qidOf(inner) : undefined);
  return qid === undefined ? undefined : { qid, message: outcomeOf(body)?.text };
}

function qidOf(body: Record<string, unknown>): number | undefined {
  const fields = new Fields(body, '', () => undefined);
  for (const name of qidNames) {
    const qid = fields.read(name, integer);
    if (qid !== undefined) return qid;
  }
  return undefined;
}

function qidAmong(qids: unknown, requested: Indicator, onDropped: OnDropped): number | undefined {
  const rows = getList(qids, 'qids', onDropped).flatMap((item, index) => {
    if (!isObject(item)) {
      const bare = integer.safeParse(item);
      return bare.success ? [{ qid: bare.data, indicator: undefined }] : [];
    }
    const fields = new Fields(item, `qids[${index}]`, onDropped);
    const qid = fields.read('qid', integer);
    if (qid !== undefined) return [{ qid, indicator: fields.read('indicator', text) }];
    // By indicator: {"host.example": 12}.
    return Object.entries(item).flatMap(([indicator, value]) => {
      const read = integer.safeParse(value);
      return read.success ? [{ qid: read.data, indicator }] : [];
    });
  });
  const own = rows.find(({ indicator }) => indicator !== undefined && lookupKey(indicator) === lookupKey(requested));
  return (own ?? rows[0])?.qid;
}

/**
 * Reads the response to a poll (lookup API: “Poll response”, “States and transitions”). The dynamic key names the
 * outcome, and services word it and `status` freely: with a record the scan is done; with words of waiting it
 * continues, whatever its key (while a scan runs, that is `error`); otherwise it has failed, with the service's
 * message. `httpStatus` is that of the response: with 400, 404 and 410 the API's own error means that there is no such
 * scan. Undefined for what isn't about a scan.
 */
export function readPoll(
  body: unknown,
  requested: Indicator,
  onDropped: OnDropped,
  httpStatus = 200,
): ScanState | undefined {
  if (!isObject(body)) return undefined;
  const fields = new Fields(body, '', onDropped);
  const word = statusOf(fields);
  const kind = kindOfWord(word);
  const outcome = outcomeOf(body) ?? noOutcome;
  const message = outcome.text;
  if (kind === 'queued') return { kind, message };
  if (kind === 'processing') return { kind, stage: fields.read('stage', text) ?? stageOf(word), message };
  if (isUnknown(body, httpStatus, word)) return { kind: 'notFound', scanUnknown: true, message };
  if (kind === 'missing') return { kind: 'notFound', message };
  if (kind === 'failed') return { kind, message: message ?? boundedText(word) };
  return stateOfResult(fields, body, message, requested, onDropped) ?? stateOfMessage(kind, word, outcome, fields);
}

/** The state that a record, or what a service sends in its place, reports. */
function stateOfResult(
  fields: Fields,
  body: Record<string, unknown>,
  message: string | undefined,
  requested: Indicator,
  onDropped: OnDropped,
): ScanState | undefined {
  const data = [fields.raw('data'), fields.raw('result'), fields.raw('record')].find(isObject);
  const record = data && readIndicator(data, requested, (path, why) => onDropped(`data.${path}`, why));
  if (record !== undefined) return { kind: 'done', record, message };
  const reason = message ?? (data && toSentence(data));
  const isReason = message === undefined && reason !== undefined;
  return isReason || (meansFailure(body) && !meansWaiting(message)) ? { kind: 'failed', message: reason } : undefined;
}

function stateOfMessage(
  kind: 'done' | 'other',
  word: string,
  { key, text: message }: ScanOutcome,
  fields: Fields,
): ScanState | undefined {
  if (meansWaiting(message)) return word === '' ? { kind: 'queued', message } : processing(word, message);
  if (kind === 'done') {
    const isError = key === 'error' || isFailure(key);
    return { kind: 'failed', noRecord: isError ? undefined : true, message };
  }
  if (word !== '') {
    const hasFailed = message !== undefined || fields.raw('error') !== undefined;
    return hasFailed ? { kind: 'failed', message: message ?? boundedText(word) } : processing(word, message);
  }
  if (isFailure(key)) return { kind: 'failed', message };
  // The response to a submission, repeated to an early poll.
  return fields.read('qid', integer) === undefined ? undefined : { kind: 'queued', message };
}

function processing(word: string, message: string | undefined): ScanState {
  return { kind: 'processing', stage: boundedText(word), message };
}

/** Words that add nothing to “running”. */
const plainStatuses: ReadonlySet<string> = new Set([
  'processing',
  'running',
  'in progress',
  'inprogress',
  'started',
  'active',
]);

function stageOf(word: string): string | undefined {
  return plainStatuses.has(word) ? undefined : boundedText(word);
}

type StatusKind = 'queued' | 'processing' | 'done' | 'missing' | 'failed' | 'other';

const statusPatterns: readonly (readonly [StatusKind, RegExp])[] = [
  [
    'missing',
    /^(?:(?:qid |scan |request )?(?:not ?found|unknown)(?: qid| scan)?|no such (?:qid|scan|request)|missing|nothing found)$/,
  ],
  ['failed', /fail|error|abort|cancel|reject|refus|denied|invalid|time(?:d )?out|expired|unable|broken|crash|\bbad\b/],
  [
    'queued',
    /^(?:in )?(?:the )?(?:queue[d]?|pending|waiting|new|scheduled|submitted|accepted|received|added|created|not started|not ready)$/,
  ],
  ['processing', /ing$|^(?:in progress|inprogress|started|active|busy|in process)$/],
  ['done', /^(?:all |scan )?(?:done|complete[d]?|finished|success|successful|succeeded|ready|ended)$/],
];

function kindOfWord(word: string): StatusKind {
  return statusPatterns.find(([, pattern]) => pattern.test(word.slice(0, 200)))?.[0] ?? 'other';
}

/** A text that means that the scan continues. */
function meansWaiting(message = ''): boolean {
  const isUseless =
    /\b(?:fail|failed|could not|couldn't|cannot|can't|unable|error|refused|no longer|not running|timed out)\b/i;
  const isWaiting =
    /\b(?:still|being|processing|processed|queue[d]?|pending|in progress|waiting|wait|running|working|added|accepted|received|submitted|scheduled|started|not (?:yet )?(?:done|finished|complete|ready))\b/i;
  const beginning = message.slice(0, 1_000);
  return isWaiting.test(beginning) && !isUseless.test(beginning);
}

/** A flag or a word beside the status that means failure: `success: false`, `outcome: "error"`. */
function meansFailure(body: Record<string, unknown>): boolean {
  return Object.entries(body).some(([key, value]) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    const name = key.toLowerCase();
    if (name === 'success' || name === 'ok') return [false, 0, 'false', '0', 'no'].some((each) => each === word);
    return name === 'outcome' && typeof word === 'string' && kindOfWord(word) === 'failed';
  });
}

/** An outcome key that names a failure. `error` does not: while a scan runs, it is the key of every message. */
function isFailure(key: string): boolean {
  return key !== 'error' && /fail|err|fault|exception|reason|problem|reject|abort/i.test(key);
}

/**
 * A body with the state of a scan although the HTTP status isn't a success, or although it looks like an error body.
 * With 400, 404 and 410 the API's own error is one also: the scan will not change any more.
 */
export function isPollAnswer(body: unknown, httpStatus: number): boolean {
  if (!isObject(body) || [401, 403, 407, 429].includes(httpStatus) || mentionsRateLimit(getWords(body))) return false;
  const word = statusOf(new Fields(body, '', () => undefined));
  if (isUnknown(body, httpStatus, word)) return true;
  const kind = kindOfWord(word);
  if (kind !== 'failed' && kind !== 'other') return true;
  return isSuccess(httpStatus) && (word !== '' || meansWaiting(outcomeOf(body)?.text));
}

/** Whether a response with this word for its state means that there is no such scan (any more). */
function isUnknown(body: Record<string, unknown>, httpStatus: number, word: string): boolean {
  return isLost(body, httpStatus) || (word === '' && isUnknownScan(body));
}

/** An error of the API to a request that named a scan. */
function isLost(body: unknown, httpStatus: number): boolean {
  return [400, 404, 410].includes(httpStatus) && hasError(body) && !isAboutAddress(body) && !isAboutRequest(body);
}

/** Access errors and rate limits reveal nothing about the scan. */
function isAboutRequest(body: unknown): boolean {
  return /\b(?:key|token|limit|plan|account)\b/i.test(getWords(body));
}

/** The error body that means that there is no such scan, whatever its status. */
function isUnknownScan(body: Record<string, unknown>): boolean {
  if (!hasError(body) || isAboutRequest(body) || isAboutAddress(body)) return false;
  return /\bnot found\b|\bno (?:such|scan|request)\b|\bdoes(?: not|n't) exist\b|\b(?:unknown|invalid|expired) (?:qid|scan|request|queue)\b/i.test(
    getWords(body),
  );
}

/** The word for the state of the scan; numbers are an HTTP status and have no meaning. */
function statusOf(fields: Fields): string {
  for (const name of ['status', 'state'] as const) {
    const value = fields.raw(name);
    if (typeof value !== 'string') continue;
    const word = value
      .trim()
      .toLowerCase()
      .replace(/[_\s.!…-]+/g, ' ')
      .trim();
    if (word !== '' && !/^\d+$/.test(word)) return word;
  }
  return '';
}

interface ScanOutcome {
  readonly key: string;
  readonly text: string | undefined;
}

const noOutcome: ScanOutcome = { key: '', text: undefined };

/** The message under the outcome key, whatever its name: `error`, `success` or another. */
function outcomeOf(body: Record<string, unknown>): ScanOutcome | undefined {
  const texts = Object.entries(body).flatMap(([key, value]): ScanOutcome[] => {
    const name = key.toLowerCase();
    const message = typeof value === 'string' ? value.trim() : '';
    const isFlag = /^(?:true|false|yes|no|\d*)$/i.test(message);
    return isFlag || otherNames.has(name) ? [] : [{ key: name, text: boundedText(message) }];
  });
  const known = ['error', 'success', 'message', 'reason'].flatMap((name) => texts.filter(({ key }) => key === name));
  const found = [...known, ...texts][0];
  if (found !== undefined) return found;
  const nested = toSentence({ error: body['error'], errors: body['errors'] });
  if (nested !== undefined) return { key: 'error', text: boundedText(nested) };
  const result = body['result'];
  return typeof result === 'string' && result.trim() !== ''
    ? { key: 'result', text: boundedText(result.trim()) }
    : undefined;
}
