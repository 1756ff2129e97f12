import { v5 as uuidOf } from 'uuid';
import { hostAddress, type ShownGeoLocation } from '../context/geoLocation';
import {
  identityId,
  stixCredit,
  stixCreditId,
  observedOnly,
  stixExtension,
  stixIdentity,
  type StixObject,
  stixUuid,
} from '../export/results/stixWriter';
import { stixBundle, stixIndicators } from '../export/results/stixBundle';
import { stixNote, stixTeamNote } from '../export/results/stixNote';
import { parseIndicator } from '../indicators';
import { getHost } from '../indicators/identity/getHost';
import type { Indicator } from '../indicators/identity/types';
import { listReason } from '../records/sourceDetails';
import { creditsField, uniqueCredits } from '../records/labels/credit';
import { isOfParent, judgmentIn, type Known } from '../records/knowledge';
import { emptyRecord, type IndicatorRecord, type UtcMillis } from '../records/record';
import { isoTimestamp } from '../records/timestamp';
import { noClients } from './clients/counted';
import type { Timeline } from './timeline';
import type { Annotation } from '../records/annotation';
import type { LookupStatus, Triaged } from './assess';
import { triageCredits, type TriageFormatters } from './triageExport';

/** The namespace of IDs of observables (STIX 2.1, 2.9). */
const observableNamespace = '00abedb4-aa42-466c-9c01-fed23315a9b7';
const defined = '1970-01-01T00:00:00.000Z';
const maxObserved = 999_999_999;

/** Rows that a STIX file doesn't contain: they are about the user's own network, or must not be passed on. */
const skippedStatuses: readonly LookupStatus[] = ['reserved', 'ignored'];

/** How many rows a STIX file doesn't contain, by reason. */
export interface SkippedInStix {
  readonly reserved: number;
  readonly ignored: number;
}

/** Counts the rows that a STIX file doesn't contain. */
export function countSkippedInStix(rows: readonly Triaged[]): SkippedInStix {
  const count = (wanted: LookupStatus): number => rows.filter(({ status }) => status === wanted).length;
  return { reserved: count('reserved'), ignored: count('ignored') };
}

/** Data that is written besides the statements of sources. */
export type TriageStixOptions = Pick<TriageFormatters, 'annotationOf' | 'timelineUnit'>;

/**
 * A triage as a STIX 2.1 bundle, or as JSON Lines: observed data with the clients for each row, an indicator with a
 * sighting for each known row, and the network and country of addresses. Notes and tags, and judgments of a team, are
 * `note` objects about these.
 */
export function triageStix(
  rows: readonly Triaged[],
  generated: UtcMillis,
  form: 'stix' | 'stixLines',
  options: TriageStixOptions = {},
): string {
  const objects = (): Generator<StixObject> => objectsOf(rows, generated, options);
  if (form === 'stix') return `${[...stixBundle(`triage:${generated}`, objects(), 2)].join('')}\n`;
  const all = [stixIdentity, stixExtension, ...objects()];
  return all.map((object) => `${JSON.stringify(object)}\n`).join('');
}

/** The objects of all rows, each ID once. */
function* objectsOf(
  rows: readonly Triaged[],
  generated: UtcMillis,
  { annotationOf, timelineUnit }: TriageStixOptions,
): Generator<StixObject> {
  const written = new Set<unknown>();
  for (const { timeline, ...untimed } of rows) {
    const row = timelineUnit === 'seconds' && timeline !== undefined ? { ...untimed, timeline } : untimed;
    if (skippedStatuses.includes(row.status)) continue;
    for (const object of objectsOfRow(row, generated, annotationOf?.(row))) {
      if (written.has(object['id'])) continue;
      written.add(object['id']);
      yield object;
    }
  }
}

function* objectsOfRow(row: Triaged, generated: UtcMillis, annotation: Annotation | undefined): Generator<StixObject> {
  const { indicator, place } = row;
  const credits = triageCredits([row]);
  const record = recordOf(row, credits);
  const objects = record === undefined ? [] : [...stixIndicators([record], generated)];
  const known = objects.find(({ type }) => type === 'indicator');
  if (known === undefined) yield* credits.map(stixCredit);
  yield* objects;
  const address = hostAddress(indicator);
  const located = address === undefined || place === undefined ? [] : geoLocationObjects(address, place);
  const [host] = located;
  yield* located;
  if (known === undefined) {
    const seen = observable(indicator);
    if (seen['id'] !== host?.['id']) yield seen;
    const clients = clientsOf(row, seen);
    yield* clients.objects;
    const refs = [seen, ...(host === undefined ? [] : [host]), ...clients.objects];
    const observation = observedData(row, refs, generated);
    yield observation;
    yield* clients.notes(observation, generated);
    yield* relatedIndicator(row, observation, credits, generated);
    yield* notesAbout(observation, row, annotation, generated);
    return;
  }
  if (host !== undefined) yield relationship(known, 'related-to', host);
  if (row.files > 0) yield* sighted(row, known, generated);
  yield* notesAbout(known, row, annotation, generated);
}

