import { isDigit } from '../../indicators/detect/scan/characters';

/** A place in a line of a text that contains its client. */
export type ClientPosition =
  /** A column, from 0; spaces separate columns as a run, other delimiters one by one. */
  | { readonly kind: 'column'; readonly index: number; readonly delimiter: string; readonly name: string }
  /** A key of JSON, with the keys of the objects around it. */
  | { readonly kind: 'key'; readonly path: readonly string[]; readonly name: string }
  /** `name=value`, also in CEF and LEEF. */
  | { readonly kind: 'pair'; readonly name: string }
  /** The first group of a pattern that is searched in the line. */
  | { readonly kind: 'pattern'; readonly pattern: RegExp; readonly name: string }
  /** The program that wrote a line of syslog, or the host that the line is from. */
  | { readonly kind: 'syslog'; readonly name: 'program' | 'host' };

/** A part of a text, by its offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Longer values aren't names of anyone. */
const maxLength = 255;
/** Values in logs that mean that a field is empty. */
const nothing = /^(?:-|\(?none\)?|null|nil|n\/a|unknown|undefined|::|0\.0\.0\.0|\*|\?|\(empty\)|")$/i;

/** The length of the longest of them. None starts like an address, with a digit from 1 to 9. */
const maxNothing = 9;

const isOneToNine = (code: number): boolean => code >= 49 && code <= 57;

/** Reads a place in the lines of a text, in the order of the lines. */
export interface PositionReader {
  /** Returns the range of the value in a line that starts and ends at offsets; undefined if it has no value. */
  (text: string, start: number, end: number): TextRange | undefined;
}

/** Reads one kind of position. */
export function positionReader(position: ClientPosition): PositionReader {
  const read = readerOf(position);
  return (text, start, end) => {
    const found = read(text, start, end);
    const value = found && trimmed(text, found);
    return value !== undefined && isValue(text, value) ? value : undefined;
  };
}

function readerOf(position: ClientPosition): PositionReader {
  switch (position.kind) {
    case 'column':
      return columnReader(position.index, position.delimiter);
    case 'key':
      return keyReader(position.path);
    case 'pair':
      return pairReader(position.name);
    case 'pattern':
      return patternReader(position.pattern);
    case 'syslog':
      return position.name === 'host' ? syslogHost : syslogProgram();
  }
}

function isValue(text: string, { start, end }: TextRange): boolean {
  const length = end - start;
  if (length <= 0 || length > maxLength) return false;
  return length > maxNothing || isOneToNine(text.charCodeAt(start)) || !nothing.test(text.slice(start, end));
}

/** A value without spaces, quotes, and brackets around it, and without the port of an IP address. */
function trimmed(text: string, found: TextRange): TextRange {
  let { start, end } = found;
  while (start < end && isAround(text.charCodeAt(start))) start++;
  while (end > start && isAround(text.charCodeAt(end - 1))) end--;
  let port = end;
  while (port > start && end - port < 5 && isDigit(text.charCodeAt(port - 1))) port--;
  // An IPv6 address has more colons.
  const isPort = port < end && port - 1 > start && text.charCodeAt(port - 1) === colon;
  const isInBrackets = isPort && text.charCodeAt(port - 2) === closing;
  if (isInBrackets || (isPort && indexOfCode(text, colon, start, port) === port - 1)) end = port - 1;
  if (text.charCodeAt(start) === opening || text.charCodeAt(end - 1) === closing)
    [start, end] = withoutBrackets(text, start, end);
  return start === found.start && end === found.end ? found : { start, end };
}

const [tab, carriageReturn, space, quote, apostrophe, colon, opening, backslash, closing] = [
  9, 13, 32, 34, 39, 58, 91, 92, 93,
];

function isAround(code: number): boolean {
  if (code > apostrophe) return false;
  return code === space || code === tab || code === quote || code === apostrophe || code === carriageReturn;
}

/** Without brackets around it, of which only one may be in the part; those of `[text](link)` are its own. */
function withoutBrackets(text: string, start: number, end: number): readonly [start: number, end: number] {
  const isOpened = text.charCodeAt(start) === opening;
  const isClosed = text.charCodeAt(end - 1) === closing;
  const isWhole = isOpened ? isClosed || indexOfCode(text, closing, start, end) === -1 : true;
  const isOwn = !isOpened && indexOfCode(text, opening, start, end) !== -1;
  return isWhole && !isOwn ? [start + Number(isOpened), end - Number(isClosed)] : [start, end];
}

/** Returns the offset of a character between two offsets in one line; -1 if it isn't there. */
function indexOfCode(text: string, code: number, from: number, end: number): number {
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === code) return at;
  return -1;
}

