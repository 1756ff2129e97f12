import type { StoreProblem } from '../../core/store/protocol';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import type { FileVersion, UnreadableReason } from '../../core/store/reader';
import { unreadReasonOf } from '../../core/store/unreadReason';
import { errorDetails } from '../common/errorDetails';
import type { Output } from '../common/ui';
import { foreign, uiText } from '../common/ui/text';
import type { ContextKeys } from '../common/contextKeys';
import type { StatusNotes } from '../common/statusNotes';
import { formatStoreProblem } from '../common/formatStoreProblem';

/** What stays said in the status bar. */
type PersistentProblem = Extract<UnreadStore, 'foreign' | 'damaged' | 'replaced' | 'unavailable'>;

export interface StoreStatusParts {
  readonly status: Pick<StatusNotes, 'set'>;
  readonly contextKeys: ContextKeys;
  readonly tell: (problem: StoreProblem) => void;
  /** Opens the store for writing, which brings it up to date. */
  readonly migrate: () => Promise<unknown>;
  /** Has every page looked at; a damaged store is moved aside and said. */
  readonly check: () => Promise<unknown>;
  /** The store holds other things than it seemed to. */
  readonly onDataChanged: () => void;
  readonly output: Pick<Output, 'warn'>;
}

/**
 * What is done about a store that can't be read as it is: one of an older version is brought up to date at once, so that marks
 * and hovers have it; of one of a newer version, a damaged one and a file that is no store it is said that it is not read, and what helps.
 */
export class StoreStatus {
  private found: FileVersion = { kind: 'own' };
  /** What is said until a lookup has read the store, or for good where it was replaced. */
  private error: PersistentProblem | undefined;
  /** What the last lookup met. */
  private lastProblem: UnreadStore | undefined;
  private isChecked = false;

  constructor(private readonly parts: StoreStatusParts) {}

  /** Whether a newer version of the extension wrote the store, so that this one leaves it alone. */
  get isNewer(): boolean {
    return this.found.kind === 'newer';
  }

  /** Why nothing of what the store held is shown; undefined where it is read. */
  get unread(): UnreadStore | undefined {
    if (this.isNewer) return 'newer';
    if (this.error === 'foreign' || this.lastProblem === undefined) return this.error;
    return this.lastProblem;
  }

  changed(found: FileVersion): void {
    const { status, contextKeys, tell, migrate, onDataChanged, output } = this.parts;
    const before = this.found.kind;
    this.found = found;
    contextKeys.set('isStoreNewer', this.isNewer);
    if (found.kind === 'newer') {
      const problem: StoreProblem = { kind: 'newer', version: found.version, detail: `version ${found.version}` };
      status.set('store version', foreign(formatStoreProblem(problem).sentence), uiText('update needed'));
      tell(problem);
      return;
    }
    status.set('store version', undefined);
    if (found.kind === 'own' && before === 'newer') onDataChanged();
    if (found.kind === 'older')
      migrate().then(onDataChanged, (error: unknown) => output.warn(`Local store: ${errorDetails(error)}`));
  }

  /** The worker met a problem of the store, which is told elsewhere. */
  onProblem(problem: StoreProblem): void {
    if (problem.kind === 'foreign') this.showStatus('foreign', problem);
    if (problem.kind !== 'corrupt') return;
    this.showStatus(problem.movedTo === undefined ? 'damaged' : 'replaced', problem);
    if (problem.movedTo !== undefined) this.parts.onDataChanged();
  }

  /** A lookup could not read the store. */
  unreadable(why: UnreadableReason): void {
    if (why === 'missing') {
      this.readable();
      return;
    }
    this.lastProblem = why === 'otherVersion' ? why : unreadReasonOf(why);
    // A file of another program may look like a store of another version, or like a damaged one.
    if (typeof why === 'string' || why.kind === 'locked' || this.error === 'foreign') return;
    this.showStatus(why.kind === 'corrupt' ? 'damaged' : 'unavailable', why);
    if (this.isChecked) return;
    this.isChecked = true;
    this.parts.check().catch((error: unknown) => this.parts.output.warn(`Local store: ${errorDetails(error)}`));
  }

  /** A lookup has read the store, or there is none. That its predecessor was replaced stays said until the window closes. */
  readable(): void {
    this.lastProblem = undefined;
    if (this.error === undefined || this.error === 'replaced') return;
    this.error = undefined;
    this.isChecked = false;
    this.parts.status.set('store file', undefined);
  }

  private showStatus(error: PersistentProblem, problem: StoreProblem): void {
    if (this.error === error) return;
    this.error = error;
    this.parts.status.set(
      'store file',
      foreign(formatStoreProblem(problem).sentence),
      error === 'replaced' ? uiText('store replaced') : uiText('store unavailable'),
    );
  }
}
