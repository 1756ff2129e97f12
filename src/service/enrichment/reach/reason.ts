import { plainText } from './plainText';

/** A connection was blocked on purpose. */
export class EgressRefusedError extends Error {
  override readonly name = 'EgressRefusedError';
}

const errorReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEOUT: 'no response in time',
  ETIMEDOUT: 'no response in time',
  HPE_HEADER_OVERFLOW: 'the headers are too large',
  ENOTFOUND: 'the name does not exist',
  ENODATA: 'no such record',
  ESERVFAIL: 'the name server failed',
  EREFUSED: 'the name server refused the query',
  EBADRESP: 'invalid response of the name server',
  EFORMERR: 'invalid response of the name server',
};

/** The error code of the system, of TLS, or of the HTTP parser. */
export function getCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Why something failed, as the end of a sentence. */
export function getReason(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no response in time';
  const known = errorReasons[getCode(error) ?? ''];
  if (known !== undefined) return known;
  const text = plainText(error instanceof Error ? error.message : String(error), 200);
  if (getCode(error)?.startsWith('HPE_') === true) return `the response is not HTTP (${text})`;
  return text === '' ? 'unknown error' : text;
}
