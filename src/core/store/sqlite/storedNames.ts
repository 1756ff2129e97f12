import type { OutcomeDetails, RequestOutcome } from '../../lookups/requestOutcome';
import type { SyncError } from '../../sync/syncError';
import type { ResultWarning, SkippedRowReason } from '../../results/warnings';
import type { LoggedRequest, RequestSubject } from '../../lookups/types';

/**
 * Names in the stored JSON of scans, query runs, and their results that differ from those in code, for compatibility
 * with other versions. Code uses the names on the left, JSON those on the right.
 */
interface Names {
  readonly kinds?: Readonly<Record<string, string>>;
  readonly keys?: Readonly<Record<string, { readonly as: string; readonly names?: Names }>>;
}

const error: Names = {
  kinds: { keyRejected: 'keyRefused', canceled: 'cancelled' },
  keys: { serviceMessage: { as: 'said' } },
};

const refusal: Names = { keys: { serviceMessage: { as: 'said' } } };

const scan: Names = {
  keys: {
    progress: {
      as: 'progress',
      names: {
        kinds: { canceled: 'cancelled', blocked: 'withheld', expired: 'tooOld' },
        keys: { error: { as: 'trouble', names: error }, serviceMessage: { as: 'said' } },
      },
    },
  },
};

const queryRun: Names = {
  keys: {
    origin: { as: 'place' },
    end: {
      as: 'end',
      names: {
        kinds: { canceled: 'cancelled', failed: 'trouble', blocked: 'withheld' },
        keys: {
          error: { as: 'trouble', names: error },
          refusal: { as: 'refusal', names: refusal },
          mayBeTruncated: { as: 'mayBeCut' },
          unreadable: { as: 'left' },
        },
      },
    },
  },
};

/** A record of an indicator or threat. */
const record: Names = { keys: { timestamps: { as: 'stamps' }, skipped: { as: 'leftOut' } } };

const finding: Names = {
  keys: {
    found: {
      as: 'found',
      names: {
        keys: { hasMore: { as: 'saysMore' }, unreadable: { as: 'left' }, rows: { as: 'rows', names: record } },
      },
    },
  },
};

const tables = { scan, queryRun, finding };

/** The stored form of a scan, a query run, or its results. */
export function toStoredNames(value: object, table: keyof typeof tables): unknown {
  return renamed(value, tables[table], false);
}

/** Reads the stored form; current names are accepted as well. */
export function fromStoredNames(stored: unknown, table: keyof typeof tables): unknown {
  return renamed(stored, tables[table], true);
}

const syncErrorSentences: ReadonlyMap<string, SyncError> = new Map([
  ['Cancelled.', { kind: 'canceled' }],
  ['The server goes round in circles: its pages bring nothing new and never end.', { kind: 'endlessPages' }],
  ['The server says that there is more, but gives neither a cursor nor a date to go on from.', { kind: 'noCursor' }],
  [
    'The server has more objects of one time than it puts on a page, and no cursor: those of the same time may be incomplete.',
    { kind: 'tooManyOfOneDate' },
  ],
  ['It is no longer mirrored.', { kind: 'notMirrored' }],
]);

/** Reads the error of a mirror: JSON, or the sentence that earlier versions stored. */
export function fromStoredSyncError(stored: string): SyncError {
  const known = syncErrorSentences.get(stored);
  if (known !== undefined) return known;
  const pages = /^The server has not come to an end after (\d+) pages\.$/.exec(stored)?.[1];
  if (pages !== undefined) return { kind: 'tooManyPages', pages: Number(pages) };
  try {
    const parsed: unknown = JSON.parse(stored);
    if (typeof parsed === 'object' && parsed !== null && 'kind' in parsed) return parsed as SyncError;
  } catch {
    // Another sentence.
  }
  return { kind: 'message', message: stored };
}

const skippedRowReasons: Readonly<Record<string, SkippedRowReason>> = {
  'no indicator': 'missing',
  'the indicator is withheld': 'redacted',
  'no domain, address or URL': 'notAnIndicator',
};

/** Reads a warning; the reason of a skipped row was a phrase. */
export function fromStoredWarning(stored: ResultWarning): ResultWarning {
  if (stored.kind !== 'skippedRow' || !Object.hasOwn(skippedRowReasons, stored.reason)) return stored;
  return { ...stored, reason: skippedRowReasons[stored.reason] ?? stored.reason };
}

