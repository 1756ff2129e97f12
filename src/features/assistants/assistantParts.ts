import type * as vscode from 'vscode';
import type { ServiceClient } from '../../core/api/client';
import type { Lookups } from '../../core/lookups/lookups';
import type { LookupMode } from '../../core/lookups/types';
import type { StoreReader } from '../../core/store/reader';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { SettingsFacade } from '../shared/settings/settings';
import type { Output } from '../shared/ui';

/** Dependencies of the tools for language models. */
export interface AssistantParts {
  readonly lookups: Pick<Lookups, 'local' | 'blocked' | 'context' | 'planned' | 'lookUpVisible' | 'wouldSend'>;
  readonly reader: Pick<StoreReader, 'together'>;
  readonly worker: WorkerJobs;
  readonly mode: () => LookupMode;
  readonly remoteService: () => ServiceClient | undefined;
  readonly settings: Pick<SettingsFacade, 'current' | 'onChanged'>;
  readonly output: Pick<Output, 'error'>;
  readonly extensionUri: vscode.Uri;
  /** The file of the local store. */
  readonly storeFile: string;
  readonly version: string;
}
