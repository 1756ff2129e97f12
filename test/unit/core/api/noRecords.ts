import type { RecordClient } from '../../../../src/core/api/recordClient';
import type { Outcome } from '../../../../src/core/api/requestError';

/** A service whose full records all have the given `outcome`. */
export function sameRecords(outcome: () => Promise<Outcome<undefined>>): RecordClient {
  return {
    fullIndicator: outcome,
    indicatorHistory: outcome,
    indicatorLinks: outcome,
    threat: outcome,
    threatSummary: outcome,
    threatLinks: outcome,
    feed: outcome,
    feedSummary: outcome,
    feedLinks: outcome,
  };
}

/** A service that must not be queried for records. */
export const noRecords: RecordClient = sameRecords(() => Promise.reject(new Error('not asked here')));
