import * as vscode from 'vscode';
import type { Finding, StoredRun, QueryRun } from '../../../core/runs';
import type { ResultsParts } from '../resultsParts';

/** Runs of queries in the local store; without a store, they last as long as their panels. */
export class QueryHistory implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChanged = this.changed.event;

  constructor(private readonly parts: Pick<ResultsParts, 'worker' | 'contextKeys' | 'settings' | 'output'>) {}

  /** Stores a finished run. Never rejects; without a store nothing is stored. */
  async store(run: QueryRun, finding: Finding | undefined): Promise<void> {
    const limits = this.parts.settings.current().history;
    try {
      const text = finding === undefined ? undefined : JSON.stringify(finding);
      await this.parts.worker.querySave({ run, finding: text, limits });
      this.parts.contextKeys.set('hasQueryHistory', true);
      this.changed.fire();
    } catch (error) {
      this.parts.output.debug(`Query history: ${String(error)}`);
    }
  }

  /** All runs, pinned first; rejects with a StoreError. */
  async list(): Promise<readonly StoredRun[]> {
    const runs = await this.parts.worker.queryList();
    this.parts.contextKeys.set('hasQueryHistory', runs.length > 0);
    return runs;
  }

  /** A run and its results, if they are still stored. */
  async read(id: string): Promise<{ readonly run: StoredRun; readonly finding?: Finding } | undefined> {
    const { run, finding } = await this.parts.worker.queryRead({ id });
    if (run === undefined) return undefined;
    return {
      run,
      finding: finding === undefined ? undefined : (JSON.parse(finding) as Finding),
    };
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    await this.parts.worker.queryPin({ id, pinned });
    this.changed.fire();
  }

  /** Without ids, removes all runs that aren't pinned. */
  async remove(ids?: readonly string[]): Promise<number> {
    const { removed } = await this.parts.worker.queryRemove({ ids });
    this.changed.fire();
    return removed;
  }

  dispose(): void {
    this.changed.dispose();
  }
}
