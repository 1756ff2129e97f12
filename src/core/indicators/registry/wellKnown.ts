import { hostOf } from '../identity/hostOf';
import { lookupKey } from '../identity/lookupKey';
import type { Indicator } from '../identity/types';

/** Hosts that every machine contacts, by purpose, with a reference. */
const groups: readonly { readonly source: string; readonly hosts: string }[] = [
  // Public resolvers.
  {
    source: 'https://developers.google.com/speed/public-dns/docs/using',
    hosts: 'dns.google 8.8.8.8 8.8.4.4 2001:4860:4860::8888 2001:4860:4860::8844',
  },
  {
    source: 'https://developers.cloudflare.com/1.1.1.1/ip-addresses/',
    hosts: 'one.one.one.one 1.1.1.1 1.0.0.1 2606:4700:4700::1111 2606:4700:4700::1001',
  },
  { source: 'https://quad9.net/service/service-addresses-and-features/', hosts: '9.9.9.9 149.112.112.112 2620:fe::fe' },
  {
    source: 'https://use.opendns.com/',
    hosts: '208.67.222.222 208.67.220.220',
  },
  // Schemas and namespaces: identifiers that nobody opens.
  { source: 'https://www.w3.org/2005/07/13-nsuri', hosts: 'w3.org' },
  {
    source: 'https://www.ecma-international.org/publications-and-standards/standards/ecma-376/',
    hosts: 'schemas.openxmlformats.org',
  },
  { source: 'https://learn.microsoft.com/en-us/openspecs/office_standards/ms-docx/', hosts: 'schemas.microsoft.com' },
  { source: 'https://www.w3.org/TR/2000/NOTE-SOAP-20000508/', hosts: 'schemas.xmlsoap.org' },
  { source: 'https://json-schema.org/specification-links', hosts: 'json-schema.org' },
  { source: 'https://developer.android.com/guide/topics/manifest/manifest-element', hosts: 'schemas.android.com' },
  { source: 'https://maven.apache.org/pom.html', hosts: 'maven.apache.org' },
  // Updates, certificate status, and connectivity checks.
  {
    source:
      'https://learn.microsoft.com/en-us/windows-server/administration/windows-server-update-services/deploy/2-configure-wsus',
    hosts: 'windowsupdate.com windowsupdate.microsoft.com update.microsoft.com',
  },
  {
    source: 'https://learn.microsoft.com/en-us/windows-server/networking/ncsi/ncsi-frequently-asked-questions',
    hosts: 'msftconnecttest.com msftncsi.com',
  },
  {
    source: 'https://support.apple.com/en-us/101555',
    hosts: 'captive.apple.com swscan.apple.com swcdn.apple.com mesu.apple.com ocsp.apple.com ocsp2.apple.com',
  },
  {
    source: 'https://support.mozilla.org/en-US/kb/how-stop-firefox-making-automatic-connections',
    hosts: 'detectportal.firefox.com aus5.mozilla.org',
  },
  // Libraries and fonts loaded by other sites; only the operator can publish files there.
  { source: 'https://developers.google.com/speed/libraries', hosts: 'ajax.googleapis.com' },
  {
    source: 'https://developers.google.com/fonts/docs/getting_started',
    hosts: 'fonts.googleapis.com fonts.gstatic.com',
  },
  { source: 'https://releases.jquery.com/', hosts: 'code.jquery.com' },
];

const wellKnown: ReadonlySet<string> = new Set(groups.flatMap(({ hosts }) => hosts.split(' ')));

/** The list with its sources, for the documentation and its test. */
export const wellKnownHosts: readonly { readonly source: string; readonly hosts: readonly string[] }[] = groups.map(
  ({ source, hosts }) => ({ source, hosts: hosts.split(' ') }),
);

/**
 * Whether an indicator's host is on a short list of hosts that occur in every log and can't be abused by others.
 * Highlights and automatic lookups can skip them; hovers never do. Subdomains count.
 */
export function isWellKnown(indicator: Indicator): boolean {
  const host = hostOf(indicator);
  if (host === undefined) return false;
  const key = lookupKey(host);
  if (host.type === 'ip') return wellKnown.has(key);
  for (let at = 0; ; at = key.indexOf('.', at) + 1) {
    if (wellKnown.has(key.slice(at))) return true;
    if (!key.includes('.', at)) return false;
  }
}
