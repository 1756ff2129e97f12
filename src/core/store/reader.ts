import { containingNetworks } from '../indicators/network';
import type { Knowledge, Known } from '../records/knowledge';
import { answersOf } from './answers';
import { identityOf } from './database';
import { isCorruption, problemOf } from './storeError';
import { effectiveStatementsOf, subjectByKey } from './statements';
import { isLeased } from './leases';
import { lastPendingPage } from './mirror/pages';
import { applyRiskOverride } from './riskOverride';
import { Ranges } from './ranges';
import type { StoreProblem } from './storeProblem';
import { schemaVersion, versionOf } from './schema';
import { Connection } from './sqlite';

/** The store as seen by the extension host: synchronous reads by key, in microseconds. */
export interface KnowledgeReader {
  /** All knowledge about a key (see `lookupKey`). Never throws; an unreadable store returns nothing. */
  find(key: string): readonly Knowledge[];
  /**
   * The number of the newest page that isn't indexed yet; undefined if none is pending, which means that {@link find}
   * returns everything in the store. Never throws.
   */
  lastPendingPage(): number | undefined;
  /** Whether someone (including this process) has the lease. Never throws. */
  isLeased(name: string): boolean;
  /** Whether anything was imported or mirrored. Never throws. */
  hasLocalData(): boolean;
  /** A string that changes whenever any window's sync of a mirrored collection has ended. Never throws. */
  mirrorsVersion(): string;
  /** The file may exist now or be replaced: checks it again right away. */
  recheck(): void;
  close(): void;
}

/** Which build of the extension last wrote the file: this, an older, or a newer version. */
export type FileVersion = { readonly kind: 'own' | 'older' } | { readonly kind: 'newer'; readonly version: number };

/** Why nothing can be read: a problem of the store, a missing store, or one written by another version. */
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

function statementsOfKey(connection: Connection, key: string): readonly Known[] {
  const subject = subjectByKey(connection, key);
  if (subject === undefined) return [];
  return effectiveStatementsOf(connection, subject, false).map(({ kind, source, asOf, record, detail }) => ({
    kind,
    source,
    asOf,
    record,
    detail,
  }));
}

/** Waiting longer for a writer would block the editor; the next hover tries again. */
const busyMillis = 25;

/**
 * Opens the store in `file` for reading. The file may not exist yet, may be replaced at any time, and may have another
 * version; what the reader can't read returns nothing, and `onUnread` reports why.
 */
export function openReader(file: string, options: ReaderOptions = {}): KnowledgeReader {
  const now = options.now ?? Date.now;
  const recheckMillis = options.recheckMillis ?? 500;
  let open: { readonly connection: Connection; readonly identity: string } | undefined;
  let checked = -Infinity;
  const ranges = new Ranges(now);
  let closed = false;
  let reportedKind: FileVersion['kind'] = 'own';
  /** Valid until the file is checked again. */
  let unread: UnreadableReason = 'missing';

  const isOwn = (connection: Connection): boolean => {
    const version = versionOf(connection);
    const kind = version === schemaVersion ? 'own' : version < schemaVersion ? 'older' : 'newer';
    if (kind !== reportedKind) {
      reportedKind = kind;
      queueMicrotask(() => options.onVersion?.(kind === 'newer' ? { kind, version } : { kind }));
    }
    return kind === 'own';
  };

  const release = (): void => {
    try {
      open?.connection.close();
    } catch {
      // A connection that can't be closed is left to the garbage collector.
    }
    open = undefined;
  };

  const current = (): Connection | undefined => {
    const at = now();
    if (closed) return undefined;
    if (at - checked < recheckMillis && at >= checked) return open?.connection;
    checked = at;
    const identity = identityOf(file);
    // Another window may have migrated the file in the meantime.
    if (open !== undefined && open.identity === identity && isOwn(open.connection)) return open.connection;
    release();
    unread = 'missing';
    if (identity === undefined) return undefined;
    const connection = Connection.open(file, { readOnly: true, busyMillis });
    // Assigned before it is checked, so that any failure from here on releases it.
    open = { connection, identity };
    if (isOwn(connection)) return connection;
    release();
    unread = 'otherVersion';
    return undefined;
  };

  const failed = (error: unknown): void => {
    release();
    const problem = problemOf(error);
    unread = isCorruption(error) ? { kind: 'corrupt', detail: problem.detail } : problem;
  };

  return {
    find(key) {
      try {
        const connection = current();
        if (connection === undefined) {
          options.onUnread?.(unread);
          return [];
        }
        const statements = applyRiskOverride([...statementsOfKey(connection, key), ...answersOf(connection, key)]);
        const around = containingNetworks(key, ranges.prefixes(connection)).flatMap((network) =>
          statementsOfKey(connection, network).map((each) => ({ ...each, source: { ...each.source, range: network } })),
        );
        options.onRead?.();
        return around.length === 0 ? statements : [...statements, ...around];
      } catch (error) {
        failed(error);
        options.onUnread?.(unread);
        return [];
      }
    },
    mirrorsVersion() {
      try {
        const row = current()?.get(
          "SELECT group_concat(source_id || ' ' || ifnull(last_sync, '') || ' ' || ifnull(trouble, ''), char(10)) AS words FROM mirror",
        );
        return typeof row?.words === 'string' ? row.words : '';
      } catch (error) {
        failed(error);
        return '';
      }
    },
    lastPendingPage() {
      try {
        const connection = current();
        return connection && lastPendingPage(connection);
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    isLeased(name) {
      try {
        const connection = current();
        return connection !== undefined && isLeased(connection, name, now());
      } catch (error) {
        failed(error);
        return false;
      }
    },
    hasLocalData() {
      try {
        return current()?.get("SELECT 1 FROM source WHERE kind IN ('import', 'mirror') LIMIT 1") !== undefined;
      } catch (error) {
        failed(error);
        return false;
      }
    },
    recheck() {
      checked = -Infinity;
    },
    close() {
      closed = true;
      release();
    },
  };
}
