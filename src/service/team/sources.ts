import { sql } from 'kysely';
import type { SourceKind } from '../../core/records/knowledge';
import type { SourceDetails, StoredSource } from '../../core/records/sourceDetails';
import { StoreError } from '../../core/store/protocol/storeError';
import { riskOrNone } from '../../core/store/statements/statements';
import type { SourceContext } from '../../core/store/writing/assertions';
import { changeSource, detailsIn, type SourceMeaning } from '../../core/store/writing/sourceMeaning';
import { openSource, type RemovalStep, removeStatements, type SourceTarget } from '../../core/store/writing/sources';
import { remergeSlice } from '../../core/store/writing/sourceStore';
import { commandLine, writeAudit } from './audit';
import type { Team } from './database';
import { getKey } from './keys';
import type { Reservations } from './reservations';
import { type TeamContext, unitOfWork, withRetries } from './unit';

/** Indicators that are removed or merged again at once. */
const removedAtOnce = 200;
const mergedAtOnce = 500;

/** Tables with other data of a source than its statements about indicators. */
const ownTables = [
  'object_indicator',
  'indicator_object',
  'stix_object',
  'foreign_indicator',
  'withdrawn',
  'mirror_tie',
  'mirror_earlier',
];

/** Finds or adds a source and updates its time. */
export function openTeamSource(context: TeamContext, target: SourceTarget): Promise<SourceContext> {
  const { kind, name, address = '' } = target;
  return unitOfWork(
    context,
    {
      needs: async (team) => {
        const name_id = getKey(`${name}\n${address}`);
        await team
          .insertInto('source')
          .values({
            kind,
            name,
            address,
            name_id,
            created: 0,
            as_of: 0,
            ages: 0,
            details: '{}',
            date_added: null,
            risk: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const { id } = await team
          .selectFrom('source')
          .select('id')
          .where('kind', '=', kind)
          .where('name_id', '=', name_id)
          .executeTakeFirstOrThrow();
        return { keys: [], sourceId: id };
      },
    },
    (connection) => {
      const opened = openSource(connection, target);
      connection.run('UPDATE source SET created = as_of WHERE id = ? AND created = 0', opened.id);
      return opened;
    },
  );
}

/** Details of a source without an address; empty if it doesn't exist. */
export async function sourceDetails({ team }: TeamContext, kind: SourceKind, name: string): Promise<SourceDetails> {
  const row = await team
    .selectFrom('source')
    .select('details')
    .where('kind', '=', kind)
    .where('name_id', '=', getKey(`${name}\n`))
    .executeTakeFirst();
  return detailsIn(row?.details ?? '');
}

/** All sources, in the order they were added. */
export async function listSources({ team, now }: TeamContext): Promise<readonly StoredSource[]> {
  const { rows } = await sql<StoredRow>`
    SELECT s.id, s.kind, s.name, s.created, s.as_of, s.risk, s.ages, s.details,
      (SELECT count(*) FROM statement t WHERE t.source_id = s.id) AS indicators
    FROM source s ORDER BY s.id`.execute(team);
  return rows.map(({ id, kind, name, created, as_of: asOf, risk, ages, details, indicators }) => ({
    id,
    kind,
    name,
    indicators,
    created,
    asOf: Math.min(asOf, now()),
    risk: riskOrNone(risk ?? undefined),
    ages: ages === 1,
    details: detailsIn(details),
    isImporting: undefined,
  }));
}

interface StoredRow {
  readonly id: number;
  readonly kind: SourceKind;
  readonly name: string;
  readonly created: number;
  readonly as_of: number;
  readonly risk: number | null;
  readonly ages: number;
  readonly details: string;
  readonly indicators: number;
}

/** Changes what a source means; true if its indicators have to be merged again. */
export function changeTeamSource(context: TeamContext, id: number, meaning: SourceMeaning): Promise<boolean> {
  return unitOfWork(context, { needs: { keys: [], sourceId: id } }, (connection) =>
    connection.transaction(() => changeSource(connection, id, meaning)),
  );
}

/** Merges some indicators of a source again, from a key on; resolves with the next one, or undefined at the end. */
export async function mergeSome(context: TeamContext, id: number, from: string): Promise<string | undefined> {
  const slice = await sliceOf(context.team, id, from, mergedAtOnce);
  if (slice.keys.length > 0)
    await unitOfWork(context, { needs: { keys: slice.keys, sourceId: id } }, (connection) =>
      connection.transaction(() => remergeSlice(connection, id, 0)),
    );
  return slice.keys.length < mergedAtOnce ? undefined : slice.last;
}

async function sliceOf(
  team: Team,
  sourceId: number,
  from: string,
  count: number,
): Promise<{ readonly keys: readonly string[]; readonly last: string }> {
  const { rows } = await sql<{ hex: string; lookup_key: string }>`
    SELECT encode(s.key, 'hex') AS hex, i.lookup_key
    FROM (SELECT key FROM statement WHERE source_id = ${sourceId} AND key > decode(${from}, 'hex') ORDER BY key LIMIT ${count}) s
    JOIN indicator i ON i.key = s.key ORDER BY s.key`.execute(team);
  return { keys: rows.map((row) => row.lookup_key), last: rows.at(-1)?.hex ?? from };
}

/** Removes some of a source, and at last the source itself. */
export async function removeSome(context: TeamContext, id: number): Promise<RemovalStep> {
  // A sync of it ends.
  await sql`DELETE FROM mirror WHERE source_id = ${id}`.execute(context.team);
  const { keys } = await sliceOf(context.team, id, '', removedAtOnce);
  const removed =
    keys.length === 0
      ? 0
      : await unitOfWork(context, { needs: { keys, sourceId: id } }, (connection) =>
          connection.transaction(() => removeStatements(connection, id)),
        );
  if (removed === removedAtOnce) return { removed, done: false };
  await context.team.transaction().execute(async (team) => {
    for (const table of ownTables) await sql`DELETE FROM ${sql.table(table)} WHERE source_id = ${id}`.execute(team);
    await sql`DELETE FROM source WHERE id = ${id}`.execute(team);
    await sql`DELETE FROM threat t WHERE NOT EXISTS (SELECT 1 FROM threat_statement s WHERE s.tid = t.tid)`.execute(
      team,
    );
    await sql`DELETE FROM feed f WHERE NOT EXISTS (SELECT 1 FROM feed_statement s WHERE s.fid = f.fid)`.execute(team);
  });
  return { removed, done: true };
}

/**
 * Removes all that a source states, and logs that. Resolves with how many indicators it mentioned, undefined if there is no
 * such source. Rejects with a StoreError while it is imported. If canceled, the source stays, with the rest.
 */
export async function removeTeamSource(
  context: TeamContext,
  reservations: Reservations,
  id: number,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { team } = context;
  const source = await team.selectFrom('source').select(['kind', 'name']).where('id', '=', id).executeTakeFirst();
  if (source === undefined) return undefined;
  if (!(await reservations.take(source.name))) throw busy(source.name);
  try {
    let removed = 0;
    for (;;) {
      signal?.throwIfAborted();
      const step = await removeSome(context, id);
      removed += step.removed;
      if (step.done) break;
    }
    const details = `${source.kind}, ${removed} ${removed === 1 ? 'indicator' : 'indicators'}`;
    await writeAudit(team, commandLine, { action: 'source removed', subject: source.name, details });
    return removed;
  } finally {
    await reservations.release(source.name);
  }
}

/** Deletes a source that states nothing at all. */
export async function removeIfEmpty({ team }: TeamContext, id: number): Promise<void> {
  const removal = sql`DELETE FROM source WHERE id = ${id}
    AND NOT EXISTS (SELECT 1 FROM statement WHERE source_id = ${id})
    AND NOT EXISTS (SELECT 1 FROM threat_statement WHERE source_id = ${id})
    AND NOT EXISTS (SELECT 1 FROM feed_statement WHERE source_id = ${id})
    AND NOT EXISTS (SELECT 1 FROM stix_object WHERE source_id = ${id})
    AND NOT EXISTS (SELECT 1 FROM place_list WHERE source_id = ${id})`;
  await withRetries(() => removal.execute(team));
}

/** Somebody else writes a source. */
export function busy(name: string): StoreError {
  return new StoreError({ kind: 'locked', detail: `another process is importing ${name}` });
}
