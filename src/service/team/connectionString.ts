import pg from 'pg';
import { StoreError } from '../../core/store/protocol/storeError';

/**
 * The address of a database as the driver reads it without a warning. Throws a StoreError for one that it can't read, or reads
 * in another way than it is meant: a password with characters that end a part of an address.
 */
export function connectionString(address: string): string {
  // The driver treats these alike, and warns that it will no longer do so.
  const text = address.includes('uselibpqcompat=')
    ? address
    : address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
  const start = /^\w+:\/\/[^/?#]*/.exec(text)?.[0] ?? '';
  const isCut = /:.*:/.test(start) && !start.includes('@') && text.includes('@', start.length);
  if (isCut || !isReadable(text))
    throw new StoreError({
      kind: 'failed',
      detail: "its address can't be read. In the password, / # ? % @ : must be percent-encoded, for example %40 for @",
    });
  return text;
}

/** Whether the driver can read an address, by which it connects to nothing yet. */
function isReadable(text: string): boolean {
  try {
    return typeof new pg.Client({ connectionString: text }).host === 'string';
  } catch (error) {
    // A certificate that isn't there has a message of its own.
    return error instanceof Error && 'syscall' in error;
  }
}
