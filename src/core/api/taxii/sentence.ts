import type { SignIn } from '../gateway';
import type { Trouble } from '../trouble';

/** What a request was about, as far as a sentence needs it. */
export interface TaxiiPlace {
  /** The server is the service that lookups ask: what its interface says of plans holds. */
  readonly isService?: boolean;
  /** How the request was signed in; Basic where not given. */
  readonly signIn?: SignIn['kind'];
  readonly part?: 'collection' | 'root';
}

/** True where the server knows who asks, or would, and lets him not: another sign-in may help. */
export function isAccessRefused(trouble: Trouble): boolean {
  return trouble.kind === 'keyRefused' || (trouble.kind === 'badRequest' && trouble.status === 403);
}

/** What the server itself says of an error, to stand behind a sentence; foreign, on one line. Empty where it says nothing. */
export function saidWords(trouble: Trouble): string {
  if (!('said' in trouble)) return '';
  return ` It says: “${trouble.said}”${/[.!?…]$/.test(trouble.said) ? '' : '.'}`;
}

/** A trouble with a TAXII server as one sentence that names what can be done; `host` is the server's. */
export function taxiiSentence(trouble: Trouble, host: string, place: TaxiiPlace = {}): string {
  const said = saidWords(trouble);
  switch (trouble.kind) {
    case 'badBaseUrl':
      return trouble.detail;
    case 'nameNotFound':
      return `There is no host ${host}.`;
    case 'connectionRefused':
      return `Nothing answers at ${host}.`;
    case 'unreachable':
      return `${host} can't be reached, or broke off its answer.`;
    case 'certificate':
      return `The certificate of ${host} is not trusted.`;
    case 'timeout':
      return `${host} gave no whole answer within ${Math.round(trouble.afterMillis / 1_000)} s.`;
    case 'cancelled':
      return 'Cancelled.';
    case 'tooLarge':
      return `An answer of ${host} is longer than ${Math.round(trouble.maxBytes / 1_048_576)} MB; the rest was not read.`;
    case 'redirectRefused':
      return `${host} leads on to ${trouble.to}. The key goes to ${host} alone; add that server by its own address if you trust it.`;
    case 'notJson':
      return trouble.isEmpty === true
        ? `${host} answered with nothing.`
        : `${host} gave no TAXII answer: ${trouble.detail}.`;
    case 'badShape':
      return `${host} speaks no TAXII 2.1 there.`;
    case 'badRequest':
      return trouble.status === 403
        ? refusal(host, said, place)
        : trouble.status === 406 || trouble.status === 415
          ? `${host} does not speak TAXII 2.1.${said}`
          : `${host} refused the request (HTTP ${trouble.status}).${said}`;
    case 'keyRefused':
      if (trouble.status === 403) return refusal(host, said, place);
      if (place.isService === true && /\b(?:plan|tier|pro|feed|upgrade)\b/i.test(trouble.said ?? '')) {
        return `${host} rejected the request (HTTP 401).${said} ${planHint}`;
      }
      return trouble.hadKey
        ? `${host} rejected this ${secrets[place.signIn ?? 'basic']} (HTTP 401).${said}`
        : `${host} asks for a user and a key (HTTP 401).${said}`;
    case 'notFound':
      return `${host} knows no such server, API root or collection (HTTP 404).${said}`;
    case 'rateLimited':
      return `${host} takes no more requests until ${new Date(trouble.retryAt).toISOString().slice(0, 19).replace('T', ' ')} UTC.${said}`;
    case 'serverError':
      return `${host} failed (HTTP ${trouble.status}).${said}`;
  }
}

/** api-spec: “Authentication”, TAXII endpoints, 1. */
const planHint = 'TAXII needs a Pro or a Feed plan.';

const secrets = { basic: 'user and key', query: 'key', bearer: 'bearer token', header: 'key' };
const places = { collection: 'this collection', root: 'this API root' };

function refusal(host: string, said: string, { isService, part }: TaxiiPlace): string {
  const refused = `${host} refused access${part === undefined ? '' : ` to ${places[part]}`} (HTTP 403).${said}`;
  const advice = 'Change the sign-in, or ask whoever runs the server for access.';
  return `${refused} ${isService === true ? `${planHint} ` : ''}${advice}`;
}
