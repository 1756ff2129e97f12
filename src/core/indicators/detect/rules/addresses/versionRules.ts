import { asciiTable, isLineEnd } from '../../scan/characters';
import type { Family } from '../../syntax/language';
import { addressWordPattern, isCommonAddress, markCharacters, type Quad, skipBack, wordBefore } from './quad';
import type { Rule } from '../rule';
import { isProduct, getRole } from './versionWords';

/** Words for “version” in other languages, and a section sign. */
const otherLanguagePattern =
  /(?:版本?号?|バージョン|버전|versi[oó]n(?:es)?|vers[aã]o|vers[oõ]es|верс[иі][яиіїюйе](?:\p{L}{0,2})|s[uü]r[uü]m[uü]?|ال[إا]صدار|phiên bản|גרסה|第)[\s:：=为為はが是*`"'(（「]{0,3}$/iu;

const versionWordPattern = /(?:(?:version|firmware|release|build)s?(?:\s(?:number|no\.?))?|_normalized)$/i;

/** `prior to 1.2.3.4`, `fixed in 1.2.3.4`. */
const comparisonPhrasePattern =
  /\b(?:prior to|earlier than|older than|newer than|fixed in|patched in|upgraded? to)\s$/i;

/** `bump pocket from 1.2.3.4 to 1.2.3.5`. */
const bumpPattern =
  /\b(?:bump(?:s|ed|ing)?|upgrad(?:es?|ed|ing)) `?[\w./@-]{1,40}`? (?:from(?: `?v?[\d.]{1,20}`? to)?|to)\s`?$/i;

/** `1.2.3.4 and earlier`, at the end of a phrase or before a verb. */
const andEarlierPattern =
  /^\)?,?\s(?:and|or)\s(?:earlier|prior|below|above|newer|older|lower|higher|later)(?:\s(?:versions?|releases?|builds?|are|is|allows?|contains?|has|have)\b|\s?[,.;:)|<\r\n]|$)/i;

const wordForVersionsPattern =
  /^(?:(?:,| and| or|, and|, or)\s(?:\d{1,4}\.){1,4}\w{1,8}){0,5} (?:releases?|versions?|builds?)\b/;

const markupCharacters = asciiTable('|*_`"\':=>');
const afterCharacters = asciiTable(' ),');
const tagPattern = /<\/?[a-z][^<>]{0,40}>/gi;
const reach = 96;
/** The length of the longest keyword in another language, including a separator. */
const maxKeywordLength = 16;
const [letterA, letterM, letterN, letterO, bar] = [97, 109, 110, 111, 124];

/** Whether `and earlier` or the like follows at `end`. */
function isFollowedByEarlier(text: string, end: number): boolean {
  return isFollowedByConjunction(text, end) && andEarlierPattern.test(text.slice(end, end + 24));
}

/** Whether the next word can be “and” or “or”, which rules out most addresses. */
function isFollowedByConjunction(text: string, end: number): boolean {
  let position = end;
  while (
    position < end + 3 &&
    (afterCharacters[text.charCodeAt(position)] === 1 || isLineBreak(text.charCodeAt(position)))
  )
    position++;
  const letter = text.charCodeAt(position) | 32;
  return letter === letterA || letter === letterO;
}

/** Whether a keyword and markup precede the number at `start`: `**Version:** 1.2.3.4`, also in a table. */
function followsMarkedKeyword(text: string, start: number): boolean {
  // Runs for every address, and most follow other words and marks.
  let last = start - 1;
  while (last > start - reach && isSpaceOrTab(text.charCodeAt(last))) last--;
  return (
    markupCharacters[text.charCodeAt(last)] === 1 &&
    followsKeywordInMarkup(text.slice(Math.max(0, start - reach), start))
  );
}

