import type * as vscode from 'vscode';
import type { ContextKeys } from '../../shared/commands/contextKeys';
import type { Contributions } from '../../shared/commands/contributions';
import type { PanelFocus } from '../../shared/commands/panelFocus';
import type { Commands } from '../../shared/commands/registerCommand';
import type { WorkerJobs } from '../../shared/commands/workerJobs';
import type { LoadIndicators } from '../../shared/indicators/indicatorTools';
import type { Notices } from '../../shared/notices/notices';
import type { Output } from '../../shared/ui';
import type { LocalService } from './localService';

/** The dependencies of the feature. */
export interface LocalDataParts {
  readonly worker: WorkerJobs;
  readonly contextKeys: ContextKeys;
  readonly localService: LocalService;
  readonly extensionId: string;
  /** The sample data as a file on this machine. */
  readonly sampleFile: string;
  /** Whether the store has anything besides sample data. */
  readonly hasRealData: () => boolean;
  readonly loadIndicators: LoadIndicators;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly contributions: Pick<Contributions, 'panel'>;
  readonly output: Output;
  readonly panelFocus: Pick<PanelFocus, 'add'>;
  readonly extensionUri: vscode.Uri;
  /** The content of the store has changed: answers in memory must be dropped. */
  readonly onDataChanged: () => void;
}
