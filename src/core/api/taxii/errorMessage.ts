import type { SignIn } from '../gateway';
import type { RequestError } from '../requestError';

/** What a request was about, as far as a sentence needs it. */
export interface TaxiiErrorContext {
  /** The server is the service that lookups ask: what its interface says of plans holds. */
  readonly isService?: boolean;
  /** How the request was signed in; Basic where not given. */
  readonly signIn?: SignIn['kind'];
  readonly part?: 'collection' | 'root';
}

/** True where the server knows who asks, or would, and lets him not: another sign-in may help. */
export function isAccessRefused(error: RequestError): boolean {
  return error.kind === 'keyRejected' || (error.kind === 'badRequest' && error.status === 403);
}

/** What the server itself says of an error, to stand behind a sentence; foreign, on one line. Empty where it says nothing. */
export function serviceMessageSuffix(error: RequestError): string {
  if (!('serviceMessage' in error)) return '';
  return ` It says: “${error.serviceMessage}”${/[.!?…]$/.test(error.serviceMessage) ? '' : '.'}`;
}

/** A trouble with a TAXII server as one sentence that names what can be done; `host` is the server's. */
export function taxiiErrorMessage(error: RequestError, host: string, place: TaxiiErrorContext = {}): string {
  const serviceMessage = serviceMessageSuffix(error);
  switch (error.kind) {
    case 'badBaseUrl':
      return error.detail;
    case 'nameNotFound':
      return `There is no host ${host}.`;
    case 'connectionRefused':
      return `Nothing answers at ${host}.`;
    case 'unreachable':
      return `${host} can't be reached, or broke off its answer.`;
    case 'certificate':
      return `The certificate of ${host} is not trusted.`;
    case 'timeout':
      return `${host} gave no whole answer within ${Math.round(error.afterMillis / 1_000)} s.`;
    case 'canceled':
      return 'Cancelled.';
    case 'tooLarge':
      return `An answer of ${host} is longer than ${Math.round(error.maxBytes / 1_048_576)} MB; the rest was not read.`;
    case 'redirectRefused':
      return `${host} leads on to ${error.to}. The key goes to ${host} alone; add that server by its own address if you trust it.`;
    case 'notJson':
      return error.isEmpty === true
        ? `${host} answered with nothing.`
        : `${host} gave no TAXII answer: ${error.detail}.`;
    case 'badShape':
      return `${host} speaks no TAXII 2.1 there.`;
    case 'badRequest':
      return error.status === 403
        ? refusal(host, serviceMessage, place)
        : error.status === 406 || error.status === 415
          ? `${host} does not speak TAXII 2.1.${serviceMessage}`
          : `${host} refused the request (HTTP ${error.status}).${serviceMessage}`;
    case 'keyRejected':
      if (error.status === 403) return refusal(host, serviceMessage, place);
      if (place.isService === true && /\b(?:plan|tier|pro|feed|upgrade)\b/i.test(error.serviceMessage ?? '')) {
        return `${host} rejected the request (HTTP 401).${serviceMessage} ${planHint}`;
      }
      return error.hadKey
        ? `${host} rejected this ${secrets[place.signIn ?? 'basic']} (HTTP 401).${serviceMessage}`
        : `${host} asks for a user and a key (HTTP 401).${serviceMessage}`;
    case 'notFound':
      return `${host} knows no such server, API root or collection (HTTP 404).${serviceMessage}`;
    case 'rateLimited':
      return `${host} takes no more requests until ${new Date(error.retryAt).toISOString().slice(0, 19).replace('T', ' ')} UTC.${serviceMessage}`;
    case 'serverError':
      return `${host} failed (HTTP ${error.status}).${serviceMessage}`;
  }
}

/** api-spec: “Authentication”, TAXII endpoints, 1. */
const planHint = 'TAXII needs a Pro or a Feed plan.';

const secrets = { basic: 'user and key', query: 'key', bearer: 'bearer token', header: 'key' };
const places = { collection: 'this collection', root: 'this API root' };

function refusal(host: string, serviceMessage: string, { isService, part }: TaxiiErrorContext): string {
  const refused = `${host} refused access${part === undefined ? '' : ` to ${places[part]}`} (HTTP 403).${serviceMessage}`;
  const advice = 'Change the sign-in, or ask whoever runs the server for access.';
  return `${refused} ${isService === true ? `${planHint} ` : ''}${advice}`;
}
