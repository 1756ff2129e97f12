import { asciiTable } from '../../scan/characters';

/** Words for “version” in other languages, and a section sign. */
const otherLanguagePattern =
  /(?:版本?号?|バージョン|버전|versi[oó]n(?:es)?|vers[aã]o|vers[oõ]es|верс[иі][яиіїюйе](?:\p{L}{0,2})|s[uü]r[uü]m[uü]?|ال[إا]صدار|phiên bản|גרסה|第)[\s:：=为為はが是*`"'(（「]{0,3}$/iu;

const versionWordPattern = /(?:version|firmware|release|build)s?(?:\s(?:number|no\.?))?$/i;

/** `prior to 1.2.3.4`, `fixed in 1.2.3.4`. */
const comparisonPhrasePattern =
  /\b(?:prior to|earlier than|older than|newer than|fixed in|patched in|upgraded? to)\s$/i;

/** `1.2.3.4 and earlier`, at the end of a phrase or before a verb. */
const andEarlierPattern =
  /^\)?,?\s(?:and|or)\s(?:earlier|prior|below|above|newer|older|lower|higher|later)(?:\s(?:versions?|releases?|builds?|are|is|allows?|contains?|has|have)\b|\s?[,.;:)|<\r\n]|$)/i;

const markupCharacters = asciiTable('|*_`"\':=>');
const afterCharacters = asciiTable(' ),');
const tagPattern = /<\/?[a-z][^<>]{0,40}>/gi;
const reach = 96;
/** The length of the longest keyword in another language, including a separator. */
const maxKeywordLength = 16;
const [letterA, letterN, letterO, bar] = [97, 110, 111, 124];

/** Whether `and earlier` or the like follows at `end`. */
export function isFollowedByEarlier(text: string, end: number): boolean {
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
export function followsMarkedKeyword(text: string, start: number): boolean {
  // Runs for every address, and most follow other words and marks.
  let last = start - 1;
  while (last > start - reach && isSpaceOrTab(text.charCodeAt(last))) last--;
  return (
    markupCharacters[text.charCodeAt(last)] === 1 &&
    followsKeywordInMarkup(text.slice(Math.max(0, start - reach), start))
  );
}

/** Whether `prior to`, `fixed in`, or the like precedes `start`. */
export function followsComparison(text: string, start: number): boolean {
  const code = text.charCodeAt(start - 2);
  return (
    (code === letterO || code === letterN) && comparisonPhrasePattern.test(text.slice(Math.max(0, start - 16), start))
  );
}

/** Whether a word for “version” in another language precedes `start`. */
export function followsForeignKeyword(text: string, start: number): boolean {
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