/** Outcomes of the request log, and their labels in earlier versions. */
const outcomeLabels: Readonly<Record<RequestOutcome, readonly string[]>> = {
  pending: [],
  answered: [],
  notKnown: ['not known'],
  queued: ['in the queue'],
  opened: [],
  retried: ['asked again'],
  interrupted: ['broken off'],
  failed: [],
  badBaseUrl: ['not sent: bad base URL', 'invalid base URL'],
  nameNotFound: ['host name not found', 'host not found'],
  connectionRefused: ['connection refused'],
  unreachable: ['not reached'],
  certificate: ['certificate not trusted'],
  timeout: ['no answer in time', 'timed out'],
  canceled: ['cancelled'],
  tooLarge: ['answer too large', 'response too large'],
  partial: [],
  redirectRefused: ['redirect refused', 'redirect not followed'],
  notJson: ['no JSON answer', 'invalid response'],
  badShape: ['answer not understood'],
  badRequest: ['refused as a bad request', 'request rejected'],
  keyRejected: ['key refused', 'API key rejected'],
  keyRequired: ['key needed', 'API key required'],
  notAllowed: ['not allowed'],
  notFound: ['address not found', 'not found'],
  rateLimited: ['rate limit', 'rate limit reached'],
  serverError: ['error of the service', 'service error'],
};
const storedOutcomes = new Map(
  Object.entries(outcomeLabels).flatMap(([code, labels]) => [code, ...labels].map((label) => [label, code] as const)),
) as ReadonlyMap<string, RequestOutcome>;

/** Reads the outcome of a logged request: a code, or the label that earlier versions stored. */
export function fromStoredOutcome(stored: string): OutcomeDetails & { readonly outcome: RequestOutcome } {
  const code = storedOutcomes.get(stored);
  if (code !== undefined) return { outcome: code };
  const notSent = /^not sent: (?<label>.+)$/u.exec(stored)?.groups?.label;
  if (notSent !== undefined) return { ...fromStoredOutcome(notSent), notSent: true };
  const known = /^(?<known>\d+) of \d+ known$/u.exec(stored)?.groups?.known;
  if (known !== undefined) return { outcome: 'answered', known: Number(known) };
  const { label, count } = /^(?<label>.+), (?<count>\d+(?:[.,\s]\d{3})*)\s\p{L}+$/u.exec(stored)?.groups ?? {};
  if (label === undefined || count === undefined) return { outcome: 'failed' };
  return { ...fromStoredOutcome(label), requests: Number(count.replace(/\D/gu, '')) };
}

const describedRequest =
  /^(?:(?<group>threat|feed|list) (?:“(?<name>.*)”|(?<id>\d+)|(?<address>https?:\S+))|indicator (?<iid>\d+)|collection “(?<title>.*)” \((?<collection>[^()]*)\)|(?<value>\S+))(?<part>, summary|, links(?:, page (?<page>\d+))?)?$/su;

/** Reads what a request was about: earlier versions stored a description instead of a value and its subject. */
export function fromStoredDescription(stored: string): Pick<LoggedRequest, 'what' | 'subject'> {
  const { group, name, id, address, iid, title, collection, value, part, page } =
    describedRequest.exec(stored)?.groups ?? {};
  const suffix: Pick<RequestSubject, 'part' | 'page'> =
    part === undefined
      ? {}
      : part === ', summary'
        ? { part: 'summary' }
        : { part: 'links', ...(page === undefined ? {} : { page: Number(page) }) };
  const isId = { isId: true } as const;
  if (iid !== undefined) return { what: [iid], subject: { kind: 'indicator', ...isId, ...suffix } };
  if (title !== undefined && collection !== undefined) {
    return { what: [title], subject: { kind: 'collection', collection } };
  }
  if (value !== undefined && part !== undefined) return { what: [value], subject: { kind: 'indicator', ...suffix } };
  if (group === undefined) return { what: [stored] };
  const kind = group as 'threat' | 'feed' | 'list';
  if (id !== undefined) return { what: [id], subject: { kind, ...isId, ...suffix } };
  return { what: [name ?? address ?? ''], subject: { kind, ...suffix } };
}

function renamed(value: unknown, { kinds = {}, keys = {} }: Names, isReading: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, { kinds, keys }, isReading));
  if (typeof value !== 'object' || value === null) return value;
  const kindOf = new Map(
    Object.entries(kinds).map(([inCode, inJson]) => (isReading ? [inJson, inCode] : [inCode, inJson])),
  );
  const keyOf = new Map(
    Object.entries(keys).map(([inCode, { as, names }]) =>
      isReading ? [as, { to: inCode, names }] : [inCode, { to: as, names }],
    ),
  );
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    if (key === 'kind' && typeof inner === 'string') return [key, kindOf.get(inner) ?? inner];
    const known = keyOf.get(key);
    if (known === undefined) return [key, inner];
    return [known.to, known.names === undefined ? inner : renamed(inner, known.names, isReading)];
  });
  return Object.fromEntries(entries) as unknown;
}
