import { type IndicatorRecord } from '../core/records/record';
import { type Search } from '../core/store/query/search';
import { type FoundValue } from '../core/store/foundValues';
import { type Groups } from '../core/store/groups';
import { type StixObjectReader } from '../core/store/stix/objectReader';

/** What the service needs of the store: the merged local records under ids of their own; answers of remote services are not among them. */
export interface ServedRecords extends Search {
  byIid(iid: number): IndicatorRecord | undefined;
  /** By `lookupKey`. */
  byKey(key: string): IndicatorRecord | undefined;
  /** URLs on a host by its `lookupKey`, of any scheme and port, in the order of their keys. */
  urlsOf(host: string, slice: { readonly limit: number; readonly offset: number }): readonly IndicatorRecord[];
  /** Threats and feeds, and what is linked to them. */
  readonly groups: Groups;
  /** What is served over TAXII; missing where nothing is. */
  readonly stix?: StixObjectReader;
  /** What scans found; missing where nothing of it is kept. */
  readonly scans?: {
    /** Every property value that scans of an indicator found, the one seen last first. */
    values(iid: number): readonly FoundValue[];
  };
}
