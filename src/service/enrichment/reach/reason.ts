import { plainText } from '../plainText';

/** Something was not done on purpose: it would have led where nothing of this may go. */
export class EgressRefusedError extends Error {
  override readonly name = 'EgressRefusedError';
}

const errorReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  EADDRNOTAVAIL: 'it cannot be reached',
  ETIMEOUT: 'no answer came in time',
  ETIMEDOUT: 'no answer came in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer came in time',
  UND_ERR_BODY_TIMEOUT: 'no answer came in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer came in time',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too large',
  ENOTFOUND: 'the name does not exist',
  ENODATA: 'there is no such entry',
  ESERVFAIL: 'the name server failed',
  EREFUSED: 'the name server refused',
  EBADRESP: 'the name server’s answer makes no sense',
  EFORMERR: 'the name server’s answer makes no sense',
};

/** An error's code of the system, of TLS, or of undici. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Why something failed, in plain words for the end of a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer came in time';
  const known = errorReasons[codeOf(error) ?? ''];
  if (known !== undefined) return known;
  const text = plainText(error instanceof Error ? error.message : String(error), 200);
  if (error instanceof Error && error.name === 'HTTPParserError') return `its answer is no HTTP (${text})`;
  return text === '' ? 'it failed' : text;
}
