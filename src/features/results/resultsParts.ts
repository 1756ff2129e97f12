import type * as vscode from 'vscode';
import type { ServiceClient } from '../../core/api/client';
import type { Lookups } from '../../core/lookups/lookups';
import type * as exploreModule from '../../core/explore';
import type * as resultsModule from '../../core/results';
import type { ContextKeys } from '../shared/commands/contextKeys';
import type { Contributions } from '../shared/commands/contributions';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import type { Notices } from '../shared/notices/notices';
import type { Output } from '../shared/ui';
import type { PanelFocus } from '../shared/commands/panelFocus';
import type { Commands } from '../shared/commands/registerCommand';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { SettingsFacade } from '../shared/settings/settings';

/** `core/results`, loaded when the first query runs. */
export type ResultsModule = typeof resultsModule;

/** `core/explore`, loaded when the first query file is opened or the first query runs. */
export type ExploreModule = typeof exploreModule;

/** Dependencies of running queries and showing results. */
export interface ResultsParts {
  /** The connected service, if any. */
  readonly service: () => ServiceClient | undefined;
  readonly local: () => ServiceClient;
  readonly lookups: Pick<Lookups, 'blocked' | 'blockedInText' | 'wouldSend' | 'requestLog' | 'sizes'>;
  readonly settings: SettingsFacade;
  readonly worker: WorkerJobs;
  readonly contextKeys: ContextKeys;
  readonly contributions: Pick<Contributions, 'view' | 'panel'>;
  readonly loadIndicators: LoadIndicators;
  readonly loadExplore: () => Promise<ExploreModule>;
  readonly loadResults: () => Promise<ResultsModule>;
  readonly commands: Commands;
  readonly panelFocus: Pick<PanelFocus, 'addPages'>;
  readonly notices: Pick<Notices, 'inform' | 'offer'>;
  readonly output: Pick<Output, 'debug' | 'warn'>;
  readonly extensionUri: vscode.Uri;
  /** The store has changed; views of it update. */
  readonly onDataChanged: () => void;
}
