import { canonicalHost } from '../../../core/indicators/identity/canonicalHost';
import { parseTimestamp } from '../../../core/records/timestamp';
import type { UtcMillis } from '../../../core/records/record';
import { plainText } from '../reach/plainText';
import { isPrivacyService, isRedacted } from './redaction';
import type { Registration } from './registration';

type Json = Readonly<Record<string, unknown>>;

/** Limits against malicious answers: the depth of nested entities, and the items of each list. */
const maxDepth = 3;
const maxItems = 50;

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxItems) : [];
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const plain = plainText(value, 300);
  return plain === '' ? undefined : plain;
}

function texts(value: unknown): readonly string[] {
  return list(value).flatMap((item) => text(item) ?? []);
}

interface Contact {
  readonly roles: readonly string[];
  readonly names: readonly string[];
  readonly organizations: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

/** The contacts of an object, including nested ones (RFC 9083, 5.1) with their own roles. */
function contacts(value: unknown, depth = maxDepth): readonly Contact[] {
  if (depth === 0) return [];
  return list(value).flatMap((item) => {
    const entity = object(item);
    const card = list(list(entity['vcardArray'])[1]).map(list);
    const values = (name: string): readonly string[] =>
      card.filter((property) => property[0] === name).flatMap((property) => cardText(property[3]) ?? []);
    const own: Contact = {
      roles: texts(entity['roles']).map((role) => role.toLowerCase()),
      names: values('fn'),
      organizations: values('org'),
      emails: values('email'),
      phones: values('tel').map((phone) => phone.replace(/^tel:/i, '')),
    };
    return [own, ...contacts(entity['entities'], depth - 1)];
  });
}

/** A value of a jCard: text, or a list of parts (RFC 7095). */
function cardText(value: unknown): string | undefined {
  return Array.isArray(value) ? text(texts(value).join(', ')) : text(value);
}

/**
 * Parses an RDAP object of class domain or ip network (RFC 9083); skips invalid fields. Undefined for other objects.
 */
export function readRdapObject(json: unknown): Registration | undefined {
  const top = object(json);
  const all = contacts(top['entities']);
  const kind = text(top['objectClassName'])?.toLowerCase();
  const events = eventsOf(top['events']);
  if (kind !== 'domain' && kind !== 'ip network' && all.length === 0 && events.size === 0) return undefined;

  const registrants = all.filter(({ roles }) => roles.includes('registrant'));
  const registrantTexts = registrants.flatMap(({ names, organizations }) => [...names, ...organizations]);
  const everything = all.flatMap((contact) => [...contact.names, ...contact.organizations, ...contact.emails]);
  const unique = (values: readonly string[]): readonly string[] =>
    [...new Set(values)].filter((value) => !isRedacted(value));
  const names = unique(registrants.flatMap((contact) => contact.names));
  return {
    registrar: all.find(({ roles }) => roles.includes('registrar'))?.names[0],
    registered: events.get('registration'),
    updated: events.get('last changed'),
    expires: events.get('expiration'),
    nameServers: list(top['nameservers']).flatMap((item) => {
      const name = text(object(item)['ldhName']);
      return name === undefined ? [] : (canonicalHost(name) ?? []);
    }),
    registrants: names,
    // The contact of an address registry is an organization with only a name.
    organization:
      unique(registrants.flatMap((contact) => contact.organizations))[0] ??
      (kind === 'ip network' ? (names[0] ?? text(top['name'])) : undefined),
    emails: unique(all.flatMap((contact) => contact.emails)).filter((email) => /^[^\s@]+@[^\s@]+$/.test(email)),
    phones: unique(all.flatMap((contact) => contact.phones)),
    privacy: registrantTexts.some(isPrivacyService),
    redacted: list(top['redacted']).length > 0 || everything.some(isRedacted) || remarksOf(top).some(isRedacted),
    countryCode: getCountry(top['country']),
  };
}

function eventsOf(value: unknown): ReadonlyMap<string, UtcMillis> {
  return new Map(
    list(value).flatMap((item) => {
      const { eventAction, eventDate } = object(item);
      const [action, at] = [text(eventAction)?.toLowerCase(), parseTimestamp(text(eventDate) ?? '')];
      return action === undefined || at === undefined ? [] : [[action, at] as const];
    }),
  );
}

function remarksOf(top: Json): readonly string[] {
  return [...list(top['remarks']), ...list(top['entities']).flatMap((entity) => list(object(entity)['remarks']))]
    .map(object)
    .flatMap((remark) => text(remark['title']) ?? []);
}

/** A country code of two letters, uppercase. */
export function getCountry(value: unknown): string | undefined {
  const code = text(value)?.toUpperCase();
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined;
}

/** The URL of the registrar's RDAP: the link `related` of a domain. */
export function registrarLink(json: unknown): URL | undefined {
  const links = list(object(json)['links']).map(object);
  const link = links.find(({ rel, type }) => rel === 'related' && type === 'application/rdap+json');
  const href = text(link?.['href']);
  return href !== undefined && URL.canParse(href) ? new URL(href) : undefined;
}
