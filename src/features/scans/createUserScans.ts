import { delay } from '../../core/api/http/waiting';
import type { RequestLog } from '../../core/lookups/lookups';
import { createSendPolicy } from '../../core/lookups/policy/sendPolicy';
import { ScanEngine, type Scans, type ScanService } from '../../core/scans';
import type { ScanSettings } from '../../core/store/protocol/protocol';
import type { Output } from '../shared/ui';
import type { RunJob } from '../shared/commands/runJob';
import type { SettingsFacade } from '../shared/settings/settings';
import type { Settings } from '../shared/settings/settingValues';
import { createResultSaver, createScanStore } from './scanStore';

export interface UserScansParts {
  readonly run: RunJob;
  readonly service: () => ScanService | undefined;
  readonly settings: Pick<SettingsFacade, 'current'>;
  readonly requestLog: RequestLog;
  readonly output: Pick<Output, 'warn'>;
  /** Makes hovers, records, and highlights look again. */
  readonly forget: () => void;
}

/** Creates the scan engine with the user's store, service, and rules. */
export function createUserScans({ run, service, settings, requestLog, output, forget }: UserScansParts): Scans {
  const blocked = createSendPolicy(() => settings.current().lookups.ignore);
  const isOffline = (): boolean => settings.current().lookups.mode === 'offline';
  return new ScanEngine({
    store: createScanStore(run),
    service,
    isOffline,
    blocked: (scan) => (isOffline() ? 'offline' : blocked(scan.indicator, scan.sent)?.kind),
    requestLog,
    saveResult: createResultSaver({ run, output, now: Date.now, forget }),
    now: Date.now,
    wait: delay,
  });
}

/** The external lookups of local scans: none in Offline mode, and never for ignored indicators. */
export function scanSettingsOf({ lookups, enrichment, resolver }: Settings): ScanSettings {
  return {
    mode: lookups.mode === 'offline' ? 'off' : enrichment,
    ignore: lookups.ignore.map(({ pattern }) => pattern),
    ...(resolver === '' ? {} : { resolver }),
  };
}
