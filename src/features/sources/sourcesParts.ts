import type * as vscode from 'vscode';
import type { Gateway } from '../../core/api';
import type {
  createTaxiiClient,
  discover,
  failedRequest,
  fetchList,
  fetchListFiles,
  probe,
  syncCollection,
  retryThroughOutage,
} from '../../core/sync';
import type { RequestLog } from '../../core/lookups/options';
import type { ContextKeys } from '../shared/commands/contextKeys';
import type { Contributions } from '../shared/commands/contributions';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import type { Memory, Notices } from '../shared/notices/notices';
import type { Output } from '../shared/ui';
import type { PanelFocus } from '../shared/commands/panelFocus';
import type { Commands } from '../shared/commands/registerCommand';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { SettingsFacade } from '../shared/settings/settings';
import type { StatusNotes } from '../shared/notices/statusNotes';

/** Loaded with the first request. */
export interface TaxiiTools {
  readonly createTaxiiClient: typeof createTaxiiClient;
  readonly discover: typeof discover;
  readonly failedRequest: typeof failedRequest;
  readonly fetchList: typeof fetchList;
  readonly fetchListFiles: typeof fetchListFiles;
  readonly probe: typeof probe;
  readonly syncCollection: typeof syncCollection;
  readonly retryThroughOutage: typeof retryThroughOutage;
}

/** The dependencies of the feature. */
export interface MirrorFeatureParts {
  readonly worker: WorkerJobs;
  readonly settings: Pick<SettingsFacade, 'current' | 'onChanged' | 'setSyncInterval'>;
  readonly secrets: vscode.SecretStorage;
  /** Keys of services, and the address of the connected one. */
  readonly keyOf: (baseUrl: string) => Promise<string | undefined>;
  readonly connected: () => string | undefined;
  /** The connected service or a setting has changed. */
  readonly onConnectionChanged: vscode.Event<unknown>;
  /** VS Code's globalState. */
  readonly memory: Memory;
  readonly contextKeys: ContextKeys;
  readonly contributions: Pick<Contributions, 'view' | 'panel'>;
  readonly loadApi: () => Promise<{ readonly Gateway: typeof Gateway }>;
  readonly loadMirror: () => Promise<TaxiiTools>;
  readonly loadIndicators: LoadIndicators;
  readonly requestLog: Pick<RequestLog, 'begin'>;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly status: StatusNotes;
  readonly output: Output;
  readonly panelFocus: Pick<PanelFocus, 'add'>;
  readonly extensionUri: vscode.Uri;
  /** The folder of the store that all windows share. */
  readonly storeFolder: vscode.Uri;
  /** Whether any window has a lease, by one read of a key. */
  readonly isLeased: (name: string) => boolean;
  /** Changes once any window's sync has ended, by one read. */
  readonly mirrorsVersion: () => string;
  /** Updates hovers, records, highlights and lists. */
  readonly onDataChanged: () => void;
  readonly version: string;
}