/** Whether `prior to`, `fixed in`, or the like precedes `start`. */
function followsComparison(text: string, start: number): boolean {
  const code = text.charCodeAt(start - (text.charAt(start - 1) === '`' ? 3 : 2));
  if (code !== letterO && code !== letterN && code !== letterM) return false;
  const before = text.slice(Math.max(0, start - reach), start);
  return comparisonPhrasePattern.test(before.slice(-16)) || bumpPattern.test(before);
}

/** Whether a word for “version” in another language precedes `start`. */
function followsForeignKeyword(text: string, start: number): boolean {
  return (
    hasNonAscii(text, start) && otherLanguagePattern.test(text.slice(Math.max(0, start - maxKeywordLength), start))
  );
}

function isSpaceOrTab(code: number): boolean {
  return code === 32 || code === 9;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

function hasNonAscii(text: string, start: number): boolean {
  for (let position = Math.max(0, start - maxKeywordLength); position < start; position++) {
    if (text.charCodeAt(position) > 127) return true;
  }
  return false;
}

function followsKeywordInMarkup(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1).replace(tagPattern, ' ');
  let end = line.length;
  let bars = 0;
  for (
    let code = line.charCodeAt(end - 1);
    end > 0 && (markupCharacters[code] === 1 || isSpaceOrTab(code));
    code = line.charCodeAt(end - 1)
  ) {
    if (code === bar) bars++;
    end--;
  }
  return bars < 2 && end < line.length && versionWordPattern.test(line.slice(Math.max(0, end - 24), end));
}

const numberMarkCharacters = asciiTable('0123456789.,:`\'"_()[] \t\r\n');
const quoteCharacters = asciiTable('"\'` \t\r\n');
const sectionSign = 167;

