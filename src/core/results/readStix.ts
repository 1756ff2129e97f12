import { isTooDeep } from '../text/nesting';
import type { IndicatorRecord, ThreatLink, UtcMillis } from '../records/record';
import type { Relation, Statement } from '../records/statement';
import { isObject, toTimestamp, type StixObject, getText, getTexts, typeOfId } from '../stix/fields';
import { readBundle } from '../stix/objects';
import type { MissingProperty, ResultWarning } from './warnings';

/** An Explore STIX result. */
export interface ExploreStix {
  readonly records: readonly IndicatorRecord[];
  /** The objects as a complete bundle (STIX 2.1, 8), indented. */
  readonly bundle: string;
  /** Number of skipped objects. */
  readonly unreadable: number;
  /** Violations of STIX 2.1 or the interface. */
  readonly warnings: readonly ResultWarning[];
}

/**
 * Reads and checks an Explore STIX result (lookup API: “Explore STIX result”): an object with `objects`, or a list. The
 * names of risk and retirement come from its extension definition. Undefined for anything else.
 */
export function readExploreStix(text: string, now: UtcMillis): ExploreStix | undefined {
  const parsed = parse(text);
  const objects = Array.isArray(parsed) ? (parsed as readonly unknown[]) : isObject(parsed) ? parsed['objects'] : [];
  if (!Array.isArray(objects) || (!Array.isArray(parsed) && !(isObject(parsed) && 'objects' in parsed))) {
    return undefined;
  }
  const given: readonly unknown[] = objects;
  // Objects nested too deeply can't be serialized and are skipped.
  const all = given.filter((object) => !isTooDeep(object));
  const reader = readBundle(now);
  const readings = [...given.map((object) => reader.read(object)), reader.end()];
  const records = linkedRecords(readings.flatMap(({ statements }) => statements));
  const unreadable = readings.reduce((sum, { skipped }) => sum + skipped.length, 0);
  const envelope: StixObject = isObject(parsed) ? parsed : {};
  return {
    records: once(records),
    bundle: bundleOf(envelope, all),
    unreadable,
    warnings: warningsOf(all, given.length - all.length),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The records with the threats that relationships link them to, each name once. */
function linkedRecords(statements: readonly Statement[]): readonly IndicatorRecord[] {
  const threats = new Map<string, ThreatLink>();
  const relations = new Map<string, Relation[]>();
  for (const each of statements) {
    if (each.kind === 'threat' && each.foreignId !== undefined) {
      const { foreignId, name, category, risk } = each;
      threats.set(foreignId, { name, category, risk });
    } else if (each.kind === 'relation') {
      relations.set(each.from, [...(relations.get(each.from) ?? []), each]);
    }
  }
  return statements.flatMap((each) => {
    if (each.kind !== 'indicator') return [];
    const links = new Map<string, ThreatLink>();
    for (const { to, timestamp } of relations.get(each.foreignId ?? '') ?? []) {
      const threat = threats.get(to);
      if (threat === undefined || links.has(threat.name.toLowerCase())) continue;
      links.set(threat.name.toLowerCase(), { ...threat, ...(timestamp === undefined ? {} : { linked: timestamp }) });
    }
    return [links.size === 0 ? each.record : { ...each.record, threats: [...links.values()] }];
  });
}

/** Several objects may have the same value. */
function once(records: readonly IndicatorRecord[]): readonly IndicatorRecord[] {
  const byValue = new Map(records.map((record) => [`${record.type} ${record.value}`, record]));
  return [...byValue.values()];
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const idForm = new RegExp(`^[a-z0-9][a-z0-9-]*--${uuid}$`, 'i');

function bundleOf(envelope: StixObject, objects: readonly unknown[]): string {
  const id = getText(envelope.id);
  const known = envelope.type === 'bundle' && id !== undefined && idForm.test(id) ? id : undefined;
  const bundle = { type: 'bundle', id: known ?? `bundle--${crypto.randomUUID()}`, objects };
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

/** Required properties of objects, and of indicators (STIX 2.1, 3.2 and 4.7). */
const checks: readonly {
  readonly kind: MissingProperty;
  readonly of?: string;
  readonly isGood: (object: StixObject) => boolean;
}[] = [
  { kind: 'missingType', isGood: ({ type }) => getText(type) !== undefined },
  {
    kind: 'missingId',
    isGood: ({ id, type }) => idForm.test(getText(id) ?? '') && typeOfId(getText(id) ?? '') === type,
  },
  { kind: 'missingCreated', isGood: ({ created }) => toTimestamp(created) !== undefined },
  { kind: 'missingPattern', of: 'indicator', isGood: ({ pattern }) => getText(pattern) !== undefined },
  { kind: 'missingPatternType', of: 'indicator', isGood: ({ pattern_type: type }) => getText(type) !== undefined },
  { kind: 'missingValidFrom', of: 'indicator', isGood: ({ valid_from: from }) => toTimestamp(from) !== undefined },
];

function warningsOf(all: readonly unknown[], deep: number): readonly ResultWarning[] {
  const objects = all.filter(isObject);
  const notObjects = all.length - objects.length;
  const bad = checks.flatMap(({ kind, of, isGood }): readonly ResultWarning[] => {
    const count = objects.filter((object) => (of === undefined || object.type === of) && !isGood(object)).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  const definitions = objects.filter(({ type }) => type === 'extension-definition');
  const defined = new Set(definitions.map(({ id }) => getText(id)));
  const used = new Set(objects.flatMap(({ extensions }) => (isObject(extensions) ? Object.keys(extensions) : [])));
  const missing = [...used].filter((id) => id.startsWith('extension-definition--') && !defined.has(id));
  const hasRisk = definitions.some(({ extension_properties: names }) =>
    getTexts(names).some((name) => name.endsWith('_risk')),
  );
  const hasIndicators = objects.some(({ type }) => type === 'indicator');
  return [
    ...(notObjects > 0 ? [{ kind: 'notObjects', count: notObjects } as const] : []),
    ...(deep > 0 ? [{ kind: 'tooDeep', count: deep } as const] : []),
    ...bad,
    ...(missing.length > 0 ? [{ kind: 'undefinedExtension' } as const] : []),
    ...(hasIndicators && !hasRisk ? [{ kind: 'noRiskExtension' } as const] : []),
  ];
}
