import {
  type BareName,
  isBuiltFile,
  isCall,
  isKey,
  isMailDomain,
  isNamedHost,
  isNpmScope,
  isObjectMember,
  isPackage,
  isPartOfPath,
  isPrivateHost,
  isRooted,
  isWrittenLikeCode,
} from './bareName';
import {
  hasHostForm,
  isBound,
  isBrandOfModule,
  isCamelCase,
  isIdentifier,
  isLanguageKey,
  isNameOfProperty,
  isQuote,
  isReference,
} from './codeKeys';
import { endingKind, isMemberEnding, isMostlyFile } from './endings';
import type { Family } from './language';
import { isCountedEnding } from './specialNames';
import { isEnding } from './suffixes';

/** Words near a name which say that hosts are meant. */
const HOST_WORDS =
  /host|domain|url|uri\b|server|(?<![io])site|origin(?!al)|endpoint|addr|smtp|imap|pop3|mail|dns|sni\b|proxy|cname|fqdn|\bns\b|\bmx\b|\bip\b|query|tenant|issuer|redirect|callback|connect|\bping\b|curl|wget|nslookup|\bdig\b|whois|visit|c2|beacon|registry|broker|relay|gateway/i;

/** Whether a bare name in code, configuration or markup is a host: quotes and the words before it must say so. */
export function isHostInCode(name: BareName, family: Family): boolean {
  if (family === 'markup' && isBound(name)) return false;
  if (isPartOfPath(name) || isBuiltFile(name) || isWrittenLikeCode(name) || isPackage(name) || isNpmScope(name))
    return false;
  if (isCall(name) || isImport(name, family) || isInQuotedPath(name.before) || !isNamed(name, family)) return false;
  return family !== 'code' || !isInTemplate(name.before);
}

