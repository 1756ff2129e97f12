import { tldKind, type TldKind, isMemberTld } from './tldKinds';
import { isPseudoTld } from '../../registry/specialNames';
import { suffixLabelCount } from '../../registry/suffixes';

/** A bare host name (no scheme, not defanged) and the text around it. */
export interface BareName {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** Lowercase, refanged, in punycode. */
  readonly value: string;
  /** Written `a\.b`, as in a regular expression. */
  readonly escaped: boolean;
  readonly labels: readonly string[];
  readonly tld: string;
  readonly kind: TldKind;
  /** Up to 64 characters before. */
  readonly before: string;
  /** Up to 48 characters after. */
  readonly after: string;
}

/** The name `value` at `[start, end)`. */
export function bareName(text: string, start: number, end: number, value: string, escaped: boolean): BareName {
  const labels = value.split('.');
  const tld = labels.at(-1) ?? '';
  return {
    text,
    start,
    end,
    raw: text.slice(start, end),
    value,
    escaped,
    labels,
    tld,
    kind: tldKind(tld),
    before: text.slice(Math.max(0, start - 64), start),
    after: text.slice(end, end + 48),
  };
}

const languageRoots = new Set(
  'java javax jakarta android androidx kotlin kotlinx scala sun jdk llvm matlab'.split(' '),
);
const packageRoots = new Set('com org net io edu gov dev app me ru de cn uk'.split(' '));

/** Package roots that are also common first labels of hosts: `app.a-site.io`, `uk.a-site.live`. */
const commonHostLabelPattern = /^(?:dev|app|me|ru|de|cn|uk)$/;

/** `com.example.app`, `java.util.zip`: a reversed domain name. */
export function isPackage({ labels, tld, kind, after }: BareName): boolean {
  const first = labels[0] ?? '';
  if (languageRoots.has(first)) return labels.length > 2 || !/^(?:com|org)$/.test(tld);
  // An app group, as named on Apple systems.
  if (first === 'group' && labels.length > 3 && packageRoots.has(labels[1] ?? '')) return true;
  if (labels.length < 3 || !packageRoots.has(first)) return false;
  if (commonHostLabelPattern.test(first) && kind === 'member') {
    // Packages have neither hyphens nor paths.
    return isMemberTld(tld) && !labels.some((label) => label.includes('-')) && !/^\/\w/.test(after);
  }
  return kind !== 'plain' || ((first === 'com' || first === 'org') && tld === 'net');
}

/** `user.name`, `this.it`, `e.id`, `req.params.id`: consists of common identifiers only. */
export function isObjectMember({ labels, tld }: BareName): boolean {
  if (labels.length === 2 && labels[0]?.length === 1) return !isPseudoTld(tld);
  return labels.slice(0, -1).every(isObjectName);
}

