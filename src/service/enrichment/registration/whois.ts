import { canonicalHost } from '../../../core/indicators/identity/canonicalHost';
import type { Indicator } from '../../../core/indicators/identity/types';
import { deadline } from '../reach/deadline';
import type { Reach } from '../reach/egressGuard';
import { listen } from '../reach/listen';
import { getReason } from '../reach/reason';
import { withRegistrar, type Registration, type RegistryAnswer } from './registration';
import { parseTimestamp } from '../../../core/records/timestamp';
import type { UtcMillis } from '../../../core/records/record';
import { plainText } from '../reach/plainText';
import { getCountry } from './rdapObject';
import { isPrivacyService, isRedacted } from './redaction';

interface WhoisReply {
  /** Undefined without any known field. */
  readonly registration: Registration | undefined;
  /** The WHOIS server that this one refers to. */
  readonly referral: string | undefined;
  /** The server reports that there is no such registration. */
  readonly notRegistered: boolean;
}

/** Field names of registries, lowercase, without dots and dashes, by precedence. */
const keys = {
  referral: ['refer', 'whois', 'registrar whois server', 'whois server', 'resourcelink', 'referralserver'],
  registrar: ['registrar', 'sponsoring registrar', 'registrar name', 'registrar organization'],
  registered: [
    'creation date',
    'created',
    'created on',
    'registered',
    'registered on',
    'registration date',
    'registration time',
    'domain registration date',
    'regdate',
    'created date',
    'registered date',
  ],
  updated: [
    'updated date',
    'updated',
    'last updated',
    'last modified',
    'changed',
    'modified',
    'last update',
    'last updated on',
    'domain last updated date',
  ],
  expires: [
    'registry expiry date',
    'registrar registration expiration date',
    'expiry date',
    'expiration date',
    'expires',
    'expires on',
    'expire',
    'paid till',
    'renewal date',
    'expiration time',
    'validity',
    'free date',
  ],
  nameServers: ['name server', 'nserver', 'nameserver', 'name servers', 'nameservers'],
  registrants: ['registrant name', 'registrant', 'owner', 'holder', 'org name', 'orgname', 'person', 'netname'],
  organization: [
    'registrant organization',
    'registrant organisation',
    'organization',
    'organisation',
    'org name',
    'orgname',
    'owner',
    'descr',
  ],
  emails: [
    'registrant email',
    'admin email',
    'tech email',
    'registrar abuse contact email',
    'orgabuseemail',
    'abuse mailbox',
    'email',
    'e mail',
  ],
  phones: ['registrant phone', 'admin phone', 'tech phone', 'registrar abuse contact phone', 'orgabusephone', 'phone'],
  country: ['country'],
} as const;

/** Lines read of an answer. */
const maxLines = 2_000;

const notRegisteredPattern =
  /^(?:%\s*|>>>\s*)?(?:no match|not found|no (?:data|entries|object|information|such domain)\b.*|domain not found|the queried object does not exist|nothing found|.{0,80}is (?:free|available for registration)|status:\s*(?:free|available))/im;

/**
 * Parses a WHOIS answer: `key: value` lines in any letter case, also with dots after the key, or the key on its own
 * line with indented values below. Skips comments, prose, and unknown fields.
 */
export function readWhois(answer: string): WhoisReply {
  const fields = fieldsOf(answer);
  const all = (names: readonly string[]): readonly string[] => [
    ...new Set(names.flatMap((name) => fields.get(name) ?? [])),
  ];
  const disclosed = (names: readonly string[]): readonly string[] => all(names).filter((value) => !isRedacted(value));
  const date = (names: readonly string[]): UtcMillis | undefined =>
    all(names).flatMap((value) => dateOf(value) ?? [])[0];
  const registrants = disclosed(keys.registrants);
  const everything = [...all(keys.registrants), ...all(keys.organization), ...all(keys.emails), ...all(keys.phones)];
  const registration: Registration = {
    registrar: disclosed(keys.registrar)[0],
    registered: date(keys.registered),
    updated: date(keys.updated),
    expires: date(keys.expires),
    nameServers: [...new Set(all(keys.nameServers).flatMap(hostIn))],
    registrants,
    organization: disclosed(keys.organization)[0],
    emails: disclosed(keys.emails).filter((email) => /^[^\s@]+@[^\s@]+$/.test(email)),
    phones: disclosed(keys.phones),
    privacy: [...registrants, ...disclosed(keys.organization)].some(isPrivacyService),
    redacted: everything.some(isRedacted),
    countryCode: getCountry(all(keys.country)[0]),
  };
  const known = [
    registration.registrar,
    registration.registered,
    registration.expires,
    registration.organization,
    registration.nameServers[0],
  ];
  return {
    registration: known.some((value) => value !== undefined) ? registration : undefined,
    referral: all(keys.referral).flatMap(referralOf)[0],
    notRegistered: notRegisteredPattern.test(answer.slice(0, 4_000)),
  };
}

