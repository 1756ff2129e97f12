import { ipv4Number } from '../../identity/addresses';
import { isSpecialIpv4 } from '../../registry/specialAddresses';
import { isSpecialName, lastLabel } from '../../registry/specialNames';
import { isTopLevelDomain, nameKind } from '../../registry/suffixes';
import { isDigit, isLabel, isSpace, isWord } from './characters';
import { dotAt, DotForm } from './dotVariants';
import type { HostToken } from './hostToken';
import { slashEnd } from './schemes';
import { backslashesBefore, type UrlContext } from './urlContext';
import { endingCharacters, startsNextItem } from './urlEnd';

/** A character as a program reads it that unescapes the string or the document around it. */
interface Unit {
  /** `""` for a line break of mail that isn't part of the text. */
  readonly character: string;
  readonly end: number;
  /** Whether it was written as an escape, so it closes nothing. */
  readonly escaped: boolean;
}

const [ampersand, equals, backslash] = [38, 61, 92];
const codeEscapePattern = /\\{1,2}(?:u([\da-f]{4})|x([\da-f]{2})|u\{([\da-f]{1,6})\})/iy;
/** Escapes that stand for other characters only in a string. */
const stringEscapePattern = /(\\+)(?:([tnr])|([0-3][0-7]{2})|\r?\n)/y;
const quoteEscapePattern = /(\\+)(["'`])/y;
const entityPattern = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,24})(?=;)|(shy)(?![=a-z\d]));?/iy;
const mailEscapePattern = /=(?:([\dA-F]{2})|\r?\n)/y;
const entities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
  commat: '@',
  period: '.',
  sol: '/',
  bsol: '\\',
  colon: ':',
  quest: '?',
  num: '#',
  comma: ',',
  grave: '`',
  percnt: '%',
  hyphen: '\u2010',
  dash: '\u2010',
  tab: '\t',
  newline: '\n',
  shy: '\u00ad',
  zerowidthspace: '\u200b',
  negativeverythinspace: '\u200b',
  negativethinspace: '\u200b',
  negativemediumspace: '\u200b',
  negativethickspace: '\u200b',
  nobreak: '\u2060',
  zwj: '\u200d',
  zwnj: '\u200c',
};
const stringEscapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

function unitAt(text: string, at: number, context: UrlContext): Unit {
  const code = text.charCodeAt(at);
  const plain: Unit = { character: text.charAt(at), end: at + 1, escaped: false };
  if (code < 32) return isRemoved(text, at, context) ? { ...plain, character: '' } : plain;
  if (code === ampersand) {
    const entity = execAt(entityPattern, text, at);
    if (entity === null) return plain;
    const [whole, decimal, hexadecimal, name, legacyName = ''] = entity;
    const character =
      decimal !== undefined
        ? fromCode(Number(decimal))
        : hexadecimal !== undefined
          ? fromCode(parseInt(hexadecimal, 16))
          : entities[(name ?? legacyName).toLowerCase()];
    if (character === undefined) return plain;
    return { character, end: at + whole.length, escaped: true };
  }
  if (code === backslash) {
    const slash = slashEnd(text, at);
    if (slash > 0) return { character: '/', end: slash, escaped: true };
    const escape = execAt(codeEscapePattern, text, at);
    if (escape !== null)
      return {
        character: fromCode(parseInt(escape[1] ?? escape[2] ?? escape[3] ?? '', 16)),
        end: at + escape[0].length,
        escaped: true,
      };
    const ofString = context.unescapes ? execAt(stringEscapePattern, text, at) : null;
    if (ofString !== null && ofString[1]?.length === context.quoteEscapes + 1) {
      const [{ length }, , letter = '', octal] = ofString;
      const character = octal === undefined ? (stringEscapes[letter] ?? '') : fromCode(parseInt(octal, 8));
      return { character, end: at + length, escaped: true };
    }
    const [whole, backslashes = '', quote = ''] = execAt(quoteEscapePattern, text, at) ?? [];
    // `\\"` is a backslash before the end of the string.
    if (whole === undefined || (context.quoteEscapes === 0 && backslashes.length % 2 === 0)) return plain;
    return { character: quote, end: at + whole.length, escaped: backslashes.length > context.quoteEscapes };
  }
  if (code === equals && context.quotedPrintable) {
    const escape = execAt(mailEscapePattern, text, at);
    if (escape !== null) {
      const character = escape[1] === undefined ? '' : String.fromCharCode(parseInt(escape[1], 16));
      return { character, end: at + escape[0].length, escaped: true };
    }
  }
  if (code === context.closer.charCodeAt(0) && context.doubledQuotes && text.charCodeAt(at + 1) === code)
    return { character: context.closer, end: at + 2, escaped: true };
  return plain;
}

