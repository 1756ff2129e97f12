import type { Outcome } from '../api/requestError';
import { CalledOff } from './calledOff';

export type Landing<T> =
  | { readonly kind: 'landed'; readonly outcome: Outcome<T> }
  /** The caller's time is up; the request goes on. */
  | { readonly kind: 'late' }
  /** The caller has cancelled. */
  | { readonly kind: 'left' };

export interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly waitMillis?: number;
}

interface Flight<T> {
  readonly outcome: Promise<Outcome<T>>;
  readonly controller: AbortController;
  waiting: number;
  /** Somebody's time was up, who wants to find the answer later. */
  wantedLater: boolean;
}

/** Requests on their way: identical ones are one, and one that nobody waits for is aborted. */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /** Joins the request of this key, or starts it; never rejects as long as `start` doesn't. */
  async join(
    key: string,
    start: (signal: AbortSignal) => Promise<Outcome<T>>,
    options: WaitOptions,
  ): Promise<Landing<T>> {
    const flight = this.#flights.get(key) ?? this.#begin(key, start);
    flight.waiting++;
    const landing = await this.#wait(flight, options);
    flight.waiting--;
    if (landing.kind === 'late') flight.wantedLater = true;
    if (landing.kind === 'left' && flight.waiting === 0) {
      const isCalledOff = options.signal?.reason instanceof CalledOff;
      if (isCalledOff || !flight.wantedLater) this.#abort(key, flight);
    }
    return landing;
  }

  /** Aborts what may not go on. */
  abort(isForbidden: (key: string) => boolean): void {
    for (const [key, flight] of [...this.#flights]) if (isForbidden(key)) this.#abort(key, flight);
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Outcome<T>>): Flight<T> {
    const controller = new AbortController();
    const outcome = start(controller.signal).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    const flight: Flight<T> = { outcome, controller, waiting: 0, wantedLater: false };
    this.#flights.set(key, flight);
    return flight;
  }

  #abort(key: string, flight: Flight<T>): void {
    // Whoever asks from now on starts anew and does not join a request that is being called off.
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
    flight.controller.abort();
  }

  #wait(flight: Flight<T>, { signal, waitMillis }: WaitOptions): Promise<Landing<T>> {
    return new Promise((resolve, reject) => {
      const settle = (landing: Landing<T>): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        resolve(landing);
      };
      const leave = (): void => settle({ kind: 'left' });
      const timer = waitMillis === undefined ? undefined : setTimeout(() => settle({ kind: 'late' }), waitMillis);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave);
      flight.outcome.then((outcome) => settle({ kind: 'landed', outcome }), reject);
    });
  }
}
