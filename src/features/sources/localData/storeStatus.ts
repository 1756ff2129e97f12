import type { StoreProblem } from '../../../core/records/problems/storeProblem';
import type { UnreadStore } from '../../../core/lookups/unreadStore';
import type { FileVersion, UnreadableReason } from '../../../core/store/reader';
import { getUnreadReason } from '../../../core/store/protocol/unreadReason';
import { errorDetails } from '../../shared/text/errorDetails';
import type { Output } from '../../shared/ui';
import { untrusted, uiText } from '../../shared/ui/text';
import type { ContextKeys } from '../../shared/commands/contextKeys';
import type { StatusNotes } from '../../shared/notices/statusNotes';
import { formatStoreProblem } from '../../shared/format/formatStoreProblem';

/** Problems that the status bar shows until they are resolved. */
type PersistentProblem = Extract<UnreadStore, 'foreign' | 'damaged' | 'replaced' | 'unavailable'>;

interface Deps {
  readonly status: Pick<StatusNotes, 'set'>;
  readonly contextKeys: ContextKeys;
  readonly report: (problem: StoreProblem) => void;
  /** Opens the store for writing, which replaces one of an older version. */
  readonly open: () => Promise<unknown>;
  /** Checks every page; a corrupted store is moved aside and reported. */
  readonly check: () => Promise<unknown>;
  /** The content of the store has changed. */
  readonly onDataChanged: () => void;
  readonly output: Pick<Output, 'warn'>;
}

/**
 * Handles a store that can't be read: a store of an older version is replaced immediately; one of a newer version, a
 * corrupted one, and a file that isn't a store are reported.
 */
export class StoreStatus {
  private found: FileVersion = { kind: 'own' };
  /** Shown until a lookup has read the store; a replaced store, until the window is closed. */
  private error: PersistentProblem | undefined;
  /** The problem of the last lookup. */
  private lastProblem: UnreadStore | undefined;
  private isChecked = false;

  constructor(private readonly deps: Deps) {}

  /** Whether a newer version of the extension wrote the store, so that this one must not change it. */
  get isNewer(): boolean {
    return this.found.kind === 'newer';
  }

  /** Why the store isn't read, if so. */
  get unread(): UnreadStore | undefined {
    if (this.isNewer) return 'newer';
    if (this.error === 'foreign' || this.lastProblem === undefined) return this.error;
    return this.lastProblem;
  }

  changed(found: FileVersion): void {
    const { status, contextKeys, report, open, onDataChanged, output } = this.deps;
    const before = this.found.kind;
    this.found = found;
    contextKeys.set('isStoreNewer', this.isNewer);
    if (found.kind === 'newer') {
      const problem: StoreProblem = { kind: 'newer', version: found.version, detail: `version ${found.version}` };
      status.set('storeVersion', untrusted(formatStoreProblem(problem).sentence), uiText('update needed'));
      report(problem);
      return;
    }
    status.set('storeVersion', undefined);
    if (found.kind === 'own' && before === 'newer') onDataChanged();
    if (found.kind === 'older')
      open().then(onDataChanged, (error: unknown) => output.warn(`Local store: ${errorDetails(error)}`));
  }

  /** Handles a problem of the worker, which is reported elsewhere. */
  onProblem(problem: StoreProblem): void {
    if (problem.kind === 'foreign') this.showStatus('foreign', problem);
    if (problem.kind !== 'corrupt' && problem.kind !== 'outdated') return;
    this.showStatus(problem.movedTo === undefined ? 'damaged' : 'replaced', problem);
    if (problem.movedTo !== undefined) this.deps.onDataChanged();
  }

  /** Handles a lookup that couldn't read the store. */
  unreadable(why: UnreadableReason): void {
    if (why === 'missing') {
      this.readable();
      return;
    }
    this.lastProblem = why === 'otherVersion' ? why : getUnreadReason(why);
    // A file of another program may look like a store of another version, or like a corrupted one.
    if (typeof why === 'string' || why.kind === 'locked' || why.kind === 'newer' || this.error === 'foreign') return;
    this.showStatus(why.kind === 'corrupt' ? 'damaged' : 'unavailable', why);
    if (this.isChecked) return;
    this.isChecked = true;
    this.deps.check().catch((error: unknown) => this.deps.output.warn(`Local store: ${errorDetails(error)}`));
  }

  /** Handles a lookup that has read the store, or found none. */
  readable(): void {
    this.lastProblem = undefined;
    if (this.error === undefined || this.error === 'replaced') return;
    this.error = undefined;
    this.isChecked = false;
    this.deps.status.set('storeFile', undefined);
  }

  private showStatus(error: PersistentProblem, problem: StoreProblem): void {
    if (this.error === error) return;
    this.error = error;
    this.deps.status.set(
      'storeFile',
      untrusted(formatStoreProblem(problem).sentence),
      error === 'replaced' ? uiText('store replaced') : uiText('store unavailable'),
    );
  }
}
