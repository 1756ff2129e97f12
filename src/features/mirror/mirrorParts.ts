import type * as vscode from 'vscode';
import type { createGateway } from '../../core/api';
import type {
  createTaxiiClient,
  discover,
  fetchList,
  probe,
  syncCollection,
  retryThroughOutage,
} from '../../core/mirror';
import type { RequestLog } from '../../core/lookups/lookups';
import type { ContextKeys } from '../common/contextKeys';
import type { LoadIndicators } from '../common/indicatorTools';
import type { Memory, Notices } from '../common/notices';
import type { Output } from '../common/ui';
import type { Commands } from '../common/registerCommand';
import type { RunJob } from '../common/runJob';
import type { SettingsFacade } from '../common/settings';
import type { StatusNotes } from '../common/statusNotes';

/** What is loaded with the first request. */
export interface TaxiiTools {
  readonly createTaxiiClient: typeof createTaxiiClient;
  readonly discover: typeof discover;
  readonly fetchList: typeof fetchList;
  readonly probe: typeof probe;
  readonly syncCollection: typeof syncCollection;
  readonly retryThroughOutage: typeof retryThroughOutage;
}

/** What the feature is handed. */
export interface MirrorFeatureParts {
  readonly run: RunJob;
  readonly settings: Pick<SettingsFacade, 'current' | 'onChanged'>;
  readonly secrets: vscode.SecretStorage;
  /** Keys of services, and where the connected one is. */
  readonly keyOf: (baseUrl: string) => Promise<string | undefined>;
  readonly connected: () => string | undefined;
  /** VS Code's globalState. */
  readonly memory: Memory;
  readonly contextKeys: ContextKeys;
  readonly loadApi: () => Promise<{ readonly createGateway: typeof createGateway }>;
  readonly loadMirror: () => Promise<TaxiiTools>;
  readonly loadIndicators: LoadIndicators;
  readonly sent: Pick<RequestLog, 'begin'>;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly status: StatusNotes;
  readonly output: Output;
  /** Folder of the store that all windows share. */
  readonly storeFolder: vscode.Uri;
  /** Whether some window holds a lease, by one read of a key. */
  readonly isLeased: (name: string) => boolean;
  /** Words that are others once any window's sync has ended, as quickly. */
  readonly mirrorsVersion: () => string;
  /** Hovers, records, marks and lists look again. */
  readonly onDataChanged: () => void;
  readonly version: string;
}
