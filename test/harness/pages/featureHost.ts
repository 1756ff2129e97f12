import type { TriageParts } from '../../../src/features/triage/triageParts';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as vscode from 'vscode';
import { root } from '../../../scripts/lib/paths.mjs';
import { createEmbeddedClient, createServiceClient, Gateway } from '../../../src/core/api';
import type { ServiceClient } from '../../../src/core/api/client';
import * as indicators from '../../../src/core/indicators';
import { type KnowledgeStore, LookupEngine, RecordLookups } from '../../../src/core/lookups';
import type { UnreadStore } from '../../../src/core/lookups/unreadStore';
import * as results from '../../../src/core/results';
import { createEmbeddedFetch } from '../../../src/features/shared/commands/embeddedFetch';
import type { DataKind } from '../../../src/core/store/protocol/protocol';
import { StoreReader } from '../../../src/core/store/reader';
import { Annotations } from '../../../src/features/shared/indicators/annotations';
import { createRequestLogStore } from '../../../src/features/privacy/requestLogStore';
import type { CommandArguments, CommandId } from '../../../src/features/shared/ids/commands';
import { PanelFocus } from '../../../src/features/shared/commands/panelFocus';
import type { Commands } from '../../../src/features/shared/commands/registerCommand';
import type { WorkerJobs } from '../../../src/features/shared/commands/workerJobs';
import type { NoticeAction, Notices } from '../../../src/features/shared/notices/notices';
import type { SettingsFacade } from '../../../src/features/shared/settings/settings';
import type { UiTreeView } from '../../../src/features/shared/ui';
import { readSettings, type Settings } from '../../../src/features/shared/settings/settingValues';
import { inThisThread } from '../inThisThread';
import { Jobs } from '../../../src/service/jobs';
import { user } from './user';
import { Disposable, EventEmitter, Uri, workspace } from '../fakeVsCode';

type Handler = (...args: readonly unknown[]) => unknown;
type SettingValues = Readonly<Record<string, unknown>>;

/** A command that another feature would handle. */
export interface RunCommand {
  readonly id: CommandId;
  readonly args: readonly unknown[];
}

/**
 * The surroundings of a feature in plain Node: settings, commands, notices, lookups, and the store in a temporary folder,
 * whose jobs run in this process. The folder is also that of the workspace.
 */
export class FeatureHost {
  readonly folder = mkdtempSync(join(tmpdir(), 'panel-'));
  readonly storeFile = join(this.folder, '.store', 'store.sqlite');
  /** Messages in the status bar and in notifications, oldest first. */
  readonly messages: string[] = [];
  /** Commands of other features, oldest first. */
  readonly ran: RunCommand[] = [];
  readonly panelFocus = new PanelFocus();
  readonly notices: Notices;
  readonly settings: SettingsFacade;
  readonly annotations = new Annotations((indicator) => this.reader.annotation(indicator));
  readonly requestLogStore: ReturnType<typeof createRequestLogStore>;
  readonly lookups: LookupEngine;
  readonly records: RecordLookups;
  /** The local service, which answers lookups if no other is connected. */
  readonly local: ServiceClient;
  /** Why the store can't be read, as in the status of the extension after its first read; set by tests. */
  unreadStore: UnreadStore | undefined;
  /** The buttons of notifications, each with what ends its own. */
  private readonly offered: (NoticeAction & { readonly close: () => void })[] = [];
  /** VS Code's globalState. The user was asked everything that is asked once. */
  readonly memory = {
    values: new Map<string, unknown>([['triage.askedToRemember', true]]),
    get(key: string): never {
      return this.values.get(key) as never;
    },
    update(key: string, value: unknown): Promise<void> {
      this.values.set(key, value);
      return Promise.resolve();
    },
  };
  private readonly handlers = new Map<CommandId, Handler>();
  private readonly serializers = new Map<string, vscode.WebviewPanelSerializer>();
  private readonly changed = new EventEmitter<{ readonly now: Settings; readonly before: Settings }>();
  private readonly jobs: Jobs;
  readonly worker: WorkerJobs;
  private readonly reader: StoreReader;
  private readonly foldersBefore = workspace.workspaceFolders;
  private current: Settings;
  private client: ServiceClient | undefined;