/** `dns.resolve(`: a call, not an address in brackets. */
export function isCall({ after }: BareName): boolean {
  return /^\((?!\s|\d{1,3}\.\d)/.test(after);
}

/** `{"a.b": 1}`, `a.b=1`, `a.b: 1` at the start of a line. */
export function isKey({ before, after }: BareName): boolean {
  if (/^(?:=|` =[^=])/.test(after)) return true;
  if (/^["']\]?\s?[:=]/.test(after)) return /["'[]$/.test(before);
  return /^:\s/.test(after) && /(?:^|\n)\s{0,64}(?:- )?$/.test(before);
}

/** `@scope.io/package`; `type.googleapis.com/a.b`, the name of a type in protocol buffers. */
export function isNpmScope({ value, before, after }: BareName): boolean {
  if (value === 'type.googleapis.com') return after.startsWith('/');
  return after.startsWith('/') && /(?:^|[^\w.+-])@$/.test(before);
}

/** `config.h.in`, `Makefile.am.in`: a build template; `main.js.br`: a compressed build output. */
export function isBuildFile({ value, labels, tld }: BareName): boolean {
  const before = labels.at(-2) ?? '';
  if (tld === 'br') return fileBeforeBrPattern.test(before);
  if (tld !== 'in' || !fileBeforeInPattern.test(before)) return false;
  // Universities and others register names under `ac.in` and `am.in`.
  return suffixLabelCount(value) < 2 || buildStemPattern.test(labels.at(-3) ?? '');
}

/** The domain of an email address. */
export function isMailDomain({ before }: BareName): boolean {
  return before.endsWith('@') && /[\w.+-]@$/.test(before);
}

/** `"host": "app.link"`, `query=page.info`: follows a field that names a host. */
export function followsHostField({ before }: BareName): boolean {
  return /(?:host(?:_?name)?|domain(?: name|-name:value)?|query|sni|server_?name|name server|nserver|cname|fqdn)["'\]]?\s?[:=]\s{0,16}["']?$/i.test(
    before,
  );
}

/** `DC01.corp.local`, `Anns-MacBook-Pro.local`: a machine on a private network, in any case; not `Thread.local`. */
export function isPrivateHost({ raw, labels, tld }: BareName): boolean {
  if (!/^(?:local|lan|internal)$/.test(tld)) return false;
  return labels.length > 2 || raw === raw.toUpperCase() || labels.slice(0, -1).some((label) => label.includes('-'));
}

/** `a.b.test. ` in a zone file. */
export function isFullyQualified({ labels, after }: BareName): boolean {
  return labels.length > 2 && /^\.(?:\s|\\t|["'])/.test(after);
}

const servicePattern =
  /(?:^|[^\w./\\-])(?:krbtgt|host|http|cifs|ldap|gc|dns|mssqlsvc|termsrv|wsman|rpcss|restrictedkrbhost|smtp|imap|nfs)\/$/i;

/** `cifs/dc1.a.local`, `Ann/A.LOCAL`, `node/a.b.internal`: a service host or user realm in Kerberos notation. */
function isKerberosPrincipal({ raw, before, labels, tld }: BareName): boolean {
  if (servicePattern.test(before) || (tld === 'internal' && labels.length > 2)) return true;
  if (!isPseudoTld(tld) || /[a-z]/.test(raw)) return false;
  return /^[\w$-]+\/$/.test(before.split(/[^\w./\\$-]/).at(-1) ?? '');
}

/** A directory or file in a path: `/usr/lib/x.so`, `C:\x.com`, `./a.sh`, `~/b.py`; not the host of `\\host\share`. */
export function isPathSegment(name: BareName): boolean {
  const { before, kind } = name;
  switch (before.charAt(before.length - 1)) {
    case '/':
      if (isKerberosPrincipal(name)) return false;
      if (/(?:^|[^\w:/]|\bhttps?)\/\/$|:\/\/$|\b(?:address|server|local|domain)=\/$/.test(before)) return false;
      return kind !== 'plain' || /(?:^|[\s"'=(])(?:~|\.{1,2}|[a-z]:)\/(?:[\w.-]+\/)*$/i.test(before);
    case '\\':
      return !/^[^\w:\\]*(?:\\\\){1,2}$/.test(/[^\s"'|]{0,64}$/.exec(before)?.[0] ?? '');
    default:
      return (before.endsWith('~') && /(?:^|\W)~$/.test(before)) || isFileName(name);
  }
}

/** `FileName: a.com`, `"file_name":"a.com"`: a DOS program. Names with more labels are pages named after their site. */
function isFileName({ before, labels }: BareName): boolean {
  if (labels.length !== 2 || labels[0] === 'www' || !/[\s"'=:]/.test(before.charAt(before.length - 1))) return false;
  return /file_?name["']?\s?[:=]\s?["']?$/i.test(before.slice(-14));
}

const fileBeforeInPattern =
  /^(?:h|hpp|hh|c|cc|cpp|py|sh|pl|ac|am|pc|mk|conf|cfg|ini|json|xml|ya?ml|toml|txt|md|html|spec|service|desktop|plist|rc|def)$/;

const buildStemPattern = /^(?:(?:gnu)?makefile|configure|aclocal|automake|autogen)$/;

const fileBeforeBrPattern = /^(?:js|mjs|cjs|css|html?|json|svg|xml|wasm|map|txt|md|ttf|otf|eot|ico|webmanifest)$/;

const malwarePattern =
  /^(?:trojan|backdoor|win32|win64|w32|w64|msil|worm|ransom|generic|heur|riskware|adware|exploit|virus|hacktool|spyware|downloader|dropper|coinminer|pua|pup|not-a-virus)$/;
const platformPattern = /(?:[Ww]in(?:32|64)|Linux|OSX|Android|MSIL|JS|VBS|PowerShell)\/$/;
const dotnetPattern = /^(?:ASP|VB|BASIC|ADO|PAINT|ML|JSON|NANCY|AKKA|LUCENE|CORE)\.NET$/i;

/** Spelling that hosts don't use: `System.IO`, `NukeSped.KW`, `Win32.x`, `ASP.NET`, `$a.b`. */
export function looksLikeCode(name: BareName): boolean {
  const { raw, before, kind } = name;
  if (raw !== name.value && hasCodeCasing(name)) return true;
  if (isMalware(name)) return true;
  if ((before.endsWith('/') && platformPattern.test(before)) || before.endsWith('$') || before.endsWith('${'))
    return true;
  return kind !== 'plain' && /->$|::$/.test(before);
}

/** `Trojan.Win32.Agent.me`; not a lowercase site name (`send.exploit.in`), nor one under a suffix (`pup.gov.pl`). */
function isMalware({ raw, value, tld, labels }: BareName): boolean {
  if (/^(?:com|net|org)$/.test(tld) || !labels.some((label) => malwarePattern.test(label))) return false;
  const below = labels.slice(0, -suffixLabelCount(value));
  return (raw === value ? below.slice(0, -1) : below).some((label) => malwarePattern.test(label));
}

/**
 * Whether the TLD has capitals that hosts only have when everything is in capitals, for `.COM`, or in mixed case as
 * resolvers write it.
 */
function hasCodeCasing({ raw, tld, kind }: BareName): boolean {
  const written = raw.slice(raw.lastIndexOf('.') + 1);
  if (dotnetPattern.test(raw)) return true;
  if (written === written.toLowerCase()) return false;
  const rest = raw.slice(0, raw.length - written.length);
  const shouting = written === written.toUpperCase();
  if (shouting && rest === rest.toUpperCase()) return false;
  const title = /^[A-Z][a-z]+$/.test(written);
  if (/^(?:com|org)$/.test(tld) && (shouting || title)) return false;
  return shouting || title || kind !== 'plain';
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Common object names in code; followed by a member TLD, they aren't hosts (`options.help`, `cache.store`). */
const objects = words(`
  this self that window document console log logger logging process math date json object array string number boolean
  os sys req res request response event events ctx context module exports e err error args arg argv config cfg conf opt
  option options opts param params user users file files node nodes obj item items data dns app apps path field fields prop
  props state store env super row rows col cols cell key keys target source parent child children element elem el input
  output form client server service result results entry entries host http url agent cloud container device driver threat
  winlog rule rules observer organization package pkg related registry std fs vm index list dict set map info util utils
  helper helpers location history navigator screen performance new style styles token tokens tok exec parse cache chalk
  color colors provider handler message messages value values wrapper decoded page job task manifest person component
  instance plugin plugins schema model view widget button route router query db database table record terminal term
  identifier function class type enum struct impl crate prototype global globalthis root base body header headers image
  img video audio canvas frame stream buffer socket connection channel thread worker queue lock timer time clock counter
  iterator iter generator promise future callback fn func method attr attribute attributes settings prefs profile account
  member team project repo issue commit branch tag version release build test tests spec suite assert expect mock
  foo bar baz qux quux buzz primary secondary first last next prev previous current default main core lib src dist
  resource resources session thing things my your our name id text label title content contents metadata meta cls ip
  env environment system machine computer program script command cmd shell editor workbench workspace vscode git scripts uri
  technique subtechnique tactic question destination geo as organization alert kibana dll dest manager decoder ingress egress policy
  group win indicator enrichments ssh actor subject issuer x509 tls windows
`);

/** Whether a label is a common object name in code. */
function isObjectName(label: string): boolean {
  return objects.has(label);
}
