import { isDigit, isInvisible, isLabel } from './characters';
import { type Dot, type DotForm, dotAt } from './dots';

/** Labels joined by dots, as they stand: perhaps a host name or an IPv4 address. */
export interface HostRun {
  readonly start: number;
  readonly end: number;
  /** `[start, end]` of each label. */
  readonly labels: readonly (readonly [number, number])[];
  readonly forms: ReadonlySet<DotForm>;
  /** Whether every label is a number. */
  readonly numeric: boolean;
}

/** The longest domain name has 253 characters; a run far above it, written defanged or not, is none. */
export const MOST_LABELS = 128;

function labelEnd(text: string, from: number): number {
  let position = from;
  while (isLabel(text.charCodeAt(position))) position++;
  return position;
}

function isNumber(text: string, from: number, to: number): boolean {
  for (let position = from; position < to; position++) if (!isDigit(text.charCodeAt(position))) return false;
  return to > from;
}

/** Reads on from `start`, the first character of a label, whose first dot is known where the caller has seen it. */
export function readHostRun(text: string, start: number, firstDot?: Dot): HostRun {
  const labels: [number, number][] = [];
  const forms = new Set<DotForm>();
  let numeric = true;
  let position = start;
  let end = start;
  let dot: Dot | undefined;
  for (;;) {
    const last = labelEnd(text, position);
    if (last === position) break;
    end = last;
    numeric &&= isNumber(text, position, end);
    if (labels.length < MOST_LABELS) labels.push([position, end]);
    if (dot !== undefined) forms.add(dot.form);
    dot = labels.length === 1 && firstDot !== undefined ? firstDot : dotAt(text, end);
    if (dot === undefined) break;
    position = dot.end;
  }
  return { start, end, labels, forms, numeric };
}

/** The run's first labels alone, so many of them. */
export function shortened(text: string, run: HostRun, count: number): HostRun {
  const [from] = run.labels[0] ?? [run.start];
  const [, to] = run.labels[count - 1] ?? [run.start, run.start];
  const part = readHostRun(text.slice(0, to), from);
  return { ...part, labels: run.labels.slice(0, count) };
}

/** The text between, with a dot for every way to write one, and without invisible characters. */
export function refangedHost(text: string, labels: HostRun['labels']): string {
  return labels.map(([from, to]) => withoutInvisible(text.slice(from, to))).join('.');
}

/** The same text without zero-width characters. */
export function withoutInvisible(text: string): string {
  for (let position = 0; position < text.length; position++) {
    if (isInvisible(text.charCodeAt(position))) return text.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '');
  }
  return text;
}
