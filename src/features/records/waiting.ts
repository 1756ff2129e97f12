import { UserCanceledError } from '../../core/lookups/userCanceledError';
import type { WaitingView } from '../../webviews/messages/notices';
import { hostLabel } from '../common/verdict';

/** A look that needs no request ends at once and shall not flicker, milliseconds. */
const soon = 60;

/** What a page waits for, at most one thing at a time: whom it asks, since when, and the way to call it off. */
export class Waiting {
  private current: { readonly view: WaitingView; readonly asking: AbortController; isSeen: boolean } | undefined;
  private wasCanceled = false;

  constructor(
    private readonly ended: AbortSignal,
    private readonly changed: () => void,
  ) {}

  /** What is said of it, once it takes longer than a moment. */
  get view(): WaitingView | undefined {
    return this.current?.isSeen === true ? this.current.view : undefined;
  }

  get isOn(): boolean {
    return this.current !== undefined;
  }

  /** True where the user called the last one off. */
  get isCanceled(): boolean {
    return this.wasCanceled;
  }

  /** Ends it, its request included. */
  cancel(): void {
    if (this.current === undefined) return;
    this.wasCanceled = true;
    this.current.asking.abort(new UserCanceledError());
  }

  /** Runs `ask`, and says so while it lasts; the signal tells when the page is gone or the user has called it off. */
  async during<T>(words: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const asking = new AbortController();
    const own = { view: { words, since: Date.now() }, asking, isSeen: false };
    this.current = own;
    this.wasCanceled = false;
    const slow = setTimeout(() => {
      own.isSeen = true;
      if (this.current === own) this.changed();
    }, soon);
    try {
      return await ask(AbortSignal.any([this.ended, asking.signal]));
    } finally {
      clearTimeout(slow);
      if (this.current === own) this.current = undefined;
    }
  }
}

/** What a page waits for beside its record, each under its own name, and the way to call one off. */
export class PendingParts {
  private readonly asking = new Map<string, AbortController>();

  constructor(private readonly ended: AbortSignal) {}

  /** Runs `ask` under a name; the signal tells when the page is gone or the user has called it off. */
  async during<T>(name: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    this.asking.set(name, own);
    try {
      return await ask(AbortSignal.any([this.ended, own.signal]));
    } finally {
      if (this.asking.get(name) === own) this.asking.delete(name);
    }
  }

  cancel(name: string): void {
    this.asking.get(name)?.abort(new UserCanceledError());
  }

  cancelAll(): void {
    for (const name of this.asking.keys()) this.cancel(name);
  }
}

/** What is said while a source is asked, ` for earlier scans`; no host: nothing leaves this machine. */
export function requestMessage(host: string | undefined, what = ''): string {
  return `${host === undefined ? 'Looking in the local store' : `Asking ${hostLabel(host)}`}${what}…`;
}
