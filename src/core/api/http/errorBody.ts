type Body = Readonly<Record<string, unknown>>;

/** Keys of an error body besides the message: they carry no part of an answer. */
const envelope: ReadonlySet<string> = new Set([
  'error',
  'errors',
  'message',
  'msg',
  'detail',
  'details',
  'title',
  'description',
  'reason',
  'code',
  'error_code',
  'errorcode',
  'error_description',
  'status',
  'statuscode',
  'status_code',
  'http_status',
  'success',
  'ok',
  'type',
  'timestamp',
  'time',
  'path',
  'instance',
  'method',
  'request_id',
  'requestid',
  'trace_id',
  'documentation_url',
  'help',
]);

const maxReadLength = 1_000;

const sentenceKeys = ['message', 'msg', 'detail', 'details', 'error_description', 'reason'] as const;

/**
 * The message of an error body (lookup API: “Errors”: an object with the one field `error`), in that or another common
 * shape: `error: {message}`, `errors: […]`, `message`, `detail`, TAXII's `title` and `description`. Unmodified, so
 * untrusted and of any length; undefined if there is none.
 */
export function toSentence(body: unknown): string | undefined {
  if (typeof body === 'string') return trimmed(body);
  const fields = fieldsOf(body);
  if (fields === undefined) return undefined;
  const error = within(fields['error']) ?? within(fields['errors']);
  // A bare code or status name is less informative than the message beside it.
  if (error !== undefined && !isBare(error)) return error;
  for (const key of sentenceKeys) {
    const found = within(fields[key]);
    if (found !== undefined) return found;
  }
  return error ?? headed(fields);
}

/** The start of an error message, for pattern matching: a body may be megabytes long. */
export function getWords(body: unknown): string {
  return (toSentence(body) ?? '').slice(0, maxReadLength);
}

/** True for an object with an `error` that has a message. */
export function hasError(body: unknown): boolean {
  const fields = fieldsOf(body);
  if (fields === undefined) return false;
  const { error, errors } = fields;
  if (within(error) !== undefined || within(errors) !== undefined) return true;
  return (error === true || typeof error === 'number') && toSentence(body) !== undefined;
}

/** True for a body with nothing but an error, whatever its status; the poll of an unfinished scan has more fields. */
export function isErrorBody(body: unknown): boolean {
  const fields = fieldsOf(body);
  if (fields === undefined) return false;
  const { status } = fields;
  const isFailed = typeof status === 'string' && /^(?:error|fail|failed|failure)$/i.test(status.trim());
  const isRefusal = fields['success'] === false || fields['ok'] === false || isFailed;
  if (!hasError(body) && !(isRefusal && toSentence(body) !== undefined)) return false;
  return isEnvelope(body);
}

/** True for an object with no other keys than those of error bodies. */
export function isEnvelope(body: unknown): boolean {
  const fields = fieldsOf(body);
  return fields !== undefined && Object.entries(fields).every(([key, value]) => envelope.has(key) || isEmpty(value));
}

/** True for an object that contains something besides an error: rows, or a record. */
export function hasContent(body: unknown): boolean {
  const fields = fieldsOf(body) ?? {};
  return Object.entries(fields).some(
    ([key, value]) => !envelope.has(key) && typeof value === 'object' && !isEmpty(value),
  );
}

/** The starts of all texts of an error body that may name what was not found, in one string. */
export function everySentence(body: unknown): string {
  const fields = fieldsOf(body);
  if (fields === undefined) return getWords(body);
  return ['error', 'errors', ...sentenceKeys, 'title', 'description']
    .flatMap((key) => within(fields[key])?.slice(0, maxReadLength) ?? [])
    .join('\n');
}

/** The fields of an object by lower-case name. */
function fieldsOf(body: unknown): Body | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value as unknown]));
}

/** The first text in a value: the value itself, the message of an object, or the first item of a list. */
function within(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return trimmed(value);
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value)) return first(value as readonly unknown[], depth);
  const fields = fieldsOf(value) ?? {};
  const named = first(
    ['message', 'msg', 'detail', 'description', 'title', 'reason', 'text', 'error'].map((key) => fields[key]),
    depth,
  );
  // Form validation reports errors per field: {"indicator": ["…"]}.
  return named ?? first(Object.values(fields).filter(Array.isArray), depth);
}

function first(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values.slice(0, 20)) {
    const found = within(value, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `title` and `description`, the shape of a TAXII error. */
function headed(fields: Body): string | undefined {
  const [title, description] = [within(fields['title']), within(fields['description'])];
  if (title === undefined || description === undefined) return title ?? description;
  return `${title}${/\.\s*$/.test(title) ? '' : ':'} ${description}`;
}

function isBare(error: string): boolean {
  return (
    !/\s/.test(error) || /^(?:bad request|unauthorized|not found|too many requests|internal server error)$/i.test(error)
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === false || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function trimmed(text: string): string | undefined {
  const found = text.trim();
  return found === '' ? undefined : found;
}
