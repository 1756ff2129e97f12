import { type TldKind, isMemberTld, tldKind } from './tldKinds';
import { isPseudoTld } from '../../../registry/specialNames';
import { isBelowLongSuffix } from '../../../registry/suffixes';
import { words } from './words';
import type { Candidate } from '../rule';

/** A bare host name (no scheme, not defanged) and the text around it, of which most rules need nothing. */
export class BareName implements Candidate {
  readonly tld: string;
  readonly labelCount: number;
  readonly kind: TldKind;
  private rawRead: string | undefined;
  private labelsRead: readonly string[] | undefined;
  private beforeRead: string | undefined;
  private afterRead: string | undefined;

  constructor(
    readonly text: string,
    readonly start: number,
    readonly end: number,
    /** Lowercase, refanged, in punycode. */
    readonly value: string,
    /** Written `a\.b`, as in a regular expression. */
    readonly escaped: boolean,
  ) {
    this.tld = value.slice(value.lastIndexOf('.') + 1);
    this.labelCount = countLabels(value);
    this.kind = kindOf(value, this.labelCount, this.tld);
  }

  get raw(): string {
    return (this.rawRead ??= this.text.slice(this.start, this.end));
  }

  get labels(): readonly string[] {
    return (this.labelsRead ??= this.value.split('.'));
  }

  /** The first label. */
  get first(): string {
    return this.value.slice(0, this.value.indexOf('.'));
  }

  /** Up to 64 characters before. */
  get before(): string {
    return (this.beforeRead ??= this.text.slice(Math.max(0, this.start - 64), this.start));
  }

  /** Up to 48 characters after. */
  get after(): string {
    return (this.afterRead ??= this.text.slice(this.end, this.end + 48));
  }
}

function countLabels(value: string): number {
  let count = 1;
  for (let dot = value.indexOf('.'); dot !== -1; dot = value.indexOf('.', dot + 1)) count++;
  return count;
}

