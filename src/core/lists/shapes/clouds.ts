import type { ContextCategory } from '../../records/context';
import { filled } from '../cells';
import type { JsonShape, ListSink } from '../listRow';
import { isObject } from '../../stix/fields';
import { objectsIn, textOf, textsIn } from './json';

const json = { cut: 'json', kind: 'harmless' } as const;
const named = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ');
const keyed = (value: unknown, ...keys: readonly string[]): value is Record<string, unknown> =>
  isObject(value) && keys.every((key) => key in value);

function take(
  values: readonly string[],
  meaning: string,
  sink: ListSink,
  category: ContextCategory = categoryOf(meaning),
): void {
  for (const value of values) if (value !== '') sink.take({ value, kind: 'harmless', category, meaning });
}

/** Some services of clouds are CDNs. */
function categoryOf(meaning: string): ContextCategory {
  return /cloudfront|front ?door|\bcdn\b/i.test(meaning) ? 'cdn' : 'cloud';
}

/** A prefix is listed under several services: the special one says more than AMAZON, which is all of them. */
function takeAws(value: unknown, sink: ListSink): void {
  if (!isObject(value)) return;
  const found = new Map<string, { region: string; service: string }>();
  for (const row of [...objectsIn(value['prefixes'], sink), ...objectsIn(value['ipv6_prefixes'], sink)]) {
    const prefix = textOf(row, 'ip_prefix') || textOf(row, 'ipv6_prefix');
    const service = textOf(row, 'service');
    if (found.has(prefix) && service === 'AMAZON') continue;
    found.set(prefix, { region: textOf(row, 'region'), service });
  }
  for (const [prefix, { region, service }] of found)
    take([prefix], named(`AWS ${region}`.trim(), service === 'AMAZON' ? '' : service), sink);
}

/** Published ranges of clouds, CDNs, and crawlers. */
export const cloudRanges: readonly JsonShape[] = [
  {
    ...{ ...json, id: 'aws' },
    recognizes: (value) => keyed(value, 'prefixes') && objectsIn(value['prefixes']).some((row) => 'ip_prefix' in row),
    read: takeAws,
  },
  {
    ...{ ...json, id: 'google' },
    recognizes: (value) =>
      keyed(value, 'prefixes') &&
      objectsIn(value['prefixes']).some((row) => 'ipv4Prefix' in row || 'ipv6Prefix' in row),
    read: (value, sink) => {
      if (!isObject(value)) return;
      for (const row of objectsIn(value['prefixes'], sink)) {
        const [service, scope] = [textOf(row, 'service'), textOf(row, 'scope')];
        const meaning = service === '' ? 'Crawler' : named(`${service} ${scope}`.trim());
        const values = [textOf(row, 'ipv4Prefix'), textOf(row, 'ipv6Prefix')];
        take(values, meaning, sink, service === '' ? 'crawler' : undefined);
      }
    },
  },
  {
    ...{ ...json, id: 'azure' },
    recognizes: (value) => keyed(value, 'values', 'cloud'),
    read: (value, sink) => {
      for (const row of objectsIn(isObject(value) ? value['values'] : [], sink)) {
        const properties = isObject(row['properties']) ? row['properties'] : {};
        const meaning = named(
          `Azure ${textOf(properties, 'region')}`.trim(),
          textOf(properties, 'systemService') || textOf(row, 'name'),
        );
        take(textsIn(properties['addressPrefixes'], sink), meaning, sink);
      }
    },
  },
  {
    ...{ ...json, id: 'github' },
    recognizes: (value) => keyed(value, 'hooks', 'web', 'git'),
    read: (value, sink) => {
      for (const [key, list] of Object.entries(isObject(value) ? value : {})) {
        // The others are keys and fingerprints of SSH.
        if (!/^ssh_/.test(key)) take(textsIn(list, sink), `GitHub · ${key.replaceAll('_', ' ')}`, sink, 'vendor');
      }
    },
  },
  {
    ...{ ...json, id: 'fastly' },
    recognizes: (value) => keyed(value, 'addresses', 'ipv6_addresses'),
    read: (value, sink) => {
      if (isObject(value))
        take([...textsIn(value['addresses'], sink), ...textsIn(value['ipv6_addresses'], sink)], 'Fastly', sink, 'cdn');
    },
  },
  {
    ...{ ...json, id: 'oracle' },
    recognizes: (value) => keyed(value, 'regions') && objectsIn(value['regions']).some((row) => 'cidrs' in row),
    read: (value, sink) => {
      if (!isObject(value)) return;
      for (const region of objectsIn(value['regions'], sink))
        for (const row of objectsIn(region['cidrs'], sink)) {
          const meaning = named(
            `Oracle Cloud ${textOf(region, 'region')}`.trim(),
            textsIn(row['tags']).map(filled).join(', '),
          );
          take([textOf(row, 'cidr')], meaning, sink);
        }
    },
  },
  {
    ...{ ...json, id: 'zscaler' },
    recognizes: (value) => keyed(value, 'hubPrefixes'),
    read: (value, sink) => {
      if (isObject(value)) take(textsIn(value['hubPrefixes'], sink), 'Zscaler', sink, 'proxy');
    },
  },
];
