import { lookupKey } from '../../core/indicators/identity/lookupKey';
import type { Known } from '../../core/records/knowledge';
import type { IndicatorRecord } from '../../core/records/record';
import type { Scan, ScanPorts, ScanStore } from '../../core/scans';
import { errorDetails } from '../shared/text/errorDetails';
import type { Output } from '../shared/ui';
import type { RunJob } from '../shared/commands/runJob';

/** The list of scans in the local store. */
export function createScanStore(run: RunJob): ScanStore {
  return {
    list: () => run('scansList', {}),
    save: (scans) => run('scansSave', { scans }),
    remove: (ids) => run('scansRemove', { ids }),
    lease: async (forMillis) => (await run('scansLease', { forMillis })).acquired,
  };
}

/** Stores the record of a scan as an answer of its service. The local service has stored its own records already. */
export function createResultSaver(parts: {
  readonly run: RunJob;
  readonly output: Pick<Output, 'warn'>;
  readonly now: () => number;
  /** Makes hovers, records and highlights look again. */
  readonly forget: () => void;
}): ScanPorts['saveResult'] {
  return async (scan: Scan, record: IndicatorRecord) => {
    const source = { kind: 'service', name: scan.host, address: scan.address } as const;
    const knowledge: Known = { kind: 'known', source, asOf: parts.now(), record, detail: 'full' };
    const isStored = !scan.remote && record.iid !== undefined;
    try {
      if (!isStored) await parts.run('cacheAnswer', { key: lookupKey(scan.sent), address: scan.address, knowledge });
    } catch (error) {
      parts.output.warn(`The result of a scan was not stored: ${errorDetails(error)}`);
    }
    parts.forget();
  };
}
