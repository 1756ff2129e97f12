import type { StorageUse, LimitReached } from './ports';

export interface SizeLimitOptions {
  /** How large a mirrored collection may become, bytes as its objects came; one page more at most. */
  readonly maxBytes: number;
  /** So much of the disk stays free; 256 MB where not given. */
  readonly reserveBytes?: number;
  /** Asked before it grows beyond; resolves with the new limit, or with undefined to stop. Never rejects. */
  readonly confirmGrowth?: ((held: StorageUse, maxBytes: number) => Promise<number | undefined>) | undefined;
}

const megabyte = 1_048_576;
/** Room for the longest page, and for what others write meanwhile. */
const defaultReserveBytes = 256 * megabyte;

/** Whether a mirrored collection may go on growing. */
export class SizeLimit {
  private maxBytes: number;

  constructor(
    private readonly options: SizeLimitOptions,
    /** Waits for an answer of the user; undefined where none comes. */
    private readonly answer: <T>(asked: Promise<T>) => Promise<T | undefined>,
  ) {
    this.maxBytes = options.maxBytes;
  }

  /** Looks at the disk and the size, before a run or between two of its pages; asks where it may be asked. */
  async check(space: StorageUse, when: 'before' | 'during'): Promise<LimitReached | undefined> {
    const { reserveBytes = defaultReserveBytes, confirmGrowth } = this.options;
    const { freeBytes, storedBytes, addedBytes } = space;
    if (freeBytes !== undefined && freeBytes < reserveBytes) return { kind: 'diskSpace', freeBytes };
    // What only comes again, and makes it no larger, may always come.
    if (storedBytes <= this.maxBytes || (when === 'during' && addedBytes <= 0)) return undefined;
    const grown = confirmGrowth === undefined ? undefined : await this.answer(confirmGrowth(space, this.maxBytes));
    if (grown === undefined || grown < storedBytes) return { kind: 'sizeLimit', maxBytes: this.maxBytes };
    this.maxBytes = grown;
    return undefined;
  }
}
