import * as vscode from 'vscode';
import { TriagedFolder } from '../../../core/store/triaged/triagedFolder';
import { triagedFolderOf } from '../../../core/store/triaged/triagedNames';
import { checkTriaged, type EntryParts } from '../../../core/triage/remembered/checkTriaged';
import { hasKnownRisk } from '../../../core/triage/remembered/knownRisk';
import {
  countNews,
  filterNews,
  type NewIndicator,
  noNews,
  type TriageNews,
  withNews,
} from '../../../core/triage/remembered/news';
import { maxTriagedFiles, type TriagedFile, type TriagedEntry } from '../../../core/triage/remembered/triagedFile';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { TallyEntry } from '../../../core/triage/counting/tally';
import { triageKey } from '../../../core/triage/triageEntry';
import { errorDetails } from '../../shared/text/errorDetails';
import { forEachInSlices, Slices } from '../../shared/slices';
import type { TriageParts } from '../triageParts';
import { rememberedStrings } from './rememberedStrings';

/** The indicators of a file, some at a time. */
type FoundParts = () => AsyncIterable<readonly TallyEntry[]>;

/** What a triage has found in files that can be remembered. */
export interface TriagedTexts {
  readonly texts: readonly { readonly file: vscode.Uri; readonly parts: FoundParts }[];
  /** The indicators about which something is known. */
  readonly known: () => Promise<readonly Indicator[]>;
}

/** The indicators of a file as they are remembered. Internal and reserved ones aren't. */
async function* entriesToKeep(parts: FoundParts, isRisky: (indicator: Indicator) => boolean): EntryParts {
  for await (const part of parts())
    yield part.flatMap(({ type, value, reserved, locations: [line = 1, column = 1] }): TriagedEntry[] =>
      reserved ? [] : [{ type, value, line, column, isRisky: isRisky({ type, value }) }],
    );
}

/** Changes within this time are one. */
const gatherMillis = 1_000;
/** When to check again while a source is written, or another window checks. */
const againMillis = 3_000;

export type RememberedParts = Pick<
  TriageParts,
  'lookups' | 'settings' | 'sources' | 'storeFile' | 'contextKeys' | 'notices' | 'commands' | 'output'
>;