const [tab, lineFeed, carriageReturn] = [9, 10, 13];

/** Whether browsers remove a tab or a line end inside an attribute: they do so everywhere in a URL. */
function isRemoved(text: string, at: number, context: UrlContext): boolean {
  if (!context.attribute) return false;
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code !== tab && code !== lineFeed && code !== carriageReturn)
      return end > at && (code > 127 || isWord(code) || '.@%-&'.includes(text.charAt(end)));
    end++;
  }
}

/**
 * Whether browsers remove an escaped tab or line end after `before`, the start of an authority: they do so everywhere in a
 * URL. In other strings than those of one URL, a whole host in front of it ends there, as in a list.
 */
function isRemovedEscape(text: string, unit: Unit, before: string, context: UrlContext): boolean {
  if (!isLineEscape(unit)) return false;
  if (context.isOneUrl) return true;
  if (!context.enclosed) return false;
  let next = unitAt(text, unit.end, context);
  for (let count = 1; isLineEscape(next); count++) {
    if (count === maxLineEscapes) return false;
    next = unitAt(text, next.end, context);
  }
  const name = before.slice(before.lastIndexOf('@') + 1);
  const isWhole = name.includes('.') && isTopLevelDomain(lastLabel(name.toLowerCase()));
  return '.-%@'.includes(next.character) || (!isWhole && isLabel(next.character.charCodeAt(0)));
}

/** Escaped tabs and line ends in a row; a text with more isn't a URL, and would be slow to read. */
const maxLineEscapes = 16;

function isLineEscape({ character, escaped }: Unit): boolean {
  return escaped && character !== '' && '\t\n\r'.includes(character);
}

/** The start of a string's escape whose backslashes were read as slashes before `from`; `from` if there isn't one. */
export function escapeStart(text: string, from: number, context: UrlContext): number {
  if (text.charCodeAt(from - 1) !== backslash) return from;
  if (!context.unescapes && (context.doubledQuotes || text.charAt(from) !== context.closer)) return from;
  const length = context.quoteEscapes + 1;
  const isEscape = backslashesBefore(text, from) % (2 * length) === length;
  return isEscape && unitAt(text, from - length, context).escaped ? from - length : from;
}

/** A window around an offset has no more after it. */
const maxLength = 4096;

/** The user information of a URL, and the start of its host. */
export interface Authority {
  /** After the user information. */
  readonly hostStart: number;
  /** The user information as a program reads it, with the at sign; empty if the URL has no user name. */
  readonly userinfo: string;
  /** Whether the user information contains a character that can also end a URL in a sentence. */
  readonly isUncertain: boolean;
  /** The start of the host that a browser visits if it reads a tag as user information; 0 without such a tag. */
  readonly behindTag: number;
}

