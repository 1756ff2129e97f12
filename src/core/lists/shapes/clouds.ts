import type { ContextCategory } from '../../records/context';
import { filled } from '../cells';
import type { JsonShape, ListSink } from '../listRow';
import { isObject } from '../../stix/fields';
import { crawlerName } from './crawlers';
import { objectsIn, getText, textsIn } from './json';

type Fields = Readonly<Record<string, unknown>>;

const [maxServices, maxDepth] = [8, 4];
const json = { cut: 'json', kind: 'knownServices' } as const;
const named = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ');
const keyed = (value: unknown, ...keys: readonly string[]): value is Record<string, unknown> =>
  isObject(value) && keys.every((key) => key in value);

function takeAll(
  values: readonly string[],
  meaning: string,
  sink: ListSink,
  category: ContextCategory = categoryOf(meaning),
): void {
  for (const value of values) if (value !== '') sink.take({ value, kind: 'knownServices', category, meaning });
}

/** Some services of clouds are CDNs. */
function categoryOf(meaning: string): ContextCategory {
  return /cloudfront|front ?door|\bcdn\b/i.test(meaning) ? 'cdn' : 'cloud';
}

/** A prefix is listed under several services: the special one is more informative than AMAZON, which covers all. */
function takeAws(value: unknown, sink: ListSink): void {
  if (!isObject(value)) return;
  const rows = [...objectsIn(value['prefixes'], sink), ...objectsIn(value['ipv6_prefixes'], sink)];
  const prefixOf = (row: Fields): string => getText(row, 'ip_prefix') || getText(row, 'ipv6_prefix');
  const services = new Map<string, Set<string>>();
  for (const row of rows) {
    const prefix = prefixOf(row);
    const service = getText(row, 'service');
    const known = services.get(prefix) ?? new Set();
    services.set(prefix, service === 'AMAZON' || service === '' ? known : known.add(service));
  }
  for (const row of rows) {
    const special = [...(services.get(prefixOf(row)) ?? [])].slice(0, maxServices).join(', ');
    takeAll([prefixOf(row)], named(`AWS ${getText(row, 'region')}`.trim(), special), sink);
  }
}

/** The names in GitHub's lists by purpose, at any depth. */
function namesIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, depth + 1));
  return isObject(value) ? Object.values(value).flatMap((each) => namesIn(each, depth + 1)) : [];
}

/** Addresses and names by purpose. The other keys are about SSH and passwords. */
function takeGithub(value: unknown, sink: ListSink): void {
  for (const [key, list] of Object.entries(isObject(value) ? value : {})) {
    if (/^ssh_/.test(key)) continue;
    // Of pages below `*.github.io`, anyone is the author: only the name itself is GitHub's.
    if (key === 'domains') takeAll(namesIn(list), 'GitHub', sink, 'vendor');
    else takeAll(textsIn(list, sink), `GitHub · ${key.replaceAll('_', ' ')}`, sink, 'vendor');
  }
}

/** Google's networks, or those of a crawler, whose lists have no version. */
function takeGoogle(value: unknown, sink: ListSink, name: string): void {
  if (!isObject(value)) return;
  for (const row of objectsIn(value['prefixes'], sink)) {
    const [service, scope] = [getText(row, 'service'), getText(row, 'scope')];
    const values = [getText(row, 'ipv4Prefix'), getText(row, 'ipv6Prefix')];
    if (service !== '') takeAll(values, named(`${service} ${scope}`.trim()), sink);
    else if ('syncToken' in value) takeAll(values, 'Google', sink, 'vendor');
    else takeAll(values, crawlerName(name) ?? 'Crawler', sink, 'crawler');
  }
}

/** Published ranges of clouds, CDNs, and crawlers. */
export const cloudRanges: readonly JsonShape[] = [
  {
    ...json,
    id: 'aws',
    recognizes: (value) => keyed(value, 'prefixes') && objectsIn(value['prefixes']).some((row) => 'ip_prefix' in row),
    read: takeAws,
  },
  {
    ...json,
    id: 'google',
    recognizes: (value) =>
      keyed(value, 'prefixes') &&
      objectsIn(value['prefixes']).some((row) => 'ipv4Prefix' in row || 'ipv6Prefix' in row),
    read: takeGoogle,
  },
  {
    ...json,
    id: 'azure',
    recognizes: (value) => keyed(value, 'values', 'cloud'),
    read: (value, sink) => {
      for (const row of objectsIn(isObject(value) ? value['values'] : [], sink)) {
        const properties = isObject(row['properties']) ? row['properties'] : {};
        const meaning = named(
          `Azure ${getText(properties, 'region')}`.trim(),
          getText(properties, 'systemService') || getText(row, 'name'),
        );
        takeAll(textsIn(properties['addressPrefixes'], sink), meaning, sink);
      }
    },
  },
  {
    ...json,
    id: 'github',
    recognizes: (value) => keyed(value, 'hooks', 'web', 'git'),
    read: takeGithub,
  },
  {
    ...json,
    id: 'fastly',
    recognizes: (value) => keyed(value, 'addresses', 'ipv6_addresses'),
    read: (value, sink) => {
      if (isObject(value))
        takeAll(
          [...textsIn(value['addresses'], sink), ...textsIn(value['ipv6_addresses'], sink)],
          'Fastly',
          sink,
          'cdn',
        );
    },
  },
  {
    ...json,
    id: 'oracle',
    recognizes: (value) => keyed(value, 'regions') && objectsIn(value['regions']).some((row) => 'cidrs' in row),
    read: (value, sink) => {
      if (!isObject(value)) return;
      for (const region of objectsIn(value['regions'], sink))
        for (const row of objectsIn(region['cidrs'], sink)) {
          const meaning = named(
            `Oracle Cloud ${getText(region, 'region')}`.trim(),
            textsIn(row['tags']).map(filled).join(', '),
          );
          takeAll([getText(row, 'cidr')], meaning, sink);
        }
    },
  },
  {
    ...json,
    id: 'zscaler',
    recognizes: (value) => keyed(value, 'hubPrefixes'),
    read: (value, sink) => {
      if (isObject(value)) takeAll(textsIn(value['hubPrefixes'], sink), 'Zscaler', sink, 'proxy');
    },
  },
];