function columnReader(index: number, delimiter: string): PositionReader {
  const code = delimiter.charCodeAt(0);
  const isSpace = code === space;
  const next = (text: string, from: number, end: number): number => {
    if (!isSpace && text.charCodeAt(from) === quote) return afterQuoted(text, from, end, code);
    const found = indexOfCode(text, code, from, end);
    return found === -1 ? end : found;
  };
  return (text, start, end) => {
    let from = start;
    for (let column = 0; ; column++) {
      if (isSpace) while (from < end && text.charCodeAt(from) === space) from++;
      const to = next(text, from, end);
      if (column === index) return { start: from, end: to };
      if (to >= end) return undefined;
      from = to + 1;
    }
  };
}

/** The end of a quoted cell, in which a quote is doubled. */
function afterQuoted(text: string, from: number, end: number, delimiter: number): number {
  for (let at = from + 1; at < end; at++) {
    if (text.charCodeAt(at) !== quote) continue;
    if (text.charCodeAt(at + 1) !== quote) {
      while (at < end && text.charCodeAt(at) !== delimiter) at++;
      return at;
    }
    at++;
  }
  return end;
}

/** Searches a text in the order of its lines, each occurrence once. */
class Search {
  private text = '';
  private found = -1;

  constructor(private readonly word: string) {}

  /** The first occurrence in a line; -1 if there is none. */
  in(text: string, start: number, end: number): number {
    if (text !== this.text || this.found < start) {
      this.text = text;
      const found = text.indexOf(this.word, start);
      this.found = found === -1 ? Infinity : found;
    }
    return this.found < end ? this.found : -1;
  }
}

