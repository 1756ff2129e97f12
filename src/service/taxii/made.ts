import { type IndicatorRecord, type UtcMillis } from '../../core/records/record';
import {
  indicatorKeys,
  keptStix,
  stixExtension,
  stixFeed,
  stixFeedId,
  stixIdentity,
  stixIndicator,
  type StixObject,
  stixStamps,
  stixThreat,
  stixThreatId,
  stixTie,
  stixUuid,
  stixValidity,
} from '../../core/results';
import { type StixEntry } from '../../core/store/stix/entries';
import { type StixSource } from '../../core/store/stix/shelf';

type Made = Exclude<StixEntry, { kind: 'original' }>;

/**
 * The object of what a source says in another form than STIX (STIX 2.1, 4 and 5). Its id is made of the source and what it speaks
 * of, and is always the same; `created` is when the source says that it was added, else when it came to the store.
 */
export function madeObject(entry: Made, created: UtcMillis, source: StixSource | undefined): StixObject {
  const scope = `${source?.kind ?? ''}\n${source?.name ?? ''}\n${source?.address ?? ''}\n`;
  switch (entry.kind) {
    case 'identity':
      return stixIdentity;
    case 'extension':
      return stixExtension;
    case 'feed':
      return stixFeed(scope, { ...entry.said, created, modified: entry.said.asOf });
    case 'threat':
      return stixThreat(scope, { ...entry.said, created, modified: entry.said.asOf });
    case 'indicator':
      return indicatorObject(scope, entry.record, created, entry.changed);
    case 'tie':
      return stixTie(indicatorId(scope, entry.record), stixThreatId(scope, entry.threat), created);
  }
}

const indicatorId = (scope: string, { type, value }: IndicatorRecord): string =>
  `indicator--${stixUuid(`${scope}${type}:${value}`)}`;

function indicatorObject(scope: string, record: IndicatorRecord, created: UtcMillis, changed: UtcMillis): StixObject {
  const { retired, stamps } = record;
  const written = stixStamps(created, Math.max(stamps.updated ?? changed, (retired ? stamps.retired : undefined) ?? 0));
  const [feed] = record.feeds;
  return {
    ...stixIndicator(record, created),
    ...written,
    id: indicatorId(scope, record),
    ...stixValidity(record, created),
    ...(feed === undefined ? {} : { created_by_ref: stixFeedId(scope, feed.name) }),
    ...keptStix(record.other, indicatorKeys),
  };
}
