import { isDigit, isInvisible, isLabel } from './characters';
import { DotForm, dotAt } from './dots';

/** Labels joined by dots, as they stand: perhaps a host name or an IPv4 address. */
export interface HostRun {
  readonly start: number;
  readonly end: number;
  /** How many labels it has; a run far longer than any name is counted no further than `MOST_LABELS`. */
  readonly labels: number;
  readonly firstEnd: number;
  readonly lastStart: number;
  /** The forms of its dots, as bits. */
  readonly forms: number;
  /** Whether every label is a number. */
  readonly numeric: boolean;
  /** Whether it holds nothing but ASCII. */
  readonly ascii: boolean;
}

/** The longest domain name has 253 characters, and 127 labels; a run far above it is none, defanged or not. */
const MOST_LABELS = 128;
const FULL_STOP = 46;
const CLOSING_BRACKET = 93;

/** Whether a run is longer than any name. */
export function isTooLong({ labels }: HostRun): boolean {
  return labels >= MOST_LABELS;
}

/** Reads on from `start`, the first character of a label. */
export function readHostRun(text: string, start: number): HostRun {
  let position = start;
  let end = start;
  let labels = 0;
  let firstEnd = start;
  let lastStart = start;
  let forms = 0;
  let form = 0;
  let bits = 0;
  let numeric = true;
  for (;;) {
    let last = position;
    for (let code = text.charCodeAt(last); isLabel(code); code = text.charCodeAt(++last)) {
      bits |= code;
      numeric &&= isDigit(code);
    }
    if (last === position) break;
    end = last;
    if (labels === 0) firstEnd = end;
    if (labels < MOST_LABELS) labels++;
    lastStart = position;
    forms |= form;
    if (text.charCodeAt(end) === FULL_STOP && text.charCodeAt(end + 1) !== CLOSING_BRACKET) {
      position = end + 1;
      form = DotForm.plain;
    } else {
      const dot = dotAt(text, end);
      if (dot === undefined) break;
      position = dot.end;
      form = dot.form;
    }
  }
  return { start, end, labels, firstEnd, lastStart, forms, numeric, ascii: bits < 128 };
}

/** Start and end of each label. */
export function labelRanges(text: string, { start, end }: HostRun): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (let from = start; from < end;) {
    let to = from;
    while (to < end && isLabel(text.charCodeAt(to))) to++;
    ranges.push([from, to]);
    from = dotAt(text, to)?.end ?? end;
  }
  return ranges;
}

/** The same run without its last label. */
export function withoutLastLabel(text: string, run: HostRun): HostRun {
  return readHostRun(text.slice(0, run.lastStart), run.start);
}

/** The text `raw` of a run with a dot for every way to write one, and without invisible characters. */
export function refangedHost(text: string, run: HostRun, raw: string): string {
  if (run.ascii && run.forms === DotForm.plain) return raw;
  return labelRanges(text, run)
    .map(([from, to]) => withoutInvisible(text.slice(from, to)))
    .join('.');
}

/** The same text without zero-width characters. */
export function withoutInvisible(text: string): string {
  for (let position = 0; position < text.length; position++) {
    if (isInvisible(text.charCodeAt(position))) return text.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '');
  }
  return text;
}
