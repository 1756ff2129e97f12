import type * as vscode from 'vscode';
import type { ServiceClient } from '../../core/api/client';
import type { Lookups } from '../../core/lookups/lookups';
import type { Scans } from '../../core/scans';
import type { ChoosingParts } from '../shared/commands/chooseIndicator';
import type { ContextKeys } from '../shared/commands/contextKeys';
import type { Contributions } from '../shared/commands/contributions';
import type { Memory, Notices } from '../shared/notices/notices';
import type { Commands } from '../shared/commands/registerCommand';
import type { ForTeamParts } from '../shared/team/forTeam';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { SettingsFacade } from '../shared/settings/settings';

/** Dependencies of the scan feature. */
export interface ScanFeatureParts extends ChoosingParts, Pick<ForTeamParts, 'team' | 'serviceHost'> {
  readonly scans: Scans;
  /** The current service; undefined if the store can't be used and no service is connected. */
  readonly service: () => Pick<ServiceClient, 'address' | 'host' | 'remote'> | undefined;
  readonly lookups: Pick<Lookups, 'local' | 'forget' | 'blocked' | 'wouldSend'>;
  readonly settings: Pick<SettingsFacade, 'current' | 'onChanged'>;
  readonly commands: Commands;
  readonly notices: Notices;
  /** VS Code's globalState. */
  readonly memory: Memory;
  readonly contextKeys: ContextKeys;
  readonly contributions: Pick<Contributions, 'view'>;
  readonly worker: WorkerJobs;
  /** The folder of the store, which all windows share. */
  readonly storeFolder: vscode.Uri;
  /** Whether a window submits and polls now. */
  readonly isScanning: () => boolean;
}
