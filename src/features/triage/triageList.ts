import * as vscode from 'vscode';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import { getUnreadReason } from '../../core/store/protocol/unreadReason';
import type { Indicator } from '../../core/indicators/identity/types';
import { annotated, getAnnotation } from '../../core/triage/triageEntry';
import { type Annotation, tagKey } from '../../core/records/annotation';
import type { ListEntry } from '../../core/triage/rowTexts';
import { type TriageEntry, triageKey, type TriageOrigin, type TriageState } from '../../core/triage/triageEntry';
import { formatStoreProblem, getStoreProblem } from '../shared/format/formatStoreProblem';
import { untrusted, uiSentences } from '../shared/ui';
import type { TriageParts } from './triageParts';
import { uiText } from '../shared/ui/text';
import { t } from '../../l10n';

/** An indicator for the list, and where it came from. */
export interface NewTriageEntry {
  readonly indicator: Indicator;
  readonly from: TriageOrigin;
}

/** A change of notes or tags; undefined ones stay as they are, empty ones are removed. */
export interface AnnotatedEntry extends NewTriageEntry {
  readonly note?: string;
  readonly tags?: readonly string[];
}

/** The triage list of this machine, saved in the local store; without a store, it lasts as long as the window. */
export class TriageList implements vscode.Disposable {
  private readonly entries = new Map<string, TriageEntry>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChanged = this.changed.event;
  private wasErrorShown = false;
  /** Why the stored list couldn't be read. */
  unread: UnreadStore | undefined;

  constructor(private readonly parts: Pick<TriageParts, 'worker' | 'notices' | 'output' | 'annotations'>) {}

  stateOf(indicator: Indicator): TriageState | undefined {
    return this.entries.get(triageKey(indicator))?.state;
  }

  /** The user's note and tags for an indicator. */
  annotationOf(indicator: Indicator): Annotation | undefined {
    const entry = this.entries.get(triageKey(indicator));
    return entry && getAnnotation(entry);
  }

  /** All tags in use, by name. */
  allTags(): readonly string[] {
    const tags = new Map(this.list().flatMap((entry) => (entry.tags ?? []).map((tag) => [tagKey(tag), tag])));
    return [...tags.values()].sort((a, b) => a.localeCompare(b));
  }

  /** Names the origin of an entry that isn't from a file. */
  originLabel(indicator: Indicator): string | undefined {
    const from = this.entries.get(triageKey(indicator))?.from;
    if (from?.kind === 'record') return t('record');
    return from?.kind === 'words' ? from.words : undefined;
  }

  /** The parts of entries that rows show, by `triageKey`. */
  rowEntries(): readonly (readonly [key: string, entry: ListEntry])[] {
    return Array.from(this.entries, ([key, { indicator, state, note, tags }]) => [
      key,
      { state, note, tags, origin: this.originLabel(indicator) },
    ]);
  }

  /** All entries, the oldest first. */
  list(): readonly TriageEntry[] {
    return [...this.entries.values()];
  }

  /** Reads the stored list, which other windows may have changed. */
  async load(): Promise<void> {
    // Entries that couldn't be saved exist only here.
    if (this.wasErrorShown) return;
    try {
      const stored = await this.parts.worker.triageList();
      this.unread = undefined;
      this.entries.clear();
      for (const entry of [...stored].reverse()) this.entries.set(triageKey(entry.indicator), entry);
      this.changed.fire();
    } catch (error) {
      this.parts.output.warn(`Triage list: ${String(error)}`);
      const problem = getStoreProblem(error);
      this.unread = problem === undefined ? 'unavailable' : getUnreadReason(problem);
      this.changed.fire();
    }
  }

  /** Adds indicators that aren't on the list yet, to be reviewed. Returns how many were added. */
  async add(wanted: readonly NewTriageEntry[]): Promise<number> {
    const fresh = wanted.filter(({ indicator }) => !this.entries.has(triageKey(indicator)));
    await this.write(fresh, 'review');
    return fresh.length;
  }

  /** Sets the state of indicators, and adds those that aren't on the list. */
  async set(wanted: readonly NewTriageEntry[], state: TriageState): Promise<void> {
    await this.write(wanted, state);
  }

  /** Changes notes and tags, and adds indicators that aren't on the list. States stay. */
  async annotate(wanted: readonly AnnotatedEntry[]): Promise<void> {
    const at = Date.now();
    const changes = wanted.map(({ indicator: { type, value }, ...change }) => ({
      indicator: { type, value },
      from: change.from,
      at,
      note: change.note,
      tags: change.tags,
    }));
    for (const change of changes) {
      const key = triageKey(change.indicator);
      this.entries.set(key, annotated(this.entries.get(key), change));
    }
    this.changed.fire();
    await this.saved(this.parts.worker.triageAnnotate({ changes }));
    this.parts.annotations.changed();
  }

  async remove(indicators: readonly Indicator[]): Promise<void> {
    const keys = indicators.map(triageKey);
    for (const key of keys) this.entries.delete(key);
    this.changed.fire();
    await this.saved(this.parts.worker.triageRemove({ keys }));
    this.parts.annotations.changed();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async write(wanted: readonly NewTriageEntry[], state: TriageState): Promise<void> {
    if (wanted.length === 0) return;
    const entries = wanted.map(({ indicator: { type, value }, from }): TriageEntry => {
      const existing = this.entries.get(triageKey({ type, value }));
      const written = existing && getAnnotation(existing);
      return { indicator: { type, value }, state, at: Date.now(), from: existing?.from ?? from, ...written };
    });
    for (const entry of entries) this.entries.set(triageKey(entry.indicator), entry);
    this.changed.fire();
    await this.saved(this.parts.worker.triageSave({ entries }));
  }

  /** If the store fails, the list stays in this window, and a notice is shown once. */
  private async saved(saving: Promise<unknown>): Promise<void> {
    try {
      await saving;
    } catch (error) {
      const problem = getStoreProblem(error);
      if (this.wasErrorShown) return;
      this.wasErrorShown = true;
      const reason = problem === undefined ? undefined : untrusted(formatStoreProblem(problem).sentence);
      void this.parts.notices.offer(
        'warning',
        uiSentences(uiText("The triage list couldn't be saved. It is available until this window is closed."), reason),
      );
    }
  }
}
