import {
  type BareName,
  isBuildFile,
  isCall,
  isKey,
  isMailDomain,
  followsHostField,
  isNpmScope,
  isObjectMember,
  isPackage,
  isPathSegment,
  isPrivateHost,
  isFullyQualified,
  looksLikeCode,
} from './bareName';
import {
  looksLikeHost,
  isBoundAttribute,
  isBrandModule,
  isCamelCase,
  isIdentifier,
  isLanguageKey,
  isPropertyName,
  isQuote,
  isReference,
} from './codeKeys';
import { tldKind, isMemberTld, isMostlyFileExtension } from './tldKinds';
import type { Family } from '../syntax/language';
import { isPseudoTld } from '../../registry/specialNames';
import { isTopLevelDomain } from '../../registry/suffixes';

/** Words near a name which suggest hosts. */
const hostWordPattern =
  /host|domain|url|uri\b|server|(?<![io])site|origin(?!al)|endpoint|addr|smtp|imap|pop3|mail|dns|sni\b|proxy|cname|fqdn|\bns\b|\bmx\b|\bip\b|query|tenant|issuer|redirect|callback|connect|\bping\b|curl|wget|nslookup|\bdig\b|whois|visit|c2|beacon|registry|broker|relay|gateway/i;

/** Whether a bare name in code, configuration, or markup is a host, based on quotes and preceding words. */
export function isHostInCode(name: BareName, family: Family): boolean {
  if (family === 'markup' && isBoundAttribute(name)) return false;
  if (isPathSegment(name) || isBuildFile(name) || looksLikeCode(name) || isPackage(name) || isNpmScope(name))
    return false;
  if (isCall(name) || isImport(name, family) || isInQuotedPath(name.before) || !isIdentifiedAsHost(name, family))
    return false;
  return family !== 'code' || !isInTemplate(name.before);
}

