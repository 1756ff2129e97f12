import { setImmediate } from 'node:timers/promises';
import { Finder, type FinderResult, type FinderTask } from './finderTasks';

/** A slot in a thread, for one task after the other. */
export interface WorkerSlot {
  /** Identifies the thread: its results refer to the same strings. */
  readonly thread: number;
  /** Rejects with an InputError if the file can't be read, and with a {@link ThreadDied}. */
  run(task: FinderTask): Promise<FinderResult>;
  /** Gives the slot to the next text. */
  release(): void;
}

/** Threads that find indicators, shared by all texts. */
export interface Finders {
  /** How many blocks can be searched at once. */
  readonly width: number;
  /** Starts to read a text, of which the size may be unknown. Returns its number, and where it is searched. */
  begin(bytes: number | undefined): { readonly text: number; readonly finders: Finders };
  /** Waits for a free slot. Rejects if the text has ended. */
  seat(text: number): Promise<WorkerSlot>;
  /** Nothing more of a text follows. With `isCanceled`, tasks that run for it needn't be finished. */
  end(text: number, isCanceled: boolean): Promise<void>;
  /** Ends all threads. */
  close(): Promise<void>;
}

/** A thread ended during a task. */
export class ThreadDied extends Error {
  constructor(
    detail: string,
    /** Whether it was working on this task, rather than on an earlier one. */
    readonly isCause: boolean,
  ) {
    super(detail);
  }
}

/** Searches in this thread, with breaks for others. */
export class InlineFinders implements Finders {
  readonly width = 1;
  private readonly finder: Finder;
  private texts = 0;

  /** `storeFile` as in {@link Finder}. */
  constructor(storeFile?: string) {
    this.finder = new Finder(storeFile);
  }

  begin(): { readonly text: number; readonly finders: Finders } {
    return { text: ++this.texts, finders: this };
  }

  seat(): Promise<WorkerSlot> {
    return Promise.resolve({
      thread: 0,
      run: async (task) => {
        await setImmediate();
        return this.finder.run(task);
      },
      release: () => undefined,
    });
  }

  end(text: number): Promise<void> {
    this.finder.forget(text);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
