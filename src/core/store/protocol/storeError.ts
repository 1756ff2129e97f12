import type { JobFailure } from './protocol';
import type { StoreProblem } from '../../records/problems/storeProblem';

/** A {@link StoreProblem} as an exception. */
export class StoreError extends Error {
  constructor(readonly problem: StoreProblem) {
    super(`${problem.kind}: ${problem.detail}`);
    this.name = 'StoreError';
  }
}

/** A job that failed for a reason of its own, given as message; the store works, and other jobs continue. */
export class JobError extends Error {
  constructor({ name, message }: { readonly name: string; readonly message: string }) {
    super(message);
    this.name = name;
  }
}

/** SQLite's primary result codes that matter to the user. */
const codes = { busy: 5, locked: 6, readOnly: 8, corrupt: 11, full: 13, cantOpen: 14, notDatabase: 26 };
/** Codes caused by the values to be written: too big, constraint, mismatch. */
const valueCodes: ReadonlySet<number> = new Set([18, 19, 20]);
/**
 * SQLite's primary result codes caused by a statement or its values, not by the file: ERROR, TOOBIG, CONSTRAINT,
 * MISMATCH, MISUSE, RANGE.
 */
const statementCodes: ReadonlySet<number> = new Set([1, 18, 19, 20, 21, 25]);
/** SQLITE_IOERR_SHMSIZE: the shared memory file can't grow, which only happens on a full disk. */
const noRoomForSharedMemory = 4874;

function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function resultCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

function primaryCode(error: unknown): number | undefined {
  const code = resultCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** The code of a file system error (`ENOSPC`); empty for any other error. */
function systemCode(error: unknown): string {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Whether the header of the file isn't that of a database. */
export function isNotDatabase(error: unknown): boolean {
  return primaryCode(error) === codes.notDatabase;
}

/** Whether the file is damaged, or isn't a database. */
export function isCorruption(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.corrupt || code === codes.notDatabase;
}

/** Whether the values to be written caused an error, so that others can still be written. */
export function isValueError(error: unknown): boolean {
  if (error instanceof StoreError) return false;
  const code = primaryCode(error);
  if (code !== undefined) return valueCodes.has(code);
  return error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
}

/** Whether a statement doesn't fit the tables, or isn't one. */
export function isStatementError(error: unknown): boolean {
  return primaryCode(error) === 1;
}

/**
 * Whether the store caused an error: its file, disk, or lock. JavaScript errors (a RangeError of `JSON.stringify`) and
 * those of a single statement are caused by the data.
 */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  const code = primaryCode(error);
  if (code !== undefined) return !statementCodes.has(code);
  return systemCode(error) !== '' || isClosedConnection(error);
}

/** Whether the connection was closed because another window has replaced the file, or this window is closing. */
function isClosedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
}

/** The problem to report for an error of SQLite or the file system. Callers handle corruption first. */
export function getProblem(error: unknown): StoreProblem {
  if (error instanceof StoreError) return error.problem;
  const detail = detailOf(error);
  const system = systemCode(error);
  if (system === 'ENOSPC' || system === 'EDQUOT') return { kind: 'diskFull', detail };
  if (system === 'EACCES' || system === 'EPERM' || system === 'EROFS') return { kind: 'readOnly', detail };
  if (resultCode(error) === noRoomForSharedMemory) return { kind: 'diskFull', detail };
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

/** The message to the host for an error that ended a job; only a {@link StoreError} concerns the store. */
export function getFailure(error: unknown): JobFailure {
  if (error instanceof StoreError) return { problem: error.problem };
  return { error: { name: error instanceof Error ? error.name : 'Error', message: detailOf(error) } };
}

/** The reverse: the error with which the host rejects the job. */
export function toError(failure: JobFailure): StoreError | JobError {
  return failure.problem === undefined ? new JobError(failure.error) : new StoreError(failure.problem);
}
