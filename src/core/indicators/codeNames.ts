import {
  type BareName,
  isCall,
  isFileTemplate,
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
import { endingKind, isMemberEnding, isMostlyFile } from './endings';
import type { Family } from './language';
import { isCountedEnding } from './specialNames';
import { isEnding } from './suffixes';

/** Words near a name which say that hosts are meant. */
const HOST_WORDS =
  /host|domain|url|uri\b|server|(?<![io])site|origin(?!al)|endpoint|addr|smtp|imap|pop3|mail|dns|sni\b|proxy|cname|fqdn|\bns\b|\bmx\b|\bip\b|query|tenant|issuer|redirect|callback|connect|\bping\b|curl|wget|nslookup|\bdig\b|whois|visit|c2|beacon/i;

/** Whether a bare name in code, configuration or markup is a host: quotes and the words before it must say so. */
export function isHostInCode(name: BareName, family: Family): boolean {
  if (isPartOfPath(name) || isFileTemplate(name) || isWrittenLikeCode(name) || isPackage(name) || isNpmScope(name))
    return false;
  if (isCall(name) || isImport(name.before) || isInQuotedPath(name.before) || !isNamed(name, family)) return false;
  return family !== 'code' || !isInTemplate(name.before);
}

function isNamed(name: BareName, family: Family): boolean {
  if (family === 'data' && isCountedEnding(name.ending) && isNamedHost(name)) return true;
  if (name.kind === 'plain') return !(isMember(name) || isObjectMember(name)) || (isExact(name) && !isShort(name));
  if (name.escaped || isKey(name) || /[a-z][A-Z]/.test(name.raw)) return false;
  return name.labels[0] === 'www' || isShownAsHost(name, family);
}

/** Calls whose first argument is a host. */
const NETWORK_CALL =
  /\b(?:fetch|axios(?:\.\w+)?|requests?\.\w+|http\.get|urlopen|lookup|resolve[46]?|gethostby\w+|getaddrinfo|dial)\(\s*["'`]$/i;

/** A name with an ending that is a word or a file's: quoted or set apart, and shown to be a host. */
function isShownAsHost(name: BareName, family: Family): boolean {
  const { before, after, kind, ending } = name;
  if (!/["'`(,\s@=<>]\*?\.?$/.test(before) || !/^(?:["'`),\s;&|<]|:\d|:[/\s]|\/|\.?(?:["'\s\\]|$))/.test(after))
    return false;
  const evidence =
    HOST_WORDS.test(before) ||
    NETWORK_CALL.test(before) ||
    /^:\d{2,5}\b/.test(after) ||
    isMailDomain(name) ||
    isRooted(name);
  if (NAMING_CALL.test(before)) return false;
  if (isExact(name) && isFieldOfHost(name)) return true;
  const isFile = kind === 'file' && isMostlyFile(ending);
  // Between two hosts even what is mostly the ending of a file.
  if (isExact(name) && hostsBeside(name) > (isFile ? 1 : 0)) return true;
  if (isFile) return false;
  if (kind === 'file' && evidence) return /["'`@]$/.test(before);
  if (isObjectMember(name)) return false;
  if (evidence) return true;
  if (family === 'code') return isQuotedHost(name) || isHostInWords(name);
  return isExact(name) && kind !== 'file' && (!isMemberEnding(ending) || hasHostForm(name) || isPrivateHost(name));
}

/** `"domain": "panel.sh"`, `host = "t.co"`: the whole of a string that a field calls a host; members stay members. */
function isFieldOfHost(name: BareName): boolean {
  const isField = /(?:host(?:_?name)?|domain(?:_?name)?|fqdn|sni|cname|server_?name)["'\]]?\s?[:=]\s?b?["']$/i.test(
    name.before,
  );
  return isField && (isShort(name) || !isObjectMember(name));
}

/** `["evil-site.com", "t.co"]`: in a list, how many of its two neighbours can be nothing but hosts. */
function hostsBeside({ before, after }: BareName): number {
  const neighbours = [
    /["'](?:https?:\/\/)?(?:[\w-]+\.)+([a-z]{2,12})["'],[ \t]*b?["']$/.exec(before),
    /^["'],[ \t]*b?["'](?:https?:\/\/)?(?:[\w-]+\.)+([a-z]{2,12})["']/.exec(after),
  ];
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
  return isCountedEnding(ending) || !isMemberEnding(ending) || (hasHostForm(name) && labels.length > 2);
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

/** The whole of a string, perhaps with a port, a path or a leading dot. */
function isExact({ before, after }: BareName): boolean {
  return /["']\*?\.?$/.test(before) && /^["':/]/.test(after);
}

/** The same, in a template or within the string of another language, too. */
function isWholeString({ before, after }: BareName): boolean {
  return /["'`]\*?\.?$/.test(before) && /^(?:["'`:/]|\\["'`])/.test(after);
}

/** `z.lt`: as likely a method as a host; `x.com` is none. */
function isShort({ labels, ending }: BareName): boolean {
  return labels[0]?.length === 1 && ending.length === 2;
}

/** Members of programs hold no hyphens, and seldom digits. */
function hasHostForm({ labels }: BareName): boolean {
  return labels.slice(0, -1).some((label) => /[-\d]/.test(label));
}

const IMPORT =
  /(?:\brequire\(|\bfrom|\bimport|\bimport\(|\brequire|\busing|\buse|\bpackage|\bnamespace|\binclude)\s*["'`<]?$/;

function isImport(before: string): boolean {
  return IMPORT.test(before);
}

/** `"sys/socket.ph"`: a file below a directory, not a host. */
function isInQuotedPath(before: string): boolean {
  return /["'`](?:[\w-]+\/)+$/.test(before);
}

/** `$a.com`, `x?.a.com`, `a[0].b.com`, `&a.b`, `->a.b`, `a.com[0]`: a member of something. */
function isMember({ before, after }: BareName): boolean {
  return after.startsWith('[') || after.startsWith('(') || /[$#&]$|->$|[)\]?]\.$/.test(before);
}

/** Between `${` and `}` of a template, and not in quotes of its own. */
function isInTemplate(before: string): boolean {
  const open = before.lastIndexOf('${');
  return open !== -1 && !/[}"'`]/.test(before.slice(open));
}