/** Subdomains of a suffix of several labels, such as `co.in` or `pages.dev`, are neither files nor members. */
function kindOf(value: string, labelCount: number, tld: string): TldKind {
  const kind = tldKind(tld);
  // `configure.ac.in` is a build file.
  if (kind === 'plain' || labelCount < 3 || tld === 'in') return kind;
  return isBelowLongSuffix(value) ? 'plain' : kind;
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
  auth member team project repo issue commit branch tag version release build test tests spec suite assert expect mock
  foo bar baz qux quux buzz hello hi sms i18n l10n primary secondary first last next prev previous current default main core lib src dist
  resource resources session thing things my your our name id text label title content contents metadata meta cls ip
  environment system machine computer program script command cmd shell editor workbench workspace vscode git scripts uri
  utf8 utf16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 base64 builtin
  technique subtechnique tactic question destination geo as alert kibana dll dest manager decoder ingress egress policy
  authentication principal controller schemas tables columns edge edges addr emp author committer group win indicator enrichments ssh actor subject issuer x509 tls windows
`);

/** A label in Pascal case, or an abbreviation. Random capitals look like this once in a hundred names. */
const typePattern = /^(?:[A-Z][a-z]+(?:[A-Z][a-z]{2,})*|[A-Z]{2,3})$/;
/**
 * Whether a name has the capitals of a type or of its file: `Acme.Billing.Services`, `System.IO`, `Json.NET`,
 * `Safari.app`, `README.md`. Names of hosts are also written with capitals, so the words must be those of code, or
 * the last one in capitals behind others that aren't.
 */
export function isTypeCased(raw: string): boolean {
  const labels = raw.split('.');
  const written = labels.pop() ?? '';
  if (written === written.toLowerCase()) return labels.length === 1 && isFileCased(labels[0] ?? '', written);
  if (raw === raw.toUpperCase() || !labels.every((label) => typePattern.test(label))) return false;
  // `NukeBot.TR`, the variant of malware.
  if (/^[A-Z]{2}$/.test(written) && /[a-z]Bot\./.test(raw)) return true;
  if (/^(?:System|Newtonsoft)\./.test(raw)) return written.length > 2 || written === written.toUpperCase();
  if (!/^(?:[A-Z][a-z]{2,}|[A-Z]+)$/.test(written)) return false;
  return hasWordOfCode(labels) && !isBelowLongSuffix(raw.toLowerCase());
}

/** Whether one of the labels behind the first, or the only one, is a word of code. */
function hasWordOfCode(labels: readonly string[]): boolean {
  return (labels.length === 1 ? labels : labels.slice(1)).some(isCodeLabel);
}

/** `AppDelegate.mm`, `README.md`, `Safari.app`; other single words with a capital start sentences. */
function isFileCased(stem: string, extension: string): boolean {
  if (extension === 'app') return /^(?:Safari|Xcode|Instruments|[A-Z]{3})$/.test(stem);
  return /^[A-Z_]{4,}$/.test(stem) || (/[a-z][A-Z]/.test(stem) && isCodeLabel(stem));
}

const wordPattern = /[A-Z]?[a-z]+|[A-Z]{1,63}(?![a-z])/g;

/** `userData.name`, `Customer.email`, `taskRunner.run`: has capitals, and its words name objects of code. */
export function isCasedMember({ raw, value, tld }: BareName): boolean {
  if (raw === value || !isMemberTld(tld)) return false;
  const below = raw.slice(0, -tld.length - 1);
  if (below === below.toLowerCase() || /[^A-Za-z\d._]/.test(below)) return false;
  if (!/\.(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(raw)) return false;
  const isCode = raw === raw.toUpperCase() ? (label: string) => isCodeWord(label.toLowerCase()) : isCodeLabel;
  const labels = below.split('.');
  if (!labels.every((label) => label === label.toLowerCase() || isCode(label))) return false;
  // `Account.a-site.page`: a capitalized word at the start of a title doesn't classify the labels after it.
  return labels.length === 1 || !/^[A-Z][a-z]+$/.test(labels[0] ?? '') || labels.slice(1).some(isCode);
}

function isCodeLabel(label: string): boolean {
  // As often a word of a brand
  if (label === 'Cloud' || label === 'Windows') return false;
  const parts = label.match(wordPattern) ?? [];
  if (parts.length === 0) return false;
  if (parts.length > 1 && /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(label) && typeSuffixes.has(parts.at(-1)?.toLowerCase() ?? ''))
    return true;
  return parts.every((part) => isCodeWord(part.toLowerCase()));
}

/** Whether a word in lower case is one for objects of code. */
export function isCodeWord(word: string): boolean {
  if (objects.has(word) || casedObjects.has(word)) return true;
  return word.length > 3 && word.endsWith('s') && isCodeWord(word.slice(0, -1));
}

/** Last of several words in the names of types and objects: `taskRunner.run`, `FileReader.read`. */
const typeSuffixes = words(`
  arr array btn child compiler count el elem elt fn func id idx img index jar key length log node num number obj path prop
  ptr ref size stats str string tag text val
  adapter builder bus cache client collection color config configuration connection container context controller creator
  dao data details dto element engine entity event exception executor factory filter form frame gateway group handler
  helper info item job kind line list listener loader manager map mapper message model module object options page panel
  parser pool processor producer provider publisher queue reader record repository request resolver response result
  runner scheduler schema script secret server service session settings socket state status stream streams subscriber table task template
  test thread type util utils validator value view window worker writer
  channel conn cursor driver pipe query register shell stage store strategy
`);

/** More names of objects and namespaces, which count as such only with capitals; no brands, which hosts imitate. */
const casedObjects = words(`
  breakpoint dispatcher exp extension has own reg scroll cronjob daemonset deployment namespace replicaset statefulset
  secret credential payload application action activity adodb alarm amount article asp asset audit billing book
  booking box bus campaign cart category change chart claim cluster collection comment company condition consumer
  contact cookie course currency customer detail dialog director double duration email employee exception executor
  export factory feature filter flag float folder framework untrusted get graph graphics handle holder import int
  integer interface internal inventory invoice io kafka keyboard kind language layer layout lead level library line
  loader local long mapper max menu metric min mode monitor month mouse note notification on operation order pandas
  parser patient pending period permission player pod point pool position price priority product purchase random range
  reader reference region registration report repository reservation return rgb role room runnable runner runtime sale
  schedule section selected selection sender servlet shared shift shipment simple size sort stage start status step
  stock student summary supplier symbol temp ticket topic total transaction transfer transport trigger ui uicolor unit
  vehicle vendor visit writer wscript year
  anchor avatar breadcrumb cascader checkbox dropdown popover radio skeleton tooltip typography apache java javax newtonsoft serilog xamarin mono nunit xunit moq quartz
  lucene akka spring hibernate castle autofac dapper telerik unity
`);

/** `vt.lt`: ends like the abbreviation of a comparison, with a stem as short as that. */
export function isComparison({ value }: BareName): boolean {
  return /^[a-z]{1,2}\.(?:lt|gt|ge|ne)$/.test(value);
}

/** `user.name`, `this.it`, `e.id`, `req.params.id`: consists of common identifiers only. */
export function isObjectMember(name: BareName): boolean {
  const { labels, tld } = name;
  if (labels.length === 2 && labels[0]?.length === 1) return !isPseudoTld(tld);
  if (isComparison(name) || labels[0] === 'self' || labels[0] === 'this') return true;
  return labels.slice(0, -1).every((label) => objects.has(label));
}

/** `DC01.corp.local`, `Anns-MacBook-Pro.local`: a machine on a private network, in any case; not `Thread.local`. */
export function isPrivateHost({ raw, labels, tld }: BareName): boolean {
  if (!/^(?:local|lan|internal)$/.test(tld)) return false;
  return labels.length > 2 || raw === raw.toUpperCase() || labels.slice(0, -1).some((label) => label.includes('-'));
}

const durationPattern =
  /\.(?:[\w-]*-)?(?:age|backoff|delay|duration|expiration|idle|interval|lag|latency|linger|max|min|period|reauth|refresh|retention|roll|size|threshold|time|timeout|ttl|wait|window)\.ms$|^(?:backoff|interval|latency|linger|retention|timeout|ttl)\.ms$/;

/** `session.timeout.ms`: a setting that is a number of milliseconds. */
export function isDuration({ tld, value }: BareName): boolean {
  return tld === 'ms' && durationPattern.test(value);
}

/** `a.b.test. ` in a zone file. */
export function isFullyQualified({ labels, after }: BareName): boolean {
  return labels.length > 2 && /^\.(?:\s|\\t|["'])/.test(after);
}

/** The domain of an email address; not `tasks.@each.name`, a path to each element of a list. */
export function isMailDomain({ before, value }: BareName): boolean {
  return before.endsWith('@') && /[\w.+-]@$/.test(before) && !(before.endsWith('.@') && value.startsWith('each.'));
}

/** Whether the character is a quote. */
export function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === '`';
}

/** Members in code have no hyphens and rarely digits. */
export function looksLikeHost({ labels }: BareName): boolean {
  return labels.slice(0, -1).some(isUnlikeMember);
}

/** Whether a label has a hyphen, or a digit that isn't part of a word of code such as `k8s` and `utf8`. */
export function isUnlikeMember(label: string): boolean {
  return /[-\d]/.test(label) && label !== 'k8s' && !isCodeWord(label.toLowerCase());
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
  return /^\((?![ \t]|\[?\d{1,3}\.\d)/.test(after);
}
