import type { Pace } from '../../core/store/sqlite/timeSlicer';

/** Processor time of one caller, in milliseconds. */
export interface WorkRates {
  /** Maximum per request. */
  readonly request: number;
  /** Maximum of all requests after a pause. */
  readonly burst: number;
  /** Share of the passing time that is added again, up to the maximum. */
  readonly share: number;
  /** Maximum number of long requests at the same time. */
  readonly atOnce: number;
}

/** A request needs more processor time than its caller has. The message is part of the response. */
export class WorkLimitError extends Error {
  constructor(
    readonly status: 400 | 429,
    message: string,
    /** Seconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'WorkLimitError';
  }
}

/** Work of a request up to this counts as short: it neither waits nor counts. Milliseconds. */
const shortMillis = 50;

/**
 * Limits the processor time of one caller. Long requests of a caller take turns, so that many of them slow down
 * others no more than one does.
 */
export class WorkLimiter {
  private left: number;
  private countedAt: number;
  private readonly long = new Set<RequestWork>();
  private turn: RequestWork | undefined;
  private readonly waiting = new Map<RequestWork, () => void>();

  /** `now` in milliseconds since 1970. */
  constructor(
    private readonly rates: WorkRates,
    private readonly now: () => number,
  ) {
    this.left = rates.burst;
    this.countedAt = now();
  }

  /** Begins a request; it has to be ended. */
  begin(signal: AbortSignal): RequestWork {
    return new RequestWork(this, this.rates, signal);
  }

  /** Takes processor time, even if that is more than there is. */
  take(millis: number): void {
    this.refill();
    this.left -= millis;
  }

  /** Resolves when it is the request's turn, or the request is ended. Throws {@link WorkLimitError}. */
  async next(work: RequestWork): Promise<void> {
    if (!this.long.has(work)) {
      this.refill();
      if (this.left <= 0) {
        const seconds = Math.max(1, Math.ceil((1 - this.left) / this.rates.share / 1_000));
        const message = `The processor time for long requests is used up. Narrow the query, or try again in ${seconds} seconds.`;
        throw new WorkLimitError(429, message, seconds);
      }
      if (this.long.size >= this.rates.atOnce)
        throw new WorkLimitError(
          429,
          `${this.long.size} long requests are being answered, the maximum. Narrow the query, or try again later.`,
          1,
        );
      this.long.add(work);
    }
    if (this.turn === work) this.turn = undefined;
    if (this.turn === undefined && this.waiting.size === 0) {
      this.turn = work;
      return;
    }
    await new Promise<void>((resolve) => {
      this.waiting.set(work, resolve);
      this.pass();
    });
  }

  end(work: RequestWork): void {
    this.long.delete(work);
    this.waiting.get(work)?.();
    this.waiting.delete(work);
    if (this.turn === work) this.turn = undefined;
    this.pass();
  }

  /** Gives the turn to the request that has waited longest. */
  private pass(): void {
    if (this.turn !== undefined) return;
    const [first] = this.waiting;
    if (first === undefined) return;
    const [work, resolve] = first;
    this.waiting.delete(work);
    this.turn = work;
    resolve();
  }

  private refill(): void {
    const at = this.now();
    this.left = Math.min(this.rates.burst, this.left + Math.max(0, at - this.countedAt) * this.rates.share);
    this.countedAt = at;
  }
}

/** The processor time of one request. */
export class RequestWork implements Pace {
  private used = 0;
  private readonly aborted = (): void => this.end();

  constructor(
    private readonly limiter: WorkLimiter,
    private readonly rates: WorkRates,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', this.aborted);
  }

  spend(millis: number): void {
    const before = Math.max(this.used, shortMillis);
    this.used += millis;
    if (this.used > before) this.limiter.take(this.used - before);
  }

  async proceed(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.used <= shortMillis) return;
    if (this.used > this.rates.request)
      throw new WorkLimitError(
        400,
        `The answer takes too long: more than ${this.rates.request / 1_000} seconds of processor time. Narrow the query, for example by a time or a type.`,
      );
    await this.limiter.next(this);
  }

  /** The request is answered, or nobody waits for it. */
  end(): void {
    this.signal.removeEventListener('abort', this.aborted);
    this.limiter.end(this);
  }
}
