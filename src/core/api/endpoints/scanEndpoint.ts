import type { ScanState } from '../../records/scan';
import type { ServiceClient } from '../client';
import type { Gateway } from '../http/gateway';
import type { OnDropped } from '../schemas/fields';
import { isPollAnswer, readPoll, readSubmission } from '../schemas/scan';
import { submissionParams } from './submission';

const analyzePath = '/api/analyze.php';

/** Submits and polls scans (lookup API: “Submit an indicator”, “Poll for scan results”). */
export function createScanEndpoint(
  gateway: Gateway,
  onDropped: OnDropped,
): Pick<ServiceClient, 'submitScan' | 'pollScan'> {
  /** The service's message may repeat the key, and is stored. */
  const redacted = (state: ScanState | undefined): ScanState | undefined =>
    state?.message === undefined ? state : { ...state, message: gateway.redact(state.message) };

  return {
    async submitScan(request, options = {}) {
      const answer = await gateway.postJson(analyzePath, submissionParams(request), options);
      if (!answer.ok) return answer;
      const submission = readSubmission(answer.value.body, request.indicator, onDropped);
      if (submission !== undefined) return { ok: true, value: { qid: submission.qid } };
      return { ok: false, error: { kind: 'badShape', detail: 'no qid in the answer' } };
    },
    async pollScan(qid, requested, options = {}) {
      const poll = { ...options, accept: isPollAnswer, uncounted: true };
      const answer = await gateway.getJson(analyzePath, [['qid', String(qid)]], poll);
      if (!answer.ok) return answer;
      const { body, status } = answer.value;
      const state = redacted(readPoll(body, requested, onDropped, status));
      if (state !== undefined) return { ok: true, value: state };
      return { ok: false, error: { kind: 'badShape', detail: 'no scan state in the response' } };
    },
  };
}
