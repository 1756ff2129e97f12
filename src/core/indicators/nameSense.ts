import { endingKind, isMemberEnding, isMostlyFile } from './endings';
import type { Family } from './language';
import { isObjectWord } from './objectWords';
import { isCountedEnding } from './specialNames';
import type { Zone } from './codeZones';

/** A bare host name (no scheme, not defanged) as it stands in a text. */
export interface BareName {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** As it stands. */
  readonly raw: string;
  /** Lower case, refanged. */
  readonly value: string;
  /** Written `a\.b`, as in a regular expression. */
  readonly escaped: boolean;
}

const PACKAGE_ROOTS = new Set(
  'com org net io edu gov java javax jakarta android androidx kotlin kotlinx scala sun jdk dev app me ru de cn uk'.split(
    ' ',
  ),
);
const LANGUAGE_ROOTS = new Set('java javax jakarta android androidx kotlin kotlinx scala sun jdk'.split(' '));

const MALWARE =
  /^(?:trojan|backdoor|win32|win64|msil|worm|ransom|generic|heur|riskware|adware|exploit|virus|hacktool|spyware|downloader|dropper|coinminer|pua|pup|not-a-virus)$/i;

/** Words near a name which say that hosts are meant. */
const HOST_WORDS =
  /host|domain|url|uri\b|server|site|origin|endpoint|addr|smtp|imap|pop3|mail|dns|sni\b|proxy|cname|fqdn|\bns\b|\bmx\b|\bip\b|query|tenant|issuer|redirect|callback|connect|ping|curl|wget|nslookup|\bdig\b|whois|visit|c2|beacon/i;

/** What stands round a name. */
interface Round {
  readonly before: string;
  readonly after: string;
  readonly labels: readonly string[];
  readonly rawLabels: readonly string[];
  readonly ending: string;
}

function roundOf(name: BareName): Round {
  const { text, start, end, raw, value } = name;
  const labels = value.split('.');
  return {
    before: text.slice(Math.max(0, start - 64), start),
    after: text.slice(end, end + 16),
    labels,
    rawLabels: raw.split('.'),
    ending: labels.at(-1) ?? '',
  };
}