/** The values of each key. Lines that are indented below a key without a value are its values. */
function fieldsOf(answer: string): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  const add = (name: string | undefined, text: string): void => {
    const value = plainText(text, 300);
    if (name === undefined || value === '') return;
    const values = fields.get(name) ?? [];
    if (values.length < 50) values.push(value);
    fields.set(name, values);
  };
  let heading: string | undefined;
  for (const line of answer.split(/\r\n?|\n/, maxLines)) {
    if (line.trim() === '') heading = undefined;
    if (/^\s*[%#>]/.test(line)) continue;
    const colon = line.search(/:(?:\s|$)/);
    if (colon < 0 || colon > 60) {
      add(/^\s/.test(line) ? heading : undefined, line);
      continue;
    }
    const key = keyOf(line.slice(0, colon));
    const rest = line.slice(colon + 1);
    heading = plainText(rest, 300) === '' ? key : undefined;
    add(key, rest);
  }
  return fields;
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[.\-_[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The host of `host` or `rwhois://host:port`. */
function hostIn(value: string): readonly string[] {
  const host = canonicalHost(/^(?:[a-z]+:\/\/)?([^\s/:,]+)/i.exec(value)?.[1] ?? '');
  return host === undefined || !host.includes('.') ? [] : [host];
}

/** Skips protocols other than WHOIS (`https://…`, `rwhois://…`). */
function referralOf(value: string): readonly string[] {
  return /^(?!whois:)[a-z]+:\/\//i.test(value) ? [] : hostIn(value);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2024-05-06 07:08:09 (UTC+8)` without the parentheses at its end. */
function stripRemark(value: string): string {
  if (!value.endsWith(')')) return value;
  const open = value.indexOf('(', value.lastIndexOf(')', value.length - 2) + 1);
  return open === -1 ? value : value.slice(0, open).trimEnd();
}

/** Parses the date formats of registries: day first with a month name or dots; undefined for others. */
function dateOf(value: string): UtcMillis | undefined {
  const iso = parseTimestamp(stripRemark(value).replace(/^(\d{4})[./](\d{1,2})[./](\d{1,2})/, '$1-$2-$3'));
  if (iso !== undefined) return iso;
  const start = /^\d{4}-\d{1,2}-\d{1,2}/.exec(value)?.[0];
  if (start !== undefined) return parseTimestamp(start);
  const [, day = '', month = '', year = ''] = /\b(\d{1,2})[- ]([a-z]{3})[a-z]*[-, ]+(\d{4})\b/i.exec(value) ?? [];
  if (year !== '') return parseTimestamp(`${year}-${months.indexOf(month.toLowerCase()) + 1}-${day}`);
  const dotted = /^(\d{1,2})[./](\d{1,2})[./](\d{4})\b/.exec(value);
  if (dotted !== null) return parseTimestamp(dotted.slice(1).reverse().join('-'));
  const compact = /^(\d{4})(\d{2})(\d{2})\b/.exec(value);
  return compact === null ? undefined : parseTimestamp(compact.slice(1).join('-'));
}

/** IANA, the registry, and the registrar. */
const maxServers = 3;

/** Queries WHOIS (RFC 3912), following referrals from IANA's server on. Only the name is sent. */
export async function queryWhois(subject: Indicator, reach: Reach): Promise<RegistryAnswer> {
  const visited = new Set<string>();
  let host: string | undefined = reach.environment.whois.host;
  let found: Registration | undefined;
  let notRegistered = false;
  while (host !== undefined && !visited.has(host) && visited.size < maxServers) {
    visited.add(host);
    const result = await converse(host, subject.value, reach);
    if (result.kind === 'failed') {
      if (found !== undefined) break;
      return { kind: 'failed', reason: `${host}: ${result.reason}` };
    }
    const { registration, referral } = result.reply;
    // IANA's own answer is about the top-level domain or the address block.
    if (visited.size > 1) {
      notRegistered = result.reply.notRegistered;
      found = merged(found, registration);
    }
    host = canonicalHost(referral ?? '') || undefined;
  }
  if (found !== undefined) return { kind: 'found', registration: found };
  if (notRegistered) return { kind: 'notRegistered' };
  return visited.size > 1 ? { kind: 'failed', reason: 'invalid WHOIS response' } : { kind: 'noRegistry' };
}

/** Merges the answers of the registry and the registrar. */
function merged(registry: Registration | undefined, registrar: Registration | undefined): Registration | undefined {
  if (registry === undefined || registrar === undefined) return registry ?? registrar;
  return withRegistrar(registry, registrar);
}

type WhoisResult =
  { readonly kind: 'reply'; readonly reply: WhoisReply } | { readonly kind: 'failed'; readonly reason: string };

async function converse(host: string, question: string, { environment, egress, signal }: Reach): Promise<WhoisResult> {
  const limit = deadline(signal, environment.limits.registryMillis);
  try {
    const socket = await egress.connect(host, environment.whois.port, limit);
    socket.write(`${question}\r\n`);
    const answer = await listen(socket, environment.limits.whoisBytes, limit);
    signal.throwIfAborted();
    if (answer.length === 0) return { kind: 'failed', reason: 'empty response' };
    return { kind: 'reply', reply: readWhois(answer.toString('utf8')) };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', reason: getReason(error) };
  }
}
