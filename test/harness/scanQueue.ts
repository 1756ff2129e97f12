import type { RecordedRequest, Reply } from './recordingService';

const analyze = '/api/analyze.php';

/** A service with a scan queue whose poll responses the test controls. */
export class ScanQueue {
  readonly polledAt: number[] = [];
  readonly submitted: string[] = [];
  /** The response to a poll for a value, by the number of polls. */
  pollResponse: (value: string, times: number) => object = () => ({
    status: 'processing',
    stage: 'whois',
    error: 'Processing.',
  });
  /** Returns an error response to a submission, if any. */
  submissionFailure: () => Reply | undefined = () => undefined;
  /** Returns an error response to a poll, if any. */
  error: () => Reply | undefined = () => undefined;
  private readonly pollCounts = new Map<string, number>();

  readonly reply = (request: RecordedRequest): Reply => {
    if (request.path !== analyze) return { status: 404, body: { error: 'Indicator not found.' } };
    if (request.method === 'POST') {
      const refusal = this.submissionFailure();
      if (refusal !== undefined) return refusal;
      const { value, ioc } = request.query;
      const count = this.submitted.push(value ?? Buffer.from(ioc ?? '', 'base64').toString('utf8'));
      return { body: { qid: String(count), error: 'The request was added.' } };
    }
    this.polledAt.push(Date.now());
    const error = this.error();
    if (error !== undefined) return error;
    const value = this.submitted[Number(request.query['qid']) - 1] ?? '';
    const times = (this.pollCounts.get(value) ?? 0) + 1;
    this.pollCounts.set(value, times);
    return { body: { qid: request.query['qid'], ...this.pollResponse(value, times) } };
  };

  /** The shortest time between two polls in milliseconds. */
  shortestGap(): number {
    return Math.min(...this.polledAt.slice(1).map((at, index) => at - (this.polledAt[index] ?? 0)));
  }
}

/** The final response to polls. */
export const doneResponse = (value: string, risk = 'high'): object => ({
  status: 'done',
  success: 'Done.',
  data: { iid: 5, indicator: value, type: 'domain', risk, riskfactors: [{ description: 'Seen in the scan', risk }] },
});
