import { isDigit, isLabel, isLetter } from './scan/characters';
import type { Region } from './syntax/syntaxRegions';
import { DotForm, dotAround } from './scan/dotVariants';
import { tldKind } from './rules/names/tldKinds';
import { type Host, parseHost } from './scan/host';
import { type HostToken, readHostToken } from './scan/hostToken';
import type { Family } from './syntax/language';
import { BareName } from './rules/names/bareName';
import { nameTable } from './rules/names/nameRules';
import type { Strength } from './rules/rule';
import { addressTable } from './rules/addresses/addressRules';
import { Quad } from './rules/addresses/quad';
import { noAddress, PlainNumbers } from './scan/plainNumbers';
import { isNetwork } from './scan/prefixLength';
import type { Findings, FindOptions } from '../identity/types';
import { isSpecialIpv4 } from '../registry/specialAddresses';
import { isTopLevelDomainAt } from '../registry/suffixes';
import { decodeRest, urlEnd } from './scan/urlEnd';
import { UrlContext } from './scan/urlContext';
import { isDefanged, portAt, restEnd, startsRest } from './scan/urlToken';

const reach = 160;

/** Marks of quoted-printable mail: an escaped `=`, or a line wrapped after `=`. */
const quotedPrintablePattern = /=3D|[^=\s]=\r?\n/;

/**
 * The length of the two digits of a quoted-printable escape (`=20`, `=3D`, `=C2=A0`) that precede a name at `start`,
 * directly after the `=`; 0 if there are none. Queries can contain `site=20min.example`, so the surrounding text must
 * be such mail.
 */
function quotedPrintableLength(text: string, start: number): number {
  const code = text.slice(start, start + 2);
  if (!/^(?:20|09|22|27|28|3[ACDE]|40|5B|7C|[89A-F][0-9A-F])$/.test(code)) return 0;
  if (/^[89A-F]/.test(code))
    return /=[C-F][0-9A-F](?:=[89AB][0-9A-F])?=$/.test(text.slice(Math.max(0, start - 7), start)) ? 2 : 0;
  return quotedPrintablePattern.test(text.slice(Math.max(0, start - reach), start + reach)) ? 2 : 0;
}

