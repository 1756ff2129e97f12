import { type TldKind, isMemberTld, tldKind } from './tldKinds';
import { isPseudoTld } from '../../../registry/specialNames';
import { words } from './words';
import type { Candidate } from '../rule';

/** A bare host name (no scheme, not defanged) and the text around it. */
export interface BareName extends Candidate {
  readonly raw: string;
  /** Lowercase, refanged, in punycode. */
  readonly value: string;
  /** Written `a\.b`, as in a regular expression. */
  readonly escaped: boolean;
  readonly labels: readonly string[];
  readonly tld: string;
  readonly kind: TldKind;
  /** Up to 64 characters before. */
  readonly before: string;
  /** Up to 48 characters after. */
  readonly after: string;
}

/** The name `value` at `[start, end)`. */
export function bareName(text: string, start: number, end: number, value: string, escaped: boolean): BareName {
  const labels = value.split('.');
  const tld = labels.at(-1) ?? '';
  return {
    text,
    start,
    end,
    raw: text.slice(start, end),
    value,
    escaped,
    labels,
    tld,
    kind: tldKind(tld),
    before: text.slice(Math.max(0, start - 64), start),
    after: text.slice(end, end + 48),
  };
}

/** Whether the TLD is also a file extension or a word for members, so that the name needs evidence in code. */
export function isAmbiguous({ kind, tld }: BareName): boolean {
  return kind !== 'plain' || isMemberTld(tld);
}

/** Common object names in code; followed by a member TLD, they aren't hosts (`options.help`, `cache.store`). */
const objects = words(`
  this self that window document console debug log logger logging process math date json object array string number boolean
  os sys req res request response event events ctx context module exports e err error args arg argv config cfg conf opt
  option options opts param params user users file files node nodes obj item items data dns app apps path field fields prop
  props state store env super row rows col cols cell key keys target source parent child children element elem el input
  output form client server service result results entry entries host http url agent cloud container device driver threat
  winlog rule rules observer organization package pkg related registry std fs vm index list dict set map info util utils
  helper helpers location history navigator screen performance new style styles token tokens tok exec parse cache chalk
  color colors provider handler message messages value values wrapper decoded page job task manifest person component
  instance plugin plugins schema model view widget button route router query db database table record terminal term
  identifier function class type enum struct impl crate prototype global globalthis root base body header headers image
  img video audio canvas frame stream buffer socket connection channel thread worker queue lock timer time clock counter
  iterator iter generator promise future callback fn func method attr attribute attributes settings prefs profile account
  member team project repo issue commit branch tag version release build test tests spec suite assert expect mock
  foo bar baz qux quux buzz primary secondary first last next prev previous current default main core lib src dist
  resource resources session thing things my your our name id text label title content contents metadata meta cls ip
  env environment system machine computer program script command cmd shell editor workbench workspace vscode git scripts uri
  technique subtechnique tactic question destination geo as organization alert kibana dll dest manager decoder ingress egress policy
  schemas tables columns edge edges addr emp author committer group win indicator enrichments ssh actor subject issuer x509 tls windows
`);

/** `user.name`, `this.it`, `e.id`, `req.params.id`: consists of common identifiers only. */
export function isObjectMember({ labels, tld }: BareName): boolean {
  if (labels.length === 2 && labels[0]?.length === 1) return !isPseudoTld(tld);
  return labels.slice(0, -1).every((label) => objects.has(label));
}

/** `DC01.corp.local`, `Anns-MacBook-Pro.local`: a machine on a private network, in any case; not `Thread.local`. */
export function isPrivateHost({ raw, labels, tld }: BareName): boolean {
  if (!/^(?:local|lan|internal)$/.test(tld)) return false;
  return labels.length > 2 || raw === raw.toUpperCase() || labels.slice(0, -1).some((label) => label.includes('-'));
}

/** `a.b.test. ` in a zone file. */
export function isFullyQualified({ labels, after }: BareName): boolean {
  return labels.length > 2 && /^\.(?:\s|\\t|["'])/.test(after);
}

/** The domain of an email address. */
export function isMailDomain({ before }: BareName): boolean {
  return before.endsWith('@') && /[\w.+-]@$/.test(before);
}

/** Whether the character is a quote. */
export function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === '`';
}

/** Members in code have no hyphens and rarely digits. */
export function looksLikeHost({ labels }: BareName): boolean {
  return labels.slice(0, -1).some((label) => /[-\d]/.test(label));
}

/** Whether a label other than the TLD has a hyphen, which members don't have. */
export function hasHyphen({ labels }: BareName): boolean {
  return labels.slice(0, -1).some((label) => label.includes('-') && !label.startsWith('xn--'));
}

/** The whole of a string, optionally with a port, a path, a leading dot, or the root dot; also inside a JSON string. */
export function isExact({ before, after }: BareName): boolean {
  // The pattern reads all of the text before, so the last character comes first.
  if (!'"\'.*'.includes(before.charAt(before.length - 1) || ' ')) return false;
  return /["']\*?\.?$/.test(before) && /^\.?(?:["':/]|\\["'])/.test(after);
}

/** `  - relay.a-site.dev`, the only item on its line. */
export function isListItem({ before, after }: BareName): boolean {
  const last = before.charAt(before.length - 1);
  if ((last !== ' ' && last !== '.') || !' -*\t'.includes(before.charAt(before.length - 2) || 'x')) return false;
  return /(?:^|\n)[ \t]*-[ \t]+\*?\.?$/.test(before) && /^[ \t]*(?:\r?\n|$)/.test(after);
}

/** `{"a.b": 1}`, `a.b=1`, `a.b: 1` at the start of a line. */
export function isKey({ before, after }: BareName): boolean {
  if (/^(?:=|` =[^=])/.test(after)) return true;
  if (/^["']\]?\s?[:=]/.test(after)) return /["'[]$/.test(before);
  return /^:\s/.test(after) && /(?:^|\n)\s{0,64}(?:- )?$/.test(before);
}

/** Whether `(` opens the arguments of a call; an address in parentheses doesn't. */
export function isCall({ after }: BareName): boolean {
  return /^\((?!\s|\[?\d{1,3}\.\d)/.test(after);
}