/** Remembers the indicators of triaged files, and finds those that become risky after syncs and imports. */
export class RememberedTriage implements vscode.Disposable {
  private readonly folder: TriagedFolder;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChanged = this.changed.event;
  private readonly listening: vscode.Disposable;
  private readonly ended = new AbortController();
  private current: TriageNews = noNews;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Files are written and checked one after the other. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly parts: RememberedParts) {
    this.folder = new TriagedFolder(triagedFolderOf(parts.storeFile));
    const stop = parts.lookups.onChanged((key) => {
      if (key === undefined) this.checkSoon();
    });
    this.listening = vscode.Disposable.from(
      { dispose: stop },
      parts.settings.onChanged(({ now, before }) => {
        if (now.triage.remember !== before.triage.remember) this.checkSoon(0);
      }),
    );
    this.checkSoon();
  }

  /** What became risky, and wasn't opened or dismissed yet. */
  unseen(): readonly NewIndicator[] {
    return this.current.isSeen ? [] : this.current.rows;
  }

  /** How many older rows of those aren't kept. */
  get dropped(): number {
    return this.current.isSeen ? 0 : this.current.dropped;
  }

  /** The last news, seen or not. */
  news(): Promise<TriageNews> {
    return this.folder.news();
  }

  /** The files that are remembered, the newest first. */
  files(): Promise<readonly TriagedFile[]> {
    return this.folder.list();
  }

  /** Remembers the indicators of files that were just triaged, if the user has turned that on. */
  keep({ texts, known }: TriagedTexts): Promise<void> {
    if (!this.isOn) return Promise.resolve();
    return this.queue(async () => {
      const risky = new Set<string>();
      await forEachInSlices(await known(), this.ended.signal, (indicator) => {
        if (this.hasRisk(indicator) === true) risky.add(triageKey(indicator));
      });
      const isRisky = (indicator: Indicator): boolean => risky.has(triageKey(indicator));
      let kept = 0;
      for (const { file, parts } of texts) {
        if (kept === maxTriagedFiles) break;
        if (await this.keepFile(file, parts, isRisky)) kept++;
      }
      if (kept === 0) return;
      await this.folder.prune();
      this.parts.contextKeys.set('hasTriagedFiles', true);
    });
  }

  /** The user has opened or dismissed what became risky. */
  async seen(): Promise<void> {
    await this.queue(async () => {
      if (this.isOn) await this.update({ ...(await this.folder.news()), isSeen: true });
    });
  }

  /** Forgets files. */
  async forget(uris: readonly string[]): Promise<void> {
    await this.queue(async () => {
      for (const uri of uris) await this.folder.forget(uri);
      const news = await this.folder.news();
      await this.update(filterNews(news, (row) => !uris.includes(row.uri)));
      this.parts.contextKeys.set('hasTriagedFiles', (await this.folder.list()).length > 0);
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

  /** Returns whether anything was remembered. */
  private async keepFile(
    uri: vscode.Uri,
    found: FoundParts,
    isRisky: (indicator: Indicator) => boolean,
  ): Promise<boolean> {
    const stat = await statOf(uri);
    if (stat === undefined || !this.isOn || this.ended.signal.aborted) return false;
    let count = 0;
    for await (const part of found()) count += part.filter(({ reserved }) => !reserved).length;
    const modified = Math.max(0, Math.trunc(stat.mtime));
    const file = { uri: uri.toString(), size: stat.size, modified, at: Date.now(), count };
    if (count === 0) await this.folder.forget(file.uri);
    else await this.folder.save(file, entriesToKeep(found, isRisky));
    return count > 0;
  }

  private hasRisk(indicator: Indicator): boolean | undefined {
    const { lookups, settings } = this.parts;
    return hasKnownRisk(indicator, lookups, settings.current().lookups.skipWellKnown === true);
  }

  private checkSoon(millis = gatherMillis): void {
    if (this.ended.signal.aborted) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.queue(() => this.look()), millis);
  }

  /** Shows what is stored, and checks the files if sources have changed since the last check. */
  private async look(): Promise<void> {
    const { sources, contextKeys } = this.parts;
    if (!this.isOn) {
      // The setting may have been turned off while no window was open.
      await this.folder.clear();
      contextKeys.set('hasTriagedFiles', false);
      this.show(noNews);
      return;
    }
    const files = await this.folder.list();
    contextKeys.set('hasTriagedFiles', files.length > 0);
    this.show(await this.folder.news());
    if (files.length === 0) return;
    const version = sources.version();
    if (version === '' || version === this.current.sources) return;
    // While other windows check, or more is about to come, it is too early for a message.
    const isTooEarly = sources.isChanging() || !(await this.folder.exclusively(() => this.check(version)));
    if (isTooEarly) this.checkSoon(againMillis);
  }

  private async check(version: string): Promise<void> {
    const { signal } = this.ended;
    const found: NewIndicator[] = [];
    const slices = new Slices();
    const isWhole = await checkTriaged(this.folder, {
      hasRisk: (indicator) => (this.isOn ? this.hasRisk(indicator) : undefined),
      signal,
      pause: () => (slices.isOver ? slices.next() : undefined),
      onFound: async (rows) => {
        found.push(...rows);
        await this.update(withNews(await this.folder.news(), rows, this.current.sources));
      },
      onError: (uri, error) => this.parts.output.warn(`Triaged file ${uri}: ${errorDetails(error)}`),
    });
    if (signal.aborted || !this.isOn) return;
    const news = await this.folder.news();
    const risky = new Set<NewIndicator>();
    if (!news.isSeen)
      await forEachInSlices(news.rows, signal, (row) => {
        if (this.hasRisk(row) !== false) risky.add(row);
      });
    const kept = news.isSeen ? news : filterNews(news, (row) => risky.has(row));
    await this.update({ ...kept, sources: isWhole ? version : kept.sources });
    if (found.length > 0) this.offer(found);
  }

  private offer(found: readonly NewIndicator[]): void {
    const { indicators, files } = countNews(found);
    const show = {
      label: rememberedStrings.show(),
      run: () => this.parts.commands.run('threatLookups.showNewSinceTriage'),
    };
    void this.parts.notices.offer('information', rememberedStrings.message(files, indicators), show);
  }

  private async update(news: TriageNews): Promise<void> {
    await this.folder.saveNews(news);
    this.show(news);
  }

  private show(news: TriageNews): void {
    this.current = news;
    this.changed.fire();
  }

  private queue(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(async () => {
      if (this.ended.signal.aborted) return;
      try {
        await work();
      } catch (error) {
        this.parts.output.warn(`Triaged files: ${errorDetails(error)}`);
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
