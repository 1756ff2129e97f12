import { exploreField, exploreFields, propertyField, readDate, sourceField } from '../../explore';
import { type IndicatorType, lookupKey } from '../../indicators';
import { riskLevels } from '../../records/risk';
import { anyOf, classesWhere, type Condition, never, type TimestampColumn } from './condition';
import { attributeGroup, facetName, feedGroup, threatGroup } from '../searchIndex/facets';
import {
  isCountryName,
  geoLocationCondition,
  type GeoLocationPart,
  geoLocationPart,
  geoLocationPatterns,
  propertiesOf,
} from './geoLocationTerms';
import { QueryRejectedError } from './queryRejected';
import type { QueryNames } from './queryNames';
import { rangeOfPattern } from './timestampPatterns';

/** The context in which a term is compiled. */
export interface Compiling {
  readonly names: QueryNames;
  /** Whether there is location data. */
  readonly hasGeoLocations?: boolean;
  /** Reference time for time spans such as `7d`, in milliseconds. */
  readonly now: number;
}

type Compile = (value: string, context: Compiling) => Condition;

/** Whether a text matches a pattern with `*`, both in lowercase; for short lists. */
export function matchesWord(pattern: string, word: string): boolean {
  const [first = '', ...rest] = pattern.split(/\*+/);
  const last = rest.pop();
  if (last === undefined) return word === first;
  if (!word.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = word.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return word.length - at >= last.length && word.endsWith(last);
}

/** Defanged notation in patterns. */
function refangedPattern(pattern: string): string {
  return pattern
    .replace(/\[\.\]|\(\.\)|\[dot\]/gi, '.')
    .replace(/^hxxp(s?)(?=:|\[:\])/i, 'http$1')
    .replace('[:]', ':')
    .replace('[://]', '://');
}

const ioc: Compile = (value) => {
  const text = value.trim();
  if (text === '') return never;
  if (/^\*+$/.test(text)) return classesWhere(() => true);
  return text.includes('*')
    ? { kind: 'text', patterns: [refangedPattern(text)] }
    : { kind: 'keys', keys: [lookupKey(text)] };
};

const indicatorTypes: readonly IndicatorType[] = ['domain', 'ip', 'url'];

const type: Compile = (value) => {
  const word = value.trim().toLowerCase();
  if (!indicatorTypes.some((known) => matchesWord(word, known)))
    throw new QueryRejectedError(`Unknown type: ${value}. Must be one of ${indicatorTypes.join(', ')}.`, 'type');
  return classesWhere((parts) => matchesWord(word, parts.type));
};

const risk: Compile = (value) => {
  const word = value.trim().toLowerCase().replace(/[_-]/g, ' ');
  if (!['retired', ...riskLevels].some((known) => matchesWord(word, known)))
    throw new QueryRejectedError(`Unknown risk: ${value}. Must be one of ${riskLevels.join(', ')}, retired.`, 'risk');
  return classesWhere(
    (parts) => matchesWord(word, riskLevels[parts.risk] ?? '') || (parts.retired && matchesWord(word, 'retired')),
  );
};

const flags: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  '0': false,
  false: false,
  no: false,
};

const retired: Compile = (value) => {
  const word = value.trim().toLowerCase();
  if (/^\*+$/.test(word)) return classesWhere(() => true);
  const flag = Object.hasOwn(flags, word) ? flags[word] : undefined;
  if (flag === undefined)
    throw new QueryRejectedError(`Invalid value of retired: ${value}. Must be 0 or 1.`, 'retired');
  return classesWhere((parts) => parts.retired === flag);
};

function timestamp(name: string, column: TimestampColumn): Compile {
  return (value, { now }) => {
    const date = readDate(value, now);
    if (date === undefined)
      throw new QueryRejectedError(
        `Invalid date: ${name}=${value}. Use 2026-03-04, 2026-03, 7d, today, or 2026-03-*.`,
        name,
      );
    if (date.kind === 'since') return { kind: 'timeRange', column, from: date.at };
    if (/^\*+$/.test(date.pattern)) return { kind: 'timeRange', column };
    const range = rangeOfPattern(date.pattern);
    return range === undefined
      ? { kind: 'timestampText', column, patterns: [date.pattern] }
      : { kind: 'timeRange', column, ...range };
  };
}

/** Has a facet of these fields whose value equals or matches `value`. */
function facetsWith({ names }: Compiling, fieldIds: readonly number[], value: string): Condition {
  const ids = names.facets(fieldIds, value);
  return ids.length === 0 ? never : { kind: 'facets', ids };
}

