import { v5 as uuidOf } from 'uuid';
import type { IndicatorType } from '../../indicators/identity/types';
import { contextTerms } from '../../records/context';
import type { IndicatorRecord, UtcMillis } from '../../records/record';
import type { RiskLevel } from '../../records/risk';
import { isoTimestamp } from '../../records/timestamp';
import { ownRecord } from '../../stix/ownRecord';
import { getMarkings } from '../../stix/tlp';
import { stixValidity } from './stixValidity';

/** Namespace of ids, so that the same object has the same id in every file. */
const namespace = '2c9d8a52-3c1e-4a0b-9a58-0f6c6f4be5a1';
/** The id of the identity that creates objects. */
export const identityId = `identity--${uuidOf('identity', namespace)}`;
const extensionId = `extension-definition--${uuidOf('extension', namespace)}`;
/** Earlier than any object, so that readers of a collection get the extension definition first. */
const defined = '1970-01-01T00:00:00.000Z';

type Fields = Readonly<Record<string, unknown>>;
type StixValue = string | number | boolean | readonly string[] | Fields | readonly Fields[];
export type StixObject = Readonly<Record<string, StixValue>>;

/** The specification defines only 4 for critical; a risk level accompanies the number. */
const riskNumbers: Readonly<Record<RiskLevel, number>> = {
  unknown: 0,
  none: 0,
  'very low': 1,
  low: 1,
  medium: 2,
  high: 3,
  critical: 4,
};

/** Values of STIX 2.1, 10.7 “Indicator Type Vocabulary”. */
const indicatorTypes: Readonly<Record<RiskLevel, string>> = {
  unknown: 'unknown',
  none: 'benign',
  'very low': 'unknown',
  low: 'unknown',
  medium: 'anomalous-activity',
  high: 'malicious-activity',
  critical: 'malicious-activity',
};

/** The identity that creates the objects (lookup API: “Explore STIX result”). */
export const stixIdentity: StixObject = {
  type: 'identity',
  spec_version: '2.1',
  id: identityId,
  created: defined,
  modified: defined,
  name: 'Threat Lookups',
  description: 'A local store of indicators, merged from what its owner imported.',
  identity_class: 'system',
  sectors: ['technology'],
  contact_information: 'The operator of the local service',
  lang: 'en',
};

/** The definition of custom properties of indicators (lookup API: “Explore STIX result”). */
export const stixExtension: StixObject = {
  type: 'extension-definition',
  spec_version: '2.1',
  id: extensionId,
  created: defined,
  modified: defined,
  created_by_ref: identityId,
  name: 'Risk of an indicator',
  description:
    'The risk level and retirement of an indicator as given by the service, and data that STIX has no property for.',
  schema: 'https://threat-lookups.example/schemas/service-risk.json',
  version: '1.2.0',
  extension_types: ['toplevel-property-extension'],
  extension_properties: [
    'service_risk',
    'service_risk_int',
    'service_retired',
    'service_retired_timestamp',
    'service_retired_reason',
    'service_record',
    'service_observed',
  ],
};

/** Of objects with properties of {@link stixExtension}. */
export const stixExtended: StixObject = {
  extensions: { [extensionId]: { extension_type: 'toplevel-property-extension' } },
};

/** Of observables that nobody states anything about: they were only seen in a file, and aren't imported again. */
export const observedOnly: StixObject = { service_observed: true, ...stixExtended };

/** The UUID of a name in this product's namespace. */
export function stixUuid(name: string): string {
  return uuidOf(name, namespace);
}

/** The STIX pattern for exactly this value (STIX 2.1, 9). */
export function stixPattern(value: string, type: IndicatorType): string {
  const object =
    type === 'ip' ? (value.includes(':') ? 'ipv6-addr' : 'ipv4-addr') : type === 'url' ? 'url' : 'domain-name';
  const operator = type === 'ip' && value.includes('/') ? 'ISSUBSET' : '=';
  return `[${object}:value ${operator} '${value.replace(/[\\']/g, '\\$&')}']`;
}

/** The contexts that lists state for an indicator, as labels; empty for most. */
function labelsOf({ contexts }: IndicatorRecord): { readonly labels?: readonly string[] } {
  const labels = contextTerms(contexts);
  return labels.length === 0 ? {} : { labels };
}

/** The id of a value's indicator object, the same in every file. */
export function stixIndicatorId(value: string, type: IndicatorType): string {
  return `indicator--${uuidOf(`${type}:${value}`, namespace)}`;
}

/**
 * A record as an indicator object (lookup API: “Explore STIX result”; STIX 2.1, 4.7). Uses `now` for missing
 * timestamps, which STIX requires.
 */
export function stixIndicator(record: IndicatorRecord, now: UtcMillis): StixObject {
  const { value, type, risk, retired, retiredReason, timestamps } = record;
  const known = [timestamps.added, timestamps.updated, timestamps.seen].filter((at) => isoTimestamp(at) !== undefined);
  const created = Math.min(...known.filter((at) => at !== undefined), now);
  // Readers replace an active version only with a later one.
  const modified = Math.max(
    created,
    timestamps.updated ?? created,
    (retired ? timestamps.retired : undefined) ?? created,
  );
  const iso = (at: UtcMillis): string => isoTimestamp(at) ?? defined;
  const refs = [...getMarkings(record).refs, ...(record.credits ?? []).map(stixCreditId)];
  const retiredAt = isoTimestamp(timestamps.retired);
  return {
    type: 'indicator',
    spec_version: '2.1',
    id: stixIndicatorId(value, type),
    created: iso(created),
    modified: iso(modified),
    created_by_ref: identityId,
    name: value,
    description: described(record),
    indicator_types: [indicatorTypes[risk]],
    ...labelsOf(record),
    pattern: stixPattern(value, type),
    pattern_type: 'stix',
    ...stixValidity(record, created),
    service_risk: risk,
    service_risk_int: riskNumbers[risk],
    service_retired: retired ? 1 : 0,
    ...(retired && retiredAt !== undefined ? { service_retired_timestamp: retiredAt } : {}),
    ...(retired && retiredReason !== undefined ? { service_retired_reason: retiredReason } : {}),
    service_record: ownRecord(record),
    ...stixExtended,
    ...(refs.length === 0 ? {} : { object_marking_refs: refs }),
    lang: 'en',
  };
}

/** The ID of the marking of a credit line. */
export function stixCreditId(credit: string): string {
  return `marking-definition--${stixUuid(`credit:${credit}`)}`;
}

/** A credit line as a statement marking (STIX 2.1, 7.2.1.3), with the same ID in every file. */
export function stixCredit(credit: string): StixObject {
  return {
    type: 'marking-definition',
    spec_version: '2.1',
    id: stixCreditId(credit),
    created: defined,
    created_by_ref: identityId,
    definition_type: 'statement',
    definition: { statement: credit },
  };
}

function described({ value, type, risk, riskFactors, threats, other }: IndicatorRecord): string {
  const description = other['description'];
  if (typeof description === 'string' && description.trim() !== '') return description;
  const why = riskFactors.map(({ description }) => description).join('; ');
  const names = threats.map(({ name }) => name).join(', ');
  const kind = type === 'ip' ? 'IP address' : type === 'url' ? 'URL' : 'Domain';
  return [
    `${kind} ${value}: risk ${risk}`,
    ...(why === '' ? [] : [why]),
    ...(names === '' ? [] : [`threats: ${names}`]),
  ].join('. ');
}
