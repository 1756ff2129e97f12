import type { Indicator } from '../../../core/indicators/identity/types';
import type { EgressGuard } from '../reach/egressGuard';
import { httpRequest, portOf } from '../reach/httpRequest';
import { reasonOf, EgressRefusedError } from '../reach/reason';
import type { Environment } from '../reach/environment';
import { bootstrapFileOf, rdapServiceFor, readBootstrap, type BootstrapFile } from './bootstrap';
import { readRdapObject, registrarLink } from './rdapObject';
import { withRegistrar, type RegistryAnswer } from './registration';
import { isAhead } from '../../../core/records/clockBounds';

/** How long a bootstrap file is cached, and how long a failure. */
const cacheMillis = 24 * 60 * 60_000;
const missCacheMillis = 5 * 60_000;
const maxRedirects = 4;

type JsonAnswer =
  | { readonly kind: 'json'; readonly json: unknown; readonly from: URL }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Rdap {
  /** Queries the registry, and for a domain also its registrar. */
  query(subject: Indicator, egress: EgressGuard, signal: AbortSignal): Promise<RegistryAnswer>;
}

/** RDAP (RFC 7480 to 7482, 9083) over https with valid certificates. Caches IANA's bootstrap files in memory. */
export function createRdap(environment: Environment): Rdap {
  const files = new Map<BootstrapFile, { readonly until: number; readonly answer: Promise<JsonAnswer> }>();

  /** Shares a request among concurrent callers; repeats it if it failed or the first caller canceled it. */
  async function bootstrap(file: BootstrapFile, egress: EgressGuard, signal: AbortSignal): Promise<JsonAnswer> {
    const cached = files.get(file);
    if (cached !== undefined && isAhead(cached.until, cacheMillis, environment.now())) {
      return cached.answer.catch(() => {
        signal.throwIfAborted();
        return bootstrap(file, egress, signal);
      });
    }
    const answer = getJson(new URL(`${file}.json`, environment.rdapBootstrap), environment, egress, signal);
    files.set(file, { until: environment.now() + cacheMillis, answer });
    try {
      const { kind } = await answer;
      if (kind !== 'json') files.set(file, { until: environment.now() + missCacheMillis, answer });
    } catch (error) {
      files.delete(file);
      throw error;
    }
    return answer;
  }

  return {
    async query(subject, egress, signal) {
      const file = await bootstrap(bootstrapFileOf(subject), egress, signal);
      if (file.kind !== 'json') {
        return {
          kind: 'failed',
          reason: `the list of registries: ${file.kind === 'failed' ? file.reason : 'not found'}`,
        };
      }
      const service = rdapServiceFor(subject, readBootstrap(file.json));
      if (service === undefined) return { kind: 'noRegistry' };
      const path = subject.type === 'ip' ? `ip/${subject.value}` : `domain/${encodeURIComponent(subject.value)}`;
      const answer = await getJson(new URL(path, service), environment, egress, signal);
      if (answer.kind === 'notFound') return { kind: 'notRegistered' };
      if (answer.kind === 'failed') return { kind: 'failed', reason: `${service.host}: ${answer.reason}` };
      const registration = readRdapObject(answer.json);
      if (registration === undefined) return { kind: 'failed', reason: `${service.host}: invalid response` };
      const link = subject.type === 'ip' ? undefined : registrarLink(answer.json);
      if (link === undefined || link.href === answer.from.href) return { kind: 'found', registration };
      const second = await getJson(link, environment, egress, signal);
      const more = second.kind === 'json' ? readRdapObject(second.json) : undefined;
      return { kind: 'found', registration: more === undefined ? registration : withRegistrar(registration, more) };
    },
  };
}

/** Requests JSON, following only redirects to https. Rejects only where `signal` fired. */
async function getJson(
  start: URL,
  environment: Environment,
  egress: EgressGuard,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  let url = start;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      if (url.protocol !== 'https:') throw new EgressRefusedError('it does not use https');
      if (url.port !== start.port && !environment.redirectPorts.includes(portOf(url)))
        throw new EgressRefusedError('it redirects to an unexpected port');
      const answer = await httpRequest(url, {
        egress,
        headers: { accept: 'application/rdap+json, application/json', 'accept-encoding': 'identity' },
        verify: true,
        trust: environment.trust,
        millis: environment.limits.registryMillis,
        headBytes: environment.limits.headBytes,
        bodyBytes: environment.limits.registryBytes,
        signal,
      });
      const location = answer.headers.get('location')?.[0];
      if (answer.status >= 300 && answer.status < 400 && location !== undefined && URL.canParse(location, url)) {
        url = new URL(location, url);
        continue;
      }
      if (answer.status === 404) return { kind: 'notFound' };
      if (answer.status !== 200) return { kind: 'failed', reason: `HTTP status ${answer.status}` };
      if (answer.truncated) return { kind: 'failed', reason: 'the response is too large or incomplete' };
      return { kind: 'json', json: JSON.parse(answer.body.toString('utf8')), from: url };
    }
    return { kind: 'failed', reason: 'too many redirects' };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', reason: error instanceof SyntaxError ? 'the response is not JSON' : reasonOf(error) };
  }
}
