import type * as vscode from 'vscode';
import type { Triaged, Assessment } from '../../../core/triage/assess';
import type { Loaded, TriageSource } from '../files/triageSource';
import type { TriageParts } from '../triageParts';
import { errorDetails } from '../../shared/text/errorDetails';
import type { RememberedTriage } from '../remembered/remembered';
import { RowTimeline } from './rowTimeline';
import { assessAll, type AssessmentParts, assessmentOf } from './triageModel';
import type { Indicator } from '../../../core/indicators/identity/types';
import { worstTriaged } from '../../../core/triage/assess';
import type { Found } from '../../../core/triage/found';
import { forEachInSlices, sortInSlices } from '../slices';

/** Rows shown while files are read. */
const maxPreviewed = 500;
/** Milliseconds until rows are shown first; the time to the next ones doubles. */
const firstMillis = 400;
const longestMillis = 5_000;

/** The most severe indicators of files that are still read. */
class ReadingPreview {
  private files: readonly vscode.Uri[] = [];
  private readonly found = new Map<string, Found>();
  private readonly waiting: Found[] = [];
  private assessments = new Map<string, Assessment>();
  private timer: NodeJS.Timeout | undefined;
  private interval = firstMillis;
  private isStopped = false;

  constructor(
    private readonly parts: AssessmentParts,
    private readonly show: (rows: Triaged[], files: readonly vscode.Uri[]) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Adds indicators of `files`. */
  add(all: readonly Found[], files: readonly vscode.Uri[] = this.files): void {
    if (this.isStopped) return;
    this.files = files;
    for (const found of all) {
      const key = keyOf(found.indicator);
      const before = this.found.get(key);
      if (before === undefined) {
        this.found.set(key, found);
        this.waiting.push(found);
      } else
        this.found.set(key, {
          ...before,
          occurrences: before.occurrences + found.occurrences,
          files: before.files + found.files,
        });
    }
    this.timer ??= setTimeout(() => void this.update().catch(this.onError), this.interval);
  }

  /** What is known about an indicator, if it was assessed and nothing changed since. */
  assessment(indicator: Indicator): Assessment | undefined {
    return this.assessments.get(keyOf(indicator));
  }

  /** Forgets what is known about indicators, because something changed. */
  forget(): void {
    this.assessments = new Map();
  }

  /** Shows no more rows. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async update(): Promise<void> {
    const { assessments } = this;
    const assessUntil = performance.now() + this.interval;
    await forEachInSlices(this.waiting.splice(0), undefined, (found) => {
      // Those that there is no time for now are assessed at the end.
      if (this.isStopped || performance.now() > assessUntil) return;
      assessments.set(keyOf(found.indicator), assessmentOf(found.indicator, this.parts));
    });
    const rows: Triaged[] = [];
    await forEachInSlices(assessments, undefined, ([key, assessment]) => {
      const found = this.found.get(key);
      if (found !== undefined) rows.push({ ...found, ...assessment });
    });
    const sorted = await sortInSlices(rows, worstTriaged);
    this.timer = undefined;
    if (this.isStopped) return;
    this.show(sorted.slice(0, maxPreviewed), this.files);
    this.interval = Math.min(longestMillis, this.interval * 2);
    if (this.waiting.length > 0) this.add([]);
  }
}

function keyOf({ type, value }: Indicator): string {
  return `${type} ${value}`;
}

interface KeepingParts {
  readonly remembered: Pick<RememberedTriage, 'keep'>;
}

/** What a source contains; no rows if assessing was ended. */
interface SourceRead {
  readonly loaded: Loaded;
  readonly assessed: Triaged[] | undefined;
  readonly timeline: RowTimeline | undefined;
}

/** One reading of a source. */
export class SourceReading {
  private readonly preview: ReadingPreview;

  /** `show` gets the most severe rows from time to time while the source is read. */
  constructor(
    private readonly source: TriageSource,
    private readonly parts: AssessmentParts & Pick<TriageParts, 'output'> & KeepingParts,
    show: (rows: Triaged[], files: readonly vscode.Uri[]) => void,
  ) {
    this.preview = new ReadingPreview(parts, show, (error) => parts.output.warn(`Triage: ${errorDetails(error)}`));
  }

  /**
   * Reads the source and assesses all indicators, the most severe first. `signal` ends reading, and `ended` also
   * assessing: there are no rows then.
   */
  async read(
    { signal, ended }: { readonly signal: AbortSignal; readonly ended: AbortSignal },
    onProgress: (label: string) => void,
  ): Promise<SourceRead> {
    const { preview, parts } = this;
    const stopListening = parts.lookups.onChanged(() => preview.forget());
    try {
      const loaded = await this.source.load(signal, onProgress, (found, files) => preview.add(found, files));
      preview.stop();
      const assessed = await assessAll(loaded.texts, parts, ended, (indicator) => preview.assessment(indicator));
      // What wasn't read to its end may be read again.
      if (this.source.kind === 'files' && assessed !== undefined && !signal.aborted)
        parts.remembered.keep(loaded, assessed);
      return { loaded, assessed, timeline: assessed && (await RowTimeline.of(loaded.texts, assessed)) };
    } finally {
      preview.stop();
      stopListening();
    }
  }
}