const authorityEndPattern = /[@\s/?#"'<>`\\|,&=]/g;

/** Finds the host in the authority from `from`: after the last at sign that a browser finds in it. */
export function readUserinfo(text: string, from: number, context: UrlContext): Authority {
  // Nearly all URLs have none.
  authorityEndPattern.lastIndex = from;
  const first = authorityEndPattern.test(text) ? text.charAt(authorityEndPattern.lastIndex - 1) : ' ';
  const isPlain =
    first === '/' ||
    (first === context.closer && !context.doubledQuotes) ||
    first === '?' ||
    first === '#' ||
    (isSpace(first.charCodeAt(0)) && !context.attribute);
  if (isPlain) return { hostStart: from, userinfo: '', isUncertain: false, behindTag: 0 };
  let hostStart = from;
  let isUncertain = false;
  let behindTag = 0;
  let unsure = false;
  let depth = 0;
  let written = '';
  let userinfo = '';
  for (let at = from; at < from + maxLength && at < text.length;) {
    const unit = unitAt(text, at, context);
    if (isRemovedEscape(text, unit, written, context)) {
      at = unit.end;
      continue;
    }
    const { character, end, escaped } = unit;
    const code = character.charCodeAt(0);
    if (character === '@') {
      const isDefanged = text.charAt(at - 1) === '[' && text.charAt(end) === ']';
      hostStart = isDefanged ? end + 1 : end;
      userinfo = `${isDefanged ? written.slice(0, -1) : written}@`;
      isUncertain = unsure;
    } else if (character !== '' && '/?#\\'.includes(character)) break;
    else if (character === ' ' && context.attribute) unsure = true;
    else if (character !== '' && (isSpace(code) || code < 32)) break;
    else if (!escaped && character === context.opener) depth++;
    else if (!escaped && character === context.closer && depth-- === 0) break;
    else if (endsUserinfo(text, from, at, character, escaped, context)) {
      if (character === '<') behindTag = lastAtSignEnd(text, at, context);
      break;
    } else unsure ||= '"\'`<>|,'.includes(character);
    written += character;
    at = end;
  }
  return { hostStart, userinfo, isUncertain, behindTag };
}

/** The offset after the last at sign of an authority that contains the tag at `at`; 0 if there is none. */
function lastAtSignEnd(text: string, at: number, context: UrlContext): number {
  let last = 0;
  for (let position = at; position < at + maxLength && position < text.length;) {
    const { character, end, escaped } = unitAt(text, position, context);
    if (character === '@') last = end;
    else if (character !== '' && ('/?#\\'.includes(character) || isSpace(character.charCodeAt(0)))) break;
    else if (!escaped && context.enclosed && character === context.closer) break;
    position = end;
  }
  return last;
}

/** A quote after which a list or an object continues. */
const listQuotePattern = /\\*["'`]\s{0,4}(?:[\])}]|[,;:]\s{0,4}(?:\\*["'`[({]|\s))/y;
const tagPattern = /<(?:\/[a-z]|!--|[a-z][a-z\d]{0,15}(?![^\s>/]))/iy;
/** A tag before an at sign. */
const taggedNamePattern = /<[a-z][a-z\d]{0,15}>@[^\s"'<>]/iy;
/** Tags that also count in quotes. */
const knownTagPattern = /<\/?(?:a|b|br|div|em|i|li|p|span|strong|td|tr|u|ul)\b[^@\s/?#]{0,80}>/iy;
const nextFieldPattern = /[,;|] ?[a-z_][\w.-]{0,30}=/iy;

/**
 * Whether a character before an at sign ends the URL. In a string, an attribute, or angle brackets, only their end
 * does, or a tag in markup. In other text, separators of lists, cells, fields, and elements also do.
 */
function endsUserinfo(
  text: string,
  from: number,
  at: number,
  character: string,
  escaped: boolean,
  context: UrlContext,
): boolean {
  const matchesHere = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };
  if (context.enclosed)
    return character === '<' && !escaped && context.isMarkup && !context.attribute && matchesHere(knownTagPattern);
  switch (character) {
    case '"':
    case "'":
    case '`':
      if (character === '"' && context.quoteEnds && !escaped) return true;
      if (text.charAt(at) === '&') return context.before === ';';
      return closesQuote(text, from, at, character, matchesHere(listQuotePattern));
    case '<':
      // Outside of markup, a tag before an at sign is part of the user name.
      return escaped || (matchesHere(tagPattern) && (context.isMarkup || !matchesHere(taggedNamePattern)));
    case '>':
      return escaped || context.before === '=';
    case ',':
    case ';':
    case '|':
      if (character === ',' && context.commaEnds) return true;
      if (character === ';' && context.semicolonEnds) return true;
      return startsNextItem(text, at) || (context.before === '=' && matchesHere(nextFieldPattern));
    default:
      return endingCharacters.has(character) && !isNameAfterDot(text, at);
  }
}

const maxLineReach = 512;

/**
 * Whether the quote at `at` closes one that was opened in the line before `from`, with as many backslashes. In a long
 * line, of which only the end is examined, what follows decides (`continuesList`).
 */
function closesQuote(text: string, from: number, at: number, quote: string, continuesList: boolean): boolean {
  const lowest = Math.max(0, from - maxLineReach);
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  if (lineStart < lowest) return continuesList;
  const escapes = text.indexOf(quote, at) - at;
  let count = 0;
  for (
    let before = text.indexOf(quote, lineStart);
    before !== -1 && before < from;
    before = text.indexOf(quote, before + 1)
  ) {
    const isApostrophe = quote === "'" && isLabel(text.charCodeAt(before - 1));
    if (!isApostrophe && backslashesBefore(text, before) === escapes) count++;
  }
  return count % 2 === 1;
}

/** `。` between two labels. */
function isNameAfterDot(text: string, at: number): boolean {
  return dotAt(text, at) !== undefined;
}

/** A host as a browser reads it. */
export interface BrowserHost {
  readonly value: string;
  /** After the host, before a port. */
  readonly end: number;
  readonly reserved: boolean;
  /**
   * The offset of a name that is only the end of the host, because no name in front of it can be registered:
   * `b.example` of `a.example,.b.example`.
   */
  readonly nameStart?: number;
}

const maxHostLength = 1012;
const [hyphenDash, horizontalBar] = [0x2010, 0x2015];

/** Whether text of a sentence can follow a URL with this character, which isn't ASCII. */
function endsSentenceUrl(character: string): boolean {
  const code = character.charCodeAt(0);
  return (
    endingCharacters.has(character) || (code >= hyphenDash && code <= horizontalBar) || (code > 127 && isSpace(code))
  );
}

/** Marks before a dot, and those before a label in front of which no name is found without a scheme. */
const followingLabelPattern =
  /[$&~][\w-]{1,63}\.(?=[a-z\d])|[!$&'()*+=`{}"~._\-\u2010-\u2015]{0,8}\.(?=[a-z\d]|%[\da-f]{2}|[^\0-\x7f])/iy;

/** `'.b` in `a.example'.b.example`: marks in a label, and not the end of a sentence. */
function isInLabel(text: string, at: number): boolean {
  followingLabelPattern.lastIndex = at;
  return followingLabelPattern.test(text);
}

/** Whether a URL at most continues with a port and a path at `at`, the end of a host: a browser reads no more of it. */
export function endsHost(text: string, at: number, context: UrlContext): boolean {
  const code = text.charCodeAt(at);
  if (code === 47 || code === 58 || code === 63 || code === 35) return true;
  if (isSpace(code)) return !isRemoved(text, at, context);
  if (text.charAt(at) === context.closer) return !context.doubledQuotes || !unitAt(text, at, context).escaped;
  if (code === 46) {
    const next = text.charCodeAt(at + 1);
    if (isSpace(next) || next === 47 || next === 58 || text.charAt(at + 1) === context.closer) return true;
    return !(context.enclosed || next === 37 || next === 38 || next > 127 || isInLabel(text, at + 1));
  }
  if (code === backslash) {
    const { character } = unitAt(text, at, context);
    return character === '\\' || character === '/';
  }
  if (context.enclosed || code === 37 || code === ampersand) return false;
  if (code === equals) return !context.quotedPrintable && !isInLabel(text, at);
  return code > 127 ? endsSentenceUrl(text.charAt(at)) && !isInLabel(text, at) : !isInLabel(text, at);
}

/** Whether the host that starts with a token may be one to browsers alone: numbers other than four, and escapes. */
export function isForBrowsers(
  text: string,
  { start, end, lastStart, labels }: HostToken,
  context: UrlContext,
): boolean {
  if (labels > 0 && isDigit(text.charCodeAt(lastStart)) && /^(?:\d+|0x[\da-f]*)$/i.test(text.slice(lastStart, end)))
    return true;
  const code = text.charCodeAt(start);
  return !endsHost(text, end, context) || code > 127 || code === 45;
}

/** Escapes of letters, digits, hyphens, and dots, and of what isn't ASCII. */
const labelEscapePattern = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|[89a-f][\da-f])/iy;

/**
 * The host at `at` as browsers read it: unescaped, in compatibility forms, as numbers, and with characters that have no
 * meaning in other hosts. Undefined if they can't open it.
 */
export function readBrowserHost(text: string, at: number, context: UrlContext): BrowserHost | undefined {
  return (context.enclosed ? readEnclosed(text, at, context) : undefined) ?? readRun(text, at, context);
}

function readEnclosed(text: string, at: number, context: UrlContext): BrowserHost | undefined {
  return new HostReader(text, at, context, (unit) => unit).read();
}

/** Like `readEnclosed`, but in a sentence, where the URL ends at the first character that isn't part of a name. */
function readRun(text: string, at: number, context: UrlContext): BrowserHost | undefined {
  return new HostReader(text, at, context, (unit, position) => {
    const { character, end, escaped } = unit;
    const code = character.charCodeAt(0);
    if (character === '%') {
      const escape = execAt(labelEscapePattern, text, position);
      return escape === null ? undefined : { character: escape[0], end: position + escape[0].length, escaped: false };
    }
    if (character === '') return unit;
    if (escaped) return isLabel(code) || character === '.' ? unit : undefined;
    if (isLabel(code)) return unit;
    if (character === '.') return isLabel(text.charCodeAt(end)) || !endsHost(text, end, context) ? unit : undefined;
    if (code > 127 && !endsSentenceUrl(character)) return unit;
    return isInLabel(text, position) ? unit : undefined;
  }).read();
}

class HostReader {
  private written = '';
  /** The last label without marks starts here. */
  private nameStart: number;
  private hasMarks = false;
  private isDefanged: boolean;

  constructor(
    private readonly text: string,
    private readonly start: number,
    private readonly context: UrlContext,
    private readonly accept: (unit: Unit, at: number) => Unit | undefined,
  ) {
    this.nameStart = start;
    this.isDefanged = context.defanged;
  }

  read(): BrowserHost | undefined {
    const { text, context } = this;
    let at = this.start;
    while (at < text.length) {
      const dot = dotAt(text, at);
      if (dot !== undefined && (dot.end !== at + 1 || text.charAt(at) !== '.')) {
        const visited = dot.form === DotForm.escaped || dot.form === DotForm.spaced ? this.before(at) : undefined;
        if (visited !== undefined) return visited;
        // Browsers take a dot of another width for one.
        this.isDefanged ||= dot.end > at + 1;
        this.add('.', dot.end);
        at = dot.end;
        continue;
      }
      const unit = unitAt(text, at, context);
      if (!unit.escaped && unit.character === context.closer) break;
      if (isRemovedEscape(text, unit, this.written, context)) {
        at = unit.end;
        continue;
      }
      if (unit.character !== '' && ('/?#\\:@'.includes(unit.character) || isSpace(unit.character.charCodeAt(0)))) break;
      const taken = this.accept(unit, at);
      // In an attribute, a host goes on with an entity, also if that isn't known here or can't be part of a host.
      const isEntity = context.attribute && execAt(entityPattern, text, at) !== null;
      if (isEntity && (taken === undefined || !unit.escaped)) return undefined;
      if (taken === undefined) break;
      this.add(taken.character, taken.end);
      if (this.written.length > maxHostLength) return undefined;
      at = taken.end;
    }
    return this.host(at);
  }

  /**
   * The host in front of a dot that browsers don't take for one, if they can visit it: `a-site.com` of
   * `a-site.com\.b-site.net`, because they take the backslash for a slash. Nobody can visit `a-site` of `a-site\.com` or
   * `www.a-site` of `www.a-site\.com`, so these dots are defanged.
   */
  private before(at: number): BrowserHost | undefined {
    if (this.isDefanged) return undefined;
    const host = this.host(at);
    // Browsers take the first number of `45\.83\.12\.7` for a reserved address.
    return host?.reserved === true && /^\d+$/.test(this.written) ? undefined : host;
  }

  private add(character: string, end: number): void {
    if (character === '.') {
      if (this.hasMarks || this.written.endsWith('.')) this.nameStart = end;
      this.hasMarks = false;
    } else if (character.length === 1 && character.charCodeAt(0) < 128 && !isWord(character.charCodeAt(0))) {
      this.hasMarks ||= character !== '-' && character !== '_';
    }
    this.written += character;
  }

  private host(end: number): BrowserHost | undefined {
    const { written, start, nameStart } = this;
    if (written === '') return undefined;
    let name: string;
    try {
      name = new URL(`http://${written}/`).hostname;
    } catch {
      return undefined;
    }
    const value = name.endsWith('.') ? name.slice(0, -1) : name;
    const rootDot = value === name || this.text.charCodeAt(end - 1) !== 46 ? end : end - 1;
    const number = ipv4Number(value);
    if (number !== undefined) return { value, end: rootDot, reserved: isSpecialIpv4(number) };
    if (/^[a-z0-9._-]+$/.test(value) && !value.includes('..'))
      return isName(value) ? { value, end: rootDot, reserved: isSpecialName(value) } : undefined;
    const own = /(?<=\.)(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/.exec(value)?.[0];
    if (own === undefined || nameStart === start || !isName(own)) return undefined;
    return { value: own, end: rootDot, reserved: isSpecialName(own), nameStart };
  }
}

const maxNameLength = 253;

function isName(value: string): boolean {
  return value.length <= maxNameLength && isTopLevelDomain(lastLabel(value)) && nameKind(value) !== 'none';
}