function keyReader(path: readonly string[]): PositionReader {
  const [first = '', ...rest] = path;
  const search = new Search(`"${first}`);
  return (text, start, end) => {
    for (let at = search.in(text, start, end); at !== -1; at = nextIn(text, `"${first}`, at + 1, end)) {
      let value = valueAfter(text, at + 1 + first.length, end);
      for (const key of rest) value = value === undefined ? undefined : keyInObject(text, value, key, end);
      const found = value === undefined ? undefined : valueAt(text, value, end);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function nextIn(text: string, word: string, from: number, end: number): number {
  const found = text.slice(from, end).indexOf(word);
  return found === -1 ? -1 : from + found;
}

const isSpace = (code: number): boolean => code === space || (code <= 13 && code >= tab);

/**
 * Returns the start of the value of a key that ends at an offset; undefined if it isn't a key. JSON in JSON has escaped
 * quotes.
 */
function valueAfter(text: string, keyEnd: number, end: number): number | undefined {
  let at = keyEnd;
  while (text.charCodeAt(at) === backslash) at++;
  if (text.charCodeAt(at) !== quote) return undefined;
  at = skipSpaces(text, at + 1, end);
  return text.charAt(at) === ':' ? skipSpaces(text, at + 1, end) : undefined;
}

function skipSpaces(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the start of the value of a key in the object at an offset. */
function keyInObject(text: string, object: number, key: string, end: number): number | undefined {
  if (text.charAt(object) !== '{') return undefined;
  let depth = 0;
  for (let at = object; at < end; at++) {
    const character = text.charAt(at);
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (--depth === 0) return undefined;
    } else if (character === '"') {
      const close = stringEnd(text, at, end);
      if (depth === 1 && text.startsWith(key, at + 1) && close === at + 1 + key.length) {
        const value = valueAfter(text, close, end);
        if (value !== undefined) return value;
      }
      at = close;
    }
  }
  return undefined;
}

/** Returns the end of the string whose quote is at an offset. */
export function stringEnd(text: string, from: number, end: number): number {
  for (let at = from + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash && text.charCodeAt(at + 1) !== quote) at++;
    else if (code === quote) return at;
  }
  return end;
}

/** A string or number at an offset, or the first of a list. */
function valueAt(text: string, from: number, end: number): TextRange | undefined {
  let at = from;
  if (text.charAt(at) === '[') at = skipSpaces(text, at + 1, end);
  while (text.charCodeAt(at) === backslash) at++;
  if (text.charCodeAt(at) !== quote) {
    const [number = ''] = /^[\w.:-]+/.exec(text.slice(at, Math.min(end, at + 64))) ?? [];
    return number === '' ? undefined : { start: at, end: at + number.length };
  }
  const start = at + 1;
  // A whole object in a string has quotes that are escaped, and ends its values with one.
  const isInString = text.charCodeAt(at - 1) === backslash;
  let close = start;
  while (close < end && text.charCodeAt(close) !== quote) {
    if (text.charCodeAt(close) !== backslash) close++;
    else if (!isInString) close += 2;
    else if (text.charCodeAt(close + 1) === quote) break;
    // An escape there is an escaped backslash and the next character, which may be escaped as well.
    else close += text.charCodeAt(close + 2) === backslash ? 4 : 3;
  }
  return { start, end: Math.min(close, end) };
}

/** Characters in front of a name and its `=`. */
const beforeName = /[\s,;|([{"'\t^]/;

function pairReader(name: string): PositionReader {
  const search = new Search(`${name}=`);
  return (text, start, end) => {
    let at = search.in(text, start, end);
    while (at !== -1) {
      if (at === start || beforeName.test(text.charAt(at - 1))) return pairValue(text, at + name.length + 1, end);
      at = nextIn(text, `${name}=`, at + 1, end);
    }
    return undefined;
  };
}

function pairValue(text: string, from: number, end: number): TextRange {
  const mark = text.charAt(from);
  if (mark === '"' || mark === "'") {
    const close = text.indexOf(mark, from + 1);
    return { start: from + 1, end: close === -1 || close > end ? end : close };
  }
  let to = from;
  while (to < end && !endsPair(text.charCodeAt(to))) to++;
  return { start: from, end: to };
}

const pairEnd = /[\s,;|&)\]}"']/;
const pairEnds = Uint8Array.from({ length: 128 }, (_, code) => (pairEnd.test(String.fromCharCode(code)) ? 1 : 0));

function endsPair(code: number): boolean {
  return code < 128 ? pairEnds[code] === 1 : pairEnd.test(String.fromCharCode(code));
}

function patternReader(pattern: RegExp): PositionReader {
  return (text, start, end) => {
    const line = text.slice(start, end);
    const found = pattern.exec(line);
    const value = found?.slice(1).find((group: string | undefined) => group !== undefined);
    if (found === null || value === undefined) return undefined;
    const at = start + found.index + found[0].indexOf(value);
    return { start: at, end: at + value.length };
  };
}

const address = String.raw`(\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F]*:[\da-fA-F:.]+(?:%\w+)?)`;

/** RFC 3164 and RFC 5424: the host, the program, and where its message starts. */
const syslogStart =
  /^(?:<\d{1,3}>)?(?:\d )?(?:[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d+)?|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?) (\S+(?<!:)) ([\w./@-]+?)(?:\[\d+\])?(?::(?=\s|$)| \S+ \S+ (?:-|\[))/;

/** Whether a line starts like one of syslog. */
export function isSyslog(line: string): boolean {
  return syslogStart.test(line);
}

/** Places of the client in messages of a program; patterns are searched in the line. */
const programs: readonly (readonly [program: RegExp, pattern: RegExp])[] = [
  [/^sshd/, /\bfor (?:invalid user )?(\S+) from |\b[Uu]ser (\S+) |^[^:]*: Invalid user (\S+) from/],
  [/^dnsmasq/, new RegExp(`\\bfrom ${address}$`)],
  [/^named/, new RegExp(`\\bclient (?:@0x[\\da-f]+ )?${address}#\\d+`)],
  [/^unbound/, new RegExp(`\\b(?:info|query): ${address} `)],
  [/^haproxy/, new RegExp(`: ${address}:\\d+ \\[`)],
  [/^postfix|^sendmail|^exim/, new RegExp(`\\b(?:client|from|relay)=[^\\[,\\s]*\\[${address}\\]|\\bfrom=<([^>]*)>`)],
  [/^dovecot/, /\buser=<([^>]*)>/],
  [/^sudo/, /: +(\S+) : /],
  [/^nginx|^apache2?$|^httpd/, new RegExp(`: ${address} |\\bclient:? ${address}`)],
  [/^squid/, new RegExp(`\\b\\d{9,10}\\.\\d{3} +\\d+ ${address} `)],
  [/^openvpn/, new RegExp(`: (?:\\S+/)?${address}:\\d+ `)],
  [/^kernel/, new RegExp(`\\bSRC=${address}`)],
  [/^dhcpd/, new RegExp(`\\bfor ${address} |\\bon ${address} `)],
  [/^pdns_recursor/, new RegExp(`\\bquestion for '[^']*' from ${address}|remote="${address}`)],
];

/** Programs whose readers are kept. */
const maxPrograms = 100;

function syslogProgram(): PositionReader {
  const readers = new Map<string, PositionReader>();
  return (text, start, end) => {
    const program = syslogStart.exec(text.slice(start, end))?.[2];
    if (program === undefined) return undefined;
    const read = readers.get(program) ?? programReader(program);
    if (readers.size < maxPrograms) readers.set(program, read);
    return read(text, start, end);
  };
}

function programReader(program: string): PositionReader {
  const pattern = programs.find(([name]) => name.test(program))?.[1];
  return pattern === undefined ? () => undefined : patternReader(pattern);
}

const syslogHost: PositionReader = (text, start, end) => {
  const line = text.slice(start, Math.min(end, start + 256));
  const host = syslogStart.exec(line)?.[1];
  if (host === undefined) return undefined;
  const at = start + line.indexOf(host, line.search(/\d\d:\d\d/));
  return { start: at, end: at + host.length };
};

/** Formats of lines that are the same everywhere, with the places of the client. */
export const lineFormats: readonly {
  readonly name: string;
  readonly line: RegExp;
  readonly positions: readonly ClientPosition[];
}[] = [
  {
    name: 'Squid',
    line: /^\d{9,10}\.\d{3} +\d+ \S+ [A-Z_]+\/\d{3} \d+ [A-Z_]+ \S+ \S+ [A-Z_]+\/\S+/,
    positions: [column(2, 'client'), column(7, 'user')],
  },
  {
    name: 'Virtual host and combined log',
    line: /^\S+:\d+ \S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:/,
    positions: [column(1, 'client'), column(3, 'user')],
  },
  {
    name: 'Common log',
    line: /^\S+ \S+ \S.*? ?\[\d\d\/[A-Z][a-z]{2}\/\d{4}:[^\]]*\] "/,
    positions: [column(0, 'client'), column(2, 'user')],
  },
  pattern('nginx error log', /^\d{4}\/\d\d\/\d\d [\d:]+ \[\w+\] \d+#\d+: /, new RegExp(`\\bclient: ${address}`)),
  pattern(
    'Apache error log',
    /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} [^\]]+\] \[/,
    new RegExp(`\\[client ${address}(?::\\d+)?\\]`),
  ),
  pattern(
    'Windows DNS debug log',
    /\b(?:UDP|TCP) (?:Rcv|Snd) \S+ +[\da-f]{4} /,
    new RegExp(`\\b(?:UDP|TCP) (?:Rcv|Snd) ${address} `),
  ),
  pattern('BIND', /\bclient (?:@0x[\da-f]+ )?\S+#\d+/, new RegExp(`\\bclient (?:@0x[\\da-f]+ )?${address}#\\d+`)),
  pattern('Unbound', /\binfo: \S+ \S+\. [A-Z]+ IN\b/, new RegExp(`\\binfo: ${address} `)),
  pattern(
    'dnsmasq',
    /\bdnsmasq(?:\[\d+\])?: (?:\d+ \S+ )?(?:query|reply|forwarded|cached)\b/,
    new RegExp(`\\bfrom ${address}\\s*$`),
  ),
  {
    name: 'VPC flow log',
    line: /^\d \d{12} eni-\w+ \S+ \S+ \S+ \S+ \S+/,
    positions: [column(3, 'srcaddr'), column(4, 'dstaddr')],
  },
  pattern(
    'Load balancer log',
    /^(?:https?|h2|grpcs?|wss?) \d{4}-\d\d-\d\dT\S+Z \S+ \S+:\d+ /,
    new RegExp(`^\\S+ \\S+ \\S+ ${address}:\\d+ `),
  ),
  pattern(
    'Classic load balancer log',
    /^\d{4}-\d\d-\d\dT\S+Z \S+ \d[\d.]+:\d+ (?:\d[\d.]+:\d+|-) /,
    new RegExp(`^\\S+ \\S+ ${address}:\\d+ `),
  ),
  pattern('Bucket log', /^[\da-f]{64} \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:[^\]]*\] /, new RegExp(`\\] ${address} `)),
  pattern('HAProxy', new RegExp(`^${address}:\\d+ \\[\\d\\d/`), new RegExp(`^${address}:`)),
  pattern('Alert', /\{[A-Z\d-]+\} \S+ -> \S+\s*$/, new RegExp(`\\} ${address}(?::\\d+)? -> `)),
];

function column(index: number, name: string): ClientPosition {
  return { kind: 'column', index, delimiter: ' ', name };
}

function pattern(name: string, line: RegExp, found: RegExp) {
  return { name, line, positions: [{ kind: 'pattern', pattern: found, name: 'client' }] } as const;
}
