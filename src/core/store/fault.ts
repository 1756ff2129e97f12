import { type StoreProblem } from './protocol';

/** A {@link StoreProblem} on its way up: what a rejected job carries. */
export class StoreFault extends Error {
  constructor(readonly problem: StoreProblem) {
    super(`${problem.kind}: ${problem.detail}`);
    this.name = 'StoreFault';
  }
}

/** SQLite's primary result codes that mean something to the user. */
const codes = { busy: 5, locked: 6, readOnly: 8, corrupt: 11, full: 13, cantOpen: 14, notDatabase: 26 };
/** Those that speak of the values to be written, not of the store: too big, constraint, mismatch. */
const valueCodes: ReadonlySet<number> = new Set([18, 19, 20]);

function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function primaryCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** True where the file itself is damaged, or is no database at all. */
export function isCorruption(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.corrupt || code === codes.notDatabase;
}

/** Whether an error is due to what was to be written: other values may be written well. */
export function isOfValue(error: unknown): boolean {
  if (error instanceof StoreFault) return false;
  const code = primaryCode(error);
  if (code !== undefined) return valueCodes.has(code);
  return error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
}

/** What to tell the user about an error of SQLite or of the file system. Corruption is the caller's to handle first. */
export function problemOf(error: unknown): StoreProblem {
  if (error instanceof StoreFault) return error.problem;
  const detail = detailOf(error);
  const system =
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (system === 'ENOSPC' || system === 'EDQUOT') return { kind: 'diskFull', detail };
  if (system === 'EACCES' || system === 'EPERM' || system === 'EROFS') return { kind: 'readOnly', detail };
  switch (primaryCode(error)) {
    case codes.busy:
    case codes.locked:
      return { kind: 'locked', detail };
    case codes.full:
      return { kind: 'diskFull', detail };
    case codes.readOnly:
    case codes.cantOpen:
      return { kind: 'readOnly', detail };
    default:
      return { kind: 'failed', detail };
  }
}
