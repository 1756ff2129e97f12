import { oneLine } from '../../text/redact';
import type { RequestError } from '../requestError';

const names = /^(?:ENOTFOUND|EAI_[A-Z]+|ENODATA|ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED|ERR_DNS_\w+)$/;
const refused = /^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/;
const certificates =
  /^(?:CERT_\w+|\w*SELF_SIGNED\w*|UNABLE_TO_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERR_TLS_\w+|ERR_SSL_\w+|ERR_CERT_\w+|ERR_BAD_SSL_\w+|EPROTO)$/;
const timeouts = /^(?:ETIMEDOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|UND_ERR_\w*TIMEOUT)$/;

/**
 * Maps what `fetch` or a body threw: Node's and undici's codes along the chain of causes, and Electron's `net::ERR_…`
 * messages. `clean` removes the key.
 */
export function toRequestError(error: unknown, afterMillis: number, clean: (text: string) => string): RequestError {
  const errors = chain(error);
  const codes = errors.flatMap(codesOf);
  const detail = oneLine(clean([...new Set([...codes, ...errors.map(messageOf)])].filter(Boolean).join(' · ')), 400);
  if (codes.some((code) => certificates.test(code))) return { kind: 'certificate', detail };
  if (codes.some((code) => names.test(code))) return { kind: 'nameNotFound', detail };
  if (codes.some((code) => refused.test(code))) return { kind: 'connectionRefused', detail };
  if (codes.some((code) => timeouts.test(code))) return { kind: 'timeout', detail, afterMillis };
  return { kind: 'unreachable', detail: detail === '' ? 'no reason given' : detail };
}

/** An error, its causes and its bundled errors; bounded, because both may be circular. */
function chain(error: unknown): unknown[] {
  const found: unknown[] = [];
  const next = [error];
  while (next.length > 0 && found.length < 16) {
    const each = next.shift();
    if (each === undefined || each === null || found.includes(each)) continue;
    found.push(each);
    if (typeof each !== 'object') continue;
    if ('errors' in each && Array.isArray(each.errors)) next.push(...(each.errors as unknown[]).slice(0, 8));
    if ('cause' in each) next.push(each.cause);
  }
  return found;
}

function codesOf(each: unknown): string[] {
  const code = typeof each === 'object' && each !== null && 'code' in each ? each.code : undefined;
  const words = [...messageOf(each).matchAll(/\bnet::(ERR_[A-Z0-9_]+)/g)].map((match) => match[1] ?? '');
  return typeof code === 'string' ? [code, ...words] : words;
}

function messageOf(each: unknown): string {
  if (typeof each === 'string') return each;
  const message = typeof each === 'object' && each !== null && 'message' in each ? each.message : undefined;
  return typeof message === 'string' ? message : '';
}
