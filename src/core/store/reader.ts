import type { Indicator } from '../indicators/identity/types';
import { containingNetworks } from '../indicators/identity/network';
import type { Knowledge } from '../records/knowledge';
import type { SeenBefore } from '../triage/history/triagedFile';
import type { Annotation } from '../records/annotation';
import { hasTriaged, readSeenBefore } from './activity/triagedFiles';
import { readAnnotation } from './activity/triageList';
import { getAnswers } from './statements/answers';
import { isCorruption, getProblem, StoreError } from './protocol/storeError';
import { type AnswersAbove, statementsAbove, statementsOfKey, UnreadableRecordError } from './statementsAbove';
import { isAnySourceLeased, isLeased } from './sqlite/leases';
import { hasRealData } from './statements/realData';
import { applyRiskOverride } from './statements/riskOverride';
import { BulkRead } from './bulkRead';
import { ListedUrls } from './statements/listedUrls';
import { isListedIn } from './listedNames';
import { namesAbove } from '../indicators/registry/namesAbove';
import { Ranges } from './statements/ranges';
import type { GeoLocation } from '../context/geoLocation';
import { getGeoLocation } from './geoLocations';
import type { StoreProblem } from '../records/problems/storeProblem';
import { refuseNewer, schemaVersion, getVersion } from './sqlite/schema';
import { getIdentity } from './sqlite/storeFile';
import { Connection } from './sqlite/sqlite';

/** Which build of the extension last wrote the file: this, an older, or a newer version. */
export type FileVersion = { readonly kind: 'own' | 'older' } | { readonly kind: 'newer'; readonly version: number };

/** Why nothing can be read: a problem of the store, a missing store, or one of an older version that isn't replaced yet. */
export type UnreadableReason = StoreProblem | 'missing' | 'otherVersion';

export interface ReaderOptions {
  /**
   * Called when the version of the file changes, and the first time if it isn't this build's. Never called within a
   * read.
   */
  readonly onVersion?: (found: FileVersion) => void;
  /** Called within each read that returns nothing because the store can't be read. */
  readonly onUnread?: (why: UnreadableReason) => void;
  /** Called within each successful read. */
  readonly onRead?: () => void;
  readonly now?: () => number;
  /** How long the file's identity is trusted before it is checked again, in milliseconds. */
  readonly recheckMillis?: number;
}

const noAnswers: AnswersAbove = new Map();

/** Waiting longer for a writer would block the editor; the next hover tries again. */
const busyMillis = 25;

/**
 * Reads the store in `file`. The file may not exist yet, may be replaced at any time, and may have another version; a
 * read that fails returns nothing, and `onUnread` reports why.
 */
export class StoreReader {
  private readonly now: () => number;
  private readonly recheckMillis: number;
  private readonly ranges: Ranges;
  private readonly listedUrls = new ListedUrls();
  private open: { readonly connection: Connection; readonly identity: string } | undefined;
  private bulk: BulkRead | undefined;
  private checkedAt = -Infinity;
  private isClosed = false;
  private reportedKind: FileVersion['kind'] = 'own';
  /** Valid until the file is checked again. */
  private unread: UnreadableReason = 'missing';

  constructor(
    private readonly file: string,
    private readonly options: ReaderOptions = {},
  ) {
    this.now = options.now ?? Date.now;
    this.recheckMillis = options.recheckMillis ?? 500;
    this.ranges = new Ranges(this.now);
  }

  /** All knowledge about a key (see `lookupKey`). Never throws; an unreadable store returns nothing. */
  find(key: string): readonly Knowledge[] {
    const { onUnread, onRead } = this.options;
    const found = this.read<readonly Knowledge[] | undefined>(undefined, (connection) => {
      const bulk = this.bulk?.covers(connection, key) === true ? this.bulk : undefined;
      const answered = [key, ...namesAbove(key)].filter((each) => bulk?.isAnswered(each) !== false);
      const answers = answered.length === 0 ? noAnswers : getAnswers(connection, answered);
      const statements = applyRiskOverride([
        ...statementsOfKey(connection, key, bulk),
        ...(bulk?.hasUrls(key) === false ? [] : this.listedUrls.of(connection, key)),
        ...(answers.get(key) ?? []),
      ]);
      const around = containingNetworks(key, this.ranges.prefixes(connection)).flatMap((network) =>
        statementsOfKey(connection, network, bulk).map((each) => ({
          ...each,
          source: { ...each.source, range: network },
        })),
      );
      const above = statementsAbove(connection, key, statements, answers, bulk);
      onRead?.();
      return around.length + above.length === 0 ? statements : [...statements, ...around, ...above];
    });
    if (found === undefined) onUnread?.(this.unread);
    return found ?? [];
  }

  /**
   * Runs reads in one transaction: SQLite then locks the file once instead of for each statement. All that {@link find}
   * needs about `keys` is read first. Never nested.
   */
  together<T>(work: () => T, keys: readonly string[] = []): T {
    const connection = this.read(undefined, (current) => {
      current.exec('BEGIN');
      return current;
    });
    try {
      if (keys.length > 0) this.bulk = this.read(undefined, (current) => this.readBulk(current, keys));
      return work();
    } finally {
      this.bulk = undefined;
      // A connection that was replaced in the meantime has ended its transaction.
      if (connection !== undefined && connection === this.open?.connection)
        this.read(undefined, () => connection.exec('COMMIT'));
    }
  }

  /** Whether the keys that {@link together} read show that the store has nothing about a key; false for others. */
  isUnknown(key: string): boolean {
    return this.bulk !== undefined && this.bulk.connection === this.open?.connection && this.bulk.isUnknown(key);
  }

