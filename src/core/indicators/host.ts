import { ipv4Number } from './addresses';
import { canonicalHost } from './canonicalHost';
import { isDigit, isSpaceless } from './characters';
import { DotForm } from './dots';
import { type HostRun, isTooLong, labelRanges, refangedHost, withoutLastLabel } from './hostRun';
import { isSpecialIpv4 } from './specialAddresses';
import { lastLabel } from './specialNames';
import { isEnding, LONGEST_LABEL, nameKind } from './suffixes';

/** A host name or an IPv4 address as it stands. */
export interface Host {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly type: 'domain' | 'ip';
  /** Canonical. */
  readonly value: string;
  /** The forms of its dots, as bits. */
  readonly forms: number;
  /** Dots that are none, or invisible characters. */
  readonly defanged: boolean;
  readonly reserved: boolean;
}

const MOST_CHARACTERS = 253;
const HYPHEN = 45;
const UNDERSCORE = 95;

/**
 * The host that a run of labels is: what glued text and marks stand round it is left out. Undefined where it is none; so is
 * what many names share (`github.io`), save in a URL.
 */
export function hostOfRun(text: string, run: HostRun, inUrl = false): Host | undefined {
  if (run.labels < 2 || isTooLong(run)) return undefined;
  if (run.numeric) return addressOf(text, run);
  return amidScript(text, run) ?? emphasised(text, run) ?? rangeStart(text, run) ?? nameOf(text, run, inUrl);
}

/** The address of `访问192.0.2.1并`: between characters of a script written without spaces. */
function amidScript(text: string, run: HostRun): Host | undefined {
  if (run.ascii || run.labels < 4) return undefined;
  const start = scriptStart(text, run.start, run.firstEnd);
  const end = scriptEnd(text, run.lastStart, run.end);
  if (!isDigit(text.charCodeAt(start)) || (start === run.start && end === run.end)) return undefined;
  const part = { ...run, start, end };
  return addressOf(text, part) ?? rangeStart(text, part);
}

function addressOf(text: string, run: HostRun): Host | undefined {
  if (run.labels !== 4) return undefined;
  const { start, end, forms } = run;
  const raw = text.slice(start, end);
  const value = refangedHost(text, run, raw);
  const number = ipv4Number(value);
  if (number === undefined) return undefined;
  return { start, end, raw, type: 'ip', value, forms, defanged: value !== raw, reserved: isSpecialIpv4(number) };
}

/** The address of `_192.0.2.1_`, as Markdown writes it. */
function emphasised(text: string, run: HostRun): Host | undefined {
  const { start, end, labels } = run;
  if (labels !== 4 || text.charCodeAt(start) !== UNDERSCORE || text.charCodeAt(end - 1) !== UNDERSCORE)
    return undefined;
  return addressOf(text, { ...run, start: start + 1, end: end - 1 });
}

/** The first address of `1.2.3.4-1.2.3.9` or `1.2.3.4-20`; not `1.2.3.4-1`, a package's revision. */
function rangeStart(text: string, run: HostRun): Host | undefined {
  if (run.labels < 4 || !isDigit(text.charCodeAt(run.start)) || !isDigit(text.charCodeAt(run.lastStart)))
    return undefined;
  const [from, to] = labelRanges(text, run)[3] ?? [0, 0];
  if (to - from > 8) return undefined;
  const range = /^(\d{1,3})-(\d{1,3})$/.exec(text.slice(from, to));
  if (range === null) return undefined;
  const [, first = '', last = ''] = range;
  const address = addressOf(text, { ...run, end: from + first.length, labels: 4 });
  if (address === undefined || run.labels > 4) return address;
  // A short number behind a public address is a package's revision more often than the end of a range.
  const isRange = Number(last) > Number(first) && (last.length > 1 || address.reserved);
  return isRange ? address : undefined;
}

function nameOf(text: string, run: HostRun, inUrl: boolean): Host | undefined {
  for (let part: HostRun | undefined = trimmedRun(text, run); part !== undefined; part = withoutSpacedEnd(text, part)) {
    const host = validName(text, part, inUrl);
    if (host !== undefined) return host;
  }
  return undefined;
}

/** A space before or behind a defanged dot may be a sentence's: the name may end earlier. */
function withoutSpacedEnd(text: string, run: HostRun): HostRun | undefined {
  return (run.forms & DotForm.spaced) !== 0 && run.labels > 2
    ? trimmedRun(text, withoutLastLabel(text, run))
    : undefined;
}

function trimmedRun(text: string, run: HostRun): HostRun {
  let { start, end } = run;
  const { firstEnd, lastStart } = run;
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
  return start === run.start && end === run.end ? run : { ...run, start, end };
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

function validName(text: string, run: HostRun, inUrl: boolean): Host | undefined {
  const { start, end, forms, lastStart } = run;
  if (end - start > 4 * MOST_CHARACTERS || end - lastStart > LONGEST_LABEL) return undefined;
  // Most runs of a program end in no top-level domain: the cheapest question comes first.
  if (run.ascii && (end - lastStart < 2 || !isEnding(text.slice(lastStart, end).toLowerCase()))) return undefined;
  const raw = text.slice(start, end);
  const written = refangedHost(text, run, raw);
  const value = run.ascii ? written.toLowerCase() : canonicalHost(written);
  if (value === undefined || value.length > MOST_CHARACTERS) return undefined;
  if (!run.ascii && !isEnding(lastLabel(value))) return undefined;
  const kind = nameKind(value);
  if (kind === 'none' || (kind === 'shared' && !inUrl) || isMaskedAddress(value)) return undefined;
  return { start, end, raw, type: 'domain', value, forms, defanged: written !== raw, reserved: kind === 'reserved' };
}

/** `192.0.2.xxx`, an address that a report does not tell whole; `.xxx` is a top-level domain, too. */
function isMaskedAddress(value: string): boolean {
  return value.endsWith('.xxx') && /^\d{1,3}(?:\.\d{1,3}|\.x{1,3}){1,2}\.xxx$/.test(value);
}
