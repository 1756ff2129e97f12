import { isRetiredWord, parseRisk, type RiskLevel } from '../records/risk';
import { isObject, toNumber, toTimestamp, type StixObject, getText, getTexts } from './fields';
import { type OwnRecord, readOwnRecord } from './ownRecord';

/** A service's rating in its own properties, see {@link OwnProperties}. */
export interface OwnRating {
  readonly risk?: RiskLevel;
  readonly retired?: boolean;
  readonly retiredReason?: string;
  readonly retiredAt?: number;
  /** Parts of a record that STIX has no property for, if the service states them. */
  readonly record?: OwnRecord;
}

/**
 * The properties that a service adds to indicators: `<name>_risk`, `_risk_int`, `_retired`, `_retired_timestamp`,
 * `_retired_reason`, and `_record` in exports of this product. The name depends on the service and is read from the
 * extension definitions (lookup API: “Explore STIX result”).
 */
export class OwnProperties {
  private readonly prefixes = new Map<string, string>();

  /** Learns a prefix from an extension definition with such properties. */
  learn(definition: StixObject): void {
    const id = getText(definition.id);
    const named = getTexts(definition.extension_properties).find((name) => name.endsWith('_risk'));
    if (id !== undefined) this.prefixes.set(id, named === undefined ? '' : named.slice(0, -'_risk'.length));
  }

  /** IDs of extensions that the object uses and whose definition hasn't been read yet. */
  unknownIn(object: StixObject): readonly string[] {
    if (!isObject(object.extensions)) return [];
    return Object.keys(object.extensions).filter(
      (id) => id.startsWith('extension-definition--') && !this.prefixes.has(id),
    );
  }

  /** Reads the properties of an object. 4 is the only numeric risk that the specification defines. */
  read(object: StixObject): OwnRating {
    const prefix = this.prefixOf(object);
    if (prefix === undefined) return {};
    const word = getText(object[`${prefix}_risk`]);
    const retiredAt = toTimestamp(object[`${prefix}_retired_timestamp`]);
    const retired = isRetiredWord(word) || isFlagged(object[`${prefix}_retired`], retiredAt !== undefined);
    return {
      risk: riskOf(word, toNumber(object[`${prefix}_risk_int`])),
      retired,
      retiredReason: retired ? getText(object[`${prefix}_retired_reason`]) : undefined,
      retiredAt: retired ? retiredAt : undefined,
      record: readOwnRecord(object[`${prefix}_record`]),
    };
  }

  /** Whether an observable in an export of this product was only seen in a file, and nothing is stated about it. */
  isOnlyObserved(object: StixObject): boolean {
    const prefix = this.prefixOf(object);
    return prefix !== undefined && object[`${prefix}_observed`] === true;
  }

  private prefixOf({ extensions }: StixObject): string | undefined {
    if (!isObject(extensions)) return undefined;
    return Object.keys(extensions)
      .map((id) => this.prefixes.get(id) ?? '')
      .find((each) => each !== '');
  }
}

function riskOf(word: string | undefined, number: number | undefined): RiskLevel | undefined {
  const level = parseRisk(word);
  if (level !== 'unknown') return level;
  if (number === 4) return 'critical';
  return word === undefined ? undefined : 'unknown';
}

function isFlagged(flag: unknown, byDefault: boolean): boolean {
  if (flag === undefined || flag === null || flag === '') return byDefault;
  return flag === true || (toNumber(flag) ?? 0) > 0;
}
