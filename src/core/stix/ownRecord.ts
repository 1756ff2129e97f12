import {
  type Attributes,
  type FeedLink,
  type IndicatorRecord,
  type NameReach,
  readReach,
  type RiskFactor,
  type Timestamps,
  type UtcMillis,
} from '../records/record';
import { parseRiskWord } from '../records/risk';
import { isoTimestamp } from '../records/timestamp';
import { isObject, picked, toTimestamp, getText } from './fields';

/** Parts of a record that STIX has no property for, see {@link ownRecord}. */
export interface OwnRecord {
  readonly timestamps: Timestamps;
  readonly feeds: readonly FeedLink[];
  readonly attributes: Attributes;
  readonly riskFactors: readonly RiskFactor[];
  readonly reach?: NameReach;
  /** Only for a threat or feed. */
  readonly category?: string;
  readonly organization?: string;
  readonly pricing?: string;
}

/** So that the property is never an empty object, which STIX prohibits. */
const version = 1;
/** A source could state any number. */
const maxEntries = 1_000;
const dates = ['added', 'updated', 'seen', 'probed'] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The value of the property `<name>_record` of an indicator: its exact dates, feeds, attributes, and reasons, and the names
 * that it is about, if not only its own.
 */
export function ownRecord({ timestamps, feeds, attributes, riskFactors, reach }: IndicatorRecord): Fields {
  return {
    version,
    ...Object.fromEntries(dates.map((name) => [name, isoTimestamp(timestamps[name])] as const).filter(isSet)),
    ...filled({
      feeds: feeds.map(({ name, category, organization, pricing, linked }) => ({
        name,
        ...groupFields({ category, organization, pricing }),
        ...filled({ linked: isoTimestamp(linked) }),
      })),
      attributes: Object.fromEntries(Object.entries(attributes).filter(([, rows]) => rows.length > 0)),
      reasons: riskFactors.map(({ description, risk }) => ({ description, risk })),
      reach,
    }),
  };
}

/** Like {@link ownRecord}, but for a threat or a feed. */
export function ownGroup(group: Partial<Record<'category' | 'organization' | 'pricing', string | undefined>>): Fields {
  return { version, ...groupFields(group) };
}

function groupFields({
  category,
  organization,
  pricing,
}: Partial<Record<'category' | 'organization' | 'pricing', string | undefined>>): Fields {
  return filled({ category, organization, pricing });
}

/** The fields without missing and empty ones. */
function filled(fields: Fields): Fields {
  return picked(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0)),
    Object.keys(fields),
  );
}

function isSet(entry: readonly [string, string | undefined]): boolean {
  return entry[1] !== undefined;
}

/** Reads such a value; undefined for anything else. */
export function readOwnRecord(value: unknown): OwnRecord | undefined {
  if (!isObject(value)) return undefined;
  const reach = readReach(value['reach'], 'domain');
  const timestamps = dates.map((name): readonly [string, UtcMillis | undefined] => [name, toTimestamp(value[name])]);
  return {
    timestamps: Object.fromEntries(timestamps.filter(([, at]) => at !== undefined)),
    feeds: listed(value['feeds']).flatMap((feed): FeedLink[] => {
      if (!isObject(feed)) return [];
      const name = getText(feed['name']);
      const linked = toTimestamp(feed['linked']);
      return name === undefined ? [] : [{ name, ...groupIn(feed), linked }];
    }),
    attributes: attributesIn(value['attributes']),
    riskFactors: listed(value['reasons']).flatMap((reason): RiskFactor[] => {
      const description = isObject(reason) ? getText(reason['description']) : undefined;
      if (!isObject(reason) || description === undefined) return [];
      return [{ description, risk: parseRiskWord(reason['risk']) }];
    }),
    reach,
    ...groupIn(value),
  };
}

function groupIn(value: Fields): Pick<OwnRecord, 'category' | 'organization' | 'pricing'> {
  const [category, organization, pricing] = [value['category'], value['organization'], value['pricing']].map(getText);
  return {
    category,
    organization,
    pricing,
  };
}

function attributesIn(value: unknown): Attributes {
  if (!isObject(value)) return {};
  const entries = Object.entries(value)
    .slice(0, maxEntries)
    .map(([name, rows]): readonly [string, readonly (readonly string[])[]] => [
      name,
      listed(rows)
        .map((row) => listed(row).filter((cell) => typeof cell === 'string'))
        .filter((row) => row.length > 0),
    ]);
  return Object.fromEntries(entries.filter(([, rows]) => rows.length > 0));
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]).slice(0, maxEntries) : [];
}
