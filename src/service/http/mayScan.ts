import type { Caller } from './callers';

/** Whether a caller may submit scans: all that have access. Their plans limit how many, as other requests. */
export function mayScan({ keyFits }: Pick<Caller, 'keyFits'>): boolean {
  return keyFits;
}