/** Whether a bare name in prose, a log or plain data is a host rather than a member, file, package or product of a program. */
export function isHostInProse(name: BareName): boolean {
  const round = roundOf(name);
  if (isPartOfPath(round) || isWrittenLikeCode(name, round)) return false;
  const { ending, labels, before, after } = round;
  if (isNpmScope(before, after) || /^\(["'`]/.test(after)) return false;
  const kind = endingKind(ending);
  const sure = kind === 'plain' && !isMemberEnding(ending);
  if (sure || labels[0] === 'www') return !isPackage(labels, ending);
  if (isPackage(labels, ending) || isCall(after) || isKey(before, after)) return false;
  if (isNamedHost(before)) return true;
  if (isQuotedCode(name, round)) return false;
  if (kind !== 'file') return true;
  return isHostFile(name, round);
}

/** Whether a bare name in code, configuration or markup is a host: quotes and the words before it must say so. */
export function isHostInCode(name: BareName, family: Family, zone: Zone): boolean {
  const round = roundOf(name);
  if (isPartOfPath(round) || isWrittenLikeCode(name, round)) return false;
  if (family === 'code' && (zone === 'code' || isInTemplate(name.text, name.start))) return false;
  const { ending, labels, before, after, rawLabels } = round;
  if (isCall(after) || isPackage(labels, ending) || isImport(before)) return false;
  if (isNpmScope(before, after)) return false;
  const kind = endingKind(ending);
  const exact = /["']$/.test(before) && /^["':/]/.test(after);
  if (kind === 'plain')
    return exact || !(isMember(before, after) || isObjectMember(labels) || isMinifiedMember(name, round, zone));
  if (name.escaped || isKey(before, after) || rawLabels.some((label) => /[a-z][A-Z]/.test(label))) return false;
  if (labels[0] === 'www') return true;
  const quoted = /["'`(,\s@]$/.test(before) && /^(?:["'`),\s]|:\d|\/|\.?(?:["'\s\\]|$))/.test(after);
  if (!quoted) return false;
  const evidence =
    HOST_WORDS.test(before) || /^:\d{2,5}\b/.test(after) || /[\w.+-]@$/.test(before) || isRooted(labels, after);
  if (kind === 'file') return evidence && !isMostlyFile(ending) && /["'`@]$/.test(before);
  if (evidence) return !isObjectMember(labels);
  return exact && family === 'data' && labels.length >= 2 && !isObjectMember(labels) && !isMemberEnding(ending);
}

/** `"host": "app.link"`, `query=page.info`: a field says that it is a host. */
function isNamedHost(before: string): boolean {
  return /(?:host(?:_?name)?|domain|query|sni|server_?name|cname|fqdn)["'\]]?\s?[:=]\s?["']?$/i.test(before);
}

/** Code that a report, a log or a read-me quotes: `console.log(message.data)`, `Identifier.id`, `x = y.store;`. */
function isQuotedCode({ raw }: BareName, { labels, ending, before, after }: Round): boolean {
  if (/[a-z][A-Z]/.test(raw)) return true;
  if (ending.length > 2 && labels[0]?.length === 1 && isObjectMember(labels)) return true;
  if (isMemberEnding(ending) && (isObjectMember(labels) || /^[A-Z]/.test(raw))) return true;
  if (/[\w$]\($/.test(before) && /^[),;[]/.test(after)) return true;
  return /(?:[=!]=?|\b(?:return|const|let|var|await|delete|typeof|new))\s$/.test(before) && /^[;)]/.test(after);
}

/** `a.b` before a bracket is a call: `dns.resolve(`. */
function isCall(after: string): boolean {
  return /^\((?!\s|\d{1,3}\.\d)/.test(after);
}

function isKey(before: string, after: string): boolean {
  return (
    /^=/.test(after) ||
    (/^["']\]?\s?[:=]/.test(after) && /["'[]$/.test(before)) ||
    (/^:\s/.test(after) && /(?:^|\n)\s*(?:- )?$/.test(before))
  );
}

function isImport(before: string): boolean {
  return /(?:\brequire\(|\bfrom|\bimport|\bimport\(|\brequire|\busing|\buse|\bpackage|\bnamespace|\binclude)\s*["'`<]?$/.test(
    before,
  );
}

function isNpmScope(before: string, after: string): boolean {
  return /(?:^|[^\w.+-])@$/.test(before) && after.startsWith('/');
}

/** `$.evil.com`, `obj?.a.com`, `a[0].b.com`, `&a.b`, `->a.b`: what follows is a member of something. */
function isMember(before: string, after: string): boolean {
  return (
    /[$#&]$|->$|\)\.$|\]\.$|\?\.$/.test(before) ||
    (after.startsWith('(') && !/^\([\d\s]/.test(after)) ||
    after.startsWith('[')
  );
}

function isMinifiedMember(name: BareName, round: Round, zone: Zone): boolean {
  return (
    zone !== 'comment' &&
    round.labels.length === 2 &&
    round.labels[0]?.length === 1 &&
    !/["'\s/@(]$/.test(round.before) &&
    name.raw.length < 6
  );
}

/** Between `${` and `}` of a template. */
function isInTemplate(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 48), start);
  const open = before.lastIndexOf('${');
  return open !== -1 && !before.includes('}', open);
}

/** `user.name`, `this.it`, `e.id`, `req.params.id`: nothing but words of programs. */
function isObjectMember(labels: readonly string[]): boolean {
  const first = labels[0] ?? '';
  if (labels.length === 2 && first.length === 1) return !isCountedEnding(labels[1] ?? '');
  return labels.slice(0, -1).every(isObjectWord);
}

/** `a.b.test. ` of a zone file. */
function isRooted(labels: readonly string[], after: string): boolean {
  return labels.length > 2 && /^\.(?:\s|\\t|["'])/.test(after);
}

/** `com.example.app`, `java.util.zip`: a name that is written backwards. */
function isPackage(labels: readonly string[], ending: string): boolean {
  const first = labels[0] ?? '';
  if (LANGUAGE_ROOTS.has(first)) return true;
  if (labels.length < 3 || !PACKAGE_ROOTS.has(first)) return false;
  return (
    endingKind(ending) !== 'plain' || (first === 'com' && ending === 'net') || (first === 'org' && ending === 'net')
  );
}

/** Spelling that hosts do not have: `System.IO`, `NukeSped.KW`, `Win32.x`, `$a.b`. */
function isWrittenLikeCode(name: BareName, { before, rawLabels, ending, labels }: Round): boolean {
  const last = rawLabels.at(-1) ?? '';
  const lower = last.toLowerCase();
  const rest = name.raw.slice(0, name.raw.length - last.length);
  if (last !== lower) {
    const shouting = last === last.toUpperCase();
    const everywhere = rest === rest.toUpperCase();
    const company = /^(?:com|org)$/.test(lower) && (shouting || last === 'Com' || last === 'Org');
    if (!(shouting && everywhere) && !company) return true;
    if (shouting && /^(?:ASP|VB|ADO|ML|F#|PAINT|C#)\.NET$/.test(name.raw)) return true;
  }
  if (/^(?:ASP|VB|ADO|Paint|ML|Json|Nancy|Akka|Lucene|Core)\.NET$/i.test(name.raw) && last !== 'net') return true;
  if (labels.some((label) => MALWARE.test(label)) && !/^(?:com|net|org)$/.test(ending)) return true;
  if (/(?:[Ww]in(?:32|64)|Linux|OSX|Android|MSIL|JS|VBS|PowerShell)\/$/.test(before)) return true;
  if (endingKind(ending) !== 'plain' && /[$]$|->$|::$/.test(before)) return true;
  return /\$\{?$/.test(before);
}

/** A directory or file of a path: `/usr/lib/x.so`, `C:\x.com`, `./a.sh`, `~/b.py`. */
function isPartOfPath({ before, ending }: Round): boolean {
  if (/\/$/.test(before)) {
    if (/(?:^|[^\w:/])\/\/$|:\/\/$/.test(before)) return false;
    return endingKind(ending) !== 'plain' || /(?:^|[\s"'=(])(?:~|\.{1,2}|[a-z]:)\/(?:[\w.-]+\/)*$/i.test(before);
  }
  if (/\\$/.test(before)) {
    const token = /[^\s"'|]*$/.exec(before)?.[0] ?? '';
    return !/^[^\w:\\]*(?:\\\\){1,2}$/.test(token);
  }
  return /(?:^|[^\w])~$/.test(before);
}

/** A name that ends like a file, in prose: a host where a port, a mail address or its own form says so. */
function isHostFile({ raw, value }: BareName, { before, after, labels, ending }: Round): boolean {
  if (raw !== value || /[/\\]$/.test(before)) return false;
  const stem = labels.at(-2) ?? '';
  if (/[\w.+-]@$/.test(before) || /^:\d{2,5}\b/.test(after) || isRooted(labels, after)) return true;
  if (isMostlyFile(ending) && labels.length === 2) return false;
  return !/^(?:makefile|configure|manifest|config|main|index|test|setup|lib\w*|js|css|ts|json|html|tar|txt|h|min|\d+)$/.test(
    stem,
  );
}