function isIdentifiedAsHost(name: BareName, family: Family): boolean {
  if (family === 'data' && isPseudoTld(name.tld) && followsHostField(name)) return true;
  if (name.kind === 'plain') return isMailDomain(name) || isPlainHost(name);
  if (name.escaped) return isInPattern(name);
  if (isKey(name) || (family === 'data' && name.after.startsWith(' = '))) return false;
  if (isMailDomain(name)) return !/^[=[]/.test(name.after);
  if (family === 'data' && isCertainInData(name)) return true;
  if (/[a-z][A-Z]|(?:^|\.)[A-Z][a-z]/.test(name.raw)) return false;
  return name.labels[0] === 'www' || hasHostEvidence(name, family);
}

function isPlainHost(name: BareName): boolean {
  if (isLanguageKey(name) || isCamelCase(name) || isIdentifier(name)) return false;
  return !(isMember(name) || isObjectMember(name)) || (isExact(name) && !isShort(name)) || isAuthority(name);
}

/** Names that are certain in observed data, where members and files are rare: private machines, `a.b.com.py`. */
function isCertainInData(name: BareName): boolean {
  const { labels, tld } = name;
  if (!isExact(name)) return false;
  if (isPrivateHost(name) || (tld.length === 2 && name.after.startsWith('.'))) return true;
  if (labels.length > 2 && /^(?:com|net|org|gov|edu|co|ac)$/.test(labels.at(-2) ?? '')) return true;
  return followsHostField(name) && tldKind(tld) === 'member' && !isMemberTld(tld);
}

/** Calls whose first argument is a host. */
const networkCallPattern =
  /\b(?:fetch|axios(?:\.\w+)?|requests?\.\w+|http\.get|urlopen|lookup|resolve[46]?|gethostby\w+|getaddrinfo|dial)\(\s*["'`]$/i;

/** Whether a name with an ambiguous TLD is quoted or separated, and there is evidence for a host. */
function hasHostEvidence(name: BareName, family: Family): boolean {
  const { before, after, kind, labels, tld } = name;
  if (isAuthority(name)) return true;
  if (!/["'`(,\s@=<>]\*?\.?$/.test(before) || !isFollowedByBoundary(name)) return false;
  const evidence =
    hostWordPattern.test(sameStatement(name)) ||
    networkCallPattern.test(before) ||
    /^:\d{2,5}\b/.test(after) ||
    isFullyQualified(name) ||
    // A line of a hosts file: `192.0.2.7 build.a-site.dev`.
    (before.endsWith(' ') && /\.\d{1,3} +$/.test(before)) ||
    isCommonHost(name) ||
    // The text of a link: `href="https://a-site.dev/">a-site.dev`.
    before.includes(`://${name.raw}`) ||
    (isPseudoTld(tld) && /^\.["']/.test(after));
  if (namingCallPattern.test(before)) return false;
  if (isExact(name) && isFieldOfHost(name)) return true;
  // `"host.name"`, `"k8s.pod.name"` are telemetry attributes.
  if (tld === 'name' && isExact(name) && !hasHyphen(name)) return false;
  const isFile = kind === 'file' && isMostlyFileExtension(tld);
  // Between two hosts, even a common file extension is a TLD.
  const isItem = isListItem(name);
  if ((isItem || isExact(name)) && adjacentHosts(name) > (isFile ? 1 : 0)) return true;
  if (isFile) return false;
  const isApp = tld === 'app' && (labels.length > 2 || /[*="'`]\.$/.test(before)) && !isObjectMember(name);
  if (kind === 'file' && evidence) return isApp || /["'`]$/.test(before);
  if (isObjectMember(name) || isReference(name) || isPropertyName(name)) return false;
  if (evidence || (isItem && isHyphenated(name))) return true;
  if (isBrandModule(name)) return false;
  if (family === 'code') return isQuotedHost(name) || isHostInText(name);
  return isExact(name) && kind !== 'file' && (!isMemberTld(tld) || looksLikeHost(name) || isPrivateHost(name));
}

/** Characters that can follow a host, in quotes or in text. */
function isFollowedByBoundary({ after, tld }: BareName): boolean {
  if (/^(?:["'`),\s;&|<\]}]|:\d|:[/\s]|\/|\.?(?:["'\s\\]|$))/.test(after)) return true;
  // `"host.docker.internal:host-gateway"`
  return isPseudoTld(tld) && /^:[a-z][\w-]*["']/.test(after);
}

/** Schemes that have no host. */
const hostlessSchemePattern =
  /(?:^|[^\w-])(?:file|chrome|resource|res|assets?|package|content|app|classpath|jar|webpack|webpack-internal|memory|node|data|intent|vscode|vscode-insiders|[a-z]+-(?:extension|app|resource)):\/\/$/i;

/** `redis://cache.a-site.dev`, `https://*.a-site.dev`, `turn:relay.a-site.dev`. */
function isAuthority({ before, labels, kind }: BareName): boolean {
  if (!/[/:.]/.test(before.charAt(before.length - 1)) || (kind === 'file' && labels.length < 3)) return false;
  if (/[^\w-](?:stuns?|turns?|sips?|xmpp):$/i.test(before)) return true;
  // `src="//cdn.a-site.dev/x.js"`
  if (/["'(=]\/\/(?:\*\.)?$/.test(before)) return true;
  return /[a-z\d*}]:\/\/(?:\*\.)?$/i.test(before) && !hostlessSchemePattern.test(before);
}

/**
 * The text before a name that belongs to the same statement: without preceding lines if the name is unquoted and its
 * line is an assignment or starts with a word. List items belong to the lines above.
 */
function sameStatement({ before, after }: BareName): string {
  if (isQuote(before.charAt(before.length - 1))) return before;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isOwn = line.trim() === '' ? /^[ \t]+[^\s;,]/.test(after) : /[=:]/.test(line) && !/^\s*-\s/.test(line);
  return isOwn ? line : before;
}

/** `  - relay.a-site.dev`, the only item on its line. */
function isListItem({ before, after }: BareName): boolean {
  const last = before.charAt(before.length - 1);
  if (last !== ' ' && last !== '.') return false;
  return /(?:^|\n)[ \t]*-[ \t]+\*?\.?$/.test(before) && /^[ \t]*(?:\r?\n|$)/.test(after);
}

function isHyphenated(name: BareName): boolean {
  const { kind, labels, tld } = name;
  return kind !== 'file' && labels.length > 2 && hasHyphen(name) && (tld === 'dev' || !isMemberTld(tld));
}

/** `/(a-site\.com|pic\.ly)\//`: a complete alternative of a regular expression whose TLD isn't a common member name. */
function isInPattern({ before, after, kind, tld }: BareName): boolean {
  if (kind !== 'member' || tld.length !== 2 || isMemberTld(tld)) return false;
  return /(?:[(|^]|\)\?|\/\/)$/.test(before) && /^(?:[|)$]|\\?\/|["'])/.test(after);
}

/** `api.a-site.dev`, `docs.a-site.app`: has a common first label of a host. */
function isCommonHost({ labels, tld }: BareName): boolean {
  if (labels.length < 3 || (tld !== 'dev' && tld !== 'app')) return false;
  return /^(?:api|cdn|docs|static|assets|staging|blog|mail|smtp|vpn|ns\d|mx\d?|status|gitlab)$/.test(labels[0] ?? '');
}

/** `"domain": "panel.sh"`, `host = "t.co"`: the whole string value of a host field; members remain members. */
function isFieldOfHost(name: BareName): boolean {
  const isField = /(?:host(?:_?name)?|domain(?:_?name)?|fqdn|sni|cname|server_?name)["'\]]?\s?[:=]\s?b?["']$/i.test(
    name.before,
  );
  return isField && (isShort(name) || !isObjectMember(name));
}

const itemBeforePattern = /["'](?:https?:\/\/)?(?:[\w-]+\.)+([a-z]{2,12})["'],[ \t]*b?["']$/;
const itemAfterPattern = /^["'],[ \t]*b?["'](?:https?:\/\/)?(?:[\w-]+\.)+([a-z]{2,12})["']/;
const lineBeforePattern = /-[ \t]+["']?\*?\.?(?:[\w-]+\.)+([a-z]{2,12})["']?[ \t]*\r?\n[ \t]*-[ \t]+["']?\*?\.?$/;
const lineAfterPattern = /^["']?[ \t]*\r?\n[ \t]*-[ \t]+["']?\*?\.?(?:[\w-]+\.)+([a-z]{2,12})["']?[ \t]*(?:\r?\n|$)/;

/** `["evil-site.com", "t.co"]`: how many of the two neighbors in a list, including YAML, are certainly hosts. */
function adjacentHosts({ before, after }: BareName): number {
  const isInLines = /^["']?\s*$/.test(after.slice(0, 2));
  const neighbours = isInLines
    ? [lineBeforePattern.exec(before), lineAfterPattern.exec(after)]
    : [itemBeforePattern.exec(before), itemAfterPattern.exec(after)];
  return neighbours.filter((found) => found?.[1] !== undefined && isUnambiguousTld(found[1])).length;
}

function isUnambiguousTld(tld: string): boolean {
  const kind = tldKind(tld);
  return kind === 'plain' || (kind === 'member' && tld.length === 2 && isTopLevelDomain(tld) && !isMemberTld(tld));
}

/** Calls whose first argument is a text, an event, a key, or a selector. */
const namingCallPattern =
  /(?:\$|\b(?:t|tr|translate|i18n|on|once|off|emit|trigger|publish|subscribe|dispatch|getItem|setItem|inject|log|debug|querySelector|querySelectorAll|matches|closest|selectAll))\(\s*["'`]\.?$/;

/** Whether a whole quoted string is a host, and not as likely a member, key, or file. */
function isQuotedHost(name: BareName): boolean {
  const { raw, value, labels, tld, kind, before } = name;
  // `.nav-item.open` is a CSS selector.
  if (!isWholeString(name) || before.endsWith('.')) return !isMemberTld(tld) && isExact(name) && looksLikeHost(name);
  if (kind === 'file') return looksLikeHost(name) && (labels.length > 2 || tld === 'app');
  if (looksLikeHost(name) && !isMemberTld(tld)) return true;
  if (hasHyphen(name)) return true;
  if (raw !== value || raw.includes('_') || before.endsWith('`')) return false;
  // `"email.invalid"` is a message key.
  if (tld === 'invalid') return looksLikeHost(name);
  if (isPseudoTld(tld) || !isMemberTld(tld)) return true;
  // `"items.0.id"` is an object path.
  return looksLikeHost(name) && labels.length > 2 && !labels.slice(1).some((label) => /^\d+$/.test(label));
}

/**
 * A hyphenated name between spaces in a comment or string; members have no hyphens: `blocks cdn-a.x.test since May`.
 */
function isHostInText(name: BareName): boolean {
  const { before, after, kind, tld, labels } = name;
  if (kind === 'file' || !hasHyphen(name) || !/(?:^|[\s(,"'`])$/.test(before) || !/^[\s),;.:"'`]|^$/.test(after))
    return false;
  return isPseudoTld(tld) || (labels.length > 2 && !isMemberTld(tld));
}

function hasHyphen({ labels }: BareName): boolean {
  return labels.slice(0, -1).some((label) => label.includes('-') && !label.startsWith('xn--'));
}

/** The whole of a string, optionally with a port, a path, a leading dot, or the root dot; also inside a JSON string. */
function isExact({ before, after }: BareName): boolean {
  return /["']\*?\.?$/.test(before) && /^\.?(?:["':/]|\\["'])/.test(after);
}

/** The same, also in a template or inside a string of another language. */
function isWholeString({ before, after }: BareName): boolean {
  return /["'`]\*?\.?$/.test(before) && /^(?:["'`:/]|\\["'`])/.test(after);
}

/** `z.lt`: as likely a method as a host; not `x.com`. */
function isShort({ labels, tld }: BareName): boolean {
  return labels[0]?.length === 1 && tld.length === 2;
}

const importPattern = /(?:\brequire\(|\bfrom|\bimport|\bimport\(|\brequire|\busing|\buse|\binclude)\s*["'`<]$/;
const importLinePattern = /(?:^|\n)[ \t]*(?:from|import|require|using|use|package|namespace|include)[ \t]+$/;

/** An import, quoted or at the start of a line. In strings and comments, `from a-site.com` is a sentence. */
function isImport({ before, kind }: BareName, family: Family): boolean {
  if (isQuote(before.charAt(before.length - 1)) || before.endsWith('<')) return importPattern.test(before);
  return (family !== 'code' || kind !== 'plain') && importLinePattern.test(before);
}

/** `"sys/socket.ph"`: a file in a directory, not a host. */
function isInQuotedPath(before: string): boolean {
  return before.endsWith('/') && /["'`](?:[\w-]+\/)+$/.test(before);
}

/** `$a.com`, `x?.a.com`, `a[0].b.com`, `&a.b`, `->a.b`, `a.com[0]`: a member access; not `192.0.2.1#dns.a-site.com`. */
function isMember({ before, after }: BareName): boolean {
  if (after.startsWith('(') || (after.startsWith('[') && !after.startsWith('[:'))) return true;
  return /[$#&]$|->$|[)\]?]\.$/.test(before) && !/(?:\.\d{1,3}|:[\da-f]{1,4})(?:@\d{1,5})?#$/i.test(before);
}

/** Between `${` and `}` of a template, and not in nested quotes. */
function isInTemplate(before: string): boolean {
  const open = before.lastIndexOf('${');
  return open !== -1 && !/[}"'`]/.test(before.slice(open));
}
