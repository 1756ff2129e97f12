import * as z from 'zod/mini';
import { parseIndicator } from '../../core/indicators';
import type { ScanRow } from '../../core/store/activity/scanQueue';
import { type Answer, refusal, result } from '../http/answer';
import { type Context, type Endpoint, withParams } from '../http/endpoint';
import { flag, wholeNumber } from '../http/params';
import { refusedFor } from '../http/roles';
import { indicatorObject } from '../wire/indicatorObject';

const submission = z.object({
  value: z.optional(z.string()),
  ioc: z.optional(z.string()),
  probe: flag,
  submit: flag,
});

const poll = z.object({ qid: wholeNumber(1) });

/** The scan queue (lookup API: “Submit an indicator”, “Poll for scan results”). */
export const analyze: Endpoint = {
  path: '/api/analyze.php',
  methods: { GET: withParams(poll, status), POST: withParams(submission, submit) },
  // Polling doesn't count (lookup API: “Limits”).
  free: ['GET'],
};

const noQueue = 'This service does not accept scans.';

async function submit(query: z.infer<typeof submission>, { scans, mayLookOutside, account }: Context): Promise<Answer> {
  if (scans === undefined) return refusal(404, noQueue);
  const refused = refusedFor('scan', account);
  if (refused !== undefined) return refused;
  const read = wanted(query);
  if ('status' in read) return read;
  const indicator = parseIndicator(read.text);
  if (indicator === undefined) return refusal(400, `Parameter ${read.name} must be a domain, an IP address or a URL.`);
  const kind = query.probe ? 'active' : 'passive';
  const qid = await scans.submit(
    { indicator, kind, store: query.submit },
    { outside: mayLookOutside, by: account?.name },
  );
  if (qid === 'full') return refusal(429, 'The queue is full. Try again later.', { 'Retry-After': '60' });
  return result({ qid, error: 'The request was added to the queue and is processed in the background.' });
}

function wanted({ value, ioc }: z.infer<typeof submission>): { name: 'value' | 'ioc'; text: string } | Answer {
  if (value !== undefined && ioc !== undefined) return refusal(400, 'Specify either value or ioc.');
  if (value !== undefined) return { name: 'value', text: value };
  if (ioc === undefined) return refusal(400, 'Parameter value or ioc is missing.');
  const text = decoded(ioc);
  return text === undefined ? refusal(400, 'Parameter ioc must be Base64 of UTF-8 text.') : { name: 'ioc', text };
}

/** Decodes Base64 in either alphabet, with or without padding; an unencoded plus arrives as a space. */
function decoded(ioc: string): string | undefined {
  const standard = ioc.trim().replace(/ /g, '+').replace(/-/g, '+').replace(/_/g, '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(standard)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function status({ qid }: z.infer<typeof poll>, { scans, account }: Context): Promise<Answer> {
  if (scans === undefined) return refusal(404, noQueue);
  const scan = await scans.find(qid, account?.name);
  return scan === undefined ? refusal(404, 'No scan has this qid.') : result(pollBody(scan));
}

/**
 * The body has `error` until the scan is done, then `success`; the status of a failed scan is an extension of this
 * service.
 */
function pollBody(scan: ScanRow) {
  const { qid } = scan;
  switch (scan.state) {
    case 'queued':
      return { qid, status: 'processing', stage: 'Waiting in the queue', error: 'The request is still processing.' };
    case 'processing': {
      const stage = scan.stage === '' ? 'Reading what the store knows' : scan.stage;
      return { qid, status: 'processing', stage, error: 'The request is still processing.' };
    }
    case 'done':
      return { qid, status: 'done', success: scan.message, data: { ...indicatorObject(scan.record), qid } };
    case 'failed':
      return { qid, status: 'failed', error: scan.message };
  }
}
