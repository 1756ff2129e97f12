import type { IndicatorRecord, UtcMillis } from '../../records/record';
import { queryOnOneLine, type ResultsHeader } from './header';
import { stixFeed, stixFeedId, stixRelationship, stixThreat, stixThreatId } from './stixGroups';
import {
  stixCredit,
  stixExtension,
  stixIdentity,
  stixIndicator,
  stixIndicatorId,
  type StixObject,
  stixUuid,
} from './stixWriter';

/**
 * A STIX bundle as text, object by object: identity, extension definition, one indicator per record (lookup API:
 * “Explore STIX result”). `indent` as in `JSON.stringify`.
 */
export function* stixChunks(
  { generated, query, address }: ResultsHeader,
  records: Iterable<IndicatorRecord>,
  indent = 0,
): Generator<string> {
  yield* stixBundle(`${generated}:${queryOnOneLine(query)}:${address}`, stixIndicators(records, generated), indent);
}

/**
 * A bundle of objects after the identity and the extension definition, as text in chunks; `what` distinguishes bundles.
 */
export function* stixBundle(what: string, objects: Iterable<StixObject>, indent = 0): Generator<string> {
  const bundle = stixUuid(`bundle:${what}`);
  const [pad, space, line] = indent > 0 ? [' '.repeat(indent), ' ', '\n'] : ['', '', ''];
  const json = (object: StixObject): string =>
    `${line}${pad + pad}${JSON.stringify(object, undefined, indent).replaceAll('\n', `\n${pad + pad}`)}`;
  yield `{${line}${pad}"type":${space}"bundle",${line}${pad}"id":${space}"bundle--${bundle}",${line}${pad}"objects":${space}[`;
  yield json(stixIdentity);
  yield `,${json(stixExtension)}`;
  for (const object of objects) yield `,${json(object)}`;
  yield `${line}${pad}]${line}}`;
}

/** The objects of a bundle as JSON Lines, without the bundle. */
export function* stixLines(
  { generated }: Pick<ResultsHeader, 'generated'>,
  records: Iterable<IndicatorRecord>,
): Generator<string> {
  yield `${JSON.stringify(stixIdentity)}\n${JSON.stringify(stixExtension)}\n`;
  for (const object of stixIndicators(records, generated)) yield `${JSON.stringify(object)}\n`;
}

/**
 * The indicators of records, each after what it refers to: credits, its first feed as its creator, and threats, to which a
 * relationship links it.
 */
export function* stixIndicators(records: Iterable<IndicatorRecord>, generated: UtcMillis): Generator<StixObject> {
  const written = new Set<unknown>();
  const once = function* (object: StixObject): Generator<StixObject> {
    const { id } = object;
    if (!written.has(id)) yield object;
    written.add(id);
  };
  const dates = { created: generated, modified: generated };
  for (const record of onceEach(records)) {
    for (const credit of record.credits ?? []) yield* once(stixCredit(credit));
    for (const feed of record.feeds.slice(0, 1)) yield* once(stixFeed('', { ...feed, details: {}, ...dates }));
    for (const threat of record.threats) yield* once(stixThreat('', { ...threat, details: {}, ...dates }));
    const [feed] = record.feeds;
    const creator: Record<string, string> = feed === undefined ? {} : { created_by_ref: stixFeedId('', feed.name) };
    yield { ...stixIndicator(record, generated), ...creator };
    const created = Math.min(record.timestamps.added ?? generated, generated);
    for (const threat of record.threats) {
      const id = stixThreatId('', threat);
      yield* once(stixRelationship(stixIndicatorId(record.value, record.type), id, threat.linked ?? created));
    }
  }
}

/** Removes duplicate rows, since objects with the same id and version must not differ (STIX 2.1, 3.6). */
function* onceEach(records: Iterable<IndicatorRecord>): Generator<IndicatorRecord> {
  const seen = new Set<string>();
  for (const record of records) {
    const name = `${record.type} ${record.value}`;
    if (!seen.has(name)) yield record;
    seen.add(name);
  }
}
