import fc from 'fast-check';
import { plain, type Wording } from './wording';

const refusal = (status: number, ...message: readonly string[]) =>
  fc.constantFrom(...message).map((words) => ({ status, message: words }));

/** A 404 may have any message that doesn't mention the server. With another status, nothing was “found”. */
const miss = fc.oneof(
  refusal(
    404,
    'KIND not found.',
    'Not found',
    'Not found.',
    'No such KIND',
    'Unknown KIND',
    'KIND does not exist.',
    'Nothing to show',
    'No data available for this indicator.',
    'The requested resource was not found.',
    'No match',
    'no results',
    'This is not in our database yet: submit it.',
    'Resource <b>missing</b>',
    '404',
    'Nada.',
  ),
  refusal(200, 'KIND not found.', 'KIND not found'),
  refusal(400, 'KIND not found.', 'KIND was not found'),
);

const nothing = fc.oneof(
  fc.constant('noRows' as const),
  refusal(404, 'No results.', 'No results', 'No indicators found.', 'Not found', 'Nothing matches this query.'),
  refusal(200, 'No results.', 'No indicators found.', 'No results found', 'Indicator not found.'),
);

const limits = fc.record({
  requests: fc.constant(undefined),
  message: fc.constantFrom(
    'Daily limit reached.',
    'API rate limit exceeded: 50 per day',
    'Too many requests.',
    'Slow down!',
    'Quota exceeded',
    'The daily limit of your plan is reached.',
    'limit reached',
    'You have used all queries of today.',
    '',
  ),
  retryAfter: fc.constantFrom(undefined, 30, 3_600),
  budgetHeaders: fc.boolean(),
});

const larger = fc.oneof(
  fc.constant('clamped' as const),
  fc
    .constantFrom(
      'The limit of your plan is lower.',
      'Too many results requested.',
      'limit out of range',
      'Limit exceeded',
      '',
    )
    .map((message) => ({ message })),
);

const scans: fc.Arbitrary<Wording['scans']> = fc.record({
  qid: fc.constantFrom('number', 'string'),
  submitKey: fc.constantFrom('error', 'success', 'message', 'ok', 'info'),
  processingKey: fc.constantFrom('error', 'message', 'info', 'success'),
  doneKey: fc.constantFrom('success', 'message', 'ok', 'result'),
  failedKey: fc.constantFrom('error', 'message', 'failed', 'failure', 'reason'),
  processing: fc.constantFrom('processing', 'Processing', 'queued', 'pending'),
  failed: fc.constantFrom('failed', 'error', 'aborted', 'Failed'),
  forgotten: fc.oneof(
    fc.constant('status' as const),
    refusal(404, 'Invalid qid', 'Not found', 'Request not found.', 'No such scan', 'Unknown qid', 'Gone.'),
  ),
});

const explore: fc.Arbitrary<Wording['explore']> = fc.record({
  rows: fc.constantFrom('results', 'data', 'indicators', 'numbered', 'bare'),
  nothing,
  tier: fc.constantFrom(10, 50, 250, 1000, 10000),
  larger,
});

const values: fc.Arbitrary<Wording['values']> = fc.record({
  numbers: fc.constantFrom('numbers', 'strings'),
  flags: fc.constantFrom('numbers', 'strings'),
  empty: fc.constantFrom('{}', '[]', 'null', 'absent'),
  keyCase: fc.constantFrom('lower', 'capital', 'upper'),
  timestamps: fc.constantFrom('spaced', 'shortHour', 'iso', 'isoMillis'),
  noTimestamp: fc.constantFrom('absent', 'null', '', 'zeros'),
  retired: fc.constantFrom('flag', 'timestampAndNull', 'reason', 'timestamp'),
  retiredRisk: fc.constantFrom('no', 'indicators', 'recommendations', 'threats', 'factors'),
  attributes: fc.constantFrom('nested', 'flat'),
  extra: fc.boolean(),
});

const properties: fc.Arbitrary<Wording['properties']> = fc.record({
  form: fc.constantFrom('values', 'lists', 'rows', 'rowsPerKey'),
  latest: fc.constantFrom('no', 'number', 'string'),
  historical: fc.constantFrom('marked', 'earlierUnmarked', 'ignored'),
});

const pages: fc.Arbitrary<Wording['pages']> = fc.record({
  rows: fc.constantFrom(100, 120, 1_000),
  current: fc.boolean(),
  lastNext: fc.constantFrom('absent', 'null'),
  next: fc.boolean(),
  list: fc.constantFrom('results', 'bare'),
});

const taxii: fc.Arbitrary<Wording['taxii']> = fc.record({
  roots: fc.constantFrom('absolute', 'relative'),
  contentType: fc.constantFrom(
    plain.taxii.contentType,
    'application/taxii+json; version=2.1; charset=utf-8',
    'application/taxii+json',
  ),
  lastMore: fc.constantFrom('false', 'absent'),
  token: fc.constantFrom('timestamp', 'number', 'word'),
  dates: fc.boolean(),
  empty: fc.constantFrom('list', 'nothing'),
  max: fc.constantFrom(50, 100, 1_000),
});

/** Any wording within the specification: each part is drawn for itself. */
export const wordingArbitrary: fc.Arbitrary<Wording> = fc.record({
  name: fc.constant('drawn'),
  errors: fc.record({
    miss,
    withCode: fc.boolean(),
    needsIid: fc.constantFrom('The parameter iid is missing.', 'Missing iid', 'Bad request', 'iid is required'),
    refused: fc.constantFrom('This TLD is not supported.', 'Unsupported', 'Private addresses are not scanned.'),
  }),
  limits,
  scans,
  explore,
  values,
  properties,
  pages,
  byValue: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  taxii,
});
