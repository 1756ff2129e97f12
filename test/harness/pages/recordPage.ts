import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { root } from '../../../scripts/lib/paths.mjs';
import { until } from '../../../scripts/lib/processes.mjs';
import { createEmbeddedClient, createServiceClient, Gateway } from '../../../src/core/api';
import type { ServiceClient } from '../../../src/core/api/client';
import * as indicators from '../../../src/core/indicators';
import { type KnowledgeStore, LookupEngine, type LookupMode, RecordLookups } from '../../../src/core/lookups';
import type { Subject } from '../../../src/core/records/subject';
import { createEmbeddedFetch } from '../../../src/core/store/protocol/embeddedFetch';
import { StoreReader } from '../../../src/core/store/reader';
import { type RecordParts, startRecords } from '../../../src/features/records/feature';
import type { CommandArguments, CommandId } from '../../../src/features/shared/commands/commands';
import { PanelFocus } from '../../../src/features/shared/commands/panelFocus';
import type { RunJob } from '../../../src/features/shared/commands/runJob';
import { Jobs } from '../../../src/service/jobs';
import { toRecordPanel } from '../../../src/webviews/messages/record';
import type { RecordingService } from '../recordingService';
import { type OpenOptions, type PanelPage, type PanelPageOptions, type PanelParts, usePanelPage } from './panelPage';
import { PanelStub } from './panelStub';
import { user } from './user';
import { Disposable, window } from './vscode';

export interface RecordPageOptions {
  /** The connected service; by default, there is only the local store. */
  readonly service?: () => Pick<RecordingService, 'url'>;
  /** Default: `onDemand`. */
  readonly mode?: LookupMode;
  readonly sampleData?: boolean;
  readonly viewport?: PanelPageOptions['viewport'];
}

/** A command of another feature, with its arguments. */
interface CommandRun {
  readonly id: CommandId;
  readonly args: readonly unknown[];
}

/** What the feature of records did besides showing the panel, in order. */
interface RecordActions {
  /** Messages in the status bar and notifications. */
  readonly messages: string[];
  readonly ran: CommandRun[];
  /** Other panels that it opened. */
  readonly others: PanelStub[];
}

/** The record panel in plain Chromium, with the feature of the extension, its lookups, and its local store. */
export interface RecordPage extends RecordActions {
  readonly panel: PanelPage;
  /** Opens a record in a new panel of a new window; an indicator as text. The page is ready once its header is visible. */
  readonly open: (subject: string | Subject, options?: OpenOptions) => Promise<void>;
  /** Runs a command of the feature. */
  readonly run: <C extends CommandId>(id: C, ...args: CommandArguments[C]) => Promise<unknown>;
  /** The local service over the same store. */
  readonly local: ServiceClient;
  /** Runs a job of the store, and tells the window that it has changed. */
  readonly change: RunJob;
}

interface Feature {
  /** Runs a command of the feature. */
  readonly run: (id: CommandId, args: readonly unknown[]) => Promise<unknown>;
  readonly changed: () => void;
  dispose(): void;
}

const never = new AbortController().signal;