  constructor(private values: SettingValues = {}) {
    const { storeFile } = this;
    this.jobs = new Jobs({ storeFile, onNotice: () => undefined });
    this.worker = inThisThread(this.jobs);
    this.reader = new StoreReader(storeFile);
    this.current = settingsOf(values);
    this.client = clientOf(this.current);
    const inform = (text: string): void => {
      this.messages.push(text);
    };
    const offer = (_level: unknown, text: string, ...actions: readonly NoticeAction[]): Promise<void> => {
      inform(text);
      if (actions.length === 0) return Promise.resolve();
      return new Promise((close) => this.offered.push(...actions.map((action) => Object.assign(action, { close }))));
    };
    this.notices = { inform, offer, offerOnce: offer } as unknown as Notices;
    const ignoreFiles = { all: () => [], onChanged: () => ({ dispose: () => undefined }) };
    this.settings = {
      current: () => this.current,
      onChanged: this.changed.event,
      ignoreFiles,
      hasChosenToRemember: () => this.values['triage.remember'] !== undefined,
      setRemember: (remember: boolean) => {
        this.change({ ...this.values, 'triage.remember': remember });
        return Promise.resolve();
      },
      setClientField: (pattern: string, field: string | undefined) => {
        this.change({ ...this.values, 'triage.clientFields': field === undefined ? {} : { [pattern]: field } });
        return Promise.resolve();
      },
    } as unknown as SettingsFacade;
    const output = { warn: inform } as Parameters<typeof createRequestLogStore>[1];
    this.requestLogStore = createRequestLogStore(this.worker, output);
    this.local = createEmbeddedClient({ fetch: createEmbeddedFetch(this.worker), now: Date.now });
    const keep: KnowledgeStore['keep'] = async (key, address, knowledge) => {
      await this.worker.cacheAnswer({ key, address, knowledge });
    };
    const shared = {
      service: () => this.client ?? this.local,
      settings: () => this.current.lookups,
      now: Date.now,
    };
    this.lookups = new LookupEngine({
      geoLocations: this.reader,
      ...shared,
      store: { find: (key) => this.reader.find(key), unread: () => this.unreadStore, keep },
      plan: () => Promise.resolve({ name: this.current.plan, withKey: false }),
      requestLogStore: this.requestLogStore,
    });
    const { requestLog } = this.lookups;
    this.records = new RecordLookups({ ...shared, local: () => this.local, requestLog, keep });
    workspace.workspaceFolders = [{ name: 'workspace', uri: Uri.file(this.folder) }];
    user.reset();
  }

  /** Runs the handlers of the feature, and records commands that it has none for. */
  readonly commands: Commands = {
    register: (id, handler) => {
      this.handlers.set(id, handler as Handler);
      return new DisposableOfVsCode(() => this.handlers.delete(id));
    },
    run: async (id: CommandId, ...args: CommandArguments[CommandId]) => {
      const handler = this.handlers.get(id);
      if (handler === undefined) this.ran.push({ id, args });
      return await handler?.(...args);
    },
  };

  /** Runs a command as a menu or a keybinding does. */
  async command(id: CommandId, ...args: readonly unknown[]): Promise<void> {
    const handler = this.handlers.get(id);
    if (handler === undefined) throw new Error(`The feature doesn't have the command ${id}.`);
    await handler(...args);
  }

  /** Clicks the newest button with this label of a notification. */
  async choose(label: string): Promise<void> {
    const action = this.offered.findLast((each) => each.label === label);
    if (action === undefined) throw new Error(`No notification offers “${label}”.`);
    await action.run();
    action.close();
  }

  readonly contributions = {
    panel: (viewType: string, serializer: vscode.WebviewPanelSerializer) => {
      this.serializers.set(viewType, serializer);
      return new DisposableOfVsCode(() => this.serializers.delete(viewType));
    },
    view: <T>(id: string, provider: vscode.TreeDataProvider<T>): UiTreeView<T> => {
      this.views.set(id, provider);
      const nothing = new DisposableOfVsCode(() => undefined);
      const view = { visible: true, selection: [], onDidChangeVisibility: () => nothing, dispose: () => undefined };
      return view as unknown as UiTreeView<T>;
    },
  };

  /** Rows of views by ID. */
  readonly views = new Map<string, vscode.TreeDataProvider<unknown>>();

