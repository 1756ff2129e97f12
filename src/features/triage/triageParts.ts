import type * as vscode from 'vscode';
import type { Budget } from '../../core/api/client';
import type { Lookups } from '../../core/lookups/lookups';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import type * as resultsModule from '../../core/results';
import type { ContextKeys } from '../shared/commands/contextKeys';
import type { Contributions } from '../shared/commands/contributions';
import type { Annotations } from '../shared/indicators/annotations';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import type { ReadSeenBefore } from '../shared/indicators/seenBefore';
import type { Memory, Notices } from '../shared/notices/notices';
import type { ForTeamParts } from '../shared/team/forTeam';
import type { Output } from '../shared/ui';
import type { PanelFocus } from '../shared/commands/panelFocus';
import type { Commands } from '../shared/commands/registerCommand';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { SettingsFacade } from '../shared/settings/settings';

/** Dependencies of triage. */
export interface TriageParts {
  readonly lookups: Lookups;
  readonly team: ForTeamParts['team'];
  readonly settings: SettingsFacade;
  readonly worker: WorkerJobs;
  readonly annotations: Pick<Annotations, 'changed'>;
  readonly seenBefore: ReadSeenBefore;
  /** VS Code's globalState. */
  readonly memory: Memory;
  readonly contextKeys: ContextKeys;
  readonly contributions: Pick<Contributions, 'panel' | 'view'>;
  readonly loadIndicators: LoadIndicators;
  readonly loadResults: () => Promise<typeof resultsModule>;
  readonly panelFocus: PanelFocus;
  /** The connected remote service, in any lookup mode. */
  readonly serviceHost: () => string | undefined;
  /** The remaining rate limits that this service has reported. */
  readonly budget: () => Budget;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'inform' | 'offer'>;
  readonly output: Pick<Output, 'debug' | 'warn'>;
  /** Why the local store isn't read, if so. */
  readonly unreadStore: () => UnreadStore | undefined;
  readonly extensionUri: vscode.Uri;
  readonly sources: {
    /** Changes whenever the data of sources has changed; empty if that can't be read. */
    readonly version: () => string;
    /** Whether any window is changing a source. */
    readonly isChanging: () => boolean;
    /** Whether anything is remembered of triaged files. */
    readonly hasTriaged: () => boolean;
  };
}