/** Like `usePanelPage`, for record panels. Each time that one is opened, only the local store is kept. */
export function useRecordPage(options: RecordPageOptions = {}): () => RecordPage {
  let folder = '';
  let jobs: Jobs | undefined;
  let feature: Feature | undefined;
  let opening: Subject | undefined;
  const actions: RecordActions = { messages: [], ran: [], others: [] };
  const run: RunJob = (job, input, { signal = never, onProgress = () => undefined } = {}) => {
    if (jobs === undefined) throw new Error('The store is open inside tests and hooks only.');
    return jobs.run(job, input, { signal, onProgress });
  };
  const embedded = createEmbeddedClient({ fetch: createEmbeddedFetch({ run }), now: Date.now });
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'record-page-'));
    const fail = (problem: unknown): void => void actions.messages.push(JSON.stringify(problem));
    jobs = new Jobs({ storeFile: join(folder, 'store.sqlite'), onNotice: fail, onError: fail });
    if (options.sampleData === true) await run('loadSample', { file: join(root, 'media', 'sample-data.json') });
  });
  const panel = usePanelPage({
    toPage: toRecordPanel,
    ...(options.viewport === undefined ? {} : { viewport: options.viewport }),
    show: (parts) => {
      for (const list of [actions.messages, actions.ran, actions.others]) list.length = 0;
      user.reset();
      feature = startFeature(
        { ...parts, ...options, actions, run, embedded, storeFile: join(folder, 'store.sqlite') },
        opening,
      );
      return feature;
    },
  });
  after(async () => {
    await jobs?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const shown = (): Feature => {
    if (feature === undefined) throw new Error('The panel is open inside tests and hooks only.');
    return feature;
  };
  const open: RecordPage['open'] = async (subject, openOptions) => {
    opening = typeof subject === 'string' ? subjectOf(subject) : subject;
    await panel().open(openOptions);
    await panel().page.locator('.band h1').waitFor();
  };
  const runCommand: RecordPage['run'] = (id, ...args) => shown().run(id, args);
  const change: RunJob = async (...job) => {
    const output = await run(...job);
    shown().changed();
    return output;
  };
  return () => ({ ...actions, panel: panel(), open, run: runCommand, local: embedded, change });
}

/** Waits until a message of the feature matches. */
export async function waitForNotice({ messages }: RecordPage, matching: string | RegExp): Promise<void> {
  const isMatch = (text: string): boolean =>
    typeof matching === 'string' ? text.includes(matching) : matching.test(text);
  await until(() => messages.some(isMatch), { within: 5_000, what: `no message like ${String(matching)}` }).catch(
    (error: unknown) => {
      throw new Error(`${String(error)} There are:\n${messages.join('\n')}`, { cause: error });
    },
  );
}

function subjectOf(text: string): Subject {
  const indicator = indicators.parseIndicator(text);
  if (indicator === undefined) throw new Error(`${text} isn't an indicator.`);
  return { kind: 'indicator', type: indicator.type, value: indicator.value };
}

interface FeatureParts extends PanelParts, RecordPageOptions {
  readonly actions: RecordActions;
  readonly run: RunJob;
  readonly embedded: ServiceClient;
  readonly storeFile: string;
}

/** Starts the feature as in a new window, which restores a panel or opens a subject. */
function startFeature(given: FeatureParts, opening: Subject | undefined): Feature {
  const { actions, run, storeFile, panel, state, extensionUri, output } = given;
  const handlers = new Map<CommandId, (...args: never[]) => unknown>();
  const reader = new StoreReader(storeFile);
  const { parts, changed } = recordParts(given, reader);
  const runCommand = async (id: CommandId, args: readonly unknown[]): Promise<unknown> => {
    const handler = handlers.get(id);
    if (handler === undefined) return actions.ran.push({ id, args });
    return await handler(...(args as never[]));
  };
  let isOpen = false;
  const openPanel = (): vscode.WebviewPanel => {
    const isFirst = !isOpen;
    isOpen = true;
    if (isFirst) return panel;
    const other = new PanelStub(() => Promise.resolve());
    actions.others.push(other);
    Object.assign(other.panel, { active: false });
    return other.panel;
  };
  window.createWebviewPanel = openPanel;
  let serializer: vscode.WebviewPanelSerializer | undefined;
  const feature = startRecords({
    ...parts,
    ...{ run, extensionUri, output: { ...output, debug: () => undefined } },
    contributions: {
      panel: (_, provided) => {
        serializer = provided;
        return registration(() => undefined);
      },
    },
    commands: {
      register: (id, handler) => {
        handlers.set(id, handler);
        return registration(() => handlers.delete(id));
      },
      run: (id, ...args) => runCommand(id, args),
    },
  });
  const isShown =
    state !== undefined
      ? serializer?.deserializeWebviewPanel(openPanel(), state)
      : opening && runCommand('threatLookups.openRecord', [opening]);
  Promise.resolve(isShown).catch((error: unknown) => output.warn(String(error)));
  return {
    ...{ run: runCommand, changed },
    dispose: () => {
      feature.dispose();
      reader.close();
    },
  };
}

function registration(end: () => unknown): vscode.Disposable {
  const made: unknown = new Disposable(end);
  return made as vscode.Disposable;
}

type OwnParts = 'run' | 'extensionUri' | 'output' | 'contributions' | 'commands';

/** The parts of the feature as `services.ts` creates them. */
function recordParts(
  { service, mode = 'onDemand', run, embedded, actions: { messages } }: FeatureParts,
  reader: StoreReader,
): { readonly parts: Omit<RecordParts, OwnParts>; readonly changed: () => void } {
  const client = service === undefined ? undefined : clientOf(service().url);
  const keep: KnowledgeStore['keep'] = async (key, address, knowledge) => {
    await run('cacheAnswer', { key, address, knowledge });
  };
  const settings = { mode, urls: 'full', freshMillis: 86_400_000, missMillis: 3_600_000, ignore: [] } as const;
  const shared = { service: () => client ?? embedded, settings: () => settings, now: Date.now };
  const lookups = new LookupEngine({ ...shared, store: { find: (key) => reader.find(key), keep } });
  const records = new RecordLookups({ ...shared, local: () => embedded, requestLog: lookups.requestLog, keep });
  const parts: Omit<RecordParts, OwnParts> = {
    ...{ lookups, records, panelFocus: new PanelFocus() },
    loadIndicators: () => Promise.resolve(indicators),
    contextKeys: { set: () => undefined },
    notices: {
      inform: (text) => void messages.push(text),
      offer: (_, text) => Promise.resolve(void messages.push(text)),
    },
    canAsk: () => client !== undefined && mode !== 'offline',
    hasLocalData: () => reader.hasLocalData(),
    isOffline: () => mode === 'offline',
    service: () => client,
  };
  const changed = (): void => {
    reader.recheck();
    records.forget();
    lookups.forget();
  };
  return { parts, changed };
}

function clientOf(baseUrl: string): ServiceClient {
  const gateway = new Gateway({
    ...{ baseUrl, now: Date.now, userAgent: 'threat-lookups/test' },
    fetch: (url, init) => globalThis.fetch(url, init),
    key: () => Promise.resolve(undefined),
  });
  return createServiceClient({ gateway });
}
