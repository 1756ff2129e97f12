import { findIndicators, lookupKey } from '../../core/indicators';
import { Connection } from '../../core/store/sqlite/sqlite';
import { getEventForm } from '../../core/triage/clients';
import { BlockTimes } from '../../core/triage/counting/blockTimes';
import { looksLikeList } from '../import/looksLikeList';

/** Waiting longer for a writer would delay the triage. */
const busyMillis = 25;
/** Limits for comparing a file with an import of the same name: indicators, and characters of the beginning. */
const [compared, comparedLength] = [40, 16 * 1024];
const isStated = `
  SELECT 1 FROM source s CROSS JOIN indicator i JOIN assertion a ON a.iid = i.iid AND a.source_id = s.id
  WHERE s.kind = 'import' AND s.name = ? AND i.key = ?`;

/** A file that may be knowledge rather than evidence. */
interface GivenFile {
  readonly name: string;
  /** On this machine. */
  readonly path?: string | undefined;
}

/**
 * Recognizes files with knowledge rather than events: lists, and files that the store has imported. A possible log is
 * evidence.
 */
export class KnowledgeFiles {
  /** The imports of the store with the paths of their files; undefined until they are needed. */
  private imports: ReadonlyMap<string, string | undefined> | undefined;

  constructor(private readonly storeFile: string) {}

  /** The test whether a file is knowledge, by its beginning; `isWhole` if that is all of it. */
  testOf(file: GivenFile): (head: string, isWhole: boolean) => boolean {
    return (head, isWhole) =>
      looksLikeList(head, baseOf(file.name), isWhole) || (!isLog(head) && this.isImport(file, head));
  }

  private isImport({ name, path }: GivenFile, head: string): boolean {
    const base = baseOf(name);
    for (const [source, imported] of this.importsNow())
      if ((path !== undefined && imported === path) || (baseOf(source) === base && this.isIn(source, head)))
        return true;
    return false;
  }

  private importsNow(): ReadonlyMap<string, string | undefined> {
    return (this.imports ??= new Map(
      this.read([], (connection) =>
        connection
          .all("SELECT name, details ->> 'path' AS path FROM source WHERE kind = 'import'")
          .map((row) => [String(row['name']), typeof row['path'] === 'string' ? row['path'] : undefined] as const),
      ),
    ));
  }

  /** Whether a source has most indicators of a text, or most of the defanged ones of a report. */
  private isIn(source: string, head: string): boolean {
    const found = findIndicators(head.slice(0, comparedLength)).filter(({ reserved }) => !reserved);
    const defanged = found.filter((each) => each.defanged);
    const keys = [...new Set((defanged.length > 0 ? defanged : found).map(lookupKey))].slice(0, compared);
    return this.read(false, (connection) => {
      const known = keys.filter((key) => connection.get(isStated, source, key) !== undefined);
      return known.length > 0 && 2 * known.length >= keys.length;
    });
  }

  /** Returns `otherwise` if the store can't be read, which later steps report. */
  private read<T>(otherwise: T, work: (connection: Connection) => T): T {
    let connection: Connection | undefined;
    try {
      connection = Connection.open(this.storeFile, { readOnly: true, busyMillis });
      return work(connection);
    } catch {
      return otherwise;
    } finally {
      connection?.close();
    }
  }
}

/** Whether events have times or clients. */
function isLog(head: string): boolean {
  const { clients, start } = getEventForm(head);
  const times = new BlockTimes();
  times.use(head, 0, start);
  return times.isTimed === true || clients.length > 0;
}

function baseOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase();
}
