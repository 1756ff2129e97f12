import { hasPath, hasPort, followsAccountName, isCellBoundary, isUnlikelyRelease } from './addressEvidence';
import { hasVersionKeyword } from './versionKeywords';
import { asciiTable, isDigit, isLetter, isWord } from '../scan/characters';
import type { Region } from '../syntax/syntaxRegions';
import type { Host } from '../scan/host';

/** The role of a word before a dotted quad. */
type Role =
  /** A keyword for a version. */
  | 'keyword'
  /** A browser; its version can also follow punctuation. */
  | 'browser'
  /** A product; its version can follow directly. */
  | 'product'
  /** The same, but only directly after the name and a space: these names also occur in columns next to addresses. */
  | 'software'
  /** Object identifiers and numbered headings, also several in a row. */
  | 'heading'
  /** A conjunction between two of those. */
  | 'conjunction';

const roles: ReadonlyMap<string, Role> = new Map(
  (
    [
      [
        'keyword',
        'ver vers rv rev revs v vs revision revisions release releases build builds firmware versionadded versionchanged',
      ],
      ['keyword', 'versione versioni versie versies verze wersja wersji versio vers verzija'],
      ['keyword', 'version versions'],
      ['browser', 'chrome chromium firefox safari edge opera msie webkit'],
      [
        'product',
        'kernel linux windows ubuntu debian android ios openssl openssh java jdk jre python php apache nginx',
      ],
      [
        'product',
        'mysql flash player reader acrobat office exchange os framework sdk plugin addon add-on patch update',
      ],
      [
        'product',
        'perl ruby node npm git gcc clang cmake postgres postgresql redis mongodb tomcat jenkins wordpress drupal docker',
      ],
      [
        'software',
        'zoom anydesk teamviewer winrar kaspersky forticlient acrobat libreoffice skype zimbra confluence jira',
      ],
      [
        'software',
        'esxi vcenter horizon citrix netscaler sonicwall sharepoint tightvnc putty winscp filezilla curl struts',
      ],
      ['software', 'weblogic jboss thunderbird silverlight defender symantec telerik asa secure dc dotnetnuke magento'],
      ['heading', 'oid oids identifier object section sections chapter chapters clause clauses'],
      ['heading', 'figure figures table tables'],
      ['conjunction', 'and or to'],
    ] as const
  ).flatMap(([role, words]) => words.split(' ').map((word) => [word, role])),
);

/** Product names that precede versions, and also addresses. */
export const productNames: readonly string[] = [...roles].flatMap(([word, role]) =>
  role === 'browser' || role === 'product' || role === 'software' ? [word] : [],
);

const markCharacters = asciiTable('"\'\\]:=>(, \t\r\n');
const numberMarkCharacters = asciiTable('0123456789.,:`\'"_()[] \t\r\n');
const quoteCharacters = asciiTable('"\'` \t\r\n');

