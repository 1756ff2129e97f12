import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { InputError } from '../../core/records/problems/inputFailure';
import { type Finders, InlineFinders, type WorkerSlot, ThreadDied } from './finders';
import type { FinderResult, FinderTask } from './finderTasks';
import { type FinderData, finderRole, type FromFinder, type ToFinder } from './finderThread';

export interface ThreadFindersOptions {
  /** The bundle that serves as such a thread. */
  readonly file: string | URL;
  /** The store whose risky names are found even if they look like something else. */
  readonly storeFile?: string;
  /** Maximum number of threads; default: one for each core, at most eight. */
  readonly threads?: number;
  /** After how many milliseconds idle threads are ended. */
  readonly idleMillis?: number;
}

const maxThreads = 8;
/** While a thread sends the result of a task, it has the next one. */
const seatsPerThread = 2;
const defaultIdleMillis = 10_000;
/** Texts up to this size are searched in less time than a thread needs to start. */
const inlineBytes = 128 * 1024;

/** Threads that are started when a text needs them. */
export class ThreadFinders implements Finders {
  private readonly threads = new Set<Thread>();
  private readonly waiting: (() => void)[] = [];
  private readonly reading = new Set<number>();
  private readonly inline: InlineFinders;
  private readonly max: number;
  private texts = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: ThreadFindersOptions) {
    this.inline = new InlineFinders(options.storeFile);
    this.max = options.threads ?? Math.min(maxThreads, availableParallelism());
  }

  /** The number of threads that were started and haven't ended. */
  get count(): number {
    return this.threads.size;
  }

  get width(): number {
    return this.max * seatsPerThread;
  }

  begin(bytes: number | undefined): { readonly text: number; readonly finders: Finders } {
    if (bytes !== undefined && bytes <= inlineBytes && this.threads.size === 0 && this.reading.size === 0)
      return this.inline.begin();
    clearTimeout(this.idle);
    const text = ++this.texts;
    this.reading.add(text);
    return { text, finders: this };
  }

  async seat(text: number): Promise<WorkerSlot> {
    for (;;) {
      if (!this.reading.has(text)) {
        this.waiting.shift()?.();
        throw new Error('The text has ended.');
      }
      const thread = this.freeThread();
      if (thread !== undefined) {
        thread.seats++;
        return {
          thread: thread.id,
          run: (task) => thread.run(task),
          release: () => {
            thread.seats--;
            this.waiting.shift()?.();
          },
        };
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  async end(text: number, isCanceled: boolean): Promise<void> {
    this.reading.delete(text);
    for (const thread of this.threads) thread.post({ kind: 'forget', text });
    if (this.reading.size > 0) return;
    // Threads that no other text needs don't finish what nobody waits for.
    if (isCanceled) await this.close();
    else this.idle = setTimeout(() => void this.close(), this.options.idleMillis ?? defaultIdleMillis).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.idle);
    const ending = [...this.threads];
    this.threads.clear();
    await Promise.all(ending.map((thread) => thread.end()));
  }

  /** The thread with the fewest tasks; another one is started if all have some. */
  private freeThread(): Thread | undefined {
    const [least] = [...this.threads].sort((a, b) => a.seats - b.seats);
    if (least?.seats === 0) return least;
    if (this.threads.size < this.max) {
      const started: Thread = new Thread(this.options, () => this.threads.delete(started));
      this.threads.add(started);
      return started;
    }
    return least !== undefined && least.seats < seatsPerThread ? least : undefined;
  }
}

interface Waiting {
  readonly resolve: (result: FinderResult) => void;
  readonly reject: (error: Error) => void;
}

let lastThread = 0;

/** One thread with its tasks. */
class Thread {
  readonly id = ++lastThread;
  seats = 0;
  private readonly worker: Worker;
  /** In the order of the tasks. */
  private readonly waiting = new Map<number, Waiting>();
  private lastTask = 0;
  private isDead = false;
  private isEnding = false;

  constructor(
    { file, storeFile }: ThreadFindersOptions,
    private readonly onDeath: () => void,
  ) {
    // Half of the default young generation: results live as long as a block, and there are several threads.
    const resourceLimits = { maxYoungGenerationSizeMb: 16 };
    this.worker = new Worker(file, {
      workerData: { role: finderRole, storeFile } satisfies FinderData,
      resourceLimits,
      stdout: false,
    });
    // A thread keeps the process alive only while somebody waits for it.
    this.worker.unref();
    this.worker.on('message', (message: FromFinder) => this.onMessage(message));
    this.worker.on('error', (error) => this.died(error instanceof Error ? error.message : String(error)));
    this.worker.on('exit', (code) => this.died(`exit code ${code}`));
  }

  post(message: ToFinder): void {
    if (!this.isDead) this.worker.postMessage(message);
  }

  run(task: FinderTask): Promise<FinderResult> {
    return new Promise((resolve, reject) => {
      if (this.isDead) {
        reject(new ThreadDied('', false));
        return;
      }
      const id = ++this.lastTask;
      this.waiting.set(id, { resolve, reject });
      this.worker.ref();
      this.post({ kind: 'run', id, task });
    });
  }

  async end(): Promise<void> {
    // Otherwise the process could end before its caller continues.
    this.isEnding = true;
    this.worker.ref();
    await this.worker.terminate();
  }

  private onMessage({ id, result }: FromFinder): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (this.waiting.size === 0 && !this.isEnding) this.worker.unref();
    if ('failure' in result) waiting?.reject(new InputError(result.failure));
    else waiting?.resolve(result);
  }

  private died(detail: string): void {
    if (this.isDead) return;
    this.isDead = true;
    this.onDeath();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const [at, { reject }] of waiting.entries()) reject(new ThreadDied(detail, at === 0));
  }
}