  private readBulk(connection: Connection, keys: readonly string[]): BulkRead {
    const prefixes = this.ranges.prefixes(connection);
    return new BulkRead(connection, keys, (key) => [...namesAbove(key), ...containingNetworks(key, prefixes)]);
  }

  /** A string that changes whenever any window's sync of a mirrored collection has ended. Never throws. */
  mirrorsVersion(): string {
    return this.read('', (connection) => {
      const row = connection.get(
        "SELECT group_concat(source_id || ' ' || ifnull(last_sync, '') || ' ' || ifnull(trouble, ''), char(10)) AS words FROM mirror",
      );
      return typeof row?.words === 'string' ? row.words : '';
    });
  }

  /** A string that changes whenever sources have changed their statements. Never throws. */
  sourcesVersion(): string {
    return this.read('', (connection) => {
      const sql = `SELECT last || ' ' || ifnull((SELECT group_concat(id || ' ' || as_of || ' ' || ifnull(risk, '')) FROM source), '')
        AS words FROM change_clock`;
      const row = connection.get(sql);
      return typeof row?.words === 'string' ? row.words : '';
    });
  }

  /** Whether any window is changing a source: by an import, a sync, or the indexing after it. Never throws. */
  isChanging(): boolean {
    return this.read(false, (connection) => isAnySourceLeased(connection, this.now()));
  }

  /** Whether someone (including this process) has the lease. Never throws. */
  isLeased(name: string): boolean {
    return this.read(false, (connection) => isLeased(connection, name, this.now()));
  }

  /** Whether anything was imported or mirrored. Never throws. */
  hasLocalData(): boolean {
    return this.read(
      false,
      (connection) => connection.get("SELECT 1 FROM source WHERE kind IN ('import', 'mirror') LIMIT 1") !== undefined,
    );
  }

  /** Whether there is anything besides sample data: imports, mirrors, or answers of services. Never throws. */
  hasRealData(): boolean {
    return this.read(false, hasRealData);
  }

  /** Whether sources list a name as risky, whatever it looks like. Never throws. */
  isListed(name: string): boolean {
    return this.read(false, (connection) => isListedIn(connection, name));
  }

  /** The place of an address by the lists of locations. Never throws. */
  geoLocationOf(address: string): GeoLocation | undefined {
    return this.read(undefined, (connection) => getGeoLocation(connection, address));
  }

  /** The user's note and tags about an indicator. Never throws. */
  annotation(indicator: Indicator): Annotation | undefined {
    return this.read(undefined, (connection) => readAnnotation(connection, indicator));
  }

  /** Whether anything is remembered of triaged files. Never throws. */
  hasTriaged(): boolean {
    return this.read(false, hasTriaged);
  }

  /** In which triaged files some indicators were, by lookup key, see {@link readSeenBefore}. Never throws. */
  seenBefore(keys: readonly string[], except: readonly string[]): ReadonlyMap<string, SeenBefore> {
    return this.read<ReadonlyMap<string, SeenBefore>>(new Map(), (connection) =>
      readSeenBefore(connection, keys, except),
    );
  }

  /** The file may exist now or be replaced: checks it again right away. */
  recheck(): void {
    this.checkedAt = -Infinity;
  }

  close(): void {
    this.isClosed = true;
    this.release();
  }

  /** Reads the store; returns `nothing` where it can't be read, which the next call may. */
  private read<T>(nothing: T, work: (connection: Connection) => T): T {
    try {
      const connection = this.current();
      return connection === undefined ? nothing : work(connection);
    } catch (error) {
      const problem = getProblem(error);
      const other = this.open && otherVersion(this.open.connection);
      this.unread = other ?? (isCorruption(error) ? { kind: 'corrupt', detail: problem.detail } : problem);
      if (!(error instanceof UnreadableRecordError)) this.release();
      return nothing;
    }
  }

  private current(): Connection | undefined {
    const at = this.now();
    if (this.isClosed) return undefined;
    if (at - this.checkedAt < this.recheckMillis && at >= this.checkedAt) return this.open?.connection;
    this.checkedAt = at;
    const identity = getIdentity(this.file);
    // Another window may have replaced or changed the file in the meantime.
    if (this.open !== undefined && this.open.identity === identity && this.isOwn(this.open.connection))
      return this.open.connection;
    this.release();
    this.unread = 'missing';
    if (identity === undefined) return undefined;
    const connection = Connection.open(this.file, { readOnly: true, busyMillis, now: this.now });
    // Assigned before it is checked, so that any failure from here on releases it.
    this.open = { connection, identity };
    if (this.isOwn(connection)) return connection;
    this.unread = otherVersion(connection) ?? 'missing';
    this.release();
    return undefined;
  }

  private isOwn(connection: Connection): boolean {
    const version = getVersion(connection);
    const kind = version === schemaVersion ? 'own' : version < schemaVersion ? 'older' : 'newer';
    if (kind !== this.reportedKind) {
      this.reportedKind = kind;
      queueMicrotask(() => this.options.onVersion?.(kind === 'newer' ? { kind, version } : { kind }));
    }
    return kind === 'own';
  }

  private release(): void {
    try {
      this.open?.connection.close();
    } catch {
      // A connection that can't be closed is left to the garbage collector.
    }
    this.open = undefined;
  }
}

/** The problem if another version has written the file, maybe while it was read: its tables may mean something else. */
function otherVersion(connection: Connection): UnreadableReason | undefined {
  try {
    const version = getVersion(connection);
    refuseNewer(version);
    return version === schemaVersion ? undefined : 'otherVersion';
  } catch (error) {
    return error instanceof StoreError ? error.problem : undefined;
  }
}