const comparisonPattern = /(?:~>|[<>~!]=|\^|==|===)\s?["']?$/;
const addressWordPattern =
  /(?:ip|addr|address|host|src|dst|source|dest|destination|client|server|peer|gateway|dns)[^a-z]*$/i;
const protocolPattern =
  /^(?:tcp|udp|icmp|icmp6|sctp|ip|ipv4|inet|http|https|tls|ssl|dns|rtp|sip|quic|host|direct)\d?$/i;

/** The header of a CEF or LEEF event up to the product version: `CEF:0|vendor|product|`. */
const eventHeaderPattern = /\b(?:CEF:\d|LEEF:\d\.\d)\|[^|\r\n]*\|[^|\r\n]*\|$/;

/** `with Microsoft SMTP Server (TLS) id 14.1.225.23`: the build of a mail server in a `Received:` line. */
const mailServerPattern = /\bSMTP Server\b[^;]{0,120}\bid\s{1,8}$/;

/** How far before a number its keyword is searched. */
const reach = 48;
const [space, parenthesis, hyphen, slash, colon, equals] = [32, 40, 45, 47, 58, 61];
const [fullStop, digitThree] = [46, 51];
const [atSign, backslash, bar, sectionSign] = [64, 92, 124, 167];

/** The start of the characters in a table that directly precede `from`. */
function skipBack(text: string, from: number, table: Uint8Array): number {
  const lowest = Math.max(0, from - reach);
  let position = from;
  while (position > lowest && table[text.charCodeAt(position - 1)] === 1) position--;
  return position;
}

/** The word of letters and hyphens that ends at `end`, in lowercase; '' if there is none. */
function wordBefore(text: string, end: number): string {
  const lowest = Math.max(0, end - reach);
  let start = end;
  while (start > lowest && (isLetter(text.charCodeAt(start - 1)) || text.charCodeAt(start - 1) === hyphen)) start--;
  return start === end ? '' : text.slice(start, end).toLowerCase();
}

/** The role of a word, or of its last part (`chrome` in `google-chrome`). */
function roleOf(word: string): Role | undefined {
  if (word === '') return undefined;
  return (
    roles.get(word) ??
    (/version(?:from|to|min|max|start|end|number|string)?$/.test(word)
      ? 'keyword'
      : roles.get(word.slice(word.lastIndexOf('-') + 1)))
  );
}

/** Whether a dotted quad is a version, an OID, or a heading number rather than an address. */
export function isVersion(text: string, host: Host): boolean {
  const { start } = host;
  if (text.charCodeAt(start - 1) === slash) return isProductToken(text, host);
  if (isPackageVersion(text, host) || isAttribute(text, host)) return true;
  if (text.charCodeAt(start - 1) === bar && eventHeaderPattern.test(text.slice(Math.max(0, start - 160), start)))
    return true;
  if (hasPort(text, host.end)) return false;
  const wordEnd = skipBack(text, start, markCharacters);
  const word = wordBefore(text, wordEnd);
  if (
    isVersionAfter(text, host, word, wordEnd) ||
    isVersionInRange(text, host, word) ||
    isInFixedRow(text, host) ||
    isLockedVersion(text, host)
  )
    return true;
  if (word === 'id' && mailServerPattern.test(text.slice(Math.max(0, start - 160), start))) return true;
  return (
    isRevision(text, host) ||
    (canBeHeadingNumber(host) && followsHeading(text, start)) ||
    followsComparison(text, start) ||
    hasVersionKeyword(text, start, host.end)
  );
}

/** Whether `word`, which ends at `wordEnd`, labels the following number as a version. */
function isVersionAfter(text: string, host: Host, word: string, wordEnd: number): boolean {
  const { start, end, value } = host;
  const role = roleOf(word);
  const isProduct = role === 'browser' || role === 'product' || role === 'software';
  const isRightBehind = wordEnd === start - 1 && !host.reserved;
  if (role !== 'keyword' && role !== 'browser' && !(isRightBehind && (isProduct || isRelease(word, value))))
    return false;
  if (hasPath(text, end, role === 'keyword') || followsAccountName(text, start)) return false;
  // `curl -v 185.4.5.6`: an option.
  if (role === 'keyword') return !(word.startsWith('-') && isUnlikelyRelease(value));
  if (isUnlikelyRelease(value)) return false;
  if (isCellBoundary(text.slice(wordEnd, start))) return isProduct && isReleaseInCell(value, role === 'browser');
  return role !== 'software' || text.charCodeAt(start - 1) === space;
}

const rangeWords: ReadonlySet<string> = new Set(['from', 'between', 'to', 'before', 'through', 'until', 'and']);
const versionRangePattern = /\b(?:versions\s(?:from|between)|versions?\s(?:prior to|before|up to|through|until))\s$/i;
const versionRangeEndPattern = /\bversions?\s(?:\w+\s){0,2}(?:\d{1,5}\.){3}\d{1,5}\s(?:to|and|through|until|[-–])\s$/i;

/** `Versions from 7.3.0.5 to 7.7.0.6`. */
function isVersionInRange(text: string, { start, value, reserved }: Host, word: string): boolean {
  if (reserved || !rangeWords.has(word) || !canBeAdvisoryVersion(value)) return false;
  const before = text.slice(Math.max(0, start - reach), start);
  return versionRangePattern.test(before) || versionRangeEndPattern.test(before);
}

const fixedCellPattern =
  /^(?:, ?(?:\d{1,5}\.){3}\d{1,5}){0,6}["'`*]{0,2}\s?\|\s{0,4}(?:fixed|patched|affected|unaffected|vulnerable)\b/i;

/** `| 5.1.3.1, 5.0.2.1 | Fixed |`: a row of an advisory. */
function isInFixedRow(text: string, { end, reserved, value }: Host): boolean {
  const next = text.charAt(text.charAt(end) === ' ' ? end + 1 : end);
  if (reserved || (next !== ',' && next !== '|') || !canBeAdvisoryVersion(value)) return false;
  return fixedCellPattern.test(text.slice(end, end + 128));
}

function canBeAdvisoryVersion(value: string): boolean {
  const [first = 0, ...others] = value.split('.').map(Number);
  return first < 33 && others.every((number) => number < 100);
}

/** `language_server-protocol (3.17.0.5)`: a package with its version, as package managers list them. */
function isLockedVersion(text: string, { start, end, value, reserved }: Host): boolean {
  if (
    reserved ||
    text.charCodeAt(start - 1) !== parenthesis ||
    text.charAt(end) !== ')' ||
    !canBeAdvisoryVersion(value)
  )
    return false;
  return (
    value.includes('.0') && /(?:^|\s)[a-z\d]+(?:[-_][a-z\d]+)+ \($/.test(text.slice(Math.max(0, start - reach), start))
  );
}

/** Whether a number in a product's cell is a version: `Flash Player,32.0.0.101`, `Chrome,120.0.60.109`. */
function isReleaseInCell(value: string, ofBrowser: boolean): boolean {
  return value.includes('.0.0') || hasReleaseNumbers(value) || (ofBrowser && /^\d+\.0\./.test(value));
}

/** Words that precede addresses, not release numbers. */
const addressKeywordPattern =
  /^(?:ips?|ipv|addr|address|addresses|hosts?|hostname|src|dst|source|dest|destination|clients?|servers?|peers?|gateway|router|node|dns|nameservers?|resolvers?|forwarders?|proxy|endpoint|remote|local|target|network|net|subnet|range|mask|netmask|bind|listen|ping|route|next-hop|via|from|to|at|by|for|on|in|of|with|and|or|is|was|are|not|than|like|as|the|a|an|this|that|between|through|against|behind|into|onto|over|under|then|but|also|only|see|got|use|uses|using|set|add|allow|deny|block|permit|accept|drop|reject|contacted|connected|blocked|denied|[a-z_-]{0,32}(?:host|addr|ip))$/;

/** `agent 2.1.0.5`: small numbers including a zero, after a word unrelated to addresses. */
function isRelease(word: string, value: string): boolean {
  return word !== '' && value.includes('.0') && !addressKeywordPattern.test(word) && hasReleaseNumbers(value);
}

/** Whether the numbers are small and include a zero. */
function hasReleaseNumbers(value: string): boolean {
  const numbers = value.split('.').map(Number);
  return numbers.every((number) => number < 32) && numbers.slice(1).includes(0) && value !== '1.0.0.1';
}

/** The text before the version in a CPE, a package URL, and Maven coordinates. */
const packagePattern = /\bcpe:(?:\/|2\.3:)[aoh]:[^\s"']{1,120}:$|\bpkg:[a-z]{2,16}\/[^\s"']{1,120}@$/i;
const coordinatesPattern =
  /(?:^|[\s"'([=])[a-z][\w-]{0,32}(?:\.[\w-]{1,32}){1,6}:[a-z][\w.-]{0,48}:(?:[a-z][\w-]{0,24}:)?$/i;

/** `OriginatingServer: MAIL01 (15.20.225.32)`: the build of a mail server in an Exchange audit log. */
const originatingServerPattern = /\bOriginatingServer\\?["']?\s?[:=]\s?\\?["']?[\w-]{1,32} \($/;

/** `cpe:/a:acme:tool:1.2.3.4`, `pkg:npm/tool@1.2.3.4`, `org.acme:lib:jar:1.2.3.4`. */
function isPackageVersion(text: string, { start, reserved }: Host): boolean {
  const code = text.charCodeAt(start - 1);
  if (code !== colon && code !== atSign && code !== parenthesis) return false;
  const before = text.slice(Math.max(0, start - 160), start);
  if (code === parenthesis) return originatingServerPattern.test(before);
  return packagePattern.test(before) || (!reserved && coordinatesPattern.test(before));
}

/** `2.5.4.15=Private Organization`: an X.500 attribute in a certificate name. */
function isAttribute(text: string, { end, value }: Host): boolean {
  return text.charCodeAt(end) === equals && value.startsWith('2.5.4.');
}

/** `libfoo (1.2.3.4-21)`. */
function isRevision(text: string, { start, end }: Host): boolean {
  if (text.charCodeAt(end) !== 45) return false;
  return /^-\d+[,)]/.test(text.slice(end, end + 8)) && /\w \($/.test(text.slice(Math.max(0, start - 3), start));
}

/**
 * Whether the value can be an object identifier, which starts with 0 to 2, or a heading number, which has no
 * three-digit part. This rules out most addresses.
 */
function canBeHeadingNumber({ value }: Host): boolean {
  if (value.charCodeAt(1) === fullStop && value.charCodeAt(0) < digitThree) return true;
  let digits = 0;
  for (let index = 0; index < value.length; index++) {
    digits = value.charCodeAt(index) === fullStop ? 0 : digits + 1;
    if (digits > 2) return false;
  }
  return true;
}

/** `sections 7.6.3.1 and 7.6.3.2`, `§ 1.2.3.4`. */
function followsHeading(text: string, start: number): boolean {
  let end = skipBack(text, start, quoteCharacters);
  const word = wordBefore(text, end);
  if (roleOf(word) === 'conjunction') end -= word.length;
  end = skipBack(text, end, numberMarkCharacters);
  return text.charCodeAt(end - 1) === sectionSign || roleOf(wordBefore(text, end)) === 'heading';
}

/** `>= 1.2.3.4`, `^1.2.3.4`, but not `ip == 1.2.3.4`. */
function followsComparison(text: string, start: number): boolean {
  if (!'=>^'.includes(text.charAt(skipBack(text, start, quoteCharacters) - 1) || '?')) return false;
  const before = text.slice(Math.max(0, start - reach), start);
  return comparisonPattern.test(before) && !addressWordPattern.test(before.replace(comparisonPattern, '').trimEnd());
}

/** `Chrome/124.0.0.0`; not `udp/192.0.2.1`, `HIER_DIRECT/192.0.2.1`, `inside/192.0.2.1(443)`, `host.example/192.0.2.1`, `/a/192.0.2.1`. */
function isProductToken(text: string, { start, end, value, reserved }: Host): boolean {
  let tokenEnd = start - 1;
  while (text.charCodeAt(tokenEnd - 1) === backslash) tokenEnd--;
  const lowest = Math.max(0, tokenEnd - reach);
  let tokenStart = tokenEnd;
  while (tokenStart > lowest && isTokenCharacter(text.charCodeAt(tokenStart - 1))) tokenStart--;
  if (tokenStart === tokenEnd || text.charCodeAt(tokenStart - 1) === slash) return false;
  const token = text.slice(tokenStart, tokenEnd);
  if (protocolPattern.test(token) || token.includes('.')) return false;
  if (value.endsWith('.0.0')) return true;
  if (reserved || /^[A-Z_]{4,}$/.test(token) || isUnlikelyVersion(value)) return false;
  const after = text.charCodeAt(end);
  return !((after === slash || after === colon || after === parenthesis) && isDigit(text.charCodeAt(end + 1)));
}

/** Whether more than one number is large and none is zero, which is rare in versions. */
function isUnlikelyVersion(value: string): boolean {
  const numbers = value.split('.').map(Number);
  return !numbers.includes(0) && numbers.filter((number) => number > 31).length > 1;
}

function isTokenCharacter(code: number): boolean {
  return isWord(code) || code === 95 || code === 46 || code === 43 || code === 45;
}

/**
 * Whether a quad of small numbers in code is a section of a standard cited in a comment (`// 7.6.3.1`), an X.500 object
 * identifier (`2.5.29.15`), part of a vector path (`M1.5.5.5 3.1.2.3`), a release (`0.12.0.0`), a heading number
 * (`<b>7.6.3.1.</b>`), or the version after an image or package name (`registry/app:1.2.3.4`, `org.acme:lib:1.2.3.4`).
 */
export function isNumberInCode(text: string, { start, end, value, reserved }: Host, region: () => Region): boolean {
  if (/^2\.5\.(?:4|8|29)\.|^1\.3\.(?:6|14|36|101|132)\./.test(value)) return true;
  const before = text.slice(Math.max(0, start - 24), start);
  const [, letter = '', token] = /(?:^|[\s"',])([a-z]?)-?(\d*\.[\d.-]+)[\s,]+-?$/i.exec(before) ?? [];
  if (token !== undefined && (letter !== '' || !/\d\.\d+\.\d+\.\d/.test(token))) return true;
  if (/^0\.(?!0\.|255\.)/.test(value) || (!reserved && value.endsWith('.0.0.0'))) return true;
  if (
    before.endsWith('-') &&
    /["'](?:\d{1,5}\.){3}\d{1,5}-$/.test(before) &&
    /version\s?=\s?["'][\d.]+-$/i.test(text.slice(Math.max(0, start - 48), start))
  )
    return true;
  if (text.startsWith('.</', end) && value.split('.').every((part) => Number(part) < 32)) return true;
  if (!reserved && /[\w-][/:][\w.-]*[\w-]:$/.test(before)) return true;
  if (reserved || /["'`]$/.test(before) || addressWordPattern.test(before)) return false;
  return (
    value.split('.').every((part) => Number(part) < 32) &&
    !/^(?:1\.2\.3\.4|(\d)\.\1\.\1\.\1|1\.0\.0\.1|8\.8\.4\.4)$/.test(value) &&
    region() === 'comment'
  );
}
