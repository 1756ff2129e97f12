import { ipv4Number } from './addresses';
import { isLabel } from './characters';
import type { Zone } from './codeZones';
import { DotForm, dotRound } from './dots';
import { endingKind } from './endings';
import { type Host, hostOfRun } from './host';
import { type HostRun, readHostRun, withoutInvisible } from './hostRun';
import type { Family } from './language';
import { bareName } from './bareName';
import { isHostInCode } from './codeNames';
import { isHostInProse } from './proseNames';
import { isSpecialAddress } from './specialAddresses';
import { isSpecialName } from './specialNames';
import type { Occurrence } from './types';
import { decodedRest, urlEnd } from './urlEnd';
import { isDefanged, portAt, restBegins, surroundingsOf } from './urlRun';
import { isNumberInCode, isVersion } from './versions';

/** What was read round a dot, and where the search goes on. */
export interface BareResult {
  readonly next: number;
  readonly occurrence: Occurrence | undefined;
}

const AT_SIGN = /^(?:\+[\w.+=-]{0,64})?(?:@|\s?[[({](?:@|at)[\])}]\s?)(?=[\p{L}\p{N}_[])/iu;

/** A terminal's colour, as the escape character itself or written out. */
const COLOUR = new RegExp(`(?:${String.fromCharCode(27)}|\\\\(?:x1b|u001b|e|033))\\[[\\d;]*$`, 'i');

/** Words before ` dot ` that make it one of a sentence. */
const SENTENCE_DOT = /^(?:the|a|an|this|that|each|every|one|per|red|asp|vb|polka|no|with|and|microsoft)$/i;

/** Host names and IPv4 addresses without a scheme. */
export class BareHosts {
  constructor(
    private readonly text: string,
    private readonly languageId: string | undefined,
    private readonly family: Family,
    private readonly zoneAt: (offset: number) => Zone,
  ) {}

  /** Reads the run of labels whose first dot is at `anchor`; nothing before `floor` is looked at. */
  read(anchor: number, floor: number): BareResult {
    const { text } = this;
    const dot = dotRound(text, anchor, floor);
    if (dot === undefined) return { next: 0, occurrence: undefined };
    let start = dot.start;
    while (start > floor && isLabel(text.charCodeAt(start - 1))) start--;
    if (start === dot.start) return { next: 0, occurrence: undefined };
    const begin = start + this.escapeLength(start, dot.start);
    const whole = readHostRun(text, begin, dot);
    if (whole.bounds.length < 4) return { next: Math.max(anchor + 1, whole.end), occurrence: undefined };
    const none: BareResult = { next: whole.end, occurrence: undefined };
    if (isLocalPart(text, whole.end)) return none;
    const host = hostOfRun(text, withoutHyphens(text, whole));
    if (host === undefined) return none;
    return host.type === 'ip' ? this.address(host, whole) : this.name(host, whole);
  }

  /** Length of what an escape leaves glued to a name: `n` of `\n`, `u0022` of `\u0022`, `2F` of `%2F`, `31m` of a colour. */
  private escapeLength(start: number, end: number): number {
    const { text } = this;
    const before = text.charCodeAt(start - 1);
    if (before !== 92 && before !== 37 && before !== 91 && before !== 59) return 0;
    const label = text.slice(start, Math.min(end, start + 16));
    let length = 0;
    if (before === 37) length = /^(?:25){0,3}[0-9a-f]{2}/i.exec(label)?.[0].length ?? 0;
    else if (before === 92) {
      const token = /[^\s"'|]*$/.exec(text.slice(Math.max(0, start - 64), start - 1))?.[0] ?? '';
      if (/^\w:\\|\\[A-Zac-eg-mo-qswxyz\\]|%\\?$/.test(token) || token.endsWith('\\')) return 0;
      length = /^(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[nrtbfv])/i.exec(label)?.[0].length ?? 0;
    } else if (COLOUR.test(text.slice(Math.max(0, start - 16), start))) {
      length = /^\d{1,3}m/.exec(label)?.[0].length ?? 0;
    }
    return length < label.length ? length : 0;
  }

  private address(host: Host, whole: HostRun): BareResult {
    const { text } = this;
    const { start, end, value } = host;
    const next = Math.max(end, host.end < whole.end ? end : whole.end);
    const none: BareResult = { next, occurrence: undefined };
    const previous = text.charCodeAt(start - 1);
    if (previous === 46) return none;
    const strong = isDefanged(host);
    if (isNetwork(text, start, end, value)) return none;
    if (strong) return this.withPath(host) ?? this.plain(host, next);
    if (isVersion(text, start, end, value)) return none;
    if (this.family !== 'prose' && isNumberInCode(text, start, value, () => this.zoneAt(start))) return none;
    return this.plain(host, next);
  }

  private name(host: Host, whole: HostRun): BareResult {
    const { text } = this;
    const { start, end, value, forms } = host;
    const none: BareResult = { next: whole.end, occurrence: undefined };
    const next = end < whole.end ? end : whole.end;
    if ((forms & (DotForm.defanged | DotForm.spaced)) !== 0) {
      if ((forms & DotForm.defanged) === 0 && this.isSentence(host)) return none;
      return this.withPath(host) ?? this.plain(host, next);
    }
    const name = bareName(text, start, end, value, (forms & DotForm.escaped) !== 0);
    const counts =
      this.family === 'prose' ? isHostInProse(name) : isHostInCode(name, this.family, () => this.zoneAt(start));
    // A regular expression of a plain ending counts as defanged, wherever it stands.
    if (!counts && !(name.escaped && name.kind === 'plain')) return none;
    return this.plain(host, Math.max(next, this.plainPathEnd(end)));
  }

  /** `the dot net` of a sentence: a spelt dot counts between names alone. */
  private isSentence({ start, value, end }: Host): boolean {
    const raw = this.text.slice(start, end);
    if (!/ dot /i.test(raw)) return false;
    const labels = value.split('.');
    return labels.some((label) => SENTENCE_DOT.test(label)) || endingKind(labels.at(-1) ?? '') !== 'plain';
  }

  private plain(host: Host, next: number): BareResult {
    const { start, end, type, value } = host;
    const reserved = type === 'ip' ? isSpecialAddress(value) : isSpecialName(value);
    const raw = this.text.slice(start, end);
    const defanged = isDefanged(host) || withoutInvisible(raw) !== raw;
    return { next, occurrence: { start, end, raw, value, type, defanged, reserved } };
  }

  /** A defanged host with a path is a URL without a scheme. */
  private withPath(host: Host): BareResult | undefined {
    const { text } = this;
    const port = portAt(text, host.end);
    const from = port?.end ?? host.end;
    if (!restBegins(text, from) || text.charCodeAt(from) === 35) return undefined;
    const end = urlEnd(text, from, surroundingsOf(text, host.start, this.languageId));
    if (end <= from || this.isHostToo(from + 1, end)) return undefined;
    const { occurrence } = this.plain(host, end);
    if (occurrence === undefined) return undefined;
    const rest = decodedRest(text.slice(from, end), false);
    const value = `http://${host.value}${port === undefined ? '' : `:${port.port}`}${rest}`;
    return { next: end, occurrence: { ...occurrence, end, raw: text.slice(host.start, end), value, type: 'url' } };
  }

  /** `a[.]example/b[.]example`: two hosts, not a host and a path. */
  private isHostToo(from: number, end: number): boolean {
    const host = hostOfRun(this.text, readHostRun(this.text.slice(0, end), from));
    return host?.end === end && isDefanged(host);
  }

  /** Where the path behind a plain host ends: names in it are files. An address behind the slash is one of its own. */
  private plainPathEnd(end: number): number {
    const { text } = this;
    const port = portAt(text, end);
    const from = port?.end ?? end;
    if (!restBegins(text, from) || text.charCodeAt(from) === 35) return 0;
    if (/^\/?(?:\d{1,3}\.){3}\d|^\/\/|^\/\[?[0-9a-f]{1,4}:/i.test(text.slice(from, from + 16))) return 0;
    return urlEnd(text, from, { before: '', bracketEnds: true, commaEnds: true });
  }
}

/**
 * Whether a prefix length follows an address. Behind `tcp/` it is a port, behind `inside:` too, where the address has
 * bits below the prefix.
 */
function isNetwork(text: string, start: number, end: number, value: string): boolean {
  if (text.charCodeAt(end) !== 47) return false;
  const bits = /^\/(\d{1,2})(?![\d.\w])/.exec(text.slice(end, end + 5))?.[1];
  if (bits === undefined || Number(bits) > 32) return false;
  const before = text.slice(Math.max(0, start - 16), start);
  if (/(?:^|[^a-z])(?:tcp|udp|icmp|sctp)\/$/i.test(before)) return false;
  if (!/[a-z][\w-]*:$/i.test(before) || /(?:ip4?|ipv4|net|network|subnet|cidr|range|route|prefix):$/i.test(before))
    return true;
  return (ipv4Number(value) ?? 0) % 2 ** (32 - Number(bits)) === 0;
}

function isLocalPart(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  if (code === 32 ? !'[({'.includes(text.charAt(end + 1) || '?') : !'@+[({'.includes(text.charAt(end) || '?'))
    return false;
  return AT_SIGN.test(text.slice(end, end + 80));
}

function withoutHyphens(text: string, run: HostRun): HostRun {
  let { start } = run;
  const firstEnd = run.bounds[1] ?? start;
  while (start < firstEnd && text.charCodeAt(start) === 45) start++;
  return start === run.start || start === firstEnd ? run : readHostRun(text, start);
}
