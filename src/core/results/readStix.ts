import { isTooDeep } from '../records/nesting';
import { type IndicatorRecord, type UtcMillis } from '../records/record';
import { isObject, timestampOf, type StixObject, textOf, textsOf, typeOfId } from '../stix/fields';
import { readBundle } from '../stix/objects';

/** An Explore STIX result as it was read. */
export interface ExploreStix {
  readonly records: readonly IndicatorRecord[];
  /** The same objects as a whole bundle (STIX 2.1, 8), indented. */
  readonly bundle: string;
  /** Objects that say nothing of an indicator, though they should. */
  readonly left: number;
  /** What does not follow STIX 2.1 or the interface, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads and checks an Explore STIX result (api-spec: “Explore STIX result”): an object with `objects`, or a bare list. The
 * names of risk and retirement are read from its extension definition. Undefined where it is nothing like that.
 */
export function readExploreStix(text: string, now: UtcMillis): ExploreStix | undefined {
  const parsed = parse(text);
  const objects = Array.isArray(parsed) ? (parsed as readonly unknown[]) : isObject(parsed) ? parsed['objects'] : [];
  if (!Array.isArray(objects) || (!Array.isArray(parsed) && !(isObject(parsed) && 'objects' in parsed))) {
    return undefined;
  }
  const given: readonly unknown[] = objects;
  // What is nested too deeply can't be written, and is told as left out.
  const all = given.filter((object) => !isTooDeep(object));
  const reader = readBundle(now);
  const readings = [...given.map((object) => reader.read(object)), reader.end()];
  const records = readings.flatMap(({ statements }) =>
    statements.flatMap((each) => (each.kind === 'indicator' ? [each.record] : [])),
  );
  const left = readings.reduce((sum, { skipped }) => sum + skipped.length, 0);
  const envelope: StixObject = isObject(parsed) ? parsed : {};
  return {
    records: once(records),
    bundle: bundleOf(envelope, all),
    left,
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

/** A pattern may name a value that another object has, too. */
function once(records: readonly IndicatorRecord[]): readonly IndicatorRecord[] {
  const byValue = new Map(records.map((record) => [`${record.type} ${record.value}`, record]));
  return [...byValue.values()];
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const idForm = new RegExp(`^[a-z0-9][a-z0-9-]*--${uuid}$`, 'i');

function bundleOf(envelope: StixObject, objects: readonly unknown[]): string {
  const id = textOf(envelope.id);
  const known = envelope.type === 'bundle' && id !== undefined && idForm.test(id) ? id : undefined;
  const bundle = { type: 'bundle', id: known ?? `bundle--${crypto.randomUUID()}`, objects };
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

/** What every object must have, and what an indicator must have besides (STIX 2.1, 3.2 and 4.7). */
const checks: readonly {
  readonly words: string;
  readonly of?: string;
  readonly isGood: (object: StixObject) => boolean;
}[] = [
  { words: 'no type', isGood: ({ type }) => textOf(type) !== undefined },
  {
    words: 'no id of the form type--UUID',
    isGood: ({ id, type }) => idForm.test(textOf(id) ?? '') && typeOfId(textOf(id) ?? '') === type,
  },
  { words: 'no time of creation', isGood: ({ created }) => timestampOf(created) !== undefined },
  { words: 'no pattern', of: 'indicator', isGood: ({ pattern }) => textOf(pattern) !== undefined },
  { words: 'no pattern_type', of: 'indicator', isGood: ({ pattern_type: type }) => textOf(type) !== undefined },
  { words: 'no valid_from', of: 'indicator', isGood: ({ valid_from: from }) => timestampOf(from) !== undefined },
];

function warningsOf(all: readonly unknown[], deep: number): readonly string[] {
  const objects = all.filter(isObject);
  const counted = (count: number, words: string): string =>
    `${count} ${count === 1 ? 'object has' : 'objects have'} ${words}.`;
  const bad = checks.flatMap(({ words, of, isGood }) => {
    const count = objects.filter((object) => (of === undefined || object.type === of) && !isGood(object)).length;
    return count === 0 ? [] : [counted(count, words)];
  });
  const definitions = objects.filter(({ type }) => type === 'extension-definition');
  const defined = new Set(definitions.map(({ id }) => textOf(id)));
  const used = new Set(objects.flatMap(({ extensions }) => (isObject(extensions) ? Object.keys(extensions) : [])));
  const missing = [...used].filter((id) => id.startsWith('extension-definition--') && !defined.has(id));
  const hasRisk = definitions.some(({ extension_properties: names }) =>
    textsOf(names).some((name) => name.endsWith('_risk')),
  );
  const hasIndicators = objects.some(({ type }) => type === 'indicator');
  return [
    ...(all.length > objects.length ? [`${all.length - objects.length} entries are no objects.`] : []),
    ...(deep > 0 ? [`Skipped ${deep} ${deep === 1 ? 'object' : 'objects'} with too many levels of nesting.`] : []),
    ...bad,
    ...(missing.length > 0 ? ['An extension is used that the result does not define.'] : []),
    ...(hasIndicators && !hasRisk
      ? ['No extension definition names a risk: risks are taken from STIX’s own words.']
      : []),
  ];
}