function isNamed(name: BareName, family: Family): boolean {
  if (family === 'data' && isCountedEnding(name.ending) && isNamedHost(name)) return true;
  if (name.kind === 'plain') return isMailDomain(name) || isPlainHost(name);
  if (name.escaped) return isInPattern(name);
  if (isKey(name) || (family === 'data' && name.after.startsWith(' = '))) return false;
  if (isMailDomain(name)) return !/^[=[]/.test(name.after);
  if (family === 'data' && isSureInData(name)) return true;
  if (/[a-z][A-Z]|(?:^|\.)[A-Z][a-z]/.test(name.raw)) return false;
  return name.labels[0] === 'www' || isShownAsHost(name, family);
}

function isPlainHost(name: BareName): boolean {
  if (isLanguageKey(name) || isCamelCase(name) || isIdentifier(name)) return false;
  return !(isMember(name) || isObjectMember(name)) || (isExact(name) && !isShort(name)) || isAuthority(name);
}

/** In data that hold what was seen, where members and files are few: machines of private networks, `a.b.com.py`. */
function isSureInData(name: BareName): boolean {
  const { labels, ending } = name;
  if (!isExact(name)) return false;
  if (isPrivateHost(name) || (ending.length === 2 && name.after.startsWith('.'))) return true;
  if (labels.length > 2 && /^(?:com|net|org|gov|edu|co|ac)$/.test(labels.at(-2) ?? '')) return true;
  return isNamedHost(name) && endingKind(ending) === 'member' && !isMemberEnding(ending);
}

/** Calls whose first argument is a host. */
const NETWORK_CALL =
  /\b(?:fetch|axios(?:\.\w+)?|requests?\.\w+|http\.get|urlopen|lookup|resolve[46]?|gethostby\w+|getaddrinfo|dial)\(\s*["'`]$/i;

/** A name with an ending that is a word or a file's: quoted or set apart, and shown to be a host. */
function isShownAsHost(name: BareName, family: Family): boolean {
  const { before, after, kind, labels, ending } = name;
  if (isAuthority(name)) return true;
  if (!/["'`(,\s@=<>]\*?\.?$/.test(before) || !isEndOfHost(name)) return false;
  const evidence =
    HOST_WORDS.test(sameStatement(name)) ||
    NETWORK_CALL.test(before) ||
    /^:\d{2,5}\b/.test(after) ||
    isRooted(name) ||
    // A line of a file of hosts: `192.0.2.7 build.a-site.dev`.
    (before.endsWith(' ') && /\.\d{1,3} +$/.test(before)) ||
    isUsualHost(name) ||
    // The text of a link: `href="https://a-site.dev/">a-site.dev`.
    before.includes(`://${name.raw}`) ||
    (isCountedEnding(ending) && /^\.["']/.test(after));
  if (NAMING_CALL.test(before)) return false;
  if (isExact(name) && isFieldOfHost(name)) return true;
  // `"host.name"`, `"k8s.pod.name"` name attributes of what is watched.
  if (ending === 'name' && isExact(name) && !hasHyphen(name)) return false;
  const isFile = kind === 'file' && isMostlyFile(ending);
  // Between two hosts even what is mostly the ending of a file.
  const isItem = isListItem(name);
  if ((isItem || isExact(name)) && hostsBeside(name) > (isFile ? 1 : 0)) return true;
  if (isFile) return false;
  const isApp = ending === 'app' && (labels.length > 2 || /[*="'`]\.$/.test(before)) && !isObjectMember(name);
  if (kind === 'file' && evidence) return isApp || /["'`]$/.test(before);
  if (isObjectMember(name) || isReference(name) || isNameOfProperty(name)) return false;
  if (evidence || (isItem && isHyphenated(name))) return true;
  if (isBrandOfModule(name)) return false;
  if (family === 'code') return isQuotedHost(name) || isHostInWords(name);
  return isExact(name) && kind !== 'file' && (!isMemberEnding(ending) || hasHostForm(name) || isPrivateHost(name));
}

/** What may stand behind a host, in quotes or among words. */
function isEndOfHost({ after, ending }: BareName): boolean {
  if (/^(?:["'`),\s;&|<\]}]|:\d|:[/\s]|\/|\.?(?:["'\s\\]|$))/.test(after)) return true;
  // `"host.docker.internal:host-gateway"`
  return isCountedEnding(ending) && /^:[a-z][\w-]*["']/.test(after);
}

/** Schemes behind which no host stands. */
const HOSTLESS_SCHEME =
  /(?:^|[^\w-])(?:file|chrome|resource|res|assets?|package|content|app|classpath|jar|webpack|webpack-internal|memory|node|data|intent|vscode|vscode-insiders|[a-z]+-(?:extension|app|resource)):\/\/$/i;

/** `redis://cache.a-site.dev`, `https://*.a-site.dev`, `turn:relay.a-site.dev`. */
function isAuthority({ before, labels, kind }: BareName): boolean {
  if (!/[/:.]/.test(before.charAt(before.length - 1)) || (kind === 'file' && labels.length < 3)) return false;
  if (/[^\w-](?:stuns?|turns?|sips?|xmpp):$/i.test(before)) return true;
  // `src="//cdn.a-site.dev/x.js"`
  if (/["'(=]\/\/(?:\*\.)?$/.test(before)) return true;
  return /[a-z\d*}]:\/\/(?:\*\.)?$/i.test(before) && !HOSTLESS_SCHEME.test(before);
}

/**
 * For a name without quotes, without the lines before, where the line names what it assigns, or begins with a word and goes on; the items of a list
 * belong to what stands above.
 */
function sameStatement({ before, after }: BareName): string {
  if (isQuote(before.charAt(before.length - 1))) return before;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isOwn = line.trim() === '' ? /^[ \t]+[^\s;,]/.test(after) : /[=:]/.test(line) && !/^\s*-\s/.test(line);
  return isOwn ? line : before;
}

/** `  - relay.a-site.dev`, alone on its line. */
function isListItem({ before, after }: BareName): boolean {
  const last = before.charAt(before.length - 1);
  if (last !== ' ' && last !== '.') return false;
  return /(?:^|\n)[ \t]*-[ \t]+\*?\.?$/.test(before) && /^[ \t]*(?:\r?\n|$)/.test(after);
}

function isHyphenated(name: BareName): boolean {
  const { kind, labels, ending } = name;
  return kind !== 'file' && labels.length > 2 && hasHyphen(name) && (ending === 'dev' || !isMemberEnding(ending));
}

/** `/(a-site\.com|pic\.ly)\//`: a whole alternative of a regular expression, with an ending that is no usual member. */
function isInPattern({ before, after, kind, ending }: BareName): boolean {
  if (kind !== 'member' || ending.length !== 2 || isMemberEnding(ending)) return false;
  return /(?:[(|^]|\)\?|\/\/)$/.test(before) && /^(?:[|)$]|\\?\/|["'])/.test(after);
}

/** `api.a-site.dev`, `docs.a-site.app`: the first label says it. */
function isUsualHost({ labels, ending }: BareName): boolean {
  if (labels.length < 3 || (ending !== 'dev' && ending !== 'app')) return false;
  return /^(?:api|cdn|docs|static|assets|staging|blog|mail|smtp|vpn|ns\d|mx\d?|status|gitlab)$/.test(labels[0] ?? '');
}

/** `"domain": "panel.sh"`, `host = "t.co"`: the whole of a string that a field calls a host; members stay members. */
function isFieldOfHost(name: BareName): boolean {
  const isField = /(?:host(?:_?name)?|domain(?:_?name)?|fqdn|sni|cname|server_?name)["'\]]?\s?[:=]\s?b?["']$/i.test(
    name.before,
  );
  return isField && (isShort(name) || !isObjectMember(name));
}

const ITEM_BEFORE = /["'](?:https?:\/\/)?(?:[\w-]+\.)+([a-z]{2,12})["'],[ \t]*b?["']$/;
const ITEM_BEHIND = /^["'],[ \t]*b?["'](?:https?:\/\/)?(?:[\w-]+\.)+([a-z]{2,12})["']/;
const LINE_BEFORE = /-[ \t]+["']?\*?\.?(?:[\w-]+\.)+([a-z]{2,12})["']?[ \t]*\r?\n[ \t]*-[ \t]+["']?\*?\.?$/;
const LINE_BEHIND = /^["']?[ \t]*\r?\n[ \t]*-[ \t]+["']?\*?\.?(?:[\w-]+\.)+([a-z]{2,12})["']?[ \t]*(?:\r?\n|$)/;

/** `["evil-site.com", "t.co"]`: in a list, also one of YAML, how many of its two neighbours can be nothing but hosts. */
function hostsBeside({ before, after }: BareName): number {
  const isInLines = /^["']?\s*$/.test(after.slice(0, 2));
  const neighbours = isInLines
    ? [LINE_BEFORE.exec(before), LINE_BEHIND.exec(after)]
    : [ITEM_BEFORE.exec(before), ITEM_BEHIND.exec(after)];
  return neighbours.filter((found) => found?.[1] !== undefined && isSureEnding(found[1])).length;
}

function isSureEnding(ending: string): boolean {
  const kind = endingKind(ending);
  return kind === 'plain' || (kind === 'member' && ending.length === 2 && isEnding(ending) && !isMemberEnding(ending));
}

/** Calls whose first argument names a text, an event, a key or elements of a page. */
const NAMING_CALL =
  /(?:\$|\b(?:t|tr|translate|i18n|on|once|off|emit|trigger|publish|subscribe|dispatch|getItem|setItem|inject|log|debug|querySelector|querySelectorAll|matches|closest|selectAll))\(\s*["'`]\.?$/;

/** The whole of a string: quotes say that it is a host, unless members, keys and files are as likely to stand there. */
function isQuotedHost(name: BareName): boolean {
  const { raw, value, labels, ending, kind, before } = name;
  // `.nav-item.open` is a selector of CSS.
  if (!isWholeString(name) || before.endsWith('.'))
    return !isMemberEnding(ending) && isExact(name) && hasHostForm(name);
  if (kind === 'file') return hasHostForm(name) && (labels.length > 2 || ending === 'app');
  if (hasHostForm(name) && !isMemberEnding(ending)) return true;
  if (hasHyphen(name)) return true;
  if (raw !== value || raw.includes('_') || before.endsWith('`')) return false;
  // `"email.invalid"` is the key of a message.
  if (ending === 'invalid') return hasHostForm(name);
  if (isCountedEnding(ending) || !isMemberEnding(ending)) return true;
  // `"items.0.id"` names a place.
  return hasHostForm(name) && labels.length > 2 && !labels.slice(1).some((label) => /^\d+$/.test(label));
}

/** Between blanks in a comment or a string, with a hyphen, which members do not have: `blocks cdn-a.x.test since May`. */
function isHostInWords(name: BareName): boolean {
  const { before, after, kind, ending, labels } = name;
  if (kind === 'file' || !hasHyphen(name) || !/(?:^|[\s(,"'`])$/.test(before) || !/^[\s),;.:"'`]|^$/.test(after))
    return false;
  return isCountedEnding(ending) || (labels.length > 2 && !isMemberEnding(ending));
}

function hasHyphen({ labels }: BareName): boolean {
  return labels.slice(0, -1).some((label) => label.includes('-') && !label.startsWith('xn--'));
}

/** The whole of a string, perhaps with a port, a path, a leading dot or the root dot; also within a string of JSON. */
function isExact({ before, after }: BareName): boolean {
  return /["']\*?\.?$/.test(before) && /^\.?(?:["':/]|\\["'])/.test(after);
}

/** The same, in a template or within the string of another language, too. */
function isWholeString({ before, after }: BareName): boolean {
  return /["'`]\*?\.?$/.test(before) && /^(?:["'`:/]|\\["'`])/.test(after);
}

/** `z.lt`: as likely a method as a host; `x.com` is none. */
function isShort({ labels, ending }: BareName): boolean {
  return labels[0]?.length === 1 && ending.length === 2;
}

const IMPORT = /(?:\brequire\(|\bfrom|\bimport|\bimport\(|\brequire|\busing|\buse|\binclude)\s*["'`<]$/;
const IMPORT_LINE = /(?:^|\n)[ \t]*(?:from|import|require|using|use|package|namespace|include)[ \t]+$/;

/** What a program takes in: in quotes, or at the beginning of a line; in strings and comments `from a-site.com` is a sentence. */
function isImport({ before, kind }: BareName, family: Family): boolean {
  if (isQuote(before.charAt(before.length - 1)) || before.endsWith('<')) return IMPORT.test(before);
  return (family !== 'code' || kind !== 'plain') && IMPORT_LINE.test(before);
}

/** `"sys/socket.ph"`: a file below a directory, not a host. */
function isInQuotedPath(before: string): boolean {
  return /["'`](?:[\w-]+\/)+$/.test(before);
}

/** `$a.com`, `x?.a.com`, `a[0].b.com`, `&a.b`, `->a.b`, `a.com[0]`: a member of something; not `192.0.2.1#dns.a-site.com`. */
function isMember({ before, after }: BareName): boolean {
  if (after.startsWith('(') || (after.startsWith('[') && !after.startsWith('[:'))) return true;
  return /[$#&]$|->$|[)\]?]\.$/.test(before) && !/(?:\.\d{1,3}|:[\da-f]{1,4})(?:@\d{1,5})?#$/i.test(before);
}

/** Between `${` and `}` of a template, and not in quotes of its own. */
function isInTemplate(before: string): boolean {
  const open = before.lastIndexOf('${');
  return open !== -1 && !/[}"'`]/.test(before.slice(open));
}
