import { percentEncode } from '../api/redact';
import { iocTerm } from '../explore/iocQuery';

/** The address of a request may be this long, with the key in it; many servers refuse more than 8,192. */
const longestAddress = 8_000;
/** For the path, `limit` and a key. */
const reserve = 400;
const joint = percentEncode(' or ').length;

/** Counts how much of a request's address the terms of a batch take up. */
export class BatchSize {
  #length: number;

  constructor(baseUrl: string) {
    this.#length = baseUrl.length + reserve;
  }

  /** Takes the value in where there is room for it; `unsayable` where Explore has no safe way to write it. */
  add(value: string): 'added' | 'full' | 'unsayable' {
    const term = iocTerm(value);
    if (term === undefined) return 'unsayable';
    const length = percentEncode(term).length + joint;
    if (this.#length + length > longestAddress) return 'full';
    this.#length += length;
    return 'added';
  }
}

/** Whether a value fits into any batch at all. */
export function fitsBatch(baseUrl: string, value: string): boolean {
  return new BatchSize(baseUrl).add(value) === 'added';
}
