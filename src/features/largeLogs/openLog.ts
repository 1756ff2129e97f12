import * as vscode from 'vscode';
import type { LargeFile, SectionLines } from '../../core/largeFiles/largeFile';
import type { Section } from '../../core/largeFiles/sections';
import type { LogTimes } from '../../core/largeFiles/timeSearch';
import { errorDetails } from '../shared/text/errorDetails';
import { logName, type LogSource } from '../shared/files/largeLogUri';
import type { Output } from '../shared/ui';
import type { LargeFileJobs } from '../shared/commands/workerJobs';

/** How a log is indexed. */
export interface LogIndexing {
  readonly jobs: LargeFileJobs;
  /** Folder of its line index; undefined for decompressed files. */
  readonly indexFolder: string | undefined;
  readonly output: Pick<Output, 'warn'>;
}

/** Minimum time between two reads of a growing log. */
const refreshMillis = 1_000;

/** A log that was opened in this session. Its lines are indexed in the background. */
export class OpenLog implements vscode.Disposable {
  readonly name: string;
  private readonly changed = new vscode.EventEmitter<'index' | 'appended' | 'replaced'>();
  readonly onChanged = this.changed.event;
  private readonly ended = new AbortController();
  private readonly sections = new Map<number, Promise<Section>>();
  private lines = new Map<number, Promise<SectionLines | undefined>>();
  private knownTimes: Promise<LogTimes | undefined> | undefined;
  private indexing: Promise<void> | undefined;
  private isOutdated = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Why it isn't indexed, if so. */
  indexError: unknown;

  constructor(
    readonly source: LogSource,
    readonly file: LargeFile,
    private readonly parts: LogIndexing,
  ) {
    this.name = logName(source);
    this.startIndexing();
  }

  section(index: number): Promise<Section> {
    const known = this.sections.get(index) ?? this.file.section(index);
    this.sections.set(index, known);
    known.catch(() => this.sections.delete(index));
    return known;
  }

  /** The lines of a section; undefined until they are indexed. */
  async sectionLines(index: number): Promise<SectionLines | undefined> {
    const known = this.lines.get(index) ?? this.section(index).then((section) => this.file.sectionLines(section));
    this.lines.set(index, known);
    const lines = await known;
    if (lines === undefined) this.lines.delete(index);
    return lines;
  }

  /** The times of its lines; undefined if they have none. */
  times(signal: AbortSignal): Promise<LogTimes | undefined> {
    this.knownTimes ??= this.file.times(signal);
    this.knownTimes.catch(() => {
      this.knownTimes = undefined;
    });
    return this.knownTimes;
  }

  /** Waits until a line is indexed, or all are. Rejects if the index can't be built, or with the signal's reason. */
  async untilLine(line: number, signal: AbortSignal): Promise<void> {
    while (this.file.index.lineFeeds < line && !this.file.isIndexed) {
      if (this.indexing === undefined) throw this.indexError;
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const stop = (): void => reject(signal.reason as Error);
      const listening = this.onChanged(() => resolve(undefined));
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        await promise;
      } finally {
        listening.dispose();
        signal.removeEventListener('abort', stop);
      }
    }
  }

  /** Reads the file again soon, since it has changed. */
  readonly refresh = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.refreshNow().catch((error: unknown) => this.parts.output.warn(`${this.name}: ${errorDetails(error)}`));
    }, refreshMillis);
  };

  dispose(): void {
    clearTimeout(this.timer);
    this.ended.abort();
    this.changed.dispose();
  }

  private async refreshNow(): Promise<void> {
    if (!(await this.file.refresh())) return;
    this.forget();
    this.isOutdated = true;
    this.startIndexing();
  }

  private forget(): void {
    this.sections.clear();
    this.lines.clear();
    this.knownTimes = undefined;
  }

  private startIndexing(): void {
    if (this.indexing !== undefined) return;
    const wasOutdated = this.isOutdated;
    this.isOutdated = false;
    let isAppended = false;
    const { jobs, indexFolder, output } = this.parts;
    this.indexing = jobs
      .index(
        { path: this.file.path, storeFolder: indexFolder },
        {
          signal: this.ended.signal,
          onProgress: ({ first, counts, bytes, lineFeeds, isStored }) => {
            if (isStored === true) isAppended = true;
            this.file.index.add(first, counts, bytes, lineFeeds);
            this.changed.fire('index');
          },
        },
      )
      .then(
        () => {
          this.indexError = undefined;
        },
        (error: unknown) => {
          this.indexError = error;
          if (!this.ended.signal.aborted) output.warn(`${this.name} isn't indexed: ${errorDetails(error)}`);
        },
      )
      .then(() => {
        this.indexing = undefined;
        if (this.ended.signal.aborted) return;
        this.lines = new Map();
        this.changed.fire(!wasOutdated ? 'index' : isAppended ? 'appended' : 'replaced');
        // It has changed again in the meantime.
        if (this.isOutdated) this.startIndexing();
      });
  }
}
