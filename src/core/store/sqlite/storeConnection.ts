import { defaultBusyMillis, type OpenDatabase, openDatabase } from './database';
import { refuseNewer, schemaVersion, getVersion } from './schema';
import { newHolder } from './leaseHolder';
import { getIdentity } from './storeFile';
import type { Connection } from './sqlite';
import { isCorruption, isStoreFailure, getProblem, StoreError } from '../protocol/storeError';
import type { StoreProblem } from '../../records/problems/storeProblem';

export interface StoreOptions {
  readonly now?: () => number;
  /** How long one attempt to write waits for another process, in milliseconds; 5 s by default. */
  readonly busyMillis?: number;
  /** See {@link openDatabase}; with `keep`, corruption in use makes every further call fail. */
  readonly damaged?: 'replace' | 'keep';
}

/** The connection of a writer: opened again where the file was replaced, or is corrupt. */
export class StoreConnection {
  /** A problem while opening, although the store is usable. */
  readonly notice: StoreProblem | undefined;
  /** Who works with it, also after it was opened again. */
  readonly holder = newHolder();
  private readonly now: () => number;
  private readonly damaged: 'replace' | 'keep';
  private readonly busyMillis: number;
  private open: OpenDatabase | undefined;
  /** The store was found corrupt in use: check every page when opening it again. */
  private isSuspect = false;

  /** Opens the store. Throws a {@link StoreError} if that fails. */
  constructor(
    private readonly file: string,
    { now = Date.now, damaged = 'replace', busyMillis = defaultBusyMillis }: StoreOptions = {},
  ) {
    this.now = now;
    this.damaged = damaged;
    this.busyMillis = busyMillis;
    this.notice = this.opened().notice;
  }

  /**
   * Works with the connection. Throws a {@link StoreError} if the store has failed; after `corrupt`, a new file was
   * created, which the next call uses.
   */
  use<T>(work: (connection: Connection) => T): T {
    try {
      // Another window may have moved a damaged file aside and created a new one.
      if (this.open !== undefined && getIdentity(this.file) !== this.open.identity) this.release();
      return work(this.opened().connection);
    } catch (error) {
      this.refuseIfNewer();
      if (!isCorruption(error)) throw isStoreFailure(error) ? new StoreError(getProblem(error)) : error;
      this.release();
      this.isSuspect = true;
      const detail = error instanceof Error ? error.message : String(error);
      const happened = this.opened().notice;
      throw new StoreError(happened?.kind === 'corrupt' ? happened : { kind: 'corrupt', detail });
    }
  }

  close(): void {
    this.open?.connection.close();
  }

  /** A newer version may have changed the tables: whatever failed, that is why, and nothing is read or written anymore. */
  private refuseIfNewer(): void {
    if (this.open === undefined) return;
    let version = 0;
    try {
      version = getVersion(this.open.connection);
    } catch {
      // The error that led here is more precise.
    }
    if (version > schemaVersion) this.release();
    refuseNewer(version);
  }

  private opened(): OpenDatabase {
    const { now, damaged, busyMillis, holder, isSuspect } = this;
    const check = isSuspect ? { thorough: true } : {};
    this.open ??= openDatabase(this.file, now, { damaged, busyMillis, holder, ...check });
    this.isSuspect = false;
    return this.open;
  }

  private release(): void {
    try {
      this.open?.connection.close();
    } catch {
      // Nothing more can be done for a connection to a deleted or damaged file.
    }
    this.open = undefined;
  }
}
