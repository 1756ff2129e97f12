import { percentEncode } from '../../text/redact';
import { addressReserve, maxAddressLength } from '../../explore/queries/address';
import { iocTerm } from '../../explore/queries/iocQuery';

const separatorLength = percentEncode(' or ').length;

/** Tracks how much of a request's URL the terms of a batch take up. */
export class BatchSize {
  #length: number;

  constructor(baseUrl: string) {
    this.#length = baseUrl.length + addressReserve;
  }

  /** Adds the value if there is room; `inexpressible` if it can't be written safely in Explore. */
  add(value: string): 'added' | 'full' | 'inexpressible' {
    const term = iocTerm(value);
    if (term === undefined) return 'inexpressible';
    const length = percentEncode(term).length + separatorLength;
    if (this.#length + length > maxAddressLength) return 'full';
    this.#length += length;
    return 'added';
  }
}

/** Whether a value fits into any batch at all. */
export function fitsBatch(baseUrl: string, value: string): boolean {
  return new BatchSize(baseUrl).add(value) === 'added';
}
