import assert from 'node:assert/strict';
import { RateLimitState } from '../../../src/core/api/http/rateLimitState';
import type { RequestError } from '../../../src/core/api/requestError';
import { ErrorBackoff } from '../../../src/core/lookups/requests/errorBackoff';
import { currentError } from '../../../src/features/connection/status/statusText';
import { ScanLease } from '../../../src/core/scans/engine';
import { isWaiting } from '../../../src/features/records/notices';

const noon = Date.UTC(2026, 5, 4, 12);
const year = 365 * 86_400_000;

describe('What was remembered before the clock was set back by a year', () => {
  let at = noon;
  const now = (): number => at;
  const limited = (retryAt: number): RequestError => ({ kind: 'rateLimited', detail: '', retryAt });
  beforeEach(() => {
    at = noon + year;
  });

  it('is no pause: neither after a rate limit, nor where no requests were left for a second', () => {
    const limits = new RateLimitState(now, 1_000, 60_000);
    limits.readHeaders(new Headers({ 'x-requests-remaining-second': '0', 'x-requests-remaining-month': '0' }));
    limits.pause(at + 60_000, limited(at + 60_000));
    assert.equal(limits.wait().millis, 60_000);
    at = noon;
    assert.deepEqual(limits.wait(), { millis: 0 });
    assert.deepEqual([limits.budget().pausedUntil, limits.budget().spent], [undefined, undefined]);
    limits.pause(at + 5_000, limited(at + 5_000));
    assert.equal(limits.wait().millis, 5_000, 'a new one counts');
  });

  it('is no error that prevents requests', () => {
    const backoff = new ErrorBackoff(now);
    backoff.remember('https://lookups-test-1.com', 'a.example', limited(at + 60_000));
    assert.equal(backoff.find('https://lookups-test-1.com', 'a.example')?.kind, 'rateLimited');
    at = noon;
    assert.equal(backoff.find('https://lookups-test-1.com', 'a.example'), undefined);
    assert.equal(backoff.tried('https://lookups-test-1.com', 'a.example'), undefined);
    const error = limited(noon + year);
    assert.equal(isWaiting(error, noon), false);
    const state = { mode: 'onHover', budget: {}, error } as unknown as Parameters<typeof currentError>[0];
    assert.equal(currentError(state, noon), undefined);
  });

  it('is no reason to leave the lease of scans to expire', async () => {
    let renewals = 0;
    const lease = new ScanLease({ lease: () => Promise.resolve(++renewals > 0) }, now);
    await lease.renew();
    await lease.renew();
    assert.equal(renewals, 1);
    at = noon;
    await lease.renew();
    assert.equal(renewals, 2);
  });
});
