import { ipv4Number } from './addresses';
import { canonicalHost } from './canonicalHost';
import { isSpaceless } from './characters';
import { DotForm } from './dots';
import { type HostRun, isTooLong, labelCount, refangedHost, shortened } from './hostRun';
import { isSpecialAddress } from './specialAddresses';
import { lastLabel } from './specialNames';
import { isEnding, isRegistrable } from './suffixes';

/** A host name or an IPv4 address as it stands. */
export interface Host {
  readonly start: number;
  readonly end: number;
  readonly type: 'domain' | 'ip';
  /** Canonical. */
  readonly value: string;
  /** The forms of its dots, as bits. */
  readonly forms: number;
}

const MOST_CHARACTERS = 253;
const LONGEST_LABEL = 63;
const HYPHEN = 45;
const FULL_STOP = 46;
const UNDERSCORE = 95;

/** The host that a run of labels is: what glued text and marks stand round it is left out. Undefined where it is none. */
export function hostOfRun(text: string, run: HostRun): Host | undefined {
  if (run.bounds.length < 4 || isTooLong(run)) return undefined;
  if (run.numeric) return addressOf(text, run);
  return rangeStart(text, run) ?? nameOf(text, run);
}

function addressOf(text: string, run: HostRun): Host | undefined {
  if (labelCount(run) !== 4) return undefined;
  const { start, end, forms } = run;
  const value = refangedHost(text, run);
  return ipv4Number(value) === undefined ? undefined : { start, end, type: 'ip', value, forms };
}

/** The first address of `1.2.3.4-1.2.3.9` or `1.2.3.4-20`; not `1.2.3.4-1`, a package's revision. */
function rangeStart(text: string, run: HostRun): Host | undefined {
  const [from, to] = run.bounds.slice(6, 8);
  if (from === undefined || to === undefined || to - from > 8) return undefined;
  const range = /^(\d{1,3})-(\d{1,3})$/.exec(text.slice(from, to));
  if (range === null) return undefined;
  const [, first = '', last = ''] = range;
  const end = from + first.length;
  const address = addressOf(text, { ...run, end, bounds: [...run.bounds.slice(0, 7), end] });
  if (address === undefined || labelCount(run) > 4) return address;
  // A short number behind a public address is a package's revision more often than the end of a range.
  const isRange = Number(last) > Number(first) && (last.length > 1 || isSpecialAddress(address.value));
  return isRange ? address : undefined;
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
  const count = labelCount(run);
  return (run.forms & DotForm.spaced) !== 0 && count > 2
    ? trimmedRun(text, shortened(text, run, count - 1))
    : undefined;
}

function trimmedRun(text: string, run: HostRun): HostRun {
  let { start, end } = run;
  const { bounds } = run;
  const firstEnd = bounds[1] ?? end;
  const lastStart = bounds.at(-2) ?? start;
  let underscores = 0;
  for (; end > lastStart + 1; end--) {
    const code = text.charCodeAt(end - 1);
    if (code === UNDERSCORE) underscores++;
    else if (code !== HYPHEN) break;
  }
  while (start < firstEnd - 1 && text.charCodeAt(start) === HYPHEN) start++;
  for (; underscores > 0 && start < firstEnd - 1 && text.charCodeAt(start) === UNDERSCORE; underscores--) start++;
  if (!run.ascii) {
    end = scriptEnd(text, lastStart, end);
    start = scriptStart(text, start, firstEnd);
  }
  return start === run.start && end === run.end
    ? run
    : { ...run, start, end, bounds: [start, ...bounds.slice(1, -1), end] };
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
  for (let position = to - 1; position > from; position--) {
    if (isSpaceless(text.charCodeAt(position - 1))) return position;
  }
  return from;
}

function validName(text: string, run: HostRun): Host | undefined {
  const { start, end, forms } = run;
  const lastStart = run.bounds.at(-2) ?? start;
  if (end - start > 4 * MOST_CHARACTERS || end - lastStart > LONGEST_LABEL) return undefined;
  // Most runs of a program end in no top-level domain: the cheapest question comes first.
  if (run.ascii && (end - lastStart < 2 || !isEnding(text.slice(lastStart, end).toLowerCase()))) return undefined;
  const value = canonicalHost(refangedHost(text, run));
  if (value === undefined || value.length > MOST_CHARACTERS || !hasValidLabels(value)) return undefined;
  if (!run.ascii && !isEnding(lastLabel(value))) return undefined;
  return isRegistrable(value) ? { start, end, type: 'domain', value, forms } : undefined;
}

/** Labels of 1 to 63 characters, not ending in a hyphen; the two last ones without underscores, save a leading one. */
function hasValidLabels(value: string): boolean {
  let labelsBehind = 0;
  let end = value.length;
  let underscore = false;
  for (let position = value.length - 1; position >= -1; position--) {
    const code = position < 0 ? FULL_STOP : value.charCodeAt(position);
    if (code === UNDERSCORE) underscore ||= position > 0 && value.charCodeAt(position - 1) !== FULL_STOP;
    if (code !== FULL_STOP) continue;
    const length = end - position - 1;
    if (length < 1 || length > LONGEST_LABEL || (underscore && labelsBehind < 2)) return false;
    if (value.charCodeAt(position + 1) === HYPHEN || value.charCodeAt(end - 1) === HYPHEN) return false;
    labelsBehind++;
    end = position;
  }
  return true;
}
