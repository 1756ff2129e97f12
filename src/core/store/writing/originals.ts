import { exactMillis } from '../../records/exactTimestamp';
import type { StixOriginal } from '../../records/statement';
import type { SourceContext } from './assertions';
import type { Connection } from '../sqlite/sqlite';

/**
 * Stores an original object of a STIX source; the newest version wins. `as_of` is the run that last delivered it. An
 * object without `created` gets the time when it first arrived.
 */
export function keepOriginal(connection: Connection, sourceContext: SourceContext, object: StixOriginal): void {
  connection.run(
    `INSERT INTO stix_object (source_id, id, type, spec, created, modified, as_of, body, changed)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?10)
     ON CONFLICT (id, source_id) DO UPDATE SET as_of = excluded.as_of,
       created = CASE WHEN ?9 AND excluded.modified >= modified THEN excluded.created ELSE created END,
       spec = CASE WHEN excluded.modified >= modified THEN excluded.spec ELSE spec END,
       changed = CASE WHEN excluded.modified > modified OR (excluded.modified = modified AND excluded.body <> body)
         THEN excluded.changed ELSE changed END,
       body = CASE WHEN excluded.modified >= modified THEN excluded.body ELSE body END,
       modified = max(modified, excluded.modified)`,
    sourceContext.id,
    object.id,
    object.type,
    object.spec,
    object.created ?? exactMillis(sourceContext.asOf),
    object.modified ?? '',
    sourceContext.asOf,
    object.body,
    object.created === undefined ? 0 : 1,
    connection.nextDate(),
  );
}
