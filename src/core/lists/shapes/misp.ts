import { addressAndPort, details, filled, listDate, getPort } from '../cells';
import type { JsonShape, ListRow, ListSink } from '../listRow';
import type { SkipReason } from '../../records/problems/skipReason';
import { isObject } from '../../stix/fields';
import { objectsIn, getText } from './json';

const levels = { '1': 'high', '2': 'medium', '3': 'low' } as const;

/** Some exports write flags as numbers or texts. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1';

/** Types of attributes with a value of ours, and where it is in values of two parts. */
const ownTypes: Readonly<Record<string, readonly ('name' | 'address' | 'port')[]>> = {
  domain: ['name'],
  hostname: ['name'],
  url: ['name'],
  'ip-src': ['address'],
  'ip-dst': ['address'],
  'ip-src|port': ['address', 'port'],
  'ip-dst|port': ['address', 'port'],
  'hostname|port': ['name', 'port'],
  'domain|ip': ['name', 'address'],
};

const galaxies: Readonly<Record<string, string>> = {
  'threat-actor': 'group',
  'mitre-intrusion-set': 'apt',
  malpedia: 'malware',
  'mitre-malware': 'malware',
  ransomware: 'malware',
  tool: 'malware',
  botnet: 'malware',
};

/** The threats that the tags of an event or attribute name: `misp-galaxy:malpedia="RedLine Stealer"`. */
function threatsIn(tags: unknown): NonNullable<ListRow['threats']> {
  return objectsIn(tags).flatMap((tag) => {
    const match = /^misp-galaxy:([\w-]+)="(.+)"$/.exec(getText(tag, 'name'));
    const category = Object.hasOwn(galaxies, match?.[1] ?? '') ? galaxies[match?.[1] ?? ''] : undefined;
    const name = (match?.[2] ?? '').replace(/ - [GS]\d{4}$/, '');
    return category === undefined || name === '' ? [] : [{ name, category }];
  });
}

/** The events in a file: one, or those of a response. */
function eventsIn(value: unknown): readonly Record<string, unknown>[] {
  const wrapped =
    isObject(value) && 'response' in value
      ? objectsIn(value['response'])
      : isObject(value)
        ? [value]
        : objectsIn(value);
  return wrapped.flatMap((each) => (isObject(each['Event']) ? [each['Event']] : []));
}

function takeAttribute(
  attribute: Readonly<Record<string, unknown>>,
  event: Readonly<Record<string, unknown>>,
  sink: ListSink,
): void {
  const value = getText(attribute, 'value');
  const meanings = meaningsOf(getText(attribute, 'type'));
  const reason = reasonAgainst(attribute, meanings);
  if (reason !== undefined) {
    sink.skip(reason, value);
    return;
  }
  const cells = meanings.length === 1 ? [value] : value.split('|');
  const row = rowOf(attribute, event, meanings.includes('port') ? getPort(cells[1]) : undefined);
  for (const [index, meaning] of meanings.entries()) {
    const cell = cells[index] ?? '';
    if (meaning !== 'port') sink.take({ ...row, value: meaning === 'address' ? addressAndPort(cell).address : cell });
  }
}

/** The meanings of the parts of a value of this type; empty if the type isn't one of indicators. */
function meaningsOf(type: string): (typeof ownTypes)[string] {
  return Object.hasOwn(ownTypes, type) ? (ownTypes[type] ?? []) : [];
}

/** Why an attribute isn't taken. */
function reasonAgainst(
  attribute: Readonly<Record<string, unknown>>,
  meanings: ReturnType<typeof meaningsOf>,
): SkipReason | undefined {
  const type = getText(attribute, 'type');
  if (isTrue(attribute['deleted'])) return { kind: 'deletedAttribute' };
  const isAnalysis = getText(attribute, 'category') === 'External analysis' && !isTrue(attribute['to_ids']);
  if (type === 'link' || (type === 'url' && isAnalysis)) return { kind: 'report' };
  if (meanings.length > 0) return undefined;
  const isHash = /^(?:md5|sha|ssdeep|imphash|tlsh|filename\|)/.test(type);
  return isHash ? { kind: 'fileHash' } : { kind: 'otherType', detail: type };
}

/** The statement of an attribute and its event about a value. */
function rowOf(
  attribute: Readonly<Record<string, unknown>>,
  event: Readonly<Record<string, unknown>>,
  port: number | undefined,
): Omit<ListRow, 'value'> {
  const isForDetection = isTrue(attribute['to_ids']);
  const level = getText(event, 'threat_level_id');
  const title = filled(getText(event, 'info'));
  return {
    kind: isForDetection ? 'threats' : 'informational',
    risk: isForDetection && (level === '1' || level === '2' || level === '3') ? levels[level] : undefined,
    meaning: title === '' ? undefined : title,
    threats: [...threatsIn(attribute['Tag']), ...threatsIn(event['Tag'])],
    port,
    firstSeen: listDate(getText(attribute, 'first_seen')) ?? listDate(getText(event, 'date')),
    lastSeen: listDate(getText(attribute, 'last_seen')) ?? listDate(getText(attribute, 'timestamp')),
    details: details({ category: attribute['category'], comment: attribute['comment'] }),
  };
}

/** Events of MISP. Only attributes that are meant for detection have a risk. Links are references. */
export const mispEvents: JsonShape = {
  id: 'misp',
  cut: 'json',
  kind: 'threats',
  recognizes: (value) => eventsIn(value).length > 0,
  read: (value, sink) => {
    for (const event of eventsIn(value)) {
      const inObjects = objectsIn(event['Object'], sink).flatMap((object) => {
        const all = objectsIn(object['Attribute'], sink);
        return isTrue(object['deleted']) ? all.map((each) => ({ ...each, deleted: true })) : all;
      });
      const attributes = [...objectsIn(event['Attribute'], sink), ...inObjects];
      for (const attribute of attributes) takeAttribute(attribute, event, sink);
    }
  },
};
