import { delay } from '../../core/api/waiting';
import type { RequestLog } from '../../core/lookups/lookups';
import { createSendPolicy } from '../../core/lookups/sendPolicy';
import { createScans, type Scans, type ScanService } from '../../core/scans';
import type { ScanSettings } from '../../core/store/protocol';
import type { Output } from '../common/ui';
import type { RunJob } from '../common/runJob';
import type { SettingsFacade } from '../common/settings';
import type { Settings } from '../common/settingValues';
import { createResultSaver, createScanStore } from './scanStore';

export interface UserScansParts {
  readonly run: RunJob;
  readonly service: () => ScanService | undefined;
  readonly settings: Pick<SettingsFacade, 'current'>;
  readonly sent: RequestLog;
  readonly output: Pick<Output, 'warn'>;
  /** Hovers, records and marks look again. */
  readonly forget: () => void;
}

/** The scans engine with the user's store, service and rules. */
export function createUserScans({ run, service, settings, sent, output, forget }: UserScansParts): Scans {
  const blocked = createSendPolicy(() => settings.current().lookups.ignore);
  const isOffline = (): boolean => settings.current().lookups.mode === 'offline';
  return createScans({
    store: createScanStore(run),
    service,
    isOffline,
    blocked: (scan) => (isOffline() ? 'offline' : blocked(scan.indicator, scan.sent)?.kind),
    sent,
    saveResult: createResultSaver({ run, output, now: Date.now, forget }),
    now: Date.now,
    wait: delay,
  });
}

/** How far scans of the local service may look outside: nowhere in mode `offline`, and never for what is ignored. */
export function scanSettingsOf({ lookups, enrichment, resolver }: Settings): ScanSettings {
  return {
    mode: lookups.mode === 'offline' ? 'off' : enrichment,
    ignore: lookups.ignore.map(({ pattern }) => pattern),
    ...(resolver === '' ? {} : { resolver }),
  };
}