const operatorPattern = /(?:~>|[<>~!]=|\^|==|===|\w <(?= )|[<>=!~^]["'],)\s?["']?$/;
/** A lone operator, which is also a character of a mail address, a quotation, or a tag. */
const lessThanPattern = /(?:[(|"'[]\s?|,\s|\w\s|(?:^|\n)[ \t]{0,8})<\s?$|(?:^|[\s"'(,|])~\s?$/;

/** The text before the version in a CPE, a package URL, and Maven coordinates. */
const packagePattern =
  /\bcpe:(?:\/|2\.3:)[aoh]:[^\s"']{1,120}:$|\bpkg:\/{0,2}[a-z\d]{2,16}\/[^\s"']{1,120}@$|~[a-z\d]{0,8}~[\w-]{0,12}~$/i;
const coordinatesPattern =
  /(?:^|[\s"'([=])[a-z][\w-]{0,32}(?:\.[\w-]{1,32}){1,6}:[a-z][\w.-]{0,48}:(?:[a-z][\w-]{0,24}:)?$/i;

const rangeWords: ReadonlySet<string> = new Set('from between to before through until and than including'.split(' '));
const versionRangePattern =
  /\b(?:versions\s(?:from|between)|(?:versions?|affected|vulnerable)\s(?:prior to|before|up to(?: and including)?|through|until|(?:less|lower|older|earlier|newer|higher|greater) than))\s$/i;
const versionRangeEndPattern =
  /\bversions?\s(?:\w+\s){0,2}(?:\d{1,5}\.){1,3}\d{1,5}\s(?:up\s+)?(?:to|and|through|until|[-–])\s$/i;
const fixedCellPattern =
  /^(?:, ?(?:\d{1,5}\.){3}\d{1,5}){0,6}["'`*]{0,2}\s?\|\s{0,4}(?:fixed|patched|affected|unaffected|vulnerable)\b/i;

/** A key for versions, and the numbers of its list before another: `affected_versions:\n  - 1.2.3.4\n  - `. */
const versionListPattern =
  /(?:versions|version match|releases|builds|(?:introduced|fixed|patched|unaffected)(?=["']?:))(?: affected| fixed)?["']?[ :=](?:[\d\s.,:"'<>=~^+[-]|and\b|or\b|to\b|through\b|beta|alpha|rc|pre)*$/i;
/** Advice in a sentence, possibly with other versions: `upgrade to 1.2.3.5 or `, `fixed in Pocket 1.2.3.5, `. */
const advicePattern =
  /\b(?:before|prior to|fixed in|[Uu]pgrad(?:e|ed|ing)(?: (?:to|from|immediately to))?|[Uu]pdate (?:to|the \w{1,24} gem to version))(?: `?[A-Za-z]{1,16}`?)? (?:[\d.]{1,16}(?:,| and| or|, and|, or)\s){0,6}$/;
/** A map or a table of packages and their versions, a package of Elixir, what dpkg reports, or a name with a version as a key. */
const dependencyPattern =
  /(?:dependencies|requires|packages|versions)["']?\s?(?:[:=]\s?\{[^{}]*|\]\r?\n[^[]*)[:=]\s?["']$|\{:hex, :\w{1,48}, "$|\bUnpacking [\w.+:-]{1,64} (?:\([^()\n]{1,48}\) over )?\($|["'][A-Z][\w-]{0,48}\.[\w.-]{1,48}\/$/;
/** A name in a bullet or in a line of a lock file, before the version that ends the line. */
const itemPattern = /(?:^|\n)[ \t]{0,8}[*+-] (?:\*\*|`)?(?:[A-Za-z][\w.+-]{0,32} ){1,4}$/;
const lockedPattern = /(?:^|\n) {2,8}[a-z][\w-]{0,48} \($/;
/** A call whose name is about versions, or a string before that names a package with its vendor. */
const versionCallPattern =
  /\b\w{0,32}(?:Version|Release|version_|release_)(?!\w{0,24}(?:Addr|addr|I[Pp]|Host|host))\w{0,24}\(["']$|["'][a-z][\w.-]{0,48}\/[a-z][\w.-]{0,48}["'](?:,|\s?=>)\s\[?["']$/;
/** A version that a call gets after the name of a package, a text that asks for it, or a key for versions. */
const packageCallPattern =
  /(?:\b|_)(?:library|gem|pod|plugin|module|package|dependency|bom)[ (]\(?["'][^"'\n]{1,48}["'],\s?["'][~<>=^ ]{0,4}$/i;
const versionTextPattern = /\bv(?:er|ersion)?[ :=]{0,2}(?:\{\w{0,12}\}|%[sv])[^"'\n]{0,16}["'],\s{0,4}["']$/i;
const versionDefaultPattern = /version\w{0,12}["'\])]{0,4}\s?(?:\?\?|\|\||\?:|or|,)\s?["']$/i;

/** Words that precede addresses, not release numbers. */
const addressKeywordPattern =
  /^(?:ips?|ipv|addr|address|addresses|hosts?|hostname|src|dst|source|dest|destination|clients?|servers?|peers?|gateway|router|node|dns|nameservers?|resolvers?|forwarders?|proxy|endpoint|remote|local|target|network|net|subnet|range|mask|netmask|bind|listen|ping|route|next-hop|via|from|to|at|by|for|on|in|of|with|and|or|is|was|are|not|than|like|as|the|a|an|this|that|between|through|against|behind|into|onto|over|under|then|but|also|only|see|got|use|uses|using|set|add|allow|deny|block|permit|accept|drop|reject|contacted|connected|blocked|denied|[a-z_-]{0,32}(?:host|addr|ip))$/;

/** The boundary of two table cells between a word and a number, quoted or not: `Windows,185.4.5.6`. */
const cellBoundaryPattern = /^["']?(?:,[ ]?|\t)["']?$/;

/** Whether only a space is between the word and the number, or a mark. */
const isRightBehind = ({ text, start, reserved, keyword }: Quad): boolean =>
  keyword.end === start - 1 && !reserved && !isLineEnd(text.charCodeAt(start - 1));

function followsKeyword(quad: Quad): boolean {
  const { role, word } = quad.keyword;
  // `curl -v 185.4.5.6`: an option.
  return role === 'keyword' && !(word.startsWith('-') && quad.isUnlikelyRelease);
}

function followsProduct(quad: Quad): boolean {
  const { keyword, text, start } = quad;
  const { role } = keyword;
  if (!isProduct(role) || (role !== 'browser' && !isRightBehind(quad)) || quad.isUnlikelyRelease) return false;
  if (cellBoundaryPattern.test(text.slice(keyword.end, start))) {
    const { value } = quad;
    return value.includes('.0.0') || quad.hasReleaseNumbers || (role === 'browser' && /^\d+\.0\./.test(value));
  }
  return role !== 'software' || text.charAt(start - 1) === ' ';
}

/** Small numbers including a zero, after a word unrelated to addresses. */
function isRelease(quad: Quad): boolean {
  const { keyword, value, text, start } = quad;
  if (!isRightBehind(quad) || keyword.role === 'keyword' || cellBoundaryPattern.test(text.slice(keyword.end, start)))
    return false;
  return (
    keyword.word !== '' && value.includes('.0') && quad.hasReleaseNumbers && !addressKeywordPattern.test(keyword.word)
  );
}

function isInVersionRange(quad: Quad): boolean {
  if (quad.reserved || !rangeWords.has(quad.keyword.word) || !quad.isSmall) return false;
  const before = quad.before(72);
  return versionRangePattern.test(before) || versionRangeEndPattern.test(before);
}

function isInAdvisoryRow(quad: Quad): boolean {
  const { text, end } = quad;
  const next = text.charAt(text.charAt(end) === ' ' ? end + 1 : end);
  if (quad.reserved || (next !== ',' && next !== '|') || !quad.isSmall) return false;
  return fixedCellPattern.test(text.slice(end, end + 128));
}

function isInVersionList(quad: Quad): boolean {
  if (quad.reserved || !quad.isSmall) return false;
  const before = quad.before(listReach);
  if (quad.isSmallVersion && dependencyPattern.test(before)) return true;
  // A lock file of NuGet
  if (before.endsWith('"resolved": "') && /^",\s{1,16}"contentHash"/.test(quad.text.slice(quad.end, quad.end + 32)))
    return true;
  if (versionListPattern.test(before) || isBesideVersions(quad)) return true;
  return quad.isSmallVersion && advicePattern.test(before);
}

const listReach = 200;
const versionItemPattern =
  /^[-*] ["'`]?v?((?:\d{1,4}\.){1,5}\d{1,4}(?:[-.]?(?:a|b|c|rc|post|dev|alpha|beta|pre)\.?\d*)?)["'`]?$/;

/** `[5.6.7.8, 6.0)`, `[5.6.7.8, )`, `[5.6.7.8, 5.6.7.8]`: an interval of versions. */
function isInInterval({ text, start, end, reserved }: Quad): boolean {
  const around = text.slice(Math.max(0, start - 20), end + 20);
  const [, open, low, high, close] = /([[(])([\d.]{0,15}),\s?([\d.]{0,15})([\])])[^\])]{0,20}$/.exec(around) ?? [];
  if (reserved || low === undefined) return false;
  return (open === '[') !== (close === ']') || low === high || low === '' || high === '';
}

/** Whether the items above and below in a list are versions as well: some of another length, or all of them small. */
function isBesideVersions(quad: Quad): boolean {
  const { text, start, end } = quad;
  if (!quad.isSmallVersion || !/[-*] ["'`]?$/.test(text.slice(Math.max(0, start - 3), start))) return false;
  const above = quad.before(listReach).split('\n').slice(-4, -1);
  const below = text
    .slice(end, end + listReach)
    .split('\n')
    .slice(1, 4);
  const items = [...above.slice(-3), ...below].map((line) => versionItemPattern.exec(line.trim())?.[1]);
  const others = items.filter((item) => item !== undefined && !isDottedQuad(item));
  if (others.length > 0) return true;
  const quads = items.filter((item) => item !== undefined);
  return quads.length > 2 && quads.every((item) => isSmallVersion(item)) && !addressWordPattern.test(listKeyOf(quad));
}

const isDottedQuad = (item: string): boolean => /^(?:\d{1,3}\.){3}\d{1,3}$/.test(item);

/** Whether a dotted quad has small numbers only, and none that everybody writes. */
function isSmallVersion(item: string): boolean {
  const [first = 0, ...others] = item.split('.').map(Number);
  return first > 0 && first < 33 && first !== 10 && others.every((each) => each < 100) && !isCommonAddress(item);
}

/** The key above the items of a list, as far as it is near. */
function listKeyOf(quad: Quad): string {
  return /(?:^|\n)[ \t]*(?:- )?["']?([\w.-]{1,48})["']?:[ \t]*\n[^:]*$/.exec(quad.before(listReach))?.[1] ?? '';
}

/**
 * `* SQLite driver 3.49.1.0`, `    activesupport (7.2.3.1)`: a small number that ends the line of an item. Without
 * parentheses, it ends with a zero, which hosts rarely do.
 */
function isVersionOfItem(quad: Quad): boolean {
  const { text, start, end, value, keyword } = quad;
  const isLocked = text.charAt(start - 1) === '(';
  if (quad.reserved || !quad.isSmall || addressKeywordPattern.test(keyword.word)) return false;
  if (!isLocked && !value.endsWith('.0')) return false;
  if (!/^(?:\*\*|[)`])?[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 8))) return false;
  return (isLocked ? lockedPattern : itemPattern).test(quad.before(160));
}

function isVersionArgument(quad: Quad): boolean {
  if (quad.reserved) return false;
  const before = quad.before(72);
  if (versionTextPattern.test(before) || versionDefaultPattern.test(before)) return true;
  return quad.isSmall && packageCallPattern.test(before);
}

/**
 * Whether the value can be an object identifier, which starts with 0 to 2, or a heading number, which has no
 * three-digit part. This rules out most addresses.
 */
function canBeHeading({ largest, first }: Quad): boolean {
  return largest < 100 || first < 3;
}

function followsHeading(quad: Quad): boolean {
  if (!canBeHeading(quad)) return false;
  const { text, start } = quad;
  let end = skipBack(text, start, quoteCharacters);
  const word = wordBefore(text, end);
  if (getRole(word) === 'conjunction') end -= word.length;
  end = skipBack(text, end, numberMarkCharacters);
  return text.charCodeAt(end - 1) === sectionSign || getRole(wordBefore(text, end)) === 'heading';
}

const sectionElementPattern = /class=["'][^"']*\bsec(?:tion)?-?n(?:o|um(?:ber)?)["']>$/i;

/** A heading that is nothing but a number with small parts, as in lists of changes. */
function isReleaseHeading({ text, start, end, largest, reserved }: Quad): boolean {
  if (reserved || largest > 23) return false;
  return (
    /(?:^|\n)#{1,6} \[?$/.test(text.slice(Math.max(0, start - 10), start)) &&
    /^\]?[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 8))
  );
}

/** `18.10.5.1 (L1) Ensure …`: a recommendation of a CIS benchmark. */
const recommendationPattern = /^ {1,2}(?:\((?:L\d|BL|NG)\) [A-Z][a-z]|(?:Ensure|Configure) [\w'"“‘])/;

/** `# 3.2.2.1 Arithmetic`, `"3.2.3.1 Processing of …"`: a heading of a specification in a comment or a string. */
function isQuotedHeading({ text, start, end, isSmallVersion }: Quad, family: Family): boolean {
  if (!isSmallVersion || !/^ [A-Z][A-Za-z]{2}/.test(text.slice(end, end + 4))) return false;
  const before = text.slice(Math.max(0, start - 12), start);
  return /(?:^|\n)[ \t]*#{1,6}[ \t]*$/.test(before) || (family === 'code' && quotedHeadingPattern.test(before));
}

const quotedHeadingPattern = /(?:^|\n)[ \t]*["#;%/*-]{1,3}[ \t]*$|[ (]"$/;

/** Not `ip == 1.2.3.4`. */
function followsOperator(quad: Quad): boolean {
  const { text, start } = quad;
  if (!'=><^~,'.includes(text.charAt(skipBack(text, start, quoteCharacters) - 1) || '?')) return false;
  const before = quad.before();
  if (quad.isSmallVersion && lessThanPattern.test(before) && text.charAt(quad.end) !== '>') return true;
  return operatorPattern.test(before) && !addressWordPattern.test(before.replace(operatorPattern, '').trimEnd());
}

/** Versions, object identifiers, and headings. */
export const versionRules: readonly Rule<Quad>[] = [
  {
    id: 'is in a CPE, a package URL, or the identity of a Windows package',
    strength: 'grammar',
    before: ':@~',
    test: (quad) => packagePattern.test(quad.before(160)),
    example: ['cpe:/a:acme:tool:5.6.7.8', '5.6.7.8'],
    counterexample: ['a:acme:tool:5.6.7.8', '5.6.7.8'],
  },
  {
    id: 'is in Maven coordinates',
    strength: 'grammar',
    before: ':',
    test: (quad) => !quad.reserved && coordinatesPattern.test(quad.before(160)),
    example: ['org.acme:lib:jar:5.6.7.8', '5.6.7.8'],
    counterexample: ['gateway: lib: 5.6.7.8', '5.6.7.8'],
  },
  {
    id: 'is an attribute of a certificate name',
    strength: 'grammar',
    after: '=',
    test: ({ value }) => value.startsWith('2.5.4.'),
    example: ['2.5.4.15=Private Organization', '2.5.4.15'],
    counterexample: ['2.5.5.15=Private Organization', '2.5.5.15'],
  },
  {
    id: 'is in the header of a CEF or LEEF event',
    strength: 'grammar',
    before: '|',
    test: (quad) => /\b(?:CEF:\d|LEEF:\d\.\d)\|[^|\r\n]*\|[^|\r\n]*\|$/.test(quad.before(160)),
    example: ['CEF:0|vendor|product|5.6.7.8|1|', '5.6.7.8'],
    counterexample: ['CEF:0|vendor|5.6.7.8|1|', '5.6.7.8'],
  },
  {
    id: 'follows a word for versions',
    strength: 'form',
    before: markCharacters,
    test: followsKeyword,
    example: ['version 5.6.7.8', '5.6.7.8'],
    counterexample: ['curl -v 185.6.7.8', '185.6.7.8'],
  },
  {
    id: 'follows a product',
    strength: 'form',
    before: markCharacters,
    test: followsProduct,
    example: ['nginx 1.18.4.1', '1.18.4.1'],
    counterexample: ['nginx 185.18.7.1', '185.18.7.1'],
  },
  {
    id: 'is a release after a word',
    strength: 'form',
    before: markCharacters,
    test: isRelease,
    example: ['agent 2.1.0.5', '2.1.0.5'],
    counterexample: ['server 2.1.0.5', '2.1.0.5'],
  },
  {
    id: 'is in a range of versions',
    strength: 'form',
    before: ' ',
    test: isInVersionRange,
    example: ['Versions from 7.3.0.5 to 7.7.0.6', '7.3.0.5'],
    counterexample: ['Addresses from 7.3.0.5 to 7.7.0.6', '7.3.0.5'],
  },
  {
    id: 'is in an interval of versions',
    strength: 'form',
    before: '[(, ',
    after: ',])',
    test: isInInterval,
    example: ['"libpocket": "[5.6.7.8, 6.0)"', '5.6.7.8', 'json'],
    counterexample: ['"libpocket": "[5.6.7.8, 6.7.8.9]"', '5.6.7.8', 'json'],
  },
  {
    id: 'is in a row of an advisory',
    strength: 'form',
    after: ' ,|"\'`*',
    test: isInAdvisoryRow,
    example: ['| 5.1.3.1, 5.0.2.1 | Fixed |', '5.1.3.1'],
    counterexample: ['| 5.1.3.1, 5.0.2.1 | Blocked |', '5.1.3.1'],
  },
  {
    id: 'is a version in parentheses',
    strength: 'form',
    before: '(',
    after: ')',
    test: (quad) =>
      !quad.reserved &&
      quad.isSmall &&
      quad.value.includes('.0') &&
      /(?:^|\s)[a-z\d]+(?:[-_][a-z\d]+)+ \($/.test(quad.before()),
    example: ['language_server-protocol (3.17.0.5)', '3.17.0.5'],
    counterexample: ['web-server (203.0.114.4)', '203.0.114.4'],
  },
  {
    id: 'is in a list of versions',
    strength: 'form',
    before: ' "\'\n\t(/',
    test: isInVersionList,
    example: ['affected_versions:\n  - 1.8 - 5.6.7.9\n', '5.6.7.9'],
    counterexample: ['affected_servers:\n  - 1.8 - 5.6.7.9\n', '5.6.7.9'],
  },
  {
    id: 'is the version of an item in a list',
    strength: 'form',
    before: ' (',
    test: isVersionOfItem,
    example: ['* SQLite driver 3.49.1.0\n', '3.49.1.0'],
    counterexample: ['* SQLite server 3.49.1.0\n', '3.49.1.0'],
  },
  {
    id: 'is the version that a call gets',
    strength: 'form',
    families: ['data', 'markup', 'code'],
    before: '"\'',
    test: isVersionArgument,
    example: ['library("DB2 JDBC", "12.1.5.1")', '12.1.5.1', 'groovy'],
    counterexample: ['connect("DB2 JDBC", "12.1.5.1")', '12.1.5.1', 'groovy'],
  },
  {
    id: 'is a folder of a Windows path',
    strength: 'form',
    before: '\\',
    after: '\\',
    test: ({ text, start }) => /[\w)]\\{1,2}$/.test(text.slice(Math.max(0, start - 3), start)),
    example: ['C:\\Pocket\\5.6.7.8\\a.dll', '5.6.7.8'],
    counterexample: ['open \\\\5.6.7.8\\a.dll', '5.6.7.8'],
  },
  {
    id: 'is a revision of a package',
    strength: 'form',
    before: '(',
    after: '-',
    test: ({ text, start, end }) =>
      /^-\d+[,)]/.test(text.slice(end, end + 8)) && /\w \($/.test(text.slice(Math.max(0, start - 3), start)),
    example: ['libfoo (5.6.7.8-21)', '5.6.7.8'],
    counterexample: ['libfoo (5.6.7.8-x)', '5.6.7.8'],
  },
  {
    id: 'is the build of a mail server',
    strength: 'form',
    before: ' (',
    test: (quad) =>
      quad.text.charAt(quad.start - 1) === '('
        ? /\bOriginatingServer\\?["']?\s?[:=]\s?\\?["']?[\w-]{1,32} \($/.test(quad.before(160))
        : quad.keyword.word === 'id' && /\bSMTP Server\b[^;]{0,120}\bid\s{1,8}$/.test(quad.before(160)),
    example: ['with Microsoft SMTP Server (TLS) id 14.1.225.23', '14.1.225.23'],
    counterexample: ['with Microsoft SMTP Client (TLS) id 14.1.225.23', '14.1.225.23'],
  },
  {
    id: 'is a heading or an object identifier',
    strength: 'form',
    before: '"\'` \t\r\n0123456789.,:_()[]§',
    test: (quad) => followsHeading(quad) || (quad.isSmallVersion && /\bCIS\b[^\n]{1,80}$/.test(quad.before(96))),
    example: ['sections 7.6.3.1 and 7.6.3.2', '7.6.3.2'],
    counterexample: ['hosts 7.6.3.1 and 7.6.3.2', '7.6.3.2'],
  },
  {
    id: 'is in an element for section numbers',
    strength: 'form',
    before: '>',
    test: (quad) => sectionElementPattern.test(quad.before()),
    example: ['<span class="section-number">6.19.1.1. </span>', '6.19.1.1'],
    counterexample: ['<span class="server-number">6.19.1.1. </span>', '6.19.1.1'],
  },
  {
    id: 'is a heading of its own with small numbers',
    strength: 'form',
    before: ' [',
    test: isReleaseHeading,
    example: ['# Changes\n\n## 3.2.4.3\n', '3.2.4.3'],
    counterexample: ['# Servers\n\n## 203.2.4.3\n', '203.2.4.3'],
  },
  {
    id: 'is the number of a heading in a comment',
    strength: 'form',
    before: ' "#;%/*-\t',
    test: isQuotedHeading,
    example: ['# 3.2.2.41 Arithmetic', '3.2.2.41', 'python'],
    counterexample: ['# 3.2.2.41 arithmetic', '3.2.2.41', 'python'],
  },
  {
    id: 'is the number of a recommendation',
    strength: 'form',
    after: ' ',
    test: ({ text, end, largest }) => largest < 100 && recommendationPattern.test(text.slice(end, end + 24)),
    example: ['18.6.4.2 (L1) Ensure that pockets are off', '18.6.4.2'],
    counterexample: ['18.6.4.2 (L1) allows pockets', '18.6.4.2'],
  },
  {
    id: 'is compared by a function',
    strength: 'form',
    before: '"\'',
    test: (quad) =>
      /\bversion(?:_compare|_(?:less|greater|equal)(?:_equal)?|[.:]+(?:parse|new|compare))?\s?\(?\s?["']$/i.test(
        quad.before(),
      ) ||
      (quad.isSmallVersion && versionCallPattern.test(quad.before())),
    example: ['Version.parse("5.6.7.8")', '5.6.7.8'],
    counterexample: ['Address.parse("5.6.7.8")', '5.6.7.8'],
  },
  {
    id: 'is compared by an operator',
    strength: 'form',
    before: '<=>^~ "\'`\t',
    test: followsOperator,
    example: ['foo >= 5.6.7.8', '5.6.7.8'],
    counterexample: ['ip >= 5.6.7.8', '5.6.7.8'],
  },
  {
    id: 'is compared by a phrase',
    strength: 'form',
    before: ' `',
    test: ({ text, start }) => followsComparison(text, start),
    example: ['fixed in 5.6.7.8', '5.6.7.8'],
    counterexample: ['seen in 5.6.7.8', '5.6.7.8'],
  },
  {
    id: 'follows a word for versions and markup',
    strength: 'form',
    before: ' \t|*_`"\':=>',
    test: ({ text, start }) => followsMarkedKeyword(text, start),
    example: ['**Version Number:** 5.6.7.8', '5.6.7.8'],
    counterexample: ['**Address Number:** 5.6.7.8', '5.6.7.8'],
  },
  {
    id: 'follows a word for versions in another language',
    strength: 'form',
    before: ' \t:*`"\'(号',
    test: ({ text, start }) => followsForeignKeyword(text, start),
    example: ['版本5.6.7.8', '5.6.7.8'],
    counterexample: ['访问5.6.7.8', '5.6.7.8'],
  },
  {
    id: 'is followed by “and earlier” or a word for versions',
    strength: 'form',
    after: ' ),',
    test: ({ text, end, isSmallVersion }) =>
      isFollowedByEarlier(text, end) || (isSmallVersion && wordForVersionsPattern.test(text.slice(end, end + 96))),
    example: ['5.6.7.8 and earlier', '5.6.7.8'],
    counterexample: ['5.6.7.8 and others', '5.6.7.8'],
  },
];
