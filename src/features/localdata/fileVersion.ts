import type { StoreProblem } from '../../core/store/protocol';
import type { FileVersion } from '../../core/store/reader';
import { errorDetails } from '../common/errorDetails';
import type { Output } from '../common/ui';
import { foreign, uiText } from '../common/ui/text';
import type { StatusNotes } from '../common/statusNotes';
import { storeSentence } from '../common/storeSentence';

export interface FileVersionParts {
  readonly status: Pick<StatusNotes, 'set'>;
  readonly tell: (problem: StoreProblem) => void;
  /** Opens the store for writing, which brings it up to date. */
  readonly bringUpToDate: () => Promise<unknown>;
  /** The store holds other things than it seemed to. */
  readonly onDataChanged: () => void;
  readonly output: Pick<Output, 'warn'>;
}

/**
 * What is done about a store of another version: an older one is brought up to date at once, so that marks and hovers have
 * it; of a newer one it is said that it is not read, and what helps.
 */
export class StoreFileVersion {
  private found: FileVersion = { kind: 'own' };

  constructor(private readonly parts: FileVersionParts) {}

  /** Whether a newer version of the extension wrote the store, so that this one leaves it alone. */
  get isNewer(): boolean {
    return this.found.kind === 'newer';
  }

  changed(found: FileVersion): void {
    const { status, tell, bringUpToDate, onDataChanged, output } = this.parts;
    const before = this.found.kind;
    this.found = found;
    if (found.kind === 'newer') {
      const problem: StoreProblem = { kind: 'newer', version: found.version, detail: `version ${found.version}` };
      status.set('store version', foreign(storeSentence(problem).sentence), uiText('update needed'));
      tell(problem);
      return;
    }
    status.set('store version', undefined);
    if (found.kind === 'own' && before === 'newer') onDataChanged();
    if (found.kind === 'older')
      bringUpToDate().then(onDataChanged, (error: unknown) => output.warn(`Local store: ${errorDetails(error)}`));
  }
}
