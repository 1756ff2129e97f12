import * as vscode from 'vscode';
import { sameRecords } from '../../unit/core/api/noRecords';
import type { ServiceClient } from '../../../src/core/api/client';
import type { RequestError } from '../../../src/core/api/requestError';
import type { Memory } from '../../../src/features/shared/notices/notices';
import type { Output } from '../../../src/features/shared/ui';

/** An output channel that remembers its warnings and errors. */
export function recordingOutput(): Output & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const silent = (): void => undefined;
  const keep = (text: string | Error): void => void lines.push(String(text));
  return { lines, trace: silent, debug: silent, info: silent, warn: keep, error: keep, show: silent };
}

/** VS Code's globalState, in memory. */
export function memory(): Memory {
  const values = new Map<string, unknown>();
  const get = (key: string, otherwise?: unknown): unknown => (values.has(key) ? values.get(key) : otherwise);
  return {
    get,
    update: (key, value) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}

/** VS Code's secret storage, in memory. */
export class FakeSecrets implements vscode.SecretStorage {
  readonly values = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.changed.event;
  keys = (): Promise<string[]> => Promise.resolve([...this.values.keys()]);
  get = (key: string): Promise<string | undefined> => Promise.resolve(this.values.get(key));
  store = (key: string, value: string): Promise<void> => {
    this.values.set(key, value);
    this.changed.fire({ key });
    return Promise.resolve();
  };
  delete = (key: string): Promise<void> => {
    this.values.delete(key);
    this.changed.fire({ key });
    return Promise.resolve();
  };
}

/** A client that answers every request with the trouble, or with nothing known. */
export function fakeClient(address: string, error: () => RequestError | undefined = () => undefined): ServiceClient {
  const outcome = <T>(value: T) => {
    const met = error();
    return Promise.resolve(met === undefined ? ({ ok: true, value } as const) : ({ ok: false, error: met } as const));
  };
  return {
    address,
    host: new URL(address).host,
    remote: true,
    indicator: () => outcome(undefined),
    indicatorByIid: () => outcome(undefined),
    exploreIndicators: () => outcome([]),
    explore: () => outcome({ format: 'json', found: { type: 'indicators', rows: [], unreadable: 0 } }),
    submitScan: () => outcome({ qid: 1 }),
    pollScan: () => outcome({ kind: 'queued' }),
    ...sameRecords(() => outcome(undefined)),
    check: () => outcome({ withKey: false }),
    budget: () => ({}),
    onBudget: () => () => undefined,
  };
}
