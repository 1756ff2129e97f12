import type { AssessingContext, RowsContext, TextSummary } from '../../../core/triage/triageMessages';
import type { Triaged } from '../../../core/triage/assess';
import type { TableState } from '../../../core/triage/triageTable';
import type { RowQuery } from '../../../core/rows/rowQuery';
import { formatSize, plural, t } from '../../../l10n';
import type { WorkerJobs } from '../../shared/commands/workerJobs';
import { partsOfTriage, rowsOfTriage } from '../../shared/triage/workerRows';
import type { SourceText } from '../files/triageSource';

/** Files read at once, so that threads have work while one is opened or its end is searched. */
const filesAtOnce = 4;
/** Interval of checks for the first rows, in milliseconds. */
const noRowsMillis = 100;
/** Milliseconds from the first rows to the next ones; the time to those after them doubles. */
const firstMillis = 400;
const longestMillis = 5_000;

/** Receives reports of a triage while its texts are read. */
interface ReadingListener {
  readonly onProgress: (label: string) => void;
  /** Rows that were found so far. */
  readonly onRows: (state: TableState) => void;
}

/** The texts of a source in the worker thread, which keeps their indicators until this is closed. */
export class WorkerTriage {
  readonly id = crypto.randomUUID();
  private readonly summaries: TextSummary[] = [];
  /** The part of the last text that was read; NaN if that isn't known. */
  private lastShare = 0;
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly worker: WorkerJobs,
    private readonly texts: readonly SourceText[],
    /** The treatment of lists and imports of the store; default: they are evidence like all others. */
    private readonly knowledge?: 'leaveOut' | 'countLast',
    /** The field with the client of a file's lines; undefined: by its format. */
    private readonly clientFieldOf: (file: SourceText['file']) => string | undefined = () => undefined,
  ) {}

  /** The texts that were read so far, or skipped. */
  get read(): readonly TextSummary[] {
    return this.summaries;
  }

  /** The part of the only text that was read; undefined if that isn't known, or the sizes of several texts. */
  get share(): number | undefined {
    return this.texts.length > 1 || Number.isNaN(this.lastShare) ? undefined : this.lastShare;
  }

  /**
   * Reads the texts, and assesses their indicators. `signal` ends reading, and `ended` also assessing, which then rejects.
   * When canceled, texts that weren't started are missing.
   */
  async start(
    contexts: { readonly assessing: AssessingContext; readonly rows: RowsContext },
    { signal, ended }: { readonly signal: AbortSignal; readonly ended: AbortSignal },
    { onProgress, onRows }: ReadingListener,
  ): Promise<TableState> {
    const { worker, id } = this;
    await worker.triageOpen({ id, ...contexts });
    const stop = this.preview(onRows);
    // Requests for rows would delay the end.
    signal.addEventListener('abort', stop, { once: true });
    try {
      const waiting = [...this.texts.entries()];
      const readNext = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift())
          this.summaries[next[0]] = await this.readText(next[1], next[0], signal, onProgress);
      };
      await Promise.all(Array.from({ length: filesAtOnce }, readNext));
      return await worker.triageFinish(
        { id },
        {
          signal: ended,
          onProgress: ({ assessed, rows }) => onProgress(t('{0} of {1} indicators assessed', assessed, rows)),
        },
      );
    } finally {
      stop();
    }
  }

  /** Ends assessing. The indicators that are assessed so far stay. */
  stop(): void {
    // A worker that has ended has nothing to stop.
    this.worker.triageStop({ id: this.id }).catch(() => undefined);
  }

  /** All rows of a query. */
  rowsOf(query: RowQuery, withFolded: boolean): Promise<readonly Triaged[]> {
    return rowsOfTriage(this.worker, this.id, { query, withFolded });
  }

  /** Like {@link rowsOf} with folded rows, but in parts. */
  partsOf(query: RowQuery): AsyncGenerator<readonly Triaged[]> {
    return partsOfTriage(this.worker, this.id, { query, withFolded: true });
  }

  /** The texts that were read, to be remembered. */
  triaged() {
    return {
      id: this.id,
      texts: this.texts.flatMap(({ file }, text) =>
        file === undefined || this.summaries[text]?.kind !== 'read' ? [] : [{ file, text }],
      ),
    };
  }

  /** Keeps the triage until something has used it. */
  keepFor(use: Promise<unknown>): void {
    this.keeping = use;
  }

  /** Frees the data in the worker. */
  close(): void {
    const close = async (): Promise<void> => {
      await this.keeping;
      await this.worker.triageClose({ id: this.id });
    };
    // A worker that has ended has freed everything.
    close().catch(() => undefined);
  }

  private async readText(
    { file, name, unlisted, open }: SourceText,
    index: number,
    signal: AbortSignal,
    onProgress: (label: string) => void,
  ): Promise<TextSummary> {
    const opened = await open();
    if ('failure' in opened) return { kind: 'skipped', failure: opened.failure };
    if (signal.aborted) return { kind: 'skipped', failure: { kind: 'canceled' } };
    const read = await this.worker.triageText(
      { id: this.id, text: index, knowledge: this.knowledge, clientField: this.clientFieldOf(file), ...opened },
      {
        signal,
        onProgress: (progress) => {
          if (signal.aborted) return;
          const { bytes, totalBytes = NaN } = progress;
          this.lastShare = bytes / Math.max(1, totalBytes);
          const label = progressLabel(name, progress);
          const count = this.texts.length;
          onProgress(count === 1 ? label : t('File {0} of {1}, {2}', index + 1, count, label));
        },
      },
    );
    return read.kind === 'read' && unlisted !== undefined ? { ...read, unlisted } : read;
  }

  /** Reports the rows found so far from time to time. Returns a function that ends it. */
  private preview(onRows: (state: TableState) => void): () => void {
    let interval = noRowsMillis;
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;
    const next = (): void => {
      timer = setTimeout(() => {
        const show = async (): Promise<void> => {
          const state = await this.worker.triageState({ id: this.id });
          if (isStopped) return;
          if (state.rows > 0) {
            onRows(state);
            interval = interval === noRowsMillis ? firstMillis : Math.min(longestMillis, interval * 2);
          }
          next();
        };
        // Reading reports its own errors.
        show().catch(() => undefined);
      }, interval);
    };
    next();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }
}

function progressLabel(
  name: string,
  { bytes, totalBytes, found }: { readonly bytes: number; readonly totalBytes?: number; readonly found: number },
): string {
  return totalBytes === undefined
    ? plural(found, { one: '{1}: {2}, {0} indicator', other: '{1}: {2}, {0} indicators' }, name, formatSize(bytes))
    : plural(
        found,
        { one: '{1}: {2} of {3}, {0} indicator', other: '{1}: {2} of {3}, {0} indicators' },
        name,
        formatSize(bytes),
        formatSize(totalBytes),
      );
}
