import type { Indicator } from '../../../core/indicators/identity/types';
import type { EgressGuard, Reach } from '../reach/egressGuard';
import { type HttpAnswer, httpRequest, getPort } from '../reach/httpRequest';
import { getReason, EgressRefusedError } from '../reach/reason';
import type { Environment } from '../reach/environment';
import { readRdapObject, registrarLink } from './rdapObject';
import { type Registration, withRegistrar, type RegistryAnswer } from './registration';
import { isAhead } from '../../../core/records/clockBounds';
import ipaddr from 'ipaddr.js';

/** How long a bootstrap file is cached, and how long a failure. */
const cacheMillis = 24 * 60 * 60_000;
const notFoundMillis = 5 * 60_000;
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
    const answer = getJson(new URL(`${file}.json`, environment.rdapBootstrap), { environment, egress, signal });
    files.set(file, { until: environment.now() + cacheMillis, answer });
    try {
      const { kind } = await answer;
      if (kind !== 'json') files.set(file, { until: environment.now() + notFoundMillis, answer });
    } catch (error) {
      files.delete(file);
      throw error;
    }
    return answer;
  }

  return {
    async query(subject, egress, signal) {
      const file = await bootstrap(bootstrapFileOf(subject), egress, signal);
      if (file.kind === 'notFound') return { kind: 'failed', reason: 'the list of registries: not found' };
      if (file.kind === 'failed') return { kind: 'failed', reason: `the list of registries: ${file.reason}` };
      const service = rdapServiceFor(subject, readBootstrap(file.json));
      if (service === undefined) return { kind: 'noRegistry' };
      const path = subject.type === 'ip' ? `ip/${subject.value}` : `domain/${encodeURIComponent(subject.value)}`;
      const answer = await getJson(new URL(path, service), { environment, egress, signal });
      if (answer.kind === 'notFound') return { kind: 'notRegistered' };
      if (answer.kind === 'failed') return { kind: 'failed', reason: `${service.host}: ${answer.reason}` };
      const registration = readRdapObject(answer.json);
      if (registration === undefined) return { kind: 'failed', reason: `${service.host}: invalid response` };
      const link = subject.type === 'ip' ? undefined : registrarLink(answer.json);
      if (link === undefined || link.href === answer.from.href) return { kind: 'found', registration };
      const second = await getJson(link, { environment, egress, signal });
      return { kind: 'found', registration: withAnswerOfRegistrar(registration, second) };
    },
  };
}

function withAnswerOfRegistrar(registration: Registration, answer: JsonAnswer): Registration {
  const more = answer.kind === 'json' ? readRdapObject(answer.json) : undefined;
  return more === undefined ? registration : withRegistrar(registration, more);
}

/** Requests JSON, following only redirects to https. Rejects only where `signal` fired. */
async function getJson(start: URL, { environment, egress, signal }: Reach): Promise<JsonAnswer> {
  let url = start;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      if (url.protocol !== 'https:') throw new EgressRefusedError('it does not use https');
      if (url.port !== start.port && !environment.redirectPorts.includes(getPort(url)))
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
      const target = redirectOf(answer, url);
      if (target !== undefined) {
        url = target;
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
    return { kind: 'failed', reason: error instanceof SyntaxError ? 'the response is not JSON' : getReason(error) };
  }
}

function redirectOf({ status, headers }: HttpAnswer, from: URL): URL | undefined {
  const location = headers.get('location')?.[0];
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, from)) return undefined;
  return new URL(location, from);
}

/** The content of an IANA bootstrap file (RFC 9224): a list of [entries, URLs]. */
type Services = readonly (readonly [readonly string[], readonly string[]])[];

type BootstrapFile = 'dns' | 'ipv4' | 'ipv6';

/** The bootstrap file for a domain or an address. */
function bootstrapFileOf({ type, value }: Indicator): BootstrapFile {
  if (type !== 'ip') return 'dns';
  return value.includes(':') ? 'ipv6' : 'ipv4';
}

/** Parses a bootstrap file; skips invalid entries. */
export function readBootstrap(json: unknown): Services {
  if (typeof json !== 'object' || json === null || !('services' in json) || !Array.isArray(json.services)) return [];
  return json.services.flatMap((service: unknown) => {
    if (!Array.isArray(service)) return [];
    const [entries, addresses] = [strings(service[0]), strings(service[1])];
    return entries.length > 0 && addresses.length > 0 ? [[entries, addresses] as const] : [];
  });
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The base URL (https, with a trailing slash) of the RDAP service for a domain or an address. */
export function rdapServiceFor({ type, value }: Indicator, services: Services): URL | undefined {
  const length = type === 'ip' ? networkMatch(value) : nameMatch(value);
  let best: { readonly length: number; readonly addresses: readonly string[] } = { length: -1, addresses: [] };
  for (const [entries, addresses] of services) {
    for (const entry of entries) {
      const matched = length(entry);
      if (matched > best.length) best = { length: matched, addresses };
    }
  }
  const address = best.addresses.find((candidate) => candidate.startsWith('https://') && URL.canParse(candidate));
  return address === undefined ? undefined : new URL(address.endsWith('/') ? address : `${address}/`);
}

/** The length of a match of whole labels; -1 without a match. */
function nameMatch(name: string): (entry: string) => number {
  return (entry) => {
    const ending = entry.toLowerCase();
    return name === ending || name.endsWith(`.${ending}`) ? ending.length : -1;
  };
}

function networkMatch(address: string): (entry: string) => number {
  const parsed = ipaddr.parse(address);
  return (entry) => {
    if (!ipaddr.isValidCIDR(entry)) return -1;
    const [network, bits] = ipaddr.parseCIDR(entry);
    return network.kind() === parsed.kind() && parsed.match(network, bits) ? bits : -1;
  };
}
