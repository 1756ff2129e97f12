import { getDomain } from 'tldts';
import type { Indicator } from '../../core/indicators/identity/types';
import { wireTimestamp } from '../../core/records/timestamp';
import type { ScanResults } from './scanResults';
import type { DnsAnswer, NameServers } from './reach/nameServers';
import type { EgressGuard } from './reach/egressGuard';
import type { Registration, RegistryAnswer } from './registration/registration';
import type { Registries } from './registration/registries';

export interface LookupTools {
  readonly names: NameServers;
  readonly registries: Registries;
  readonly egress: EgressGuard;
  readonly allowAddress: (address: string) => boolean;
  readonly signal: AbortSignal;
}

/** The registered name: `example.co.uk` of `www.example.co.uk`; undefined for names without a public suffix. */
function registrableName(name: string): string | undefined {
  return getDomain(name, { validateHostname: false, detectIp: false }) ?? undefined;
}

/** Queries the name servers of a host, fills the group `dns`, and returns the host's addresses. */
export async function queryDns(
  host: Indicator,
  { names, signal }: LookupTools,
  results: ScanResults,
): Promise<readonly string[]> {
  if (host.type === 'ip') {
    addAnswer('ptr', `Names of ${host.value}`, await names.ptr(host.value, signal), results);
    return [host.value];
  }
  const [a, aaaa, mx, ns, txt] = await Promise.all([
    names.a(host.value, signal),
    names.aaaa(host.value, signal),
    names.mx(host.value, signal),
    nameServersOf(host.value, names, signal),
    names.txt(host.value, signal),
  ]);
  const reasons = new Set(
    [a, aaaa, mx, ns, txt].map((answer) => (answer.kind === 'failed' ? answer.reason : undefined)),
  );
  const [reason] = reasons;
  if (reasons.size === 1 && reason !== undefined) {
    results.addError(`DNS records of ${host.value}: ${reason}`);
    return [];
  }
  addAnswer('a', `Addresses (A) of ${host.value}`, a, results);
  addAnswer('aaaa', `Addresses (AAAA) of ${host.value}`, aaaa, results);
  addAnswer('mx', `Mail servers of ${host.value}`, mx, results);
  addAnswer('ns', `Name servers of ${host.value}`, ns, results);
  addAnswer('txt', `TXT records of ${host.value}`, txt, results);
  const addresses = [a, aaaa].flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
  if (addresses.length > 0) results.facts.resolves = true;
  else if (a.kind !== 'failed' && aaaa.kind !== 'failed') results.facts.resolves = false;
  return addresses;
}

/** The name servers of a host where it is a zone of its own; otherwise those of the registered name. */
async function nameServersOf(name: string, names: NameServers, signal: AbortSignal): Promise<DnsAnswer> {
  const own = await names.ns(name, signal);
  const registrable = registrableName(name);
  return own.kind === 'noRecords' && registrable !== undefined && registrable !== name
    ? names.ns(registrable, signal)
    : own;
}

function addAnswer(key: string, what: string, answer: DnsAnswer, results: ScanResults): void {
  if (answer.kind === 'found') results.addProperty('dns', key, ...[...answer.values].slice(0, 100));
  if (answer.kind === 'failed') results.addError(`${what}: ${answer.reason}`);
}

/** Queries the registries of the registered name and of the first public address, and fills `whois` and `geo`. */
export async function queryRegistration(
  host: Indicator,
  addresses: readonly string[],
  tools: LookupTools,
  results: ScanResults,
): Promise<void> {
  const address = addresses.find((candidate) => tools.allowAddress(candidate));
  const [ofDomain, ofNetwork] = await Promise.all([
    host.type === 'domain' ? queryDomain(host.value, tools) : undefined,
    address === undefined
      ? undefined
      : tools.registries.query({ type: 'ip', value: address }, tools.egress, tools.signal),
  ]);
  if (ofDomain !== undefined) {
    addRegistryError(host.value, ofDomain, results);
    if (ofDomain.kind === 'found') {
      addWhois(ofDomain.registration, results);
      if (ofDomain.registration.registered !== undefined) results.facts.registered = ofDomain.registration.registered;
    }
  }
  if (address === undefined || ofNetwork === undefined) return;
  addRegistryError(address, ofNetwork, results);
  if (ofNetwork.kind !== 'found') return;
  addGeo(ofNetwork.registration, results);
  if (host.type === 'ip') addWhois(ofNetwork.registration, results);
}

async function queryDomain(name: string, { registries, egress, signal }: LookupTools): Promise<RegistryAnswer> {
  const registrable = registrableName(name);
  return registrable === undefined
    ? { kind: 'noRegistry' }
    : registries.query({ type: 'domain', value: registrable }, egress, signal);
}

function addRegistryError(subject: string, answer: RegistryAnswer, results: ScanResults): void {
  if (answer.kind === 'failed') results.addError(`Registration of ${subject}: ${answer.reason}`);
  if (answer.kind === 'noRegistry') results.addError(`Registration of ${subject}: no registry is known`);
  if (answer.kind === 'notRegistered') results.addError(`Registration of ${subject}: not registered`);
}

/** Keys of the specification's group `whois`. */
function addWhois(registration: Registration, results: ScanResults): void {
  const put = (key: string, ...values: readonly (string | null | undefined)[]): void =>
    results.addProperty('whois', key, ...values.map((value) => value ?? undefined));
  put('++registrar', registration.registrar);
  put('++registered', wireTimestamp(registration.registered));
  put('++updated', wireTimestamp(registration.updated));
  put('++expires', wireTimestamp(registration.expires));
  put('++registrant', ...registration.registrants);
  put('registrant organization', registration.organization);
  put('++email', ...registration.emails);
  put('++phone', ...registration.phones);
  put('name server', ...registration.nameServers);
  put('++privacy', registration.privacy ? '1' : '0');
  put('++gdpr', registration.redacted ? '1' : '0');
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function addGeo({ countryCode, organization }: Registration, results: ScanResults): void {
  results.addProperty('geo', 'countrycode', countryCode);
  if (countryCode !== undefined) results.addProperty('geo', 'country', countries.of(countryCode));
  results.addProperty('geo', 'org', organization);
}
