import * as vscode from 'vscode';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import { unreadReasonOf } from '../../core/store/unreadReason';
import type { Indicator } from '../../core/indicators/types';
import { type TriageEntry, triageKey, type TriageOrigin, type TriageState } from '../../core/triage/triageEntry';
import { formatStoreProblem, storeProblemOf } from '../common/formatStoreProblem';
import { uiText } from '../common/ui';
import type { TriageParts } from './triageParts';

/** An indicator that is to stand on the list, and where it came from. */
export interface NewTriageEntry {
  readonly indicator: Indicator;
  readonly from: TriageOrigin;
}

/** The triage list of this machine: kept in the store; without a store it lasts as long as the window. */
export class TriageList implements vscode.Disposable {
  private readonly entries = new Map<string, TriageEntry>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChanged = this.changed.event;
  private wasErrorShown = false;
  /** Why the list that is kept could not be read; undefined where it could. */
  unread: UnreadStore | undefined;

  constructor(private readonly parts: Pick<TriageParts, 'run' | 'notices' | 'output'>) {}

  stateOf(indicator: Indicator): TriageState | undefined {
    return this.entries.get(triageKey(indicator))?.state;
  }

  /** Where an entry came from, where that is no place in a file. */
  originLabel(indicator: Indicator): string | undefined {
    const from = this.entries.get(triageKey(indicator))?.from;
    return from?.kind === 'words' ? from.words : undefined;
  }

  /** All entries, what was put there first first. */
  list(): readonly TriageEntry[] {
    return [...this.entries.values()];
  }

  /** Reads what the store has; other windows may have changed it, or it was cleared. */
  async load(): Promise<void> {
    // What the store could not keep is here alone.
    if (this.wasErrorShown) return;
    try {
      const kept = await this.parts.run('triageList', {});
      this.unread = undefined;
      this.entries.clear();
      for (const entry of [...kept].reverse()) this.entries.set(triageKey(entry.indicator), entry);
      this.changed.fire();
    } catch (error) {
      this.parts.output.warn(`Triage list: ${String(error)}`);
      const problem = storeProblemOf(error);
      this.unread = problem === undefined ? 'unavailable' : unreadReasonOf(problem);
      this.changed.fire();
    }
  }

  /** Puts what is not on the list there, to be reviewed; says how many are new to it. */
  async add(wanted: readonly NewTriageEntry[]): Promise<number> {
    const fresh = wanted.filter(({ indicator }) => !this.entries.has(triageKey(indicator)));
    await this.write(fresh, 'review');
    return fresh.length;
  }

  /** Sets the state of indicators; what is not on the list comes there. */
  async set(wanted: readonly NewTriageEntry[], state: TriageState): Promise<void> {
    await this.write(wanted, state);
  }

  async remove(indicators: readonly Indicator[]): Promise<void> {
    const keys = indicators.map(triageKey);
    for (const key of keys) this.entries.delete(key);
    this.changed.fire();
    await this.store('triageRemove', { keys });
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async write(wanted: readonly NewTriageEntry[], state: TriageState): Promise<void> {
    if (wanted.length === 0) return;
    const entries = wanted.map(({ indicator: { type, value }, from }): TriageEntry => {
      const existing = this.entries.get(triageKey({ type, value }));
      return { indicator: { type, value }, state, at: Date.now(), from: existing?.from ?? from };
    });
    for (const entry of entries) this.entries.set(triageKey(entry.indicator), entry);
    this.changed.fire();
    await this.store('triageSave', { entries });
  }

  /** A failed store keeps nothing: the list stays as it is in this window, and that is said once. */
  private async store(...[job, input]: Parameters<TriageParts['run']>): Promise<void> {
    try {
      await this.parts.run(job, input);
    } catch (error) {
      const problem = storeProblemOf(error);
      if (this.wasErrorShown) return;
      this.wasErrorShown = true;
      const why = problem === undefined ? '' : ` ${formatStoreProblem(problem).sentence}`;
      void this.parts.notices.offer('warning', uiText('The triage list lasts as long as this window only.{0}', why));
    }
  }
}