/** Notes of the user and the team about a row. */
function* notesAbout(
  about: StixObject,
  { known }: Triaged,
  annotation: Annotation | undefined,
  generated: UtcMillis,
): Generator<StixObject> {
  if (annotation !== undefined) yield stixNote(about, annotation, generated);
  const judgment = judgmentIn(known);
  if (judgment !== undefined) yield stixTeamNote(about, judgment);
}

/** States that the files have a known indicator: the observation, with the markings of the indicator. */
function* sighted(row: Triaged, known: StixObject, generated: UtcMillis): Generator<StixObject> {
  const marked = { ...('object_marking_refs' in known ? { object_marking_refs: known['object_marking_refs'] } : {}) };
  const seen = { ...observable(row.indicator), ...observedOnly };
  const clients = clientsOf(row, seen);
  yield seen;
  yield* clients.objects;
  const observation = { ...observedData(row, [seen, ...clients.objects], generated), ...marked };
  yield observation;
  yield* clients.notes(observation, generated);
  const { created_by_ref, created, modified, first_observed, last_observed, number_observed } = observation;
  yield {
    type: 'sighting',
    spec_version: '2.1',
    id: `sighting--${stixUuid(`sighting:${idOf(known)}`)}`,
    created_by_ref,
    created,
    modified,
    first_seen: first_observed,
    last_seen: last_observed,
    count: number_observed,
    sighting_of_ref: idOf(known),
    observed_data_refs: [observation.id],
    ...marked,
  };
}

/** Clients that an observation names. */
const maxClients = 20;

/**
 * The clients of the lines with an indicator: each as an object, with its traffic if both have an address or a name.
 */
function clientsOf({ indicator, clients = noClients }: Triaged, seen: StixObject) {
  const named = clients.top.slice(0, maxClients);
  const objects = named.flatMap(({ name }): readonly StixObject[] => {
    const { type, value } = parseIndicator(name) ?? {};
    const isHost = (type === 'ip' || type === 'domain') && value === name.toLowerCase();
    if (!isHost) return [observed('user-account', { account_login: name })];
    const client = { ...observable({ type, value }), ...observedOnly };
    if (client.id === seen['id']) return [];
    if (indicator.type === 'url') return [client];
    const family = [indicator, { type, value }].find((each) => each.type === 'ip');
    const protocol = family === undefined ? 'ip' : family.value.includes(':') ? 'ipv6' : 'ipv4';
    // In the order of names, as the ID requires.
    return [client, observed('network-traffic', { dst_ref: idOf(seen), protocols: [protocol], src_ref: client.id })];
  });
  const isPart = clients.isMore || clients.count > named.length;
  const count = `${clients.isMore ? 'at least ' : ''}${clients.count}`;
  const note = isPart ? `Names the ${named.length} clients with the most lines, of ${count}.` : undefined;
  return {
    objects,
    /** Notes that there are more clients. */
    notes: (observation: StixObject, generated: UtcMillis): readonly StixObject[] =>
      note === undefined ? [] : [{ ...stixNote(observation, { note }, generated), id: clientsNoteId(observation) }],
  };
}

function clientsNoteId(observation: StixObject): string {
  return `note--${stixUuid(`clients:${idOf(observation)}`)}`;
}

/** The indicator for the host of a URL that isn't known itself, or for a name above, based on the observation. */
function relatedIndicator(
  row: Triaged,
  observation: StixObject,
  credits: readonly string[],
  generated: UtcMillis,
): readonly StixObject[] {
  const known = row.hostKnown ?? [];
  const host = getHost(row.indicator);
  const record =
    parentRecord(row.known.length === 0 ? known : row.known, credits) ??
    (host && recordOf({ ...row, indicator: host, known }, credits));
  if (record === undefined) return [];
  const objects = [...stixIndicators([record], generated)];
  const indicator = objects.find(({ type }) => type === 'indicator');
  return [...objects, ...(indicator === undefined ? [] : [relationship(indicator, 'based-on', observation)])];
}

/** The name above that the first source rates, if that is all it knows. */
function parentRecord([first]: readonly Known[], credits: readonly string[]): IndicatorRecord | undefined {
  if (first?.source.parent === undefined) return undefined;
  const { name, risk } = first.source.parent;
  const { threats, timestamps, other } = first.record;
  return { ...emptyRecord(name, 'domain'), risk, threats, timestamps, other, ...creditsField(credits) };
}

