import type { Trouble } from '../api/trouble';

/** A trouble of the whole service is remembered so long, so that ten hovers do not knock ten times. */
const serviceQuietMillis = 15_000;
/** A trouble with one indicator is likely to come again. */
const indicatorQuietMillis = 60_000;
const most = 1_000;

/** Troubles that were just met; while one is remembered, only a person's click asks again. */
export class QuietTimes {
  readonly #troubles = new Map<string, { readonly trouble: Trouble; readonly until: number }>();

  constructor(private readonly now: () => number) {}

  remember(address: string, key: string, trouble: Trouble): void {
    const [name, until] = this.#place(address, key, trouble);
    this.#troubles.delete(name);
    this.#troubles.set(name, { trouble, until });
    const [oldest] = this.#troubles.keys();
    if (this.#troubles.size > most && oldest !== undefined) this.#troubles.delete(oldest);
  }

  /** The service answered: what was wrong with it is over. */
  answered(address: string, key: string): void {
    this.#troubles.delete(address);
    this.#troubles.delete(`${address} ${key}`);
  }

  find(address: string, key: string): Trouble | undefined {
    for (const name of [address, `${address} ${key}`]) {
      const found = this.#troubles.get(name);
      if (found !== undefined && found.until > this.now()) return found.trouble;
    }
    return undefined;
  }

  clear(): void {
    this.#troubles.clear();
  }

  #place(address: string, key: string, trouble: Trouble): readonly [name: string, until: number] {
    const ofService = this.now() + serviceQuietMillis;
    const ofIndicator = this.now() + indicatorQuietMillis;
    switch (trouble.kind) {
      case 'rateLimited':
        return [address, trouble.retryAt];
      case 'badBaseUrl':
      case 'nameNotFound':
      case 'connectionRefused':
      case 'unreachable':
      case 'certificate':
      case 'redirectRefused':
      case 'keyRefused':
      case 'notFound':
      case 'notJson':
      case 'timeout':
        return [address, ofService];
      case 'cancelled':
      case 'tooLarge':
      case 'badShape':
      case 'badRequest':
      case 'serverError':
        return [`${address} ${key}`, ofIndicator];
    }
  }
}
