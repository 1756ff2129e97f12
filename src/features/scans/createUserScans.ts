import { delay } from '../../core/api/http/waiting';
import type { RequestLog } from '../../core/lookups/options';
import { createSendPolicy } from '../../core/lookups/policy/sendPolicy';
import { ScanEngine, type Scans, type ScanService, type Scan, type ScanPorts, type ScanStore } from '../../core/scans';
import type { ScanSettings } from '../../core/store/protocol/protocol';
import type { Output } from '../shared/ui';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { SettingsFacade } from '../shared/settings/settings';
import type { Settings } from '../shared/settings/settingValues';
import { lookupKey } from '../../core/indicators/identity/lookupKey';
import type { Known } from '../../core/records/knowledge';
import type { IndicatorRecord } from '../../core/records/record';
import { errorDetails } from '../shared/text/errorDetails';

interface Deps {
  readonly worker: WorkerJobs;
  readonly service: () => ScanService | undefined;
  readonly settings: Pick<SettingsFacade, 'current'>;
  readonly requestLog: RequestLog;
  readonly output: Pick<Output, 'warn'>;
  /** Makes hovers, records, and highlights look again. */
  readonly forget: () => void;
}

/** Creates the scan engine with the user's store, service, and rules. */
export function createUserScans({ worker, service, settings, requestLog, output, forget }: Deps): Scans {
  const blocked = createSendPolicy(() => settings.current().lookups.ignore);
  const isOffline = (): boolean => settings.current().lookups.mode === 'offline';
  return new ScanEngine({
    store: createScanStore(worker),
    service,
    isOffline,
    blocked: (scan) => (isOffline() ? 'offline' : blocked(scan.indicator, scan.sent)?.kind),
    requestLog,
    saveResult: createResultSaver({ worker, output, now: Date.now, forget }),
    now: Date.now,
    wait: delay,
  });
}

/** The external lookups of local scans: none in Offline mode, and never for ignored indicators. */
export function getScanSettings({ lookups, enrichment, resolver }: Settings): ScanSettings {
  return {
    mode: lookups.mode === 'offline' ? 'off' : enrichment,
    ignore: lookups.ignore.map(({ pattern }) => pattern),
    resolver: resolver === '' ? undefined : resolver,
  };
}

/** The list of scans in the local store. */
function createScanStore(worker: WorkerJobs): ScanStore {
  return {
    list: () => worker.scansList(),
    save: (scans) => worker.scansSave({ scans }),
    remove: (ids) => worker.scansRemove({ ids }),
    lease: async (forMillis) => (await worker.scansLease({ forMillis })).acquired,
  };
}

/** Stores the record of a scan as an answer of its service. The local service has stored its own records already. */
function createResultSaver(parts: {
  readonly worker: WorkerJobs;
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
      if (!isStored) await parts.worker.cacheAnswer({ key: lookupKey(scan.sent), address: scan.address, knowledge });
    } catch (error) {
      parts.output.warn(`The result of a scan was not stored: ${errorDetails(error)}`);
    }
    parts.forget();
  };
}
