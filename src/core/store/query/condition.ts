import type { GeoLocationParts } from '../../context/geoLocation';
import type { IndicatorType } from '../../indicators/identity/types';
import { riskLevels } from '../../records/risk';
import { commonRange, joinRanges, type TimeRange } from './timestampPatterns';

/** Timestamp columns of `indicator`. */
export type TimestampColumn = 'stamp_seen' | 'stamp_added' | 'stamp_updated';

const timestampColumns: readonly TimestampColumn[] = ['stamp_seen', 'stamp_added', 'stamp_updated'];

/** A condition on an indicator with all names resolved, from which SQL is made. */
export type Condition =
  /** Type, risk, and retirement combined in one number (`indicator.class`). */
  | { readonly kind: 'classes'; readonly classes: ReadonlySet<number> }
  /** One of these indicators, by `lookupKey`. */
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  /** Its value matches one of these patterns with `*`. */
  | { readonly kind: 'text'; readonly patterns: readonly string[] }
  /** It has one of these facets. */
  | { readonly kind: 'facets'; readonly ids: readonly number[] }
  /** One of these sources lists it. */
  | { readonly kind: 'sources'; readonly ids: readonly number[] }
  /** Without `from` and `to` (exclusive), any timestamp matches. */
  | ({ readonly kind: 'timeRange'; readonly column: TimestampColumn } & TimeRange)
  /** The timestamp as text matches one of these patterns. */
  | { readonly kind: 'timestampText'; readonly column: TimestampColumn; readonly patterns: readonly string[] }
  /** Its address is at a location according to the location data, and none of these facet fields states another. */
  | {
      readonly kind: 'geoLocation';
      readonly part: keyof GeoLocationParts;
      /** In lowercase, with `*`. */
      readonly patterns: readonly string[];
      readonly stated: readonly number[];
    }
  /** In searches for threats: one of these ids. */
  | { readonly kind: 'threats'; readonly tids: readonly number[] }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition };

export interface ClassParts {
  readonly type: IndicatorType;
  /** Position in `riskLevels`. */
  readonly risk: number;
  readonly retired: boolean;
}

const types: readonly IndicatorType[] = ['domain', 'ip', 'url'];

/** All classes by number, as computed in the schema. */
const classes: ReadonlyMap<number, ClassParts> = new Map(
  riskLevels.flatMap((_, risk) =>
    types.flatMap((type, at) =>
      [false, true].map((retired) => [risk * 6 + at * 2 + (retired ? 1 : 0), { type, risk, retired }] as const),
    ),
  ),
);

/** The numbers of all classes. */
export const allClasses: ReadonlySet<number> = new Set(classes.keys());

/** A condition for the classes that pass a test. */
export function classesWhere(passes: (parts: ClassParts) => boolean): Condition {
  return {
    kind: 'classes',
    classes: new Set([...classes].filter(([, parts]) => passes(parts)).map(([number]) => number)),
  };
}

const always = classesWhere(() => true);
export const never = classesWhere(() => false);

/** True if every indicator matches. */
export function isAlways(condition: Condition): boolean {
  return condition.kind === 'classes' && condition.classes.size === classes.size;
}

/** True if no indicator matches. */
export function isNever(condition: Condition): boolean {
  return condition.kind === 'classes' && condition.classes.size === 0;
}

/** Negates a condition: inverts sets, and avoids double negation. */
export function negate(condition: Condition): Condition {
  if (condition.kind === 'not') return condition.of;
  if (condition.kind === 'classes')
    return { kind: 'classes', classes: new Set([...classes.keys()].filter((each) => !condition.classes.has(each))) };
  return { kind: 'not', of: condition };
}

/** Characters of IP addresses and wildcards. */
const addressPattern = /^[0-9a-f:.*]*$/i;

/** The types that a pattern can match: only URLs have slashes, no domain has a colon, and so on. */
function classesOfText(patterns: readonly string[]): ReadonlySet<number> {
  const fits: Readonly<Record<IndicatorType, (pattern: string) => boolean>> = {
    url: () => true,
    ip: (pattern) => addressPattern.test(pattern),
    domain: (pattern) => !/[/:]/.test(pattern),
  };
  return new Set([...classes].filter(([, { type }]) => patterns.some(fits[type])).map(([number]) => number));
}

