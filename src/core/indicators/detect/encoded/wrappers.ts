/** Services whose links lead to other ones, by their names. */
export type Wrapper =
  | 'Microsoft Safe Links'
  | 'Proofpoint URL Defense'
  | 'Mimecast'
  | 'Barracuda'
  | 'Cisco Secure Email'
  | 'Google'
  | 'Facebook';

const urlDefense: Wrapper = 'Proofpoint URL Defense';

/** Hosts, and paths if only some links of a host lead elsewhere. */
const wrappers: readonly (readonly [Wrapper, host: RegExp, path?: RegExp])[] = [
  ['Microsoft Safe Links', /(?:^|\.)safelinks\.protection\.(?:outlook\.(?:com|cn|de)|office365\.us)$/],
  ['Microsoft Safe Links', /^statics\.teams\.cdn\.office\.net$/, /^\/evergreen-assets\/safelinks\//],
  [urlDefense, /^urldefense\.(?:proofpoint\.com|com|us)$/],
  ['Mimecast', /^(?:protect(?:-\w{2,8})?\.mimecast|url\.\w{2,8}\.m\.mimecastprotect)\.com$/],
  ['Barracuda', /^linkprotect\.cudasvc\.com$/],
  ['Cisco Secure Email', /^secure-web\.cisco\.com$/],
  ['Google', /^(?:www\.)?google\.(?:com?\.)?[a-z]{2,3}$/, /^\/url(?:$|[?/])/],
  ['Facebook', /^(?:lm?\.facebook|l\.instagram|l\.messenger)\.com$/],
];

const maxHostLength = 253;

/** The service to which a link, in its canonical form, belongs; undefined for all others, and for names that only look alike. */
export function getWrapper(url: string): Wrapper | undefined {
  const host = /^https?:\/\/([a-z\d.-]+)(?=[/?#])/.exec(url.slice(0, maxHostLength))?.[1];
  if (host === undefined) return undefined;
  const path = url.slice(url.indexOf(host) + host.length);
  return wrappers.find(([, hosts, paths]) => hosts.test(host) && (paths?.test(path) ?? true))?.[0];
}

/** Whether a link belongs to Proofpoint, whose links aren't only escaped. */
export function isUrlDefense(url: string): boolean {
  return url.startsWith('https://urldefense.') && getWrapper(url) === urlDefense;
}
