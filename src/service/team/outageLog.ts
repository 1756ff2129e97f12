import { setTimeout as delay } from 'node:timers/promises';
import { asStoreError, isPassing } from './database';

export interface OutageLogOptions {
  /** Returns the text to print for an error. */
  readonly describe: (error: unknown) => string;
  /** Whether the database answers. Never rejects. */
  readonly isReady: () => Promise<boolean>;
  readonly log: (line: string) => void;
  /** Ends waiting for the database. */
  readonly signal: AbortSignal;
  readonly now?: () => number;
  readonly checkMillis?: number;
}

/** Logs errors with their time; while the database doesn't answer, only the first one, and when it does again. */
export function outageLog(options: OutageLogOptions): (error: unknown) => void {
  const { describe, isReady, signal, now = Date.now, checkMillis = 1_000 } = options;
  const log = (line: string): void => options.log(`${new Date(now()).toISOString()} ${line}`);
  let isAway = false;
  const waitForIt = async (): Promise<void> => {
    do await delay(checkMillis, undefined, { signal });
    while (!(await isReady()));
    isAway = false;
    log('The database answers again.');
  };
  return (error) => {
    const passes = isPassing(error);
    if (passes && isAway) return;
    log(describe(asStoreError(error)));
    if (!passes) return;
    isAway = true;
    // It ends with the service.
    waitForIt().catch(() => undefined);
  };
}
