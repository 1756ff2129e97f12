import { plain, type Wording } from './wording';

type Changes = {
  readonly [Part in keyof Wording]?: Wording[Part] extends object ? Partial<Wording[Part]> : Wording[Part];
};

/** The plain wording with some of its forms changed. */
export function wording(name: string, changes: Changes): Wording {
  return {
    name,
    errors: { ...plain.errors, ...changes.errors },
    limits: { ...plain.limits, ...changes.limits },
    scans: { ...plain.scans, ...changes.scans },
    explore: { ...plain.explore, ...changes.explore },
    values: { ...plain.values, ...changes.values },
    properties: { ...plain.properties, ...changes.properties },
    pages: { ...plain.pages, ...changes.pages },
    byValue: changes.byValue ?? plain.byValue,
    taxii: { ...plain.taxii, ...changes.taxii },
  };
}

/** Whole services that are worth a look of their own: each is a fixed point among the wordings. */
export const wordings = {
  plain,
  terse: wording('terse', {
    errors: { miss: { status: 404, message: 'Not found' }, refused: 'Unsupported' },
    scans: { submitKey: 'ok', processingKey: 'info', doneKey: 'ok', failedKey: 'message', failed: 'error' },
    explore: { rows: 'bare', nothing: { status: 404, message: 'No results' } },
    values: { noTimestamp: 'absent', empty: 'absent', retired: 'timestamp', attributes: 'flat' },
    properties: { historical: 'earlierUnmarked' },
    pages: { current: false, list: 'bare' },
    taxii: { lastMore: 'absent', empty: 'nothing', roots: 'relative' },
  }),
  stringsEverywhere: wording('strings everywhere', {
    errors: { withCode: true },
    scans: { qid: 'string', submitKey: 'success' },
    values: { numbers: 'strings', flags: 'strings', empty: '[]', noTimestamp: 'zeros', timestamps: 'shortHour' },
    properties: { form: 'rowsPerKey', latest: 'string' },
    explore: { rows: 'numbered' },
    pages: { lastNext: 'null' },
  }),
  dailyLimit: wording('visitor with a daily limit', {
    errors: { miss: { status: 404, message: 'No data available for this indicator.' } },
    limits: { requests: 12, message: 'Daily limit reached.' },
    explore: { tier: 10, larger: 'clamped', rows: 'data' },
    properties: { historical: 'earlierUnmarked' },
  }),
  silentClamp: wording('silent clamp', {
    errors: { miss: { status: 200, message: 'KIND not found.' } },
    explore: { tier: 10, larger: 'clamped', nothing: { status: 200, message: 'No indicators found.' } },
    values: { keyCase: 'capital', retired: 'timestampAndNull', retiredRisk: 'threats' },
  }),
  withoutLookupByValue: wording('old service without lookup by value', {
    byValue: false,
    errors: { miss: { status: 400, message: 'KIND was not found' }, needsIid: 'Missing iid' },
    scans: { processing: 'queued', forgotten: { status: 404, message: 'Invalid qid' } },
    explore: { rows: 'indicators' },
    values: { retired: 'reason', retiredRisk: 'indicators', noTimestamp: '' },
    properties: { form: 'rows', latest: 'no', historical: 'ignored' },
    pages: { next: false },
    taxii: { token: 'word', contentType: 'application/taxii+json; version=2.1; charset=utf-8' },
  }),
  refusesLargeLimits: wording('refuses large limits', {
    explore: { tier: 10, larger: { message: 'Too many results requested.' } },
    limits: { budgetHeaders: true },
    values: { timestamps: 'iso', extra: true },
    properties: { form: 'lists' },
    taxii: { max: 50, token: 'number', dates: false },
  }),
} as const satisfies Readonly<Record<string, Wording>>;