/** Matches what sources with this name list. */
function sourcesWith({ names }: Compiling, value: string): Condition {
  const word = value.trim().toLowerCase();
  const ids = names
    .sources()
    .filter(({ name }) => matchesWord(word, name.toLowerCase()))
    .map(({ id }) => id);
  return ids.length === 0 ? never : { kind: 'sources', ids };
}

function facet(group: string, name: string): Compile {
  return (value, context) => facetsWith(context, context.names.fields(name, group), value);
}

const fields: ReadonlyMap<string, Compile> = new Map([
  ['ioc', ioc],
  ['type', type],
  ['risk', risk],
  ['retired', retired],
  ['threat', facet(threatGroup, 'threat')],
  ['feed', facet(feedGroup, 'feed')],
  ['seen', timestamp('seen', 'stamp_seen')],
  ['added', timestamp('added', 'stamp_added')],
  ['updated', timestamp('updated', 'stamp_updated')],
  ['port', facet(attributeGroup, 'port')],
  ['protocol', facet(attributeGroup, 'protocol')],
  ['technology', facet(attributeGroup, 'technology')],
]);

/**
 * Compiles a term (lookup API: “Explore search”). A name that isn't a documented field is a property key in any group,
 * with or without `++`, or `group.key`. Throws {@link QueryRejectedError} for an invalid value, and for a name that
 * neither the specification nor any record has.
 */
export function compileTerm(field: string, value: string, context: Compiling): Condition {
  const known = exploreField(field);
  const compile = known === undefined ? undefined : fields.get(known.name);
  if (compile !== undefined) return compile(value, context);
  const name = facetName(field);
  const found = idsOfField(context, name);
  if (field.trim().toLowerCase() === sourceField)
    return anyOf([sourcesWith(context, value), facetsWith(context, found, value)]);
  const part = geoLocationPart(name);
  if (part !== undefined) return statedOrLocated(context, { name, value, part, found });
  if (found.length === 0 && !knownProperty(field) && propertyField(field) === undefined)
    throw new QueryRejectedError(
      `Unknown field: ${field}. Must be one of ${exploreFields.map((each) => each.name).join(', ')}, or a property key.`,
      field,
    );
  return facetsWith(context, found, value);
}

function idsOfField(context: Compiling, name: string): readonly number[] {
  const dot = name.indexOf('.');
  return [
    ...context.names.fields(name),
    ...(dot > 0 ? context.names.fields(facetName(name.slice(dot + 1)), name.slice(0, dot)) : []),
  ];
}

interface GeoLocationTerm {
  readonly name: string;
  readonly value: string;
  readonly part: GeoLocationPart;
  readonly found: readonly number[];
}

/** Matches a property of the place: as a source states it, or by the location data if none does. */
function statedOrLocated(context: Compiling, { name, value, part, found }: GeoLocationTerm): Condition {
  const patterns = geoLocationPatterns(name, value, part);
  const fields = isCountryName(name) ? [...found, ...context.names.fields('countrycode', 'geo')] : found;
  const facets = anyOf(patterns.map((pattern) => facetsWith(context, fields, pattern)));
  if (context.hasGeoLocations !== true) return facets;
  const stated = propertiesOf[part].flatMap((key) => context.names.fields(key, 'geo'));
  return anyOf([facets, geoLocationCondition(part, patterns, stated)]);
}

/** Groups of properties with their documented keys (lookup API: “Indicator object”). */
const groups: Readonly<Record<string, readonly string[]>> = {
  attributes: ['port', 'protocol', 'technology', 'hosttype'],
  geo: ['countrycode', 'region', 'country', 'address', 'zip', 'city', 'org'],
  whois: [
    '++email',
    '++expires',
    '++gdpr',
    '++phone',
    '++privacy',
    '++registered',
    '++registrant',
    '++registrar',
    '++updated',
    'registrant organization',
    'name server',
  ],
  http: ['++code', '++status', '++content-type', '++base', '++target', '++redirect', 'Content-Type', 'Set-Cookie'],
  ssl: ['subject', 'domain', 'version', 'org', 'ip', 'issuer', 'expires', 'fingerprint', 'valid', 'email'],
  dns: ['a', 'aaaa', 'mx', 'ns', 'txt', 'ptr'],
  meta: ['++title', 'Content-Type', 'og:image'],
  banners: [],
  cookies: [],
  dom: ['screenshot'],
};

const documentedNames = new Set(Object.values(groups).flatMap((keys) => keys.map(facetName)));

/** True for a valid property name even if no record has it: documented, with `++`, or in a known group. */
function knownProperty(field: string): boolean {
  const name = facetName(field);
  const dot = name.indexOf('.');
  return (
    documentedNames.has(name) || field.trim().startsWith('++') || (dot > 0 && Object.hasOwn(groups, name.slice(0, dot)))
  );
}
