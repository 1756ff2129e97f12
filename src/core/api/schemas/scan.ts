import { lookupKey } from '../../indicators/lookupKey';
import type { Indicator } from '../../indicators/types';
import type { ScanState } from '../../records/scan';
import { boundedText } from './bounds';
import { Fields, isObject, listOf, present, type OnDropped } from './fields';
import { readIndicator } from './indicator';
import { integer, text } from './values';

/** What the queue gave for a submission. */
export interface Submission {
  readonly qid: number;
  /** The service's own words. */
  readonly message?: string;
}

/** The outcome key may have any name; these hold something else. */
const otherNames: ReadonlySet<string> = new Set(['qid', 'qids', 'sid', 'status', 'stage', 'data', 'indicator', 'key']);

/**
 * Reads the answer to a submission (api-spec: “Scan queue response”; API-FACTS: “Submit”): only the `qid` matters, a
 * number or a numeric string, at the top or in the list `qids`, of which the one for `asked` counts. Undefined where
 * there is none.
 */
export function readSubmission(body: unknown, asked: Indicator, onDropped: OnDropped): Submission | undefined {
  if (!isObject(body)) return undefined;
  const fields = new Fields(body, '', onDropped);
  const qid = fields.read('qid', integer) ?? qidAmong(fields.raw('qids'), asked, onDropped);
  return qid === undefined ? undefined : { qid, ...present({ message: outcomeOf(body) }) };
}

function qidAmong(qids: unknown, asked: Indicator, onDropped: OnDropped): number | undefined {
  const rows = listOf(qids, 'qids', onDropped).flatMap((item, index) => {
    if (!isObject(item)) {
      const bare = integer.safeParse(item);
      return bare.success ? [{ qid: bare.data, indicator: undefined }] : [];
    }
    const fields = new Fields(item, `qids[${index}]`, onDropped);
    const qid = fields.read('qid', integer);
    return qid === undefined ? [] : [{ qid, indicator: fields.read('indicator', text) }];
  });
  const own = rows.find(({ indicator }) => indicator !== undefined && lookupKey(indicator) === lookupKey(asked));
  return (own ?? rows[0])?.qid;
}

/**
 * Reads the answer to a poll (api-spec: “Poll response”, “States and transitions”). While a scan runs, the body has
 * `status: processing` and an `error` key, which is no failure; any other status with an `error` is one. Undefined for
 * what is no such answer.
 */
export function readPoll(body: unknown, asked: Indicator, onDropped: OnDropped): ScanState | undefined {
  if (!isObject(body)) return undefined;
  const fields = new Fields(body, '', onDropped);
  const status = wordOf(fields.read('status', text));
  const message = outcomeOf(body);
  if (goesOn.has(status)) {
    const stage = fields.read('stage', text);
    return { kind: status === 'processing' ? 'processing' : 'queued', ...present({ stage, message }) };
  }
  if (missing.has(status) || (status === '' && isUnknownScan(body))) {
    return { kind: 'notFound', message: message ?? 'The service does not know this scan.' };
  }
  const hasError = fields.raw('error') !== undefined;
  const data = fields.raw('data');
  if (status === 'done' || (status === '' && isObject(data))) {
    const record = readIndicator(data, asked, (path, why) => onDropped(`data.${path}`, why));
    if (record !== undefined) return { kind: 'done', record, ...present({ message }) };
    if (status === 'done')
      return { kind: 'failed', message: message ?? 'The scan is done, but came without a record.' };
  }
  if (status === '') {
    // What a submission answers, repeated to an early poll.
    return fields.read('qid', integer) === undefined ? undefined : { kind: 'queued', ...present({ message }) };
  }
  if (hasError) return { kind: 'failed', message: message ?? `The service says “${status}”.` };
  return { kind: 'processing', stage: boundedText(status), ...present({ message }) };
}

const goesOn: ReadonlySet<string> = new Set(['processing', 'queued', 'pending', 'waiting']);
const missing: ReadonlySet<string> = new Set(['not found', 'notfound', 'unknown qid']);

/** A body that tells how a scan stands although the HTTP status is none of success; troubles are left to their status. */
export function isPollAnswer(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { status } = body;
  const word = wordOf(typeof status === 'string' ? status : undefined);
  return word === 'done' || goesOn.has(word) || missing.has(word) || (word === '' && isUnknownScan(body));
}

/** The error body that says that there is no such scan, whatever its status. */
function isUnknownScan(body: Record<string, unknown>): boolean {
  const { error } = body;
  if (typeof error !== 'string' || /\b(?:key|limit)\b/i.test(error)) return false;
  return /\bnot found\b|\bno (?:such|scan|request)\b|\bdoes(?: not|n't) exist\b|\bunknown (?:qid|scan|request)\b/i.test(
    error,
  );
}

function wordOf(status: string | undefined): string {
  return (status ?? '')
    .trim()
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ');
}

/** The message under the outcome key, whatever its name: `error`, `success` or another. */
function outcomeOf(body: Record<string, unknown>): string | undefined {
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !otherNames.has(entry[0].toLowerCase()),
  );
  const known = ['error', 'success', 'message'].flatMap((name) => texts.filter(([key]) => key.toLowerCase() === name));
  const found = [...known, ...texts][0]?.[1].trim();
  return found === undefined || found === '' ? undefined : boundedText(found);
}
