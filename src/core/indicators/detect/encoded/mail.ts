import { ByteDecoding, type DecodedText } from './decodedText';

/** A part of a mail that is text in another form. */
export interface MailPart {
  readonly start: number;
  readonly end: number;
  readonly encoding: 'quoted-printable' | 'base64';
  readonly charset: string | undefined;
}

/** The parts of a mail, and the state at its end. */
interface Mail {
  readonly parts: readonly MailPart[];
  /** See {@link mailState}. */
  readonly state: string;
}

/** Longer headers than this aren't read. */
const maxHeader = 64 * 1024;
const firstFieldPattern = /^(?:From |[!-9;-~]+[ \t]*:)/;
const headerPattern = /^(?:From [^\n]*\n)?(?:[!-9;-~]+[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+\r?\n/;
const contentFieldPattern = /^(?:mime-version|content-(?:type|transfer-encoding))[ \t]*:/im;
const mailFieldPattern = /^(?:mime-version|from|to|subject|date|received|return-path|delivered-to|message-id)[ \t]*:/im;

/** Whether a text that starts with this line may be a mail. */
export function mayStartMail(line: string): boolean {
  return firstFieldPattern.test(line.slice(0, 100));
}

/** How much of the beginning of a text shows whether it is a mail. */
export const mailHeadLength = maxHeader;

/** Whether a text begins with the header of a mail that states how its body is encoded. */
export function startsMail(text: string): boolean {
  if (!mayStartMail(text)) return false;
  const header = headerPattern.exec(text.slice(0, maxHeader))?.[0] ?? '';
  return contentFieldPattern.test(header) && mailFieldPattern.test(header);
}

/**
 * The state at the end of a mail's beginning, as the beginning of another mail that continues in the same way: the
 * boundaries of its parts, and the header of the current one.
 */
export function mailState(text: string): string {
  return readMail(text).state;
}

/** The parts of a mail that are text in another form. */
export function mailParts(text: string): readonly MailPart[] {
  return readMail(text).parts;
}

/** A line that is a boundary of an open part, or the beginning of the next mail. */
interface Boundary {
  /** The start of the line. */
  readonly start: number;
  /** The offset after the line. */
  readonly end: number;
  /** Which of the boundaries it is; -1 for the line that begins the next mail. */
  readonly index: number;
  readonly isLast: boolean;
}

/** A boundary between parts, and the next line of it that is known. */
interface Open {
  readonly boundary: string;
  next?: Boundary | undefined;
  isDone?: boolean;
}

/** Parts within parts; more of them are read as they are written. */
const maxDepth = 32;

function readMail(text: string): Mail {
  const isMailbox = text.startsWith('From ');
  const mails: Open = { boundary: '', isDone: !isMailbox };
  const parts: MailPart[] = [];
  const open: Open[] = [];
  const stateAt = (rest: string, isInPart: boolean): Mail => ({
    parts,
    state: `${isMailbox ? 'From -\n' : ''}MIME-Version: 1.0\n${opened(open, isInPart)}${rest}`,
  });
  const nextFrom = (from: number): Boundary | undefined => {
    const all = open.map((each, index) => known(each, from, () => boundaryLine(text, from, each.boundary, index)));
    return earliest([...all, known(mails, from, () => mailLine(text, from))]);
  };
  let at = isMailbox ? lineEnd(text, 0) : 0;
  for (;;) {
    const body = bodyStart(text, at);
    if (body === -1 && text.length - at < maxHeader) return stateAt(text.slice(at), true);
    const header = body === -1 ? '' : unfolded(text.slice(at, body));
    const bodyAt = body === -1 ? at : body;
    const type = field(header, 'content-type')?.toLowerCase() ?? 'text/plain';
    const encoding = field(header, 'content-transfer-encoding')?.trim().toLowerCase();
    const isEncoded = encoding === 'base64' || encoding === 'quoted-printable';
    if (type.startsWith('message/rfc822') && !isEncoded) {
      at = bodyAt;
      continue;
    }
    const boundary = type.startsWith('multipart/') ? parameter(header, 'boundary') : undefined;
    if (boundary !== undefined && open.length < maxDepth) open.push({ boundary });
    let next = nextFrom(bodyAt);
    const isText = boundary === undefined && isEncoded && type.startsWith('text/');
    if (isText) {
      const charset = parameter(header, 'charset');
      parts.push({ start: bodyAt, end: next?.start ?? text.length, encoding, charset });
    }
    if (next === undefined) {
      if (boundary !== undefined) return stateAt('\n', false);
      const rest = isText && encoding === 'base64' ? unfinished(text.slice(bodyAt)) : '';
      return stateAt(`${contentFields(header)}\n${rest}`, true);
    }
    while (next?.isLast === true) {
      open.length = next.index;
      next = nextFrom(next.end);
    }
    if (next === undefined) return stateAt('\n', false);
    open.length = next.index + 1;
    at = next.end;
  }
}

/** The next line of a boundary; looked for only once, whatever is between. */
function known(open: Open, from: number, find: () => Boundary | undefined): Boundary | undefined {
  if (open.isDone === true || (open.next !== undefined && open.next.start >= from)) return open.next;
  open.next = find();
  open.isDone = open.next === undefined;
  return open.next;
}

function earliest(all: readonly (Boundary | undefined)[]): Boundary | undefined {
  return all.reduce((first, each) => {
    return each !== undefined && (first === undefined || each.start < first.start) ? each : first;
  }, undefined);
}

/** Headers that open parts with boundaries, and the line that begins a part of the innermost one. */
function opened(open: readonly Open[], isInPart: boolean): string {
  return open
    .map(({ boundary }, index) => {
      const begins = isInPart || index < open.length - 1 ? `\n--${boundary}\n` : '';
      return `Content-Type: multipart/mixed; boundary="${boundary}"\n${begins}`;
    })
    .join('');
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** After the empty line that ends a header; -1 if there is none. */
function bodyStart(text: string, at: number): number {
  const part = text.slice(at, at + maxHeader);
  const end = /^\r?\n|\n\r?\n/.exec(part);
  return end === null ? -1 : at + end.index + end[0].length;
}

function unfolded(header: string): string {
  return header.replace(/\r?\n[ \t]+/g, ' ');
}

function field(header: string, name: string): string | undefined {
  return new RegExp(`^${name}[ \\t]*:[ \\t]*([^\\r\\n]*)`, 'im').exec(header)?.[1];
}

function parameter(header: string, name: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`[; \\t]${name}[ \\t]*=[ \\t]*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(
      field(header, 'content-type') ?? '',
    ) ?? [];
  const value = quoted ?? plain;
  return value === '' ? undefined : value;
}

/** The fields of a header that determine how the body is decoded. */
function contentFields(header: string): string {
  return ['Content-Type', 'Content-Transfer-Encoding']
    .map((name) => {
      const value = field(header, name);
      return value === undefined ? '' : `${name}: ${value}\n`;
    })
    .join('');
}

const boundaryEndPattern = /(--)?[ \t]*(?:\r?\n|$)/y;

function boundaryLine(text: string, from: number, boundary: string, index: number): Boundary | undefined {
  const marker = `--${boundary}`;
  for (let at = text.indexOf(marker, from); at !== -1; at = text.indexOf(marker, at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) !== 10) continue;
    boundaryEndPattern.lastIndex = at + marker.length;
    const end = boundaryEndPattern.exec(text);
    if (end !== null) return { start: at, end: boundaryEndPattern.lastIndex, index, isLast: end[1] !== undefined };
  }
  return undefined;
}

/** The line that begins the next mail in a mailbox. */
function mailLine(text: string, from: number): Boundary | undefined {
  const found = /\n\r?\nFrom \S[^\n]*(?:\n|$)/.exec(text.slice(Math.max(0, from - 2)));
  if (found === null) return undefined;
  const end = Math.max(0, from - 2) + found.index + found[0].length;
  const start = end - found[0].trimStart().length;
  return { start, end, index: -1, isLast: false };
}

/** The last characters of a text in Base64 that make no whole bytes without the next ones. */
function unfinished(text: string): string {
  const written = text.replace(/[^A-Za-z\d+/=]+/g, '');
  return written.slice(written.length - (written.length % 4));
}

/** The text of a part; undefined if it isn't text. */
export function decodedPart(text: string, part: MailPart): DecodedText | undefined {
  const bytes = new ByteDecoding();
  if (part.encoding === 'base64') addBase64(text, part, bytes);
  else addQuotedPrintable(text, part, bytes);
  return bytes.text(part.charset);
}

const digits = new Int8Array(128).fill(-1);
Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach((digit, value) => {
  digits[digit.charCodeAt(0)] = value;
});

const bitsPerDigit = 6;

function addBase64(text: string, { start, end }: MailPart, bytes: ByteDecoding): void {
  let bits = 0;
  let value = 0;
  let from = start;
  for (let at = start; at < end; at++) {
    const digit = digits[text.charCodeAt(at)] ?? -1;
    if (digit === -1) {
      // After the end of what was encoded at once, another part may follow.
      if (text.charAt(at) === '=') bits = 0;
      continue;
    }
    if (bits === 0) from = at;
    value = ((value << bitsPerDigit) | digit) & 0xffff;
    bits += bitsPerDigit;
    if (bits < 8) continue;
    bits -= 8;
    bytes.add((value >> bits) & 0xff, from, at + 1);
    from = at;
  }
}

const escapePattern = /=(?:([\da-f]{2})|[ \t]*(?:\r?\n|$))/iy;

function addQuotedPrintable(text: string, { start, end }: MailPart, bytes: ByteDecoding): void {
  for (let at = start; at < end;) {
    const code = text.charCodeAt(at);
    if (code === 61) {
      escapePattern.lastIndex = at;
      const escape = escapePattern.exec(text);
      if (escape !== null) {
        const next = escapePattern.lastIndex;
        if (escape[1] !== undefined) bytes.add(parseInt(escape[1], 16), at, next);
        at = next;
        continue;
      }
    }
    if (code < 128) bytes.add(code, at, ++at);
    else at = addCharacter(text, at, bytes);
  }
}

/** Adds a character that isn't ASCII, which a mail shouldn't contain. */
function addCharacter(text: string, at: number, bytes: ByteDecoding): number {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  for (const byte of Buffer.from(character)) bytes.add(byte, at, at + character.length);
  return at + character.length;
}
