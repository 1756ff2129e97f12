import { formatDuration, formatSize, formatUtc, t } from '../../../l10n';
import { noTlsMessage } from '../strings';
import { getServiceMessage, type RequestError } from '../requestError';
import type { TaxiiErrorContext } from './errorContext';

/** Sentences with a space between; empty ones are omitted. */
export function joinSentences(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' ');
}

/** The text of the server's own error as a sentence; undefined if it sent none. */
export function serverMessage(error: RequestError): string | undefined {
  const message = getServiceMessage(error);
  if (message === undefined || message === '') return undefined;
  return /[.!?…]$/.test(message) ? t('Server message: “{0}”', message) : t('Server message: “{0}”.', message);
}

/** Describes a failed request to a TAXII server or for a list, with advice; `host` is the server's. */
export function taxiiErrorMessage(error: RequestError, host: string, context: TaxiiErrorContext = {}): string {
  return joinSentences(ownMessage(error, host, context), serverMessage(error), advice(error, context));
}

function ownMessage(error: RequestError, host: string, context: TaxiiErrorContext): string {
  const isList = context.part === 'list';
  switch (error.kind) {
    case 'badBaseUrl':
      return t("The URL isn't valid.");
    case 'nameNotFound':
      return t("Can't reach {0}: host not found.", host);
    case 'connectionRefused':
      return t("Can't reach {0}: connection refused.", host);
    case 'unreachable':
      return t("Can't reach {0}, or the connection was interrupted.", host);
    case 'certificate':
      return t("The certificate of {0} isn't trusted.", host);
    case 'noTls':
      return noTlsMessage(host);
    case 'timeout':
      return t("{0} didn't complete its response within {1}.", host, formatDuration(error.afterMillis));
    case 'canceled':
      return t('Canceled.');
    case 'tooLarge':
      return t('The response from {0} exceeds the {1} limit.', host, formatSize(error.maxBytes));
    case 'partial':
      return partialMessage(host, error.bytes);
    case 'redirectRefused':
      return redirectMessage(host, error.to, isList);
    case 'notJson':
      if (error.isEmpty === true) return t('{0} returned an empty response.', host);
      return isList ? t('{0} returned a web page instead of a list.', host) : t("{0} didn't return valid JSON.", host);
    case 'badShape':
      return isList
        ? t('{0} returned a web page instead of a list.', host)
        : t("{0} doesn't support TAXII 2.1 at this URL.", host);
    case 'badRequest':
      return isList
        ? t('{0} rejected the request (HTTP {1}).', host, error.status)
        : badRequestMessage(host, error.status, context);
    case 'keyRejected':
      return keyMessage(host, error, context);
    case 'notFound':
      return isList
        ? t('{0} has no list at this URL (HTTP 404).', host)
        : t('{0} has no TAXII server, API root, or collection at this URL (HTTP 404).', host);
    case 'rateLimited':
      return t('Rate limit on {0} reached. Requests resume at {1}.', host, formatUtc(error.retryAt));
    case 'serverError':
      return t('{0} reported an internal error (HTTP {1}).', host, error.status);
  }
}

function partialMessage(host: string, bytes: Extract<RequestError, { kind: 'partial' }>['bytes']): string {
  return bytes === undefined
    ? t('{0} sent a partial or damaged response.', host)
    : t('{0} sent only {1} of {2}.', host, formatSize(bytes.received), formatSize(bytes.announced));
}

/** `to` is a host, or a scheme that isn't followed. */
function redirectMessage(host: string, to: string, isList: boolean): string {
  if (to.endsWith(':')) return t('{0} redirected to a {1} URL. Only redirects to https are followed.', host, to);
  return isList
    ? t("{0} redirected to {1}. The redirect wasn't followed. If you trust {1}, add the list from that URL.", host, to)
    : t('{0} redirected to {1}. Credentials are sent only to {0}. If you trust {1}, add it as a server.', host, to);
}

function badRequestMessage(host: string, status: number, context: TaxiiErrorContext): string {
  if (status === 403) return deniedMessage(host, context);
  return status === 406 || status === 415
    ? t("{0} doesn't support TAXII 2.1 (HTTP {1}).", host, status)
    : t('{0} rejected the request (HTTP {1}).', host, status);
}

function keyMessage(
  host: string,
  { status, hadKey }: Extract<RequestError, { kind: 'keyRejected' }>,
  context: TaxiiErrorContext,
): string {
  const isList = context.part === 'list';
  if (status === 403) return isList ? listDeniedMessage(host, hadKey) : deniedMessage(host, context);
  return hadKey ? rejectedMessage(host, context) : missingMessage(host, isList);
}

function deniedMessage(host: string, { part }: TaxiiErrorContext): string {
  switch (part) {
    case 'collection':
      return t('{0} denied access to this collection (HTTP 403).', host);
    case 'root':
      return t('{0} denied access to this API root (HTTP 403).', host);
    default:
      return t('{0} denied access (HTTP 403).', host);
  }
}

function listDeniedMessage(host: string, hadKey: boolean): string {
  return hadKey
    ? t("{0} doesn't allow this user to read the list (HTTP 403).", host)
    : t('{0} requires you to sign in to read the list (HTTP 403).', host);
}

function rejectedMessage(host: string, { signIn: way, part }: TaxiiErrorContext): string {
  const signIn = way ?? 'basic';
  if (part === 'list' && way === undefined) return t('{0} rejected the credentials (HTTP 401).', host);
  if (part === 'list' && signIn === 'basic') return t('{0} rejected the user name and password (HTTP 401).', host);
  switch (signIn) {
    case 'basic':
      return t('{0} rejected the user name and API key (HTTP 401).', host);
    case 'bearer':
      return t('{0} rejected the bearer token (HTTP 401).', host);
    case 'query':
    case 'header':
    case 'address':
      return t('{0} rejected the API key (HTTP 401).', host);
  }
}

function missingMessage(host: string, isList: boolean): string {
  return isList
    ? t('{0} requires credentials to read the list (HTTP 401).', host)
    : t('{0} requires a user name and API key (HTTP 401).', host);
}

function advice(error: RequestError, { isService, part }: TaxiiErrorContext): string | undefined {
  if (part === 'list') return undefined;
  const isDenied = (error.kind === 'badRequest' || error.kind === 'keyRejected') && error.status === 403;
  // lookup API: “Authentication”.
  const plan = isService === true ? t('TAXII requires the Pro, Team, Business, or Feed plan.') : undefined;
  if (isDenied) return joinSentences(plan, t('Change the credentials, or ask the server operator for access.'));
  if (error.kind !== 'keyRejected') return undefined;
  return /\b(?:plan|tier|pro|feed|upgrade)\b/i.test(error.serviceMessage ?? '') ? plan : undefined;
}
