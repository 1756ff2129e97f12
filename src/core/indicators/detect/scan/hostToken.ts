import {
  asciiFlags,
  capitalFlag,
  isInvisible,
  isLabel,
  isSpaceless,
  isWord,
  labelFlag,
  nonDigitFlag,
} from './characters';
import { DotForm, dotAt } from './dotVariants';
import { isTopLevelDomain } from '../../registry/suffixes';

/** Labels joined by dots in a text: possibly a host name or an IPv4 address. */
export interface HostToken {
  readonly start: number;
  readonly end: number;
  /** Number of labels, up to `maxLabels`. */
  readonly labels: number;
  readonly firstEnd: number;
  readonly lastStart: number;
  /** The forms of its dots, as bit flags. */
  readonly forms: number;
  /** Whether every label is a number. */
  readonly numeric: boolean;
  /** Whether it contains only ASCII. */
  readonly ascii: boolean;
  /** Whether it contains a capital letter of ASCII. */
  readonly capital: boolean;
}

/** A domain name has at most 253 characters and 127 labels, so longer tokens aren't names, defanged or not. */
const maxLabels = 128;
const fullStop = 46;
const closingBracket = 93;

/** Whether a token has more labels than any name. */
export function isTooLong({ labels }: HostToken): boolean {
  return labels >= maxLabels;
}

/** Reads a token from `start`, the first character of a label. */
export function readHostToken(text: string, start: number): HostToken {
  let position = start;
  let end = start;
  let labels = 0;
  let firstEnd = start;
  let lastStart = start;
  let forms = 0;
  let form = 0;
  /** The flags of all ASCII characters. */
  let flags = 0;
  let ascii = true;
  let numeric = true;
  /** Whether every label before this one is a number, ignoring the script that the first label starts with. */
  let digits = true;
  for (;;) {
    let last = position;
    let isTruncated = false;
    let own = true;
    let ownFlags = 0;
    for (;;) {
      let code = text.charCodeAt(last);
      for (let of = asciiFlags(code); (of & labelFlag) !== 0; of = asciiFlags(code)) {
        ownFlags |= of;
        code = text.charCodeAt(++last);
      }
      if (code < 128 || !isLabel(code)) break;
      own &&= (ownFlags & nonDigitFlag) === 0;
      isTruncated = labels > 0 && isScriptAfterHost(text, position, last, digits && own ? labels : 0);
      if (isTruncated) break;
      flags |= ownFlags;
      ownFlags = 0;
      ascii = false;
      if (!isInvisible(code)) {
        numeric = false;
        own = labels === 0 && isSpaceless(code);
      }
      last++;
    }
    own &&= (ownFlags & nonDigitFlag) === 0;
    flags |= ownFlags;
    if (last === position) break;
    digits &&= own;
    numeric &&= own;
    end = last;
    if (labels === 0) firstEnd = end;
    if (labels < maxLabels) labels++;
    lastStart = position;
    forms |= form;
    if (isTruncated) break;
    if (text.charCodeAt(end) === fullStop && text.charCodeAt(end + 1) !== closingBracket) {
      position = end + 1;
      form = DotForm.plain;
    } else {
      const dot = dotAt(text, end);
      if (dot === undefined) break;
      position = dot.end;
      form = dot.form;
    }
  }
  return { start, end, labels, firstEnd, lastStart, forms, numeric, ascii, capital: (flags & capitalFlag) !== 0 };
}

/** How many characters of a script after a name are examined. */
const scriptReach = 32;

/**
 * Whether a script written without spaces starts at `at` after the end of a host (`net` of `a.net和192.0.2.1`, the
 * fourth of `numbers` and more), rather than inside a label of that script (`www.a商城.example`).
 */
function isScriptAfterHost(text: string, from: number, at: number, numbers: number): boolean {
  if (!isSpaceless(text.charCodeAt(at)) || !isWord(text.charCodeAt(at - 1))) return false;
  if (numbers > 0 ? numbers !== 3 : !isTopLevelDomain(text.slice(from, at).toLowerCase())) return false;
  let end = at;
  while (end < at + scriptReach && isSpaceless(text.charCodeAt(end)) && isLabel(text.charCodeAt(end))) end++;
  return text.charCodeAt(end) !== fullStop || !isLabel(text.charCodeAt(end + 1));
}

/** Start and end of each label. */
export function labelRanges(text: string, { start, end }: HostToken): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (let from = start; from < end;) {
    let to = from;
    while (to < end && isLabel(text.charCodeAt(to))) to++;
    ranges.push([from, to]);
    from = dotAt(text, to)?.end ?? end;
  }
  return ranges;
}

/** A copy of a token without its last label. */
export function dropLastLabel(text: string, token: HostToken): HostToken {
  return readHostToken(text.slice(0, token.lastStart), token.start);
}

/** The text `raw` of a token with plain dots and without invisible characters. */
export function refangedHost(text: string, token: HostToken, raw: string): string {
  if (token.ascii && token.forms === DotForm.plain) return raw;
  return labelRanges(text, token)
    .map(([from, to]) => stripInvisible(text.slice(from, to)))
    .join('.');
}

/** A text without invisible characters. */
export function stripInvisible(text: string): string {
  for (let position = 0; position < text.length; position++) {
    if (isInvisible(text.charCodeAt(position))) return text.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '');
  }
  return text;
}
