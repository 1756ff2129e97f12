import type { IndicatorRecord } from '../../core/records/record';
import type { Search } from '../../core/store/query/search';
import type { FoundValue } from '../../core/store/statements/foundValues';
import type { Groups } from '../../core/store/groups/groups';
import type { StixObjectReader } from '../../core/store/stix/objectReader';

/**
 * The parts of the store that the service needs: merged local records with local IDs, without answers of remote
 * services.
 */
export interface ServedRecords extends Search {
  byIid(iid: number): IndicatorRecord | undefined;
  /** By `lookupKey`. */
  byKey(key: string): IndicatorRecord | undefined;
  /** URLs on a host, given by its `lookupKey`, with any scheme and port, ordered by key. */
  urlsOf(host: string, slice: { readonly limit: number; readonly offset: number }): readonly IndicatorRecord[];
  /** Threats and feeds, and their links. */
  readonly groups: Groups;
  /** Objects served over TAXII; missing if nothing is served. */
  readonly stix?: StixObjectReader;
  /** Results of scans; missing if none are stored. */
  readonly scans?: {
    /** All property values that scans of an indicator found, most recently seen first. */
    values(iid: number): readonly FoundValue[];
  };
}
