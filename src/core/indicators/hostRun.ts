import { isDigit, isInvisible, isLabel } from './characters';
import { type Dot, DotForm, dotAt } from './dots';

/** Labels joined by dots, as they stand: perhaps a host name or an IPv4 address. */
export interface HostRun {
  readonly start: number;
  readonly end: number;
  /** Start and end of the first label, of the second, and so on; at most twice `MOST_LABELS`. */
  readonly bounds: readonly number[];
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

/** How many labels a run has. */
export function labelCount({ bounds }: HostRun): number {
  return bounds.length / 2;
}

/** Whether a run is longer than any name. */
export function isTooLong({ bounds }: HostRun): boolean {
  return bounds.length >= 2 * MOST_LABELS;
}

/** Reads on from `start`, the first character of a label, whose first dot is known where the caller has seen it. */
export function readHostRun(text: string, start: number, firstDot?: Dot): HostRun {
  const bounds: number[] = [];
  let [position, end, forms, form, bits] = [start, start, 0, 0, 0];
  let numeric = true;
  for (;;) {
    let last = position;
    for (let code = text.charCodeAt(last); isLabel(code); code = text.charCodeAt(++last)) {
      bits |= code;
      numeric &&= isDigit(code);
    }
    if (last === position) break;
    end = last;
    if (bounds.length < 2 * MOST_LABELS) bounds.push(position, end);
    forms |= form;
    if (firstDot !== undefined && end === firstDot.start) {
      position = firstDot.end;
      form = firstDot.form;
    } else if (text.charCodeAt(end) === FULL_STOP && text.charCodeAt(end + 1) !== CLOSING_BRACKET) {
      position = end + 1;
      form = DotForm.plain;
    } else {
      const dot = dotAt(text, end);
      if (dot === undefined) break;
      position = dot.end;
      form = dot.form;
    }
  }
  return { start, end, bounds, forms, numeric, ascii: bits < 128 };
}

/** The run's first labels alone, so many of them. */
export function shortened(text: string, run: HostRun, count: number): HostRun {
  return readHostRun(text.slice(0, run.bounds[2 * count - 1] ?? run.end), run.start);
}

/** The text of a run with a dot for every way to write one, and without invisible characters. */
export function refangedHost(text: string, { start, end, bounds, forms, ascii }: HostRun): string {
  if (ascii && forms === DotForm.plain) return text.slice(start, end);
  const labels: string[] = [];
  for (let index = 0; index < bounds.length; index += 2) {
    labels.push(withoutInvisible(text.slice(bounds[index], bounds[index + 1])));
  }
  return labels.join('.');
}

/** The same text without zero-width characters. */
export function withoutInvisible(text: string): string {
  for (let position = 0; position < text.length; position++) {
    if (isInvisible(text.charCodeAt(position))) return text.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '');
  }
  return text;
}
