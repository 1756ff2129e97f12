import { isInvisible, isLineEnd, isSpace, isSpaceless, isWord } from './characters';
import { stripInvisible } from './hostToken';
import { slashEnd } from './schemes';

/** The text before a URL that affects where its path, query, and fragment end. */
export interface EndContext {
  /** The character before the URL, '' at the start of the text. */
  readonly before: string;
  /** In AsciiDoc, a bracket after a URL opens its link text. */
  readonly bracketEnds: boolean;
  /** In CSV, a comma ends an unquoted cell. */
  readonly commaEnds: boolean;
  /** Semicolons separate cells. */
  readonly semicolonEnds?: boolean;
}

/** Characters outside ASCII that end a URL in a sentence. */
export const endingCharacters = new Set(Array.from('"<>`“”„«»‹›。，、；：！？（）【】《》「」『』…•→⇒↵،؛؟۔।'));
const endingEntityPattern = /&(?:quot|lt|gt|nbsp|apos|#0*3[49]|#0*60|#0*62|#x0*2[27]|#x0*3[ce]);?/iy;
/** Escapes within a URL: of JSON and of C, and the equals sign of CEF and LEEF events. */
const allowedEscapePattern = /\\=(?=[\w%+-])|\\u00(?:26|3d|2f|25|23|3f)|\\x(?!2[027]|3[ce]|0)[0-9a-f]{2}/iy;
const suffixPattern = /'(?:s|[dt][ae]n?|nd[ae]n?|[yn]?[aeıiuü]n?)(?=[\s,;:)]|\.?(?:\s|$))/y;
/** Korean particles after a word; Japanese ones are in hiragana. */
const particlePattern = /(?:에서|에게|에|으로|로|을|를|은|는|이|가|와|과|의|이며|이다|입니다)(?=[\s,.]|$)/y;
const slashEntityPattern = /&(?:#x2f|#47|sol);$/i;
/** `,Payload URL: `: the title of the next field. */
const nextTitlePattern = /^, ?[A-Z][\w-]{0,24}(?: [\w-]{1,24}){0,4}: /;
/** `,action=block`: the next field after one that has the URL as its value. */
const nextFieldPattern = /^, ?[a-z_][\w.-]{0,30}=/i;
const trailingPattern = /[.,;:!?'*]/;

/** The next character that isn't always part of a URL and has to be examined. */
const specialPattern = /[^\w\-.~!*:@/%#+$^]/g;

function matches(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

/**
 * The length of a quoted-printable soft line break at `at` (`=`, line end) in a line long enough to be wrapped;
 * otherwise 0.
 */
function softBreak(text: string, at: number): number {
  if (!isLineEnd(text.charCodeAt(at + 1))) return 0;
  const length = text.startsWith('=\r\n', at) ? 3 : text.startsWith('=\n', at) ? 2 : 0;
  if (length === 0 || isSpace(text.charCodeAt(at + length))) return 0;
  const lineStart = text.slice(Math.max(0, at - 80), at).lastIndexOf('\n');
  const column = lineStart === -1 ? at : Math.min(at, 80) - lineStart - 1;
  return column >= 70 && column <= 76 ? length : 0;
}

/** Whether the text directly after a slash continues the sentence (`http://a.example/の`), not the path. */
function isWordAfterUrl(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code > 0x3040 && code < 0x30a0) || matches(particlePattern, text, at) > 0;
}

/** The end of the bracket group at `at` (after its `]`); 0 if a space or the end of the text comes first. */
function bracketGroup(text: string, at: number): number {
  for (let position = at + 1; position < at + 64; position++) {
    const code = text.charCodeAt(position);
    if (code === 93) return position + 1;
    if (isSpace(code) || code === 34 || code === 91) return 0;
  }
  return 0;
}

/** Whether `at` is a space, a quote, or a closing bracket, possibly after punctuation. */
function endsWord(text: string, at: number): boolean {
  let position = at;
  while (position < at + 8 && trailingPattern.test(text.charAt(position))) position++;
  const code = text.charCodeAt(position);
  return isSpace(code) || '"\'`<>)],;|'.includes(String.fromCharCode(code));
}

/**
 * The end of the path, query, and fragment that start at `from`: the first character that isn't part of a URL or closes
 * a bracket opened before it, excluding punctuation of the surrounding sentence.
 */
export function urlEnd(text: string, from: number, context: EndContext): number {
  return new UrlScan(text, from, context).end();
}

/** Reads a URL character by character and counts its open brackets. */
class UrlScan {
  private position: number;
  private parentheses = 0;
  private brackets = 0;
  private braces = 0;
  /** The last opening square bracket. */
  private opened: number;
  /** The first question mark. */
  private query = Number.POSITIVE_INFINITY;

  constructor(
    private readonly text: string,
    private readonly from: number,
    private readonly context: EndContext,
  ) {
    this.position = this.opened = from;
  }

  end(): number {
    const { text, from, context } = this;
    for (; ; this.position++) {
      specialPattern.lastIndex = this.position;
      this.position = specialPattern.test(text) ? specialPattern.lastIndex - 1 : text.length;
      if (this.position === text.length) break;
      const code = text.charCodeAt(this.position);
      if (isSpace(code) || code < 32) break;
      if (code > 127 ? this.endsAtUnicode(code) : this.endsAtPunctuation()) break;
    }
    // A bracket closed after the end of the URL belongs to something else.
    const to = this.brackets > 0 ? this.opened : this.position;
    return trimmed(text, from, to, context.before, this.query);
  }

  private endsAtUnicode(code: number): boolean {
    const { text, position } = this;
    const previous = text.charAt(position - 1);
    if (endingCharacters.has(text.charAt(position)) || code === 0x200e || code === 0x200f) return true;
    if (isInvisible(code)) return !/[\w\-.~!*:@/%#+$^]/.test(text.charAt(position + 1));
    if ((code === 0x2019 || code === 0x2018) && !/[a-z]/i.test(text.charAt(position + 1))) return true;
    const continues = previous === '/' ? !isWordAfterUrl(text, position) : previous === '=';
    return isSpaceless(code) && !continues && !isSpaceless(text.charCodeAt(position - 1));
  }

  /** Moves to the last character of a sequence such as `[.]` that is part of the URL. */
  private endsAtPunctuation(): boolean {
    const { text, position, context } = this;
    switch (text.charAt(position)) {
      case '"':
      case '<':
      case '>':
      case '`':
        return true;
      case "'":
        return context.before === "'" || !isLetterAfter(text, position) || matches(suffixPattern, text, position) > 0;
      case '?':
        this.query = Math.min(this.query, position);
        return false;
      case '(':
      case ')':
      case '[':
      case ']':
      case '{':
      case '}':
        return this.endsAtBracket();
      case '|':
        return context.before !== '"';
      case ',':
        if (
          context.before === '=' &&
          position < this.query &&
          nextFieldPattern.test(text.slice(position, position + 34))
        )
          return true;
        if (nextTitlePattern.test(text.slice(position, position + 128))) return true;
        return (context.commaEnds && context.before !== '"') || startsNextItem(text, position);
      case ';':
        if (startsNextItem(text, position)) return true;
        return context.semicolonEnds === true && !endsInEntity(text, this.from, position + 1);
      case '&':
        return matches(endingEntityPattern, text, position) > 0;
      case '=':
        this.skip(softBreak(text, position));
        return false;
      case '\\': {
        // `x?a=[1\]`, as in a parameter of RFC 5424.
        if (this.brackets > 0 && text.charAt(position + 1) === ']') return false;
        const slash = slashEnd(text, position);
        const length = slash > 0 ? slash - position : matches(allowedEscapePattern, text, position);
        this.skip(length);
        return length === 0;
      }
      default:
        return false;
    }
  }

  private endsAtBracket(): boolean {
    const { text, position } = this;
    switch (text.charAt(position)) {
      case '(':
        this.parentheses++;
        return false;
      case ')':
        return this.parentheses-- === 0;
      case '[':
        return this.endsAtSquareBracket();
      case ']':
        return this.brackets-- === 0;
      case '}':
        return this.braces-- === 0;
      default: {
        const isTemplate = text.charAt(position - 1) === '$';
        if (isTemplate) this.position--;
        if (isTemplate || text.charAt(position + 1) === '{') return true;
        this.braces++;
        return false;
      }
    }
  }

  private endsAtSquareBracket(): boolean {
    const { text, position } = this;
    if (this.context.bracketEnds) return true;
    if (text.startsWith('[.]', position)) {
      this.skip(3);
      return false;
    }
    const group = bracketGroup(text, position);
    if (group === 0) return true;
    if (position < this.query && group > position + 2 && endsWord(text, group)) return true;
    this.brackets++;
    this.opened = position;
    return false;
  }

  /** Moves to the last of some characters. */
  private skip(length: number): void {
    if (length > 0) this.position += length - 1;
  }
}

/** `,http`, `;http`, and `;a[.]example`: the next URL or host in a list. */
export function startsNextItem(text: string, position: number): boolean {
  return (
    /^[,;](?:h[tx]{2}ps?|ftp)[:[]/i.test(text.slice(position, position + 7)) ||
    /^;[\w-]{1,63}(?:\[?\.\]?[\w-]{1,63}){0,4}\[\.\][a-z]{2,}/i.test(text.slice(position, position + 128))
  );
}

const isLetterAfter = (text: string, position: number): boolean => /[a-z0-9]/i.test(text.charAt(position + 1));

/** The end of a link that a mail filter wrapped: `__;Iw!!AbCd!Ef$`. */
const wrappedLinkPattern = /__;[\w*-]{0,400}!{2}[\w-]{1,64}![\w-]{1,400}\$$/;
const maxWrapper = 1024;

/** Excludes trailing punctuation, emphasis marks opened before the URL, and template remnants. */
function trimmed(text: string, from: number, to: number, before: string, query: number): number {
  let end = to;
  while (end > from && !isWord(text.charCodeAt(end - 1))) {
    const bracket = bracketedEnd(text, from, end, query);
    if (bracket < end) {
      end = bracket;
      continue;
    }
    const last = text.charAt(end - 1);
    const trimmable =
      trailingPattern.test(last) ||
      ((last === '_' || last === '~' || last === '+') && last === before) ||
      last === '$' ||
      last === '^' ||
      isInvisible(last.charCodeAt(0));
    if (
      !trimmable ||
      (last === '$' &&
        isWord(text.charCodeAt(end - 2)) &&
        wrappedLinkPattern.test(text.slice(Math.max(from, end - maxWrapper), end)))
    )
      break;
    if (last === ';' && slashEntityPattern.test(text.slice(Math.max(from, end - 6), end))) break;
    if (last === ';' && endsInEntity(text, from, end)) end = text.lastIndexOf('&', end - 1);
    else end--;
  }
  return end;
}

/** The start of a trailing dot in brackets, open bracket, or placeholder (`[REDACTED]`); `end` if there is none. */
function bracketedEnd(text: string, from: number, end: number, query: number): number {
  const last = text.charCodeAt(end - 1);
  if (last === 91) return end - 1;
  if (last !== 93) return end;
  const open = text.slice(Math.max(from, end - 64), end).lastIndexOf('[');
  if (open === -1) return end;
  const start = Math.max(from, end - 64) + open;
  const isPlaceholder = end - start > 2 && start < query;
  return isPlaceholder || text.startsWith('[.]', start) ? start : end;
}

function endsInEntity(text: string, from: number, end: number): boolean {
  return /&[a-z0-9#]{1,8};$/i.test(text.slice(Math.max(from, end - 10), end));
}

const slashPattern = /\\{1,2}\/|&#x2f;|&#47;|&sol;|\[\/\]/gi;
const ampersandPattern = /&amp;|&#38;|&#x26;/gi;
const softBreakPattern = /=\r?\n/g;
const jsonEscapePattern = /\\u00([0-9a-f]{2})/gi;
const quotedPrintableEscapePattern = /=([0-9A-F]{2})/g;

const escapePattern = /[\\[\u200b-\u200d\u2060\ufeff\u00ad]|&(?:amp|#|sol)|=(?:3D|\r|\n)/i;

/** Decodes JSON and HTML escapes, soft line breaks, and defanged dots in a path, query, and fragment. */
export function decodeRest(rest: string, quotedPrintable: boolean): string {
  if (!quotedPrintable && !escapePattern.test(rest)) return rest;
  const soft = /=\r?\n/.test(rest);
  const decoded = mapChunks(stripInvisible(rest), unescaped);
  const mail = quotedPrintable || soft || hasQuotedPrintablePairs(decoded);
  return mail ? mapChunks(decoded, (chunk) => chunk.replace(quotedPrintableEscapePattern, character)) : decoded;
}

const character = (_: string, hex: string): string => String.fromCharCode(parseInt(hex, 16));

/**
 * One kind of escape at a time: replacing with a constant needs no call and little garbage per match; `split` needs the
 * least.
 */
function unescaped(chunk: string): string {
  return chunk
    .replace(slashPattern, '/')
    .replaceAll('\\=', '=')
    .replaceAll('\\]', ']')
    .split('[.]')
    .join('.')
    .replace(ampersandPattern, '&')
    .replace(softBreakPattern, '')
    .replace(jsonEscapePattern, character);
}

const chunkLength = 2 ** 15;

/**
 * Decodes a text of megabytes in chunks, so the garbage of each is freed at once. Chunks never end inside an escape.
 */
function mapChunks(text: string, change: (chunk: string) => string): string {
  if (text.length <= 2 * chunkLength) return change(text);
  const chunks: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = nextEscape(text, from + chunkLength);
    chunks.push(change(text.slice(from, end)));
    from = end;
  }
  return chunks.join('');
}

/** The start of the next escape; a backslash can be the second of two. */
function nextEscape(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const firstCode = code === 92 || code === 38 || code === 91 || code === 61;
    if (firstCode && text.charCodeAt(at - 1) !== 92) return at;
  }
  return text.length;
}

/** Whether two parameters of a query are written `a=3Db&c=3Dd`. */
function hasQuotedPrintablePairs(rest: string): boolean {
  for (let at = rest.indexOf('=3D'); at !== -1;) {
    const next = rest.indexOf('&', at + 3);
    const equals = next === -1 ? -1 : rest.indexOf('=', next + 1);
    if (equals === -1) return false;
    if (rest.startsWith('=3D', equals)) return true;
    at = rest.indexOf('=3D', next + 1);
  }
  return false;
}
