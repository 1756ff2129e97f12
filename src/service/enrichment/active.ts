import type { Indicator } from '../../core/indicators/identity/types';
import { wireTimestamp } from '../../core/records/timestamp';
import type { ScanResults } from './scanResults';
import { inspectCertificate, type Certificate } from './host/certificate';
import { findOpenPorts, type OpenPort } from './host/openPorts';
import { visit, type Page, type Visit } from './host/page';
import { getTechnologies } from './host/technologies';
import type { TriedPort, Environment } from './reach/environment';
import type { Reach } from './reach/egressGuard';
import { getPort } from './reach/httpRequest';
import { getReason } from './reach/reason';

export interface ActiveScan extends Reach {
  readonly indicator: Indicator;
  /** The indicator's host: a domain or an address. */
  readonly host: string;
  readonly onStage: (stage: string) => void;
  readonly results: ScanResults;
}

/** Connects to the host: ports and banners, certificate, page. The error of a step doesn't stop the others. */
export async function scanHost(scan: ActiveScan): Promise<void> {
  const { indicator, host, environment, onStage, results: results } = scan;
  const given = indicator.type === 'url' && URL.canParse(indicator.value) ? new URL(indicator.value) : undefined;
  onStage('Scanning ports');
  const open = await attempt(`Ports of ${host}`, scan, () => findOpenPorts(host, portsFor(given, environment), scan));
  if (open === undefined) return;
  addPorts(open, results);
  const isOpen = (port: number): boolean => open.some((found) => found.port === port);

  const secure = given?.protocol === 'https:' ? getPort(given) : environment.web.https;
  if (isOpen(secure)) {
    onStage('Reading the certificate');
    const certificate = await attempt(`Certificate of ${host}`, scan, () => inspectCertificate(host, secure, scan));
    if (certificate !== undefined) addCertificate(certificate, results);
  }

  const start = given ?? firstPage(host, isOpen, environment);
  if (start === undefined) return;
  onStage('Reading the page');
  const visited = await attempt(`Page ${start.origin}`, scan, () => visit(start, scan));
  if (visited !== undefined) addVisit(start, visited, results);
}

async function attempt<T>(
  what: string,
  { signal, results: results }: ActiveScan,
  step: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    signal.throwIfAborted();
    results.addError(`${what}: ${getReason(error)}`);
    return undefined;
  }
}

/** The default ports and the port of the URL. */
function portsFor(given: URL | undefined, { triedPorts }: Environment): readonly TriedPort[] {
  if (given === undefined || triedPorts.some(({ port }) => port === getPort(given))) return triedPorts;
  const protocol = given.protocol === 'https:' ? 'HTTPS' : 'HTTP';
  return given.protocol === 'http:' || given.protocol === 'https:'
    ? [...triedPorts, { port: getPort(given), protocol, sendsBanner: false }]
    : triedPorts;
}

/** Plain HTTP first, as for links without a scheme, since a redirect to HTTPS is worth knowing. */
function firstPage(host: string, isOpen: (port: number) => boolean, { web }: Environment): URL | undefined {
  const name = host.includes(':') ? `[${host}]` : host;
  if (isOpen(web.http)) return new URL(`http://${name}:${web.http}/`);
  return isOpen(web.https) ? new URL(`https://${name}:${web.https}/`) : undefined;
}

function addPorts(open: readonly OpenPort[], results: ScanResults): void {
  results.facts.openPorts = open.map(({ port }) => port);
  for (const { port, protocol, banner } of open) {
    results.addAttribute('port', String(port), protocol);
    results.addAttribute('protocol', protocol);
    results.addProperty('banners', String(port), banner);
  }
}

/** Keys of the specification's group `ssl`. */
function addCertificate(certificate: Certificate, results: ScanResults): void {
  const { selfSigned, mismatched, expired, trusted } = certificate;
  results.facts.certificate = { selfSigned, mismatched, expired, trusted };
  results.addProperty('ssl', 'subject', certificate.subject);
  results.addProperty('ssl', 'domain', ...certificate.names);
  results.addProperty('ssl', 'version', certificate.version);
  results.addProperty('ssl', 'org', ...certificate.organizations);
  results.addProperty('ssl', 'ip', ...certificate.addresses);
  results.addProperty('ssl', 'issuer', ...certificate.issuer);
  results.addProperty('ssl', 'expires', wireTimestamp(certificate.expires) ?? undefined);
  results.addProperty('ssl', 'fingerprint', certificate.fingerprint);
  results.addProperty('ssl', 'valid', certificate.valid ? '1' : '0');
  results.addProperty('ssl', 'email', ...certificate.emails);
}

/** Keys of the specification's groups `http`, `meta` and `cookies`. */
function addVisit(start: URL, { page, redirects, stopped }: Visit, results: ScanResults): void {
  results.facts.httpStatus = page.status;
  results.addProperty('http', '++code', String(page.status));
  results.addProperty('http', '++status', page.statusText);
  results.addProperty('http', '++content-type', page.headers.get('content-type')?.[0]?.split(';', 1)[0]?.toLowerCase());
  results.addProperty('http', '++base', start.origin);
  results.addProperty('http', '++target', page.url.href);
  results.addProperty('http', '++redirect', ...redirects, stopped?.at);
  if (stopped !== undefined) results.addError(`Redirect to ${stopped.at} not followed: ${stopped.reason}`);
  for (const url of redirects) results.addRedirect(url);
  addHead(page, results);
  for (const technology of getTechnologies(page)) results.addAttribute('technology', technology);
}

function addHead({ headers, head, cookies }: Page, results: ScanResults): void {
  for (const [name, values] of headers) results.addProperty('http', headerName(name), ...values);
  results.addProperty('meta', '++title', head.title);
  for (const [name, values] of head.meta)
    results.addProperty('meta', /^content-type$/i.test(name) ? 'Content-Type' : name, ...values);
  for (const [name, values] of cookies)
    results.addProperty('cookies', name, ...values.map((value) => (value === '' ? '(empty)' : value)));
}

/** `content-type` as the specification writes it: `Content-Type`. */
function headerName(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