  /** Restores a panel as VS Code does after the window is reloaded. */
  async restore(viewType: string, panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    await this.serializers.get(viewType)?.deserializeWebviewPanel(panel, state);
  }

  /** The parts that all features with panels share. */
  parts(extensionUri: vscode.Uri, warn: (message: string) => void) {
    const inform = (message: string): void => {
      this.messages.push(message);
    };
    const output = {
      trace: noop,
      debug: noop,
      info: noop,
      show: noop,
      // That the store can't be read is logged, and no error of the page.
      warn: (message: string): void => (this.unreadStore === undefined ? warn : inform)(message),
      error: (error: unknown) => warn(String(error)),
    };
    const { worker, settings, commands, contributions, panelFocus, notices, lookups, records, requestLogStore } = this;
    const isOffline = (): boolean => this.current.lookups.mode === 'offline';
    return {
      worker,
      settings,
      commands,
      contributions,
      panelFocus,
      notices,
      lookups,
      records,
      requestLogStore,
      extensionUri,
      output,
      isOffline,
      canAsk: () => this.client !== undefined && !isOffline(),
      hasLocalData: () => this.reader.hasLocalData(),
      hasRealData: () => this.reader.hasRealData(),
      service: () => this.client,
      requestLog: lookups.requestLog,
      annotations: this.annotations,
      seenBefore: (keys: readonly string[], except: readonly string[] = []) =>
        this.current.triage.remember ? this.reader.seenBefore(keys, except) : new Map<string, never>(),
      memory: this.memory,
      contextKeys: { set: noop },
      loadIndicators: () => Promise.resolve(indicators),
      loadResults: () => Promise.resolve(results),
      serviceHost: () => this.client?.host,
      // Nobody's team: notes and tags are for the user alone.
      team: {
        access: () => Promise.resolve(undefined),
        change: () => Promise.reject(new Error('there is no team')),
        judgmentOf: () => undefined,
        allTags: () => [],
      } satisfies TriageParts['team'],
      budget: () => this.client?.budget() ?? {},
      unreadStore: () => this.unreadStore,
      onDataChanged: () => this.forget(),
      storeFile: this.storeFile,
      sources: {
        version: () => this.reader.sourcesVersion(),
        isChanging: () => this.reader.isChanging(),
        hasTriaged: () => this.reader.hasTriaged(),
      },
    };
  }

  /** Changes settings, as users do. */
  change(values: SettingValues): void {
    const before = this.current;
    this.values = values;
    this.current = settingsOf(values);
    this.client = clientOf(this.current);
    this.forget();
    this.changed.fire({ now: this.current, before });
  }

  /** Loads the sample data of the extension. */
  async loadSample(): Promise<void> {
    await this.worker.loadSample({ file: join(root, 'media', 'sample-data.json') });
    this.forget();
  }

  /** Clears kinds of local data. */
  async clear(...kinds: readonly DataKind[]): Promise<void> {
    await this.worker.clear({ kinds });
    this.forget();
  }

  /** Writes a file of the workspace. */
  write(name: string, content: string | Uint8Array): vscode.Uri {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return this.uri(name);
  }

  uri(name: string): vscode.Uri {
    return Uri.file(join(this.folder, name)) as unknown as vscode.Uri;
  }

  async stop(): Promise<void> {
    workspace.workspaceFolders = this.foldersBefore;
    this.reader.close();
    await this.jobs.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Reads the store again, since it has changed or is that of a new window. */
  forget(): void {
    this.reader.recheck();
    this.records.forget();
    this.lookups.forget();
  }
}

const noop = (): void => undefined;

/** The stub's class, as the types of VS Code know it. */
const DisposableOfVsCode = Disposable as unknown as typeof vscode.Disposable;

function settingsOf(values: SettingValues): Settings {
  return readSettings((name) => (name in values ? { globalValue: values[name] } : {}));
}

/** The client of the remote service in the settings. */
function clientOf({ baseUrl }: Settings): ServiceClient | undefined {
  if (baseUrl === '') return undefined;
  const gateway = new Gateway({
    fetch,
    baseUrl,
    allowHttp: true,
    key: () => Promise.resolve(undefined),
    now: Date.now,
    userAgent: 'threat-lookups/test',
  });
  return createServiceClient({ gateway });
}
