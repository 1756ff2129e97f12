import type { Indicator } from '../../core/indicators/types';
import { wireStamp } from '../wire/stamp';
import type { Findings } from './findings';
import { inspectCertificate, type Certificate } from './host/certificate';
import { findOpenPorts, type OpenPort } from './host/openPorts';
import { visit, type Page, type Visit } from './host/page';
import { technologiesOf } from './host/technologies';
import type { TriedPort, World } from './ports';
import type { Door } from './reach/door';
import { portOf } from './reach/httpRequest';
import { reasonOf } from './reach/reason';

export interface ActiveScan {
  readonly indicator: Indicator;
  /** The indicator's host: a domain or an address. */
  readonly host: string;
  readonly world: World;
  readonly door: Door;
  readonly signal: AbortSignal;
  readonly onStage: (stage: string) => void;
  readonly findings: Findings;
}

/** Connects to the host: ports and banners, certificate, page. A step that fails is told and leaves the others be. */
export async function scanHost(scan: ActiveScan): Promise<void> {
  const { indicator, host, world, door, signal, onStage, findings } = scan;
  const given = indicator.type === 'url' && URL.canParse(indicator.value) ? new URL(indicator.value) : undefined;
  onStage('Trying ports');
  const open = await attempt(`The ports of ${host}`, scan, () =>
    findOpenPorts(host, portsFor(given, world), world, door, signal),
  );
  if (open === undefined) return;
  keepPorts(open, findings);
  const isOpen = (port: number): boolean => open.some((found) => found.port === port);

  const secure = given?.protocol === 'https:' ? portOf(given) : world.web.https;
  if (isOpen(secure)) {
    onStage('Reading the certificate');
    const certificate = await attempt(`The certificate of ${host}`, scan, () =>
      inspectCertificate(host, secure, world, door, signal),
    );
    if (certificate !== undefined) keepCertificate(certificate, findings);
  }

  const start = given ?? firstPage(host, isOpen, world);
  if (start === undefined) return;
  onStage('Reading the page');
  const visited = await attempt(`The page ${start.origin}`, scan, () => visit(start, world, door, signal));
  if (visited !== undefined) keepVisit(start, visited, findings);
}

async function attempt<T>(
  what: string,
  { signal, findings }: ActiveScan,
  step: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    signal.throwIfAborted();
    findings.addError(`${what}: ${reasonOf(error)}`);
    return undefined;
  }
}

/** The list, with the port that a URL names. */
function portsFor(given: URL | undefined, { triedPorts }: World): readonly TriedPort[] {
  if (given === undefined || triedPorts.some(({ port }) => port === portOf(given))) return triedPorts;
  const protocol = given.protocol === 'https:' ? 'HTTPS' : 'HTTP';
  return given.protocol === 'http:' || given.protocol === 'https:'
    ? [...triedPorts, { port: portOf(given), protocol, speaksFirst: false }]
    : triedPorts;
}

/** Plain HTTP first, as links without a scheme are taken: that it leads on to HTTPS is worth knowing. */
function firstPage(host: string, isOpen: (port: number) => boolean, { web }: World): URL | undefined {
  const name = host.includes(':') ? `[${host}]` : host;
  if (isOpen(web.http)) return new URL(`http://${name}:${web.http}/`);
  return isOpen(web.https) ? new URL(`https://${name}:${web.https}/`) : undefined;
}

function keepPorts(open: readonly OpenPort[], findings: Findings): void {
  findings.facts.openPorts = open.map(({ port }) => port);
  for (const { port, protocol, banner } of open) {
    findings.attribute('port', String(port), protocol);
    findings.attribute('protocol', protocol);
    findings.put('banners', String(port), banner);
  }
}

/** Keys of the specification's group `ssl`. */
function keepCertificate(certificate: Certificate, findings: Findings): void {
  const { selfSigned, mismatched, expired, trusted } = certificate;
  findings.facts.certificate = { selfSigned, mismatched, expired, trusted };
  findings.put('ssl', 'subject', certificate.subject);
  findings.put('ssl', 'domain', ...certificate.names);
  findings.put('ssl', 'version', certificate.version);
  findings.put('ssl', 'org', ...certificate.organizations);
  findings.put('ssl', 'ip', ...certificate.addresses);
  findings.put('ssl', 'issuer', ...certificate.issuer);
  findings.put('ssl', 'expires', wireStamp(certificate.expires) ?? undefined);
  findings.put('ssl', 'fingerprint', certificate.fingerprint);
  findings.put('ssl', 'valid', certificate.valid ? '1' : '0');
  findings.put('ssl', 'email', ...certificate.emails);
}

/** Keys of the specification's groups `http`, `meta` and `cookies`. */
function keepVisit(start: URL, { page, redirects, stopped }: Visit, findings: Findings): void {
  findings.facts.httpStatus = page.status;
  findings.put('http', '++code', String(page.status));
  findings.put('http', '++status', page.statusText);
  findings.put('http', '++content-type', page.headers.get('content-type')?.[0]?.split(';', 1)[0]?.toLowerCase());
  findings.put('http', '++base', start.origin);
  findings.put('http', '++target', page.url.href);
  findings.put('http', '++redirect', ...redirects, stopped?.at);
  if (stopped !== undefined)
    findings.addError(`The page leads on to ${stopped.at}, which was not followed: ${stopped.reason}`);
  for (const url of redirects) findings.redirect(url);
  keepHead(page, findings);
  for (const technology of technologiesOf(page)) findings.attribute('technology', technology);
}

function keepHead({ headers, head, cookies }: Page, findings: Findings): void {
  for (const [name, values] of headers) findings.put('http', headerName(name), ...values);
  findings.put('meta', '++title', head.title);
  for (const [name, values] of head.meta)
    findings.put('meta', /^content-type$/i.test(name) ? 'Content-Type' : name, ...values);
  for (const [name, values] of cookies)
    findings.put('cookies', name, ...values.map((value) => (value === '' ? '(empty)' : value)));
}

/** `content-type` as the specification writes it: `Content-Type`. */
function headerName(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
