import { type JobFailure, type StoreProblem } from './protocol';

/** A {@link StoreProblem} on its way up: what a rejected job carries. */
export class StoreError extends Error {
  constructor(readonly problem: StoreProblem) {
    super(`${problem.kind}: ${problem.detail}`);
    this.name = 'StoreError';
  }
}

/** A job that failed for a reason of its own; the store is well, and other jobs go on. The message is the reason. */
export class JobError extends Error {
  constructor({ name, message }: { readonly name: string; readonly message: string }) {
    super(message);
    this.name = name;
  }
}

/** SQLite's primary result codes that mean something to the user. */
const codes = { busy: 5, locked: 6, readOnly: 8, corrupt: 11, full: 13, cantOpen: 14, notDatabase: 26 };
/** Those that speak of the values to be written, not of the store: too big, constraint, mismatch. */
const valueCodes: ReadonlySet<number> = new Set([18, 19, 20]);
/**
 * SQLite's primary result codes that a statement or its values are the cause of, not the file: ERROR, TOOBIG, CONSTRAINT,
 * MISMATCH, MISUSE, RANGE. One row that can't be written is no damage to the store.
 */
const statementCodes: ReadonlySet<number> = new Set([1, 18, 19, 20, 21, 25]);
/** SQLITE_IOERR_SHMSIZE: the file beside the journal can't grow, which only a full disk does. */
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

/** The code of an error of the file system (`ENOSPC`), empty for any other error. */
function systemCode(error: unknown): string {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** True where the file's header is not that of a database. */
export function isNotDatabase(error: unknown): boolean {
  return primaryCode(error) === codes.notDatabase;
}

/** True where the file itself is damaged, or is no database at all. */
export function isCorruption(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.corrupt || code === codes.notDatabase;
}

/** Whether an error is due to what was to be written: other values may be written well. */
export function isValueError(error: unknown): boolean {
  if (error instanceof StoreError) return false;
  const code = primaryCode(error);
  if (code !== undefined) return valueCodes.has(code);
  return error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
}

/**
 * Whether an error that came from work on the store is due to the store: its file, its disk, its lock. An error of
 * JavaScript (a RangeError of `JSON.stringify`) or of a single statement is due to what was to be written or read.
 */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  const code = primaryCode(error);
  if (code !== undefined) return !statementCodes.has(code);
  return systemCode(error) !== '' || isClosedConnection(error);
}

/** Whether work met a connection that was closed: another window has replaced the file meanwhile, or this one ends. */
function isClosedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
}

/** What to tell the user about an error of SQLite or of the file system. Corruption is the caller's to handle first. */
export function problemOf(error: unknown): StoreProblem {
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

/** What the host hears of an error that ended a job: only a {@link StoreError} speaks of the store. */
export function failureOf(error: unknown): JobFailure {
  if (error instanceof StoreError) return { problem: error.problem };
  return { error: { name: error instanceof Error ? error.name : 'Error', message: detailOf(error) } };
}

/** The other way: what the host rejects the job with. */
export function toError(failure: JobFailure): StoreError | JobError {
  return failure.problem === undefined ? new JobError(failure.error) : new StoreError(failure.problem);
}
