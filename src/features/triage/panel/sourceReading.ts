import type * as vscode from 'vscode';
import type { Triaged } from '../../../core/triage/assess';
import type { Loaded, TriageSource } from '../files/triageSource';
import type { TriageParts } from '../triageParts';
import { errorDetails } from '../../shared/text/errorDetails';
import type { RememberedTriage } from '../remembered/remembered';
import { RowTimeline } from './rowTimeline';
import { ReadingPreview } from './readingPreview';
import { assessAll, type AssessmentParts } from './triageModel';

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
