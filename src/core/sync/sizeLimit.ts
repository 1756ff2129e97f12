import type { StorageUse, LimitReached } from './ports';

export interface SizeLimitOptions {
  /** The maximum size of a mirrored collection, bytes of its unmodified objects; at most one page more. */
  readonly maxBytes: number;
  /** Disk space that stays free; 256 MB by default. */
  readonly reserveBytes?: number;
  /** Called before it grows beyond the limit; resolves with the new limit, or with undefined to stop. Never rejects. */
  readonly confirmGrowth?: ((held: StorageUse, maxBytes: number) => Promise<number | undefined>) | undefined;
}

const megabyte = 1_048_576;
/** Space for the longest page, and for data that others write at the same time. */
const defaultReserveBytes = 256 * megabyte;

/** Whether a mirrored collection may continue to grow. */
export class SizeLimit {
  private maxBytes: number;

  constructor(
    private readonly options: SizeLimitOptions,
    /** Waits for the user's answer; undefined without one. */
    private readonly answer: <T>(prompted: Promise<T>) => Promise<T | undefined>,
  ) {
    this.maxBytes = options.maxBytes;
  }

  /** Checks disk space and size, before a run or between two pages; asks the user if possible. */
  async check(space: StorageUse, when: 'before' | 'during'): Promise<LimitReached | undefined> {
    const { reserveBytes = defaultReserveBytes, confirmGrowth } = this.options;
    const { freeBytes, storedBytes, addedBytes } = space;
    if (freeBytes !== undefined && freeBytes < reserveBytes) return { kind: 'diskSpace', freeBytes };
    // Objects that are only repeated don't make it larger and are always accepted.
    if (storedBytes <= this.maxBytes || (when === 'during' && addedBytes <= 0)) return undefined;
    const grown = confirmGrowth === undefined ? undefined : await this.answer(confirmGrowth(space, this.maxBytes));
    if (grown === undefined || grown < storedBytes) return { kind: 'sizeLimit', maxBytes: this.maxBytes };
    this.maxBytes = grown;
    return undefined;
  }
}