const atSignPattern = /^(?:[+$][\w.+=$-]{0,64})?(?:@|\s?[[({](?:@|at)[\])}]\s?)(?=[\p{L}\p{N}_[])/iu;

/** The start of a terminal color sequence, as an escape character or spelled out. */
const ansiColorPattern = new RegExp(`(?:${String.fromCharCode(27)}|\\\\(?:x1b|u001b|e|033))\\[[\\d;]*$`, 'i');

/** Words before ` dot ` that belong to a sentence. */
const sentenceWordPattern = /^(?:the|a|an|this|that|each|every|one|per|red|asp|vb|polka|no|with|and|microsoft)$/i;

/** Words in a sentence that describe the character in brackets. */
const dotNamePattern = /^(?:dots?|periods?|point|stop|characters?|symbol|operator|separator|delimiter)$/;

/** The regions and language families of a text. Offsets must be ascending. */
export interface Surroundings {
  readonly family: Family;
  regionAt(offset: number): Region;
  familyAt(offset: number): Family;
}

/** Finds host names and IPv4 addresses without a scheme. */
export class BareHosts {
  /** The start of a host that has a path, but whose scheme isn't that of a web address. */
  hostAlone = -1;
  /** The start of a name that is a host in any form, because it follows user information. */
  certainHost = -1;
  private readonly plain = new PlainNumbers();

  constructor(
    private readonly text: string,
    private readonly languageId: string | undefined,
    private readonly surroundings: Surroundings,
    private readonly findings: Findings,
    private readonly options: FindOptions,
  ) {}

  /**
   * Reads the labels around the dot at `anchor`, ignoring everything before `floor`. Returns the offset to continue
   * from.
   */
  read(anchor: number, floor: number): number {
    const { text } = this;
    const first = this.firstDot(anchor, floor);
    if (first === -1) return 0;
    let start = first;
    while (start > floor && isLabel(text.charCodeAt(start - 1))) start--;
    if (start === first) return 0;
    if (isDigit(text.charCodeAt(start))) {
      // Most are addresses and timestamps of logs.
      const { plain } = this;
      if (plain.read(text, start) && !isEmailLocalPart(text, plain.end)) return this.addPlain(start);
    }
    if (isBareEscape(text, start, first)) return first + 1;
    const whole = beforeBackslash(text, readHostToken(text, start + this.escapeLength(start, first)));
    if (whole.labels < 2) return Math.max(anchor + 1, whole.end);
    // The cheapest checks come first. Numbers are excluded because they can start an address range.
    if (!isDigit(text.charCodeAt(whole.start)) && (this.isPlainCode(whole) || endsInNoTld(text, whole)))
      return whole.end;
    if (isEmailLocalPart(text, whole.end) && !isKerberosHost(text, whole) && !hasPortAfterAt(text, whole))
      return whole.end;
    if (isEscapedHyphen(text, whole)) return whole.end;
    const token = dropLeadingHyphens(text, whole);
    const host = parseHost(text, token);
    if (host === undefined) return this.sharedUrl(token) ?? whole.end;
    return host.type === 'ip' ? this.address(host) : this.name(withHyphen(text, host), whole);
  }

  /** Whether the token is in plain code, where names such as `user.name` are common and never hosts. */
  private isPlainCode({ start, forms }: HostToken | Host): boolean {
    return (
      this.surroundings.family === 'code' && forms === DotForm.plain && this.surroundings.regionAt(start) === 'code'
    );
  }

  /** The start of the dot around `anchor`, or -1. Most are full stops between two labels. */
  private firstDot(anchor: number, floor: number): number {
    const { text } = this;
    const isPlain =
      text.charCodeAt(anchor) === 46 &&
      anchor > floor &&
      isLabel(text.charCodeAt(anchor - 1)) &&
      isLabel(text.charCodeAt(anchor + 1));
    return isPlain ? anchor : (dotAround(text, anchor, floor)?.start ?? -1);
  }

  /**
   * The length of an escape sequence that runs into a name: `n` of `
   * `, `fB` of a manual's `\fB`, `u0022` of `\u0022`, `2F` of `%2F`, `31m` of a color.
   */
  private escapeLength(start: number, end: number): number {
    const { text } = this;
    const before = text.charCodeAt(start - 1);
    if (before === 61) return end > start + 2 ? quotedPrintableLength(text, start) : 0;
    if (before !== 92 && before !== 37 && before !== 91 && before !== 59) return 0;
    const label = text.slice(start, Math.min(end, start + 16));
    let length = 0;
    if (before === 37) length = /^(?:25){0,3}[0-9a-f]{2}/i.exec(label)?.[0].length ?? 0;
    else if (before === 92) {
      const token = /[^\s"'|]{0,64}$/.exec(text.slice(Math.max(0, start - 64), start - 1))?.[0] ?? '';
      if (/^\w:\\|\\[A-Zac-eg-mo-qswxyz\\]|%\\?$/.test(token) || token.endsWith('\\')) return 0;
      // `CORP\first.last`, the account of a domain; these escapes are rare.
      if (/^[bfv][a-z]/.test(label) && /(?:^|[^\w-])[A-Z][A-Z\d-]{1,14}$/.test(token)) return 0;
      length = /^(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|f[BIRP]|[nrtbfvNRTBFV])/.exec(label)?.[0].length ?? 0;
    } else if (ansiColorPattern.test(text.slice(Math.max(0, start - 16), start)) || this.followsBareColor(start)) {
      length = /^\d{1,3}m/.exec(label)?.[0].length ?? 0;
    }
    return length < label.length ? length : 0;
  }

  /** Whether `[0;3` precedes of `[0;32m192.0.2.7[0m`: a color whose escape character got lost, and its end behind it. */
  private followsBareColor(start: number): boolean {
    const { text } = this;
    return (
      /(?:^|[^\w\])])\[(?:\d{1,3};){0,4}$/.test(text.slice(Math.max(0, start - 20), start)) &&
      /^\d{1,3}m[^\n]{1,120}\[(?:0|39|0;0)?m/.test(text.slice(start, start + 130))
    );
  }

  /** Adds the numbers that were read if they are an address. Returns their end. */
  private addPlain(start: number): number {
    const { end, address } = this.plain;
    if (address === noAddress) return end;
    const value = this.text.slice(start, end);
    return isNetwork(this.text, start, end, value)
      ? end
      : this.addAddress(start, end, value, address, isSpecialIpv4(address));
  }

  private address(host: Host): number {
    const { text } = this;
    const { start, end, value, number = 0, reserved } = host;
    const followsDot = text.charCodeAt(start - 1) === 46 && text.charCodeAt(start - 2) !== 46;
    if (followsDot || isNetwork(text, start, end, value)) return end;
    return isDefanged(host) ? this.addDefanged(host) : this.addAddress(start, end, value, number, reserved);
  }

  /** Adds an address that isn't defanged unless it is a version or another number. Returns its end. */
  private addAddress(start: number, end: number, value: string, number: number, reserved: boolean): number {
    const quad = new Quad(this.text, start, end, value, number, reserved, this.surroundings);
    const family = this.surroundings.familyAt(start);
    const isAddress = addressTable.decide(quad, family);
    if (this.options.explain !== undefined)
      this.report({ start, end, value, type: 'ip' }, isAddress, addressTable.explain(quad, family));
    // A soft hyphen, for example, isn't part of the value.
    const defanged = end - start !== value.length;
    const raw = defanged ? this.text.slice(start, end) : value;
    if (isAddress) this.findings.add({ start, end, raw, value, type: 'ip', defanged, reserved });
    return end;
  }

  private name(host: Host, whole: HostToken): number {
    const { text } = this;
    const { start, end, value, forms } = host;
    if ((forms & (DotForm.defanged | DotForm.spaced)) !== 0) {
      if ((forms & DotForm.defanged) === 0 && this.isSentence(host)) return whole.end;
      return this.addDefanged(host);
    }
    if (this.isPlainCode(host)) return whole.end;
    const name = new BareName(text, start, end, value, (forms & DotForm.escaped) !== 0);
    const family = this.surroundings.familyAt(start);
    const isHost = nameTable.decide(name, family) || start === this.certainHost;
    const isListed = !isHost && this.options.listed?.(value) === true && nameTable.yields(name, family);
    if (this.options.explain !== undefined) {
      const rules = nameTable.explain(name, family);
      this.report(host, isHost || isListed, isListed ? [{ id: 'is listed as risky' }, ...rules] : rules);
    }
    if (isListed) return this.add(host, whole.end, true);
    return isHost ? this.add(host, Math.max(end, this.plainPathEnd(end))) : whole.end;
  }

  private report(
    { start, end, value, type }: Pick<Host, 'start' | 'end' | 'value' | 'type'>,
    found: boolean,
    rules: readonly { readonly id: string; readonly strength?: Strength }[],
  ): void {
    const texts = rules.map(({ id, strength }) => (strength === undefined ? id : `${id} (${strength})`));
    this.options.explain?.({ start, end, value, type, found, rules: texts });
  }

  /** Adds a defanged host, with a path as a URL. Returns the offset to continue from. */
  private addDefanged(host: Host): number {
    this.report(host, true, [{ id: 'is defanged' }]);
    if (host.start === this.hostAlone) return this.add(host, Math.max(host.end, this.plainPathEnd(host.end)));
    return this.addUrl(host) ?? this.add(host, host.end);
  }

  /** `the dot net`, `a dot (.) in`: a sentence about dots. A spelled-out dot counts only between names. */
  private isSentence({ raw, value }: Host): boolean {
    const labels = value.split('.');
    if (dotNamePattern.test(labels.at(-2) ?? '')) return true;
    if (!/ dot /i.test(raw)) return false;
    return labels.some((label) => sentenceWordPattern.test(label)) || tldKind(labels.at(-1) ?? '') !== 'plain';
  }

  /** Adds a host without a path; the search continues at `next`. */
  private add({ start, end, raw, value, type, defanged, reserved }: Host, next: number, isListed = false): number {
    const occurrence = { start, end, raw, value, type, defanged, reserved };
    this.findings.add(isListed ? { ...occurrence, listed: true } : occurrence);
    return next;
  }

  /** `github[.]io/x`, `github[.]io`: an indicator, although such a host isn't one where it isn't defanged. */
  private sharedUrl(token: HostToken): number | undefined {
    if ((token.forms & (DotForm.defanged | DotForm.spaced)) === 0) return undefined;
    const host = parseHost(this.text, token, true);
    if (host === undefined) return undefined;
    return this.addUrl(host) ?? ((host.forms & DotForm.defanged) === 0 ? undefined : this.add(host, host.end));
  }

  /** Adds a defanged host with a path as a URL without a scheme. Returns its end, or undefined if there is no path. */
  private addUrl({ start, end: hostEnd, value: host, reserved }: Host): number | undefined {
    const { text } = this;
    const port = portAt(text, hostEnd);
    const from = port?.end ?? hostEnd;
    if (!startsRest(text, from) || text.charCodeAt(from) === 35) return undefined;
    // `a[.]example:80/tcp` is a port, not a path.
    if (port !== undefined && /^\/(?:tcp|udp)(?![\w/.])/i.test(text.slice(from, from + 6))) return undefined;
    const end = restEnd(text, from, new UrlContext(text, start, this.languageId));
    if (end <= from || this.isSecondHost(from + 1, end)) return undefined;
    const rest = decodeRest(text.slice(from, end), false);
    const value = `http://${host}${port === undefined ? '' : `:${port.port}`}${rest}`;
    this.findings.add({ start, end, raw: text.slice(start, end), value, type: 'url', defanged: true, reserved });
    return end;
  }

  /** `a[.]example/b[.]example`: two hosts, not a host and a path. */
  private isSecondHost(from: number, end: number): boolean {
    const host = parseHost(this.text, readHostToken(this.text.slice(0, end), from));
    return host?.end === end && isDefanged(host);
  }

  /**
   * The end of the path after a plain host, because names in it are files. An address after the slash is a separate
   * indicator.
   */
  private plainPathEnd(end: number): number {
    const { text } = this;
    const port = portAt(text, end);
    const from = port?.end ?? end;
    if (!startsRest(text, from) || text.charCodeAt(from) === 35) return 0;
    if (/^\/?(?:\d{1,3}\.){3}\d|^\/\/|^\/\[?[0-9a-f]{1,4}:/i.test(text.slice(from, from + 16))) return 0;
    return urlEnd(text, from, { before: '', bracketEnds: true, commaEnds: true });
  }
}

/** The host in front of `\.` in `a-site.com\.b-site.net`, which browsers visit as they take the backslash for a slash. */
function beforeBackslash(text: string, token: HostToken): HostToken {
  if ((token.forms & DotForm.escaped) === 0) return token;
  const before = readHostToken(text.slice(0, text.indexOf('\\', token.start)), token.start);
  return before.forms === DotForm.plain && parseHost(text, before) !== undefined ? before : token;
}

/** Whether a token is nothing because its last label is a word that isn't a TLD, as in most code. */
function endsInNoTld(text: string, { forms, ascii, lastStart, end }: HostToken): boolean {
  const isPlain = forms === DotForm.plain && ascii && isLetter(text.charCodeAt(end - 1));
  return isPlain && !isTopLevelDomainAt(text, lastStart, end);
}

/** A query or a field for hosts, in which a hyphen is the first character of a name, not a mark in front of it. */
const beforeHyphenPattern =
  /(?:\bquery(?:\[\w{1,8}\])?:? |\b(?:query|rrname|qname|host(?:name)?|domain|sni)["']?\s?[:=]\s?["']?)$/i;

function withHyphen(text: string, host: Host): Host {
  const { start, raw, value, forms } = host;
  const at = start - 1;
  if (text.charCodeAt(at) !== 45 || text.charCodeAt(at - 1) === 45 || forms !== DotForm.plain) return host;
  // Nobody can register a name that starts with one.
  if (value.indexOf('.') === value.lastIndexOf('.')) return host;
  if (!beforeHyphenPattern.test(text.slice(Math.max(0, at - 24), at))) return host;
  return { ...host, start: at, raw: `-${raw}`, value: `-${value}` };
}

function isEmailLocalPart(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  const mayBe =
    code === 32
      ? isOpeningBracket(text.charCodeAt(end + 1))
      : code === 64 || code === 43 || code === 36 || isOpeningBracket(code);
  return mayBe && atSignPattern.test(text.slice(end, end + 80));
}

/** `HTTP/web.a.example@A.EXAMPLE`: a service host before the realm, which is in capitals. */
function isKerberosHost(text: string, { start, end }: HostToken): boolean {
  if (text.charCodeAt(start - 1) !== 47 || !isLabel(text.charCodeAt(start - 2))) return false;
  const realm = /^@[\w.-]{1,80}/.exec(text.slice(end, end + 82))?.[0] ?? '';
  return realm.includes('.') && !/[a-z]/.test(realm) && text.charCodeAt(end + realm.length) !== 64;
}

/** `a\\-site.example`: the part after an escaped hyphen, as in manual pages. */
function isEscapedHyphen(text: string, { start }: HostToken): boolean {
  return text.charCodeAt(start) === 45 && text.charCodeAt(start - 1) === 92 && isLabel(text.charCodeAt(start - 2));
}

/** `192.0.2.1@853`, as resolvers write a server's port; `192.0.2.1@pts/0`, the terminal of a login; `\\a.example@SSL\share`, as Windows does. */
function hasPortAfterAt(text: string, { start, end, labels, numeric }: HostToken): boolean {
  if (text.charCodeAt(start - 1) === 92 && /^@(?:SSL|\d{1,5})(?:@\d{1,5})?\\/i.test(text.slice(end, end + 16)))
    return true;
  return numeric && labels === 4 && /^@(?:\d{1,5}(?![\w.-])|[a-z]{2,8}\/\d)/.test(text.slice(end, end + 16));
}

/** `%6f.com`: the label before the dot is only an escape. */
function isBareEscape(text: string, start: number, end: number): boolean {
  return text.charCodeAt(start - 1) === 37 && end - start === 2 && /^[0-9a-f]{2}$/i.test(text.slice(start, end));
}

function isOpeningBracket(code: number): boolean {
  return code === 91 || code === 40 || code === 123;
}

function dropLeadingHyphens(text: string, token: HostToken): HostToken {
  let { start } = token;
  while (start < token.firstEnd && text.charCodeAt(start) === 45) start++;
  return start === token.start || start === token.firstEnd ? token : readHostToken(text, start);
}