/**
 * The record of the first source; undefined for an indicator that isn't known itself: a record of its host isn't about
 * the URL.
 */
function recordOf(
  { indicator, known: [first], contexts, isFalsePositive }: Triaged,
  credits: readonly string[],
): IndicatorRecord | undefined {
  if (first === undefined || isOfParent(first)) return undefined;
  const record = {
    ...first.record,
    ...indicator,
    ...(contexts === undefined ? {} : { contexts }),
    ...creditsField(credits),
  };
  if (isFalsePositive !== true) return record;
  const reason = listReason(first.source.name);
  // The verdict doesn't follow lists that contain a public resolver or the like.
  const riskFactors = record.riskFactors.filter(({ description }) => description !== reason);
  return { ...record, risk: 'unknown', riskFactors };
}

function observedData(
  { indicator: { type, value }, lines, timeline }: Triaged,
  objects: readonly StixObject[],
  generated: UtcMillis,
) {
  const at = isoTimestamp(generated) ?? defined;
  const { first, last } = windowOf(timeline) ?? { first: at, last: at };
  return {
    type: 'observed-data',
    spec_version: '2.1',
    id: `observed-data--${stixUuid(`observed:${type}:${value}`)}`,
    created: at,
    modified: at,
    created_by_ref: identityId,
    first_observed: first,
    last_observed: last,
    number_observed: Math.min(Math.max(lines, 1), maxObserved),
    object_refs: [...new Set(objects.map(idOf))],
  };
}

/** The first and the last time of the lines in the log. */
function windowOf(timeline: Timeline | undefined) {
  if (timeline === undefined || timeline.counts.length === 0) return undefined;
  const [from, to] = [isoTimestamp(timeline.from * 1_000), isoTimestamp(timeline.to * 1_000)];
  if (from === undefined || to === undefined) return undefined;
  return { first: from, last: to };
}

/** The address first, then its network, its country, and their relationships. */
function geoLocationObjects(address: string, geoLocation: ShownGeoLocation): readonly StixObject[] {
  const { country, city, asn, organization } = geoLocation;
  const marked = markedBy(uniqueCredits(geoLocation.sources));
  const number = /^(?:AS)?(\d{1,10})$/i.exec(asn ?? '')?.[1];
  const network =
    number === undefined
      ? undefined
      : {
          ...observed('autonomous-system', { number: Number(number) }),
          ...(organization === undefined ? {} : { name: organization }),
          ...marked,
        };
  const location =
    country === undefined
      ? undefined
      : {
          ...sharedObject('location', `${country}:${city ?? ''}`),
          country,
          ...(city === undefined ? {} : { city }),
          ...marked,
        };
  const owner =
    number !== undefined || organization === undefined
      ? undefined
      : {
          ...sharedObject('identity', `organization:${organization}`),
          name: organization,
          identity_class: 'organization',
          ...marked,
        };
  const host: StixObject = {
    ...observable({ type: 'ip', value: address }),
    ...(network === undefined ? {} : { belongs_to_refs: [network.id] }),
  };
  return [
    host,
    ...(network === undefined ? [] : [network]),
    ...(location === undefined ? [] : [location, relationship(host, 'located-at', location)]),
    ...(owner === undefined ? [] : [owner, relationship(host, 'related-to', owner)]),
  ];
}

function markedBy(credits: readonly string[]): { readonly object_marking_refs?: readonly string[] } {
  return credits.length === 0 ? {} : { object_marking_refs: credits.map(stixCreditId) };
}

function observable({ type, value }: Indicator) {
  const kind =
    type === 'ip' ? (value.includes(':') ? 'ipv6-addr' : 'ipv4-addr') : type === 'url' ? 'url' : 'domain-name';
  return observed(kind, { value });
}

/** An observable, whose ID is derived from its value, as in files of other programs. */
function observed<T extends Readonly<Record<string, string | number | readonly string[]>>>(kind: string, identity: T) {
  const id = `${kind}--${uuidOf(JSON.stringify(identity), observableNamespace)}`;
  return { type: kind, spec_version: '2.1', id, ...identity };
}

function sharedObject(kind: string, name: string) {
  return {
    type: kind,
    spec_version: '2.1',
    id: `${kind}--${stixUuid(`${kind}:${name}`)}`,
    created: defined,
    modified: defined,
    created_by_ref: identityId,
  };
}

function relationship(from: StixObject, kind: string, to: StixObject): StixObject {
  const [source, target] = [idOf(from), idOf(to)];
  return {
    ...sharedObject('relationship', `${source}:${kind}:${target}`),
    relationship_type: kind,
    source_ref: source,
    target_ref: target,
  };
}

function idOf({ id }: StixObject): string {
  return typeof id === 'string' ? id : '';
}
