/** The words for a version in other languages, and the sign before the number of a section. */
const ABROAD =
  /(?:版本?号?|バージョン|버전|versi[oó]n(?:es)?|vers[aã]o|vers[oõ]es|верс[иі][яиіїюйе](?:\p{L}{0,2})|第)[\s:：=为為はが是*`"'(（「]{0,3}$/iu;

const VERSION_WORD = /(?:version|firmware|release|build)s?(?:\s(?:number|no\.?))?$/i;

/** `prior to 1.2.3.4`, `fixed in 1.2.3.4`. */
const COMPARED_IN_WORDS = /\b(?:prior to|earlier than|older than|newer than|fixed in|patched in|upgraded? to)\s$/i;

/** `1.2.3.4 and earlier`, at the end of a phrase or before what software does. */
const AND_EARLIER =
  /^\)?,?\s(?:and|or)\s(?:earlier|prior|below|above|newer|older|lower|higher|later)(?:\s(?:versions?|releases?|builds?|are|is|allows?|contains?|has|have)\b|\s?[,.;:)|<\r\n]|$)/i;

const MARKUP = '|*_`"\':=> \t';
const TAG = /<\/?[a-z][^<>]{0,40}>/gi;
const REACH = 96;

/**
 * Whether what stands round the dotted quad in `[start, end)` calls it a version: markup between the word and the number
 * (`**Version:** 1.2.3.4`, a cell of a table, `Version Number : 1.2.3.4`), the words of other languages, or what follows.
 */
export function isAnnouncedVersion(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  return (
    ABROAD.test(before.slice(-24)) ||
    COMPARED_IN_WORDS.test(before.slice(-24)) ||
    isAnnouncedInMarkup(before) ||
    AND_EARLIER.test(text.slice(end, end + 24))
  );
}

function isAnnouncedInMarkup(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1).replace(TAG, ' ');
  let end = line.length;
  let bars = 0;
  for (; end > 0 && MARKUP.includes(line.charAt(end - 1)); end--) if (line.charAt(end - 1) === '|') bars++;
  return bars < 2 && end < line.length && VERSION_WORD.test(line.slice(Math.max(0, end - 24), end));
}
