import { ipv4Number } from './addresses';
import { canonicalHost } from './canonicalHost';
import { isSpaceless } from './characters';
import type { DotForm } from './dots';
import { type HostRun, MOST_LABELS, refangedHost, shortened } from './hostRun';
import { isEnding, isRegistrable } from './suffixes';

/** A host name or an IPv4 address as it stands. */
export interface Host {
  readonly start: number;
  readonly end: number;
  readonly type: 'domain' | 'ip';
  /** Canonical. */
  readonly value: string;
  readonly forms: ReadonlySet<DotForm>;
}

const MOST_CHARACTERS = 253;
const HYPHEN = 45;
const UNDERSCORE = 95;

/** The host that a run of labels is: what glued text and marks stand round it is left out. Undefined where it is none. */
export function hostOfRun(text: string, run: HostRun): Host | undefined {
  if (run.labels.length < 2 || run.labels.length >= MOST_LABELS) return undefined;
  if (run.numeric) return addressOf(text, run);
  return rangeStart(text, run) ?? nameOf(text, run);
}

function addressOf(text: string, run: HostRun): Host | undefined {
  if (run.labels.length !== 4) return undefined;
  const value = refangedHost(text, run.labels);
  if (ipv4Number(value) === undefined) return undefined;
  return { start: run.start, end: run.end, type: 'ip', value, forms: run.forms };
}

/** The first address of `1.2.3.4-1.2.3.9` or `1.2.3.4-9`; not `1.2.3.4-1`, a package's revision. */
function rangeStart(text: string, run: HostRun): Host | undefined {
  const fourth = run.labels[3];
  if (fourth === undefined) return undefined;
  const [from, to] = fourth;
  const range = /^(\d{1,3})-(\d{1,3})$/.exec(text.slice(from, Math.min(to, from + 8)));
  if (range === null) return undefined;
  const [, first = '', last = ''] = range;
  if (run.labels.length === 4 && Number(last) <= Number(first)) return undefined;
  const end = from + first.length;
  const labels = [...run.labels.slice(0, 3), [from, end] as const];
  const value = refangedHost(text, labels);
  return ipv4Number(value) === undefined ? undefined : { start: run.start, end, type: 'ip', value, forms: run.forms };
}

function nameOf(text: string, run: HostRun): Host | undefined {
  for (let part: HostRun | undefined = trimmedRun(text, run); part !== undefined; part = withoutSpacedEnd(text, part)) {
    const host = validName(text, part);
    if (host !== undefined) return host;
  }
  return undefined;
}

/** A space before or behind a defanged dot may be a sentence's: the name may end earlier. */
function withoutSpacedEnd(text: string, run: HostRun): HostRun | undefined {
  return run.forms.has('spaced') && run.labels.length > 2
    ? trimmedRun(text, shortened(text, run, run.labels.length - 1))
    : undefined;
}

function trimmedRun(text: string, run: HostRun): HostRun {
  const first = run.labels[0] ?? [run.start, run.end];
  const last = run.labels.at(-1) ?? first;
  let [start] = first;
  let [, end] = last;
  let underscores = 0;
  for (; end > last[0] + 1; end--) {
    const code = text.charCodeAt(end - 1);
    if (code === UNDERSCORE) underscores++;
    else if (code !== HYPHEN) break;
  }
  while (start < first[1] - 1 && text.charCodeAt(start) === HYPHEN) start++;
  for (; underscores > 0 && start < first[1] - 1 && text.charCodeAt(start) === UNDERSCORE; underscores--) start++;
  end = Math.min(end, scriptEnd(text, last[0], end));
  start = Math.max(start, scriptStart(text, start, first[1]));
  if (start === first[0] && end === last[1]) return run;
  const labels = run.labels.map(([from, to]) => [from === first[0] ? start : from, to === last[1] ? end : to] as const);
  return { ...run, start, end, labels };
}

/** Where a Latin ending is followed by a script written without spaces: `com` of `com和`. */
function scriptEnd(text: string, from: number, to: number): number {
  if (text.charCodeAt(from) > 127) return to;
  for (let position = from + 1; position < to; position++) if (isSpaceless(text.charCodeAt(position))) return position;
  return to;
}

/** Where a Latin label begins behind a script written without spaces: `evil` of `访问evil`. */
function scriptStart(text: string, from: number, to: number): number {
  if (text.charCodeAt(to - 1) > 127) return from;
  for (let position = to - 1; position > from; position--)
    if (isSpaceless(text.charCodeAt(position - 1))) return position;
  return from;
}

function validName(text: string, run: HostRun): Host | undefined {
  const last = run.labels.at(-1);
  if (last === undefined || run.end - run.start > 4 * MOST_CHARACTERS || last[1] - last[0] > 63) return undefined;
  const label = text.slice(last[0], last[1]).toLowerCase();
  if (!isPlainEnding(label) && label.charCodeAt(0) < 128 && !/[^\0-\x7f]/.test(label)) return undefined;
  const value = canonicalHost(refangedHost(text, run.labels));
  if (value === undefined || value.length > MOST_CHARACTERS || !isEnding(value.slice(value.lastIndexOf('.') + 1)))
    return undefined;
  if (!hasValidLabels(value) || !isRegistrable(value)) return undefined;
  return { start: run.start, end: run.end, type: 'domain', value, forms: run.forms };
}

function isPlainEnding(label: string): boolean {
  return label.length > 1 && isEnding(label);
}

/** Labels of 1 to 63 characters, not ending in a hyphen; the two last ones without underscores. */
function hasValidLabels(value: string): boolean {
  const labels = value.split('.');
  return labels.every((label, index) => {
    if (label.length === 0 || label.length > 63 || label.startsWith('-') || label.endsWith('-')) return false;
    return index < labels.length - 2 || label.lastIndexOf('_') < 1;
  });
}
