import { UserCanceledError } from '../../core/lookups/requests/userCanceledError';
import type { WaitingView } from '../../webviews/messages/record';

/** Shorter waits are not shown, so that the panel does not flicker. */
const showAfterMillis = 60;

/** The request that a page waits for, at most one at a time, and its cancellation. */
export class Waiting {
  private current: { readonly view: WaitingView; readonly controller: AbortController; isSeen: boolean } | undefined;
  private wasCanceled = false;

  constructor(
    private readonly ended: AbortSignal,
    private readonly changed: () => void,
  ) {}

  /** Undefined until the wait is long enough to be shown. */
  get view(): WaitingView | undefined {
    return this.current?.isSeen === true ? this.current.view : undefined;
  }

  get isOn(): boolean {
    return this.current !== undefined;
  }

  /** True if the user canceled the last wait. */
  get isCanceled(): boolean {
    return this.wasCanceled;
  }

  /** Cancels it with its request. */
  cancel(): void {
    if (this.current === undefined) return;
    this.wasCanceled = true;
    this.current.controller.abort(new UserCanceledError());
  }

  /** Runs `task` and shows `message` in the meantime; the signal aborts when the page is closed or the user cancels. */
  async during<T>(message: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const own = { view: { message, since: Date.now() }, controller, isSeen: false };
    this.current = own;
    this.wasCanceled = false;
    const slow = setTimeout(() => {
      own.isSeen = true;
      if (this.current === own) this.changed();
    }, showAfterMillis);
    try {
      return await task(AbortSignal.any([this.ended, controller.signal]));
    } finally {
      clearTimeout(slow);
      if (this.current === own) this.current = undefined;
    }
  }
}

/** Requests that a page waits for besides its record, by name, and their cancellation. */
export class PendingParts {
  private readonly controllers = new Map<string, AbortController>();

  constructor(private readonly ended: AbortSignal) {}

  /** Runs `task` under a name; the signal aborts when the page is closed or the user cancels. */
  async during<T>(name: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    this.controllers.set(name, own);
    try {
      return await task(AbortSignal.any([this.ended, own.signal]));
    } finally {
      if (this.controllers.get(name) === own) this.controllers.delete(name);
    }
  }

  cancel(name: string): void {
    this.controllers.get(name)?.abort(new UserCanceledError());
  }

  cancelAll(): void {
    for (const name of this.controllers.keys()) this.cancel(name);
  }
}
