import { endingKind, isMemberEnding, isMostlyFile } from './endings';
import type { Family } from './language';
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

const OBJECTS = new Set(
  `this self that it window document console log logger logging process math date json object array string number
  os sys req res request response event ctx context module exports e err error args arg argv config cfg conf options opts
  params user file node obj item items data dns app app path path field props state store env self cls super row col key
  target source parent child element el input output form this.props session client server service result results entry
  host http url agent cloud container device driver threat winlog rule observer organization package related registry
  std fs vm aws meta index list dict set map info util utils helper`.split(/\s+/),
);

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
  if (isNpmScope(before, after)) return false;
  const kind = endingKind(ending);
  const sure = kind === 'plain' && !isMemberEnding(ending);
  if (sure || labels[0] === 'www') return !isPackage(labels, ending);
  if (isPackage(labels, ending) || isCall(after) || isKey(before, after)) return false;
  if (isMemberEnding(ending) && isObjectMember(labels)) return false;
  if (kind !== 'file') return true;
  return isHostFile(name, round);
}

/** Whether a bare name in code, configuration or markup is a host: quotes and the words before it must say so. */
export function isHostInCode(name: BareName, family: Family, zone: Zone): boolean {
  const round = roundOf(name);
  if (isPartOfPath(round) || isWrittenLikeCode(name, round)) return false;
  if (family === 'code' && zone === 'code') return false;
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

/** `a.b` before a bracket is a call: `dns.resolve(`. */
function isCall(after: string): boolean {
  return /^\((?![\d\s])/.test(after) || after === '(';
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

/** `user.name`, `this.it`, `e.id`. */
function isObjectMember(labels: readonly string[]): boolean {
  const first = labels[0] ?? '';
  return labels.length === 2 && (OBJECTS.has(first) || first.length === 1);
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

/** A name that ends like a file, in prose: a host where a field, a port, a mail address or a word before it says so. */
function isHostFile({ raw, value, start, text }: BareName, { before, after, labels, ending }: Round): boolean {
  if (raw !== value || /[/\\]$/.test(before)) return false;
  if (/[\w.+-]@$/.test(before) || /^:\d{2,5}\b/.test(after) || (/^\.(?:\s|$)/.test(after) && labels.length > 2))
    return true;
  if (!isMostlyFile(ending) || labels.length > 2)
    return !/^(?:makefile|configure|manifest|config|main|index|test|setup|lib\w*)$/.test(labels.at(-2) ?? '');
  const near = text.slice(Math.max(0, start - 24), start);
  return /(?:host(?:name)?|domain|query|sni|server_?name|cname|fqdn)["'\]]?\s?[:=]\s?["']?$/i.test(near);
}
