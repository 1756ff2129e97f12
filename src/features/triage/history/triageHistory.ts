import * as vscode from 'vscode';
import {
  type countNewlyRisky,
  type NewIndicator,
  noNewlyRisky,
  type NewlyRisky,
} from '../../../core/triage/history/newlyRisky';
import { maxTriagedFiles, type TriagedFile } from '../../../core/triage/history/triagedFile';
import { errorDetails } from '../../shared/text/errorDetails';
import { assessingContext } from '../../shared/triage/workerRows';
import type { TriageParts } from '../triageParts';
import { triageHistoryStrings } from './triageHistoryStrings';

/** The texts of a triage that are from files, and can be remembered. */
export interface TriagedTexts {
  /** The ID of its reading. */
  readonly id: string;
  readonly texts: readonly { readonly file: vscode.Uri; readonly text: number }[];
}

/** Key in globalState: whether the user was asked. */
const askedKey = 'triage.askedToRemember';
/** Changes within this time are checked together. */
const gatherMillis = 1_000;
/** When to check again while a source is written, or another window checks. */
const againMillis = 3_000;

export type TriageHistoryParts = Pick<
  TriageParts,
  | 'lookups'
  | 'settings'
  | 'sources'
  | 'worker'
  | 'unreadStore'
  | 'contextKeys'
  | 'notices'
  | 'commands'
  | 'output'
  | 'memory'
>;

