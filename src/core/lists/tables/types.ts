/** The type of the value beside a word in a column of types. */
export type ValueType = 'indicator' | 'hash' | 'email' | 'report' | 'other';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const hashWords =
  /^(?:file)?(?:hash(?:es)?|md5|sha|sha\d{1,3}|sha\d_\d{3}|imphash|ssdeep|tlsh|vhash|pehash|authentihash|impfuzzy|telfhash|sdhash)$/;
const emailWords = words('email emails mail mails mailbox sender');
const reportWords = words('report reports reference references ref link links article blog news advisory');
const indicatorWords = words(
  [
    'domain domains subdomain subdomains hostname hostnames host hosts fqdn fqdns dns',
    'ip ips ipv4 ipv6 ip4 ip6 cidr subnet netblock netrange url urls uri uris website websites',
  ].join(' '),
);
const otherWords = words(
  [
    'file files filename filenames filepath path paths folder directory description title comment note notes text string strings',
    'command commands commandline cmd cmdline registry regkey key keys mutex mutexes mutant service services process task tasks',
    'bitcoin btc monero xmr ethereum eth wallet address yara sigma snort rule cve vulnerability asn as useragent agent user username',
    'password account pdb certificate cert serial thumbprint rsa rc4 jarm ja3 ja3s ja4 ja4s size mime cookie uuid guid extension',
    'pipe imphash clsid detection signature phone',
  ].join(' '),
);
const [maxWord, maxParts] = [40, 6];

/**
 * The type named by a word such as `sha256`, `ip-dst|port`, or `FileHash-MD5`; undefined if it isn't a known type. If a
 * word names several, the most specific one counts: `url_md5` is a hash.
 */
export function getValueType(word: string): ValueType | undefined {
  const text = word.trim();
  if (text === '' || text.length > maxWord || /[.?!@\\]|:\/\//.test(text)) return undefined;
  const parts = text
    .replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\be-mail\b/g, 'email')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
  if (parts.length > maxParts) return undefined;
  const has = (known: ReadonlySet<string>): boolean => parts.some((part) => known.has(part));
  if (parts.some((part) => hashWords.test(part))) return 'hash';
  if (has(reportWords)) return 'report';
  if (has(emailWords)) return 'email';
  if (has(indicatorWords)) return 'indicator';
  return has(otherWords) ? 'other' : undefined;
}