/** Combines conditions with AND, and merges thousands of exclusions into one. */
export function allOf(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((each) => (each.kind === 'all' ? each.of : [each]));
  const positive = flat.filter(({ kind }) => kind !== 'not' && kind !== 'classes' && kind !== 'timeRange');
  const times = timestampColumns.flatMap((column): readonly Condition[] => {
    const ranges = flat.filter((each) => each.kind === 'timeRange').filter((each) => each.column === column);
    return ranges.length === 0 ? [] : [{ kind: 'timeRange', column, ...commonRange(ranges) }];
  });
  const excluded = flat.flatMap((each) => (each.kind === 'not' ? [each.of] : []));
  const classSets = flat.flatMap((each) => (each.kind === 'classes' ? [each.classes] : []));
  const texts = classSets.length === 0 ? [] : flat.flatMap((each) => (each.kind === 'text' ? [each.patterns] : []));
  const sets = [...classSets, ...texts.map(classesOfText)];
  const common = new Set([...classes.keys()].filter((each) => sets.every((set) => set.has(each))));
  if (common.size === 0) return never;
  const merged = excluded.length === 0 ? [] : [negate(anyOf(excluded))];
  if (merged.some(isNever)) return never;
  const bounded: Condition[] = common.size === classes.size ? [] : [{ kind: 'classes', classes: common }];
  return single('all', [...bounded, ...times, ...positive, ...merged.filter((each) => !isAlways(each))], always);
}

/** Combines conditions with OR, and merges those of the same kind. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((each) => (each.kind === 'any' ? each.of : [each]));
  const sets = flat.flatMap((each) => (each.kind === 'classes' ? [...each.classes] : []));
  const keys = flat.flatMap((each) => (each.kind === 'keys' ? each.keys : []));
  const patterns = flat.flatMap((each) => (each.kind === 'text' ? each.patterns : []));
  const ids = flat.flatMap((each) => (each.kind === 'facets' ? each.ids : []));
  const tids = flat.flatMap((each) => (each.kind === 'threats' ? each.tids : []));
  const times = timestampColumns.flatMap((column): readonly Condition[] => {
    const ranges = flat.filter((each) => each.kind === 'timeRange').filter((each) => each.column === column);
    const texts = flat.filter((each) => each.kind === 'timestampText').filter((each) => each.column === column);
    const dates = new Set(texts.flatMap((each) => each.patterns));
    return [
      ...joinRanges(ranges).map((range): Condition => ({ kind: 'timeRange', column, ...range })),
      ...(dates.size === 0 ? [] : [{ kind: 'timestampText' as const, column, patterns: [...dates] }]),
    ];
  });
  const excluded = flat.flatMap((each) => (each.kind === 'not' ? [each.of] : []));
  // One condition instead of several, each of which would read all indicators.
  const merged = excluded.length < 2 ? excluded.map(negate) : [negate(allOf(excluded))];
  const others = flat.filter(({ kind }) => kind === 'all' || kind === 'geoLocation' || kind === 'sources');
  const bounded: Condition = { kind: 'classes', classes: new Set(sets) };
  if (isAlways(bounded) || merged.some(isAlways)) return always;
  return single(
    'any',
    [
      ...(isNever(bounded) ? [] : [bounded]),
      ...(keys.length === 0 ? [] : [{ kind: 'keys' as const, keys: [...new Set(keys)] }]),
      ...(patterns.length === 0 ? [] : [{ kind: 'text' as const, patterns: [...new Set(patterns)] }]),
      ...(ids.length === 0 ? [] : [{ kind: 'facets' as const, ids: [...new Set(ids)] }]),
      ...(tids.length === 0 ? [] : [{ kind: 'threats' as const, tids: [...new Set(tids)] }]),
      ...times,
      ...merged.filter((each) => !isNever(each)),
      ...others,
    ],
    never,
  );
}

function single(kind: 'all' | 'any', of: readonly Condition[], none: Condition): Condition {
  const [first] = of;
  if (first === undefined) return none;
  return of.length === 1 ? first : { kind, of };
}