/** Remembers the indicators of triaged files, and finds those that become risky after syncs and imports. */
export class TriageHistory implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChanged = this.changed.event;
  private readonly listening: vscode.Disposable;
  private readonly ended = new AbortController();
  /** Aborted when the setting is turned off. */
  private remembering = new AbortController();
  private current: NewlyRisky = noNewlyRisky;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsking = false;
  /** Files are written and checked one after the other. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly parts: TriageHistoryParts) {
    const stop = parts.lookups.onChanged((key) => {
      if (key === undefined) this.checkSoon();
    });
    this.listening = vscode.Disposable.from(
      { dispose: stop },
      parts.settings.onChanged(({ now, before }) => {
        if (now.triage.remember === before.triage.remember) return;
        this.remembering.abort();
        this.remembering = new AbortController();
        this.checkSoon(0);
      }),
    );
    this.checkSoon();
  }

  /** The indicators that became risky, if they weren't opened or dismissed yet. */
  unseen(): readonly NewIndicator[] {
    return this.current.isSeen ? [] : this.current.rows;
  }

  /** The number of older ones that aren't kept. */
  get dropped(): number {
    return this.current.isSeen ? 0 : this.current.dropped;
  }

  /** The last newly risky indicators, seen or not. */
  newlyRisky(): Promise<NewlyRisky> {
    return this.parts.worker.newlyRisky();
  }

  /** The files that are remembered, the newest first. */
  files(): Promise<readonly TriagedFile[]> {
    return this.parts.worker.triagedList();
  }

  /** Remembers the indicators of files that were just triaged, if the setting is on. Asks the first time. */
  keep(triaged: TriagedTexts): Promise<void> {
    if (!this.isOn) {
      void this.askOnce();
      return Promise.resolve();
    }
    const { id, texts } = triaged;
    return this.queue(async () => {
      let kept = 0;
      for (const { file, text } of texts) {
        if (kept === maxTriagedFiles) break;
        if (await this.keepFile(file, id, text)) kept++;
      }
      if (kept > 0) this.parts.contextKeys.set('hasTriagedFiles', true);
    });
  }

  /**
   * Asks whether to remember triaged files, until there is an answer, or the question is closed; once in a window. A
   * window that ends with the question among its notifications has no answer.
   */
  private async askOnce(): Promise<void> {
    const { memory, notices, settings } = this.parts;
    if (this.isAsking || memory.get(askedKey) === true || settings.hasChosenToRemember()) return;
    this.isAsking = true;
    await notices.offer(
      'information',
      triageHistoryStrings.ask(),
      { label: triageHistoryStrings.remember(), run: () => settings.setRemember(true) },
      { label: triageHistoryStrings.doNotRemember(), run: () => settings.setRemember(false) },
    );
    await memory.update(askedKey, true);
  }

  /** The user has opened or dismissed the indicators that became risky. */
  async seen(): Promise<void> {
    await this.queue(async () => {
      if (this.isOn) this.show(await this.parts.worker.triagedSeen());
    });
  }

  /** Forgets files. */
  async forget(uris: readonly string[]): Promise<void> {
    await this.queue(async () => {
      await this.parts.worker.triagedForget({ uris });
      this.show(await this.newlyRisky());
      this.parts.contextKeys.set('hasTriagedFiles', (await this.files()).length > 0);
      // Records and rows show in which files an indicator was.
      this.parts.lookups.forget();
    });
  }

  dispose(): void {
    this.ended.abort();
    clearTimeout(this.timer);
    this.listening.dispose();
    this.changed.dispose();
  }

  private get isOn(): boolean {
    return this.parts.settings.current().triage.remember;
  }

  /** Aborted when nothing is to be remembered any longer. */
  private get signal(): AbortSignal {
    return AbortSignal.any([this.ended.signal, this.remembering.signal]);
  }

  /** Returns whether anything was remembered. */
  private async keepFile(file: vscode.Uri, id: string, text: number): Promise<boolean> {
    const { signal } = this;
    const stat = await statOf(file);
    if (stat === undefined || !this.isOn || signal.aborted) return false;
    const modified = Math.max(0, Math.trunc(stat.mtime));
    const triaged = { uri: file.toString(), size: stat.size, modified, at: Date.now() };
    return (await this.parts.worker.triagedKeep({ id, text, file: triaged }, { signal })).kept;
  }

  private checkSoon(millis = gatherMillis): void {
    if (this.ended.signal.aborted) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.queue(() => this.look()), millis);
  }

  /** Shows the stored newly risky indicators, and checks the files if sources have changed since the last check. */
  private async look(): Promise<void> {
    const { sources, contextKeys, worker } = this.parts;
    const version = sources.version();
    // A store that can't be read now is looked at after the next change.
    if (version === '') return;
    // The setting may have been turned off while no window was open.
    if (!this.isOn && sources.hasTriaged()) await worker.clear({ kinds: ['triagedFiles'] });
    if (!this.isOn || !sources.hasTriaged()) {
      contextKeys.set('hasTriagedFiles', false);
      this.show(noNewlyRisky);
      return;
    }
    const hasFiles = (await this.files()).length > 0;
    contextKeys.set('hasTriagedFiles', hasFiles);
    this.show(await this.newlyRisky());
    if (!hasFiles || version === this.current.sources) return;
    // While other windows check, or sources change, it is too early for a message.
    const isTooEarly = sources.isChanging() || !(await this.check(version));
    if (isTooEarly) this.checkSoon(againMillis);
  }

  /** Returns false if another window checks. */
  private async check(sources: string): Promise<boolean> {
    const { signal } = this;
    const assessing = assessingContext(this.parts.lookups, this.parts.unreadStore());
    const { found, isBusy = false } = await this.parts.worker.triagedCheck({ assessing, sources }, { signal });
    if (isBusy) return false;
    if (signal.aborted) return true;
    this.show(await this.newlyRisky());
    if (found.indicators > 0) this.offer(found);
    return true;
  }

  private offer({ indicators, files }: ReturnType<typeof countNewlyRisky>): void {
    const show = {
      label: triageHistoryStrings.show(),
      run: () => this.parts.commands.run('threatLookups.showNewlyRisky'),
    };
    void this.parts.notices.offer('information', triageHistoryStrings.message(files, indicators), show);
  }

  private show(newlyRisky: NewlyRisky): void {
    this.current = newlyRisky;
    this.changed.fire();
  }

  private queue(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(async () => {
      if (this.ended.signal.aborted) return;
      const { signal } = this;
      try {
        await work();
      } catch (error) {
        if (!signal.aborted) this.parts.output.warn(`Triaged files: ${errorDetails(error)}`);
      }
    });
    return this.last;
  }
}

/** The size and time of a file; undefined for a document that isn't saved. */
async function statOf(uri: vscode.Uri): Promise<Pick<vscode.FileStat, 'size' | 'mtime'> | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}
