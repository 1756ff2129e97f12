import { sql } from 'kysely';
import { lookupKey } from '../../core/indicators';
import type { Indicator, IndicatorType } from '../../core/indicators/identity/types';
import {
  changedJudgment,
  type Judgment,
  type JudgmentChange,
  authoredParts,
  saysNothing,
  type TeamJudgment,
} from '../../core/records/judgment';
import { writeJudgment } from '../../core/store/writing/judgments';
import type { SourceTarget } from '../../core/store/writing/sources';
import type { Account } from '../http/callers';
import { includesRole } from '../http/roles';
import type { JudgmentOutcome, SharedJudgments } from '../sharedJudgments';
import { readAudit, writeAudit } from './audit';
import { safeDate } from './changeDates';
import type { Team } from './database';
import { getKey } from './keys';
import { openTeamSource } from './sources';
import { type TeamContext, unitOfWork } from './unit';

/** The source of judgments, which take precedence like the own risks of a single user. */
const teamSource: SourceTarget = { kind: 'user', name: 'Team' };

/** A change of an indicator takes a few dates. */
const datesPerChange = 100;

interface Row {
  readonly version: number;
  readonly at: number;
  readonly by: string;
  readonly body: string;
}

/** A change that can't be made. Thrown to undo what the transaction has done so far. */
class NotChanged extends Error {
  constructor(readonly outcome: Exclude<JudgmentOutcome, { kind: 'changed' }>) {
    super(outcome.kind);
  }
}

/** The {@link SharedJudgments} of a team store. */
export function createJudgments(context: TeamContext): SharedJudgments {
  const { team } = context;
  let source: Promise<number> | undefined;
  const sourceId = (): Promise<number> => {
    source ??= openTeamSource(context, teamSource).then(
      ({ id }) => id,
      (error: unknown) => {
        source = undefined;
        throw error;
      },
    );
    return source;
  };
  return {
    find: (indicator) => current(team, getKey(lookupKey(indicator)), false),
    history: async (indicator, limit) => {
      const { rows } = await sql<Row>`
        SELECT version, at, by, body FROM judgment_version WHERE key = ${getKey(lookupKey(indicator))}
        ORDER BY version DESC LIMIT ${limit}`.execute(team);
      return rows.map(judgmentIn);
    },
    change: async (indicator, version, change, by) => {
      const id = await sourceId();
      try {
        return await changeOne(context, id, { indicator, version, change, by });
      } catch (error) {
        if (error instanceof NotChanged) return error.outcome;
        throw error;
      }
    },
    changes: async (after, limit) => {
      // Changes up to this date are complete.
      const until = await safeDate(team);
      const removed = after === undefined ? sql`body <> '{}'` : sql`true`;
      const { rows } = await sql<Row & { value: string; type: IndicatorType; date: number }>`
        SELECT value, type, version, at, by, body, date FROM judgment
        WHERE date > ${after ?? 0} AND date <= ${until} AND ${removed} ORDER BY date LIMIT ${limit + 1}`.execute(team);
      const page = rows.slice(0, limit);
      const more = rows.length > limit;
      return {
        judgments: page.map(({ type, value, ...row }) => ({ indicator: { type, value }, judgment: judgmentIn(row) })),
        next: more ? (page.at(-1)?.date ?? 0) : Math.max(until, after ?? 0),
        more,
      };
    },
    audit: (limit, before) => readAudit(team, limit, before),
  };
}

type Author = Pick<Account, 'name' | 'role'>;

interface WantedChange {
  readonly indicator: Indicator;
  readonly version: number;
  readonly change: JudgmentChange;
  readonly by: Author;
}

async function changeOne(context: TeamContext, sourceId: number, wanted: WantedChange): Promise<JudgmentOutcome> {
  const { indicator, change } = wanted;
  const key = lookupKey(indicator);
  let written: TeamJudgment | undefined;
  const judgment = await unitOfWork(
    context,
    {
      dates: datesPerChange,
      needs: async (transaction, { until }) => {
        written = await writeVersion(transaction, wanted, { date: until, at: context.now() });
        return { keys: [key], values: [indicator.value], sourceId };
      },
    },
    (connection) => {
      if (written === undefined) throw new RangeError('a judgment is merged before it is written');
      // Who only writes a note doesn't retire again what was seen since.
      const retired = saysNothing(written) ? false : change.retired;
      writeJudgment(connection, teamSource, indicator, { judgment: written, retired });
      return written;
    },
  );
  return { kind: 'changed', judgment };
}

/** Writes the next version of a judgment, in a transaction. */
async function writeVersion(
  team: Team,
  { indicator, version, change, by }: WantedChange,
  { date, at }: { readonly date: number; readonly at: number },
): Promise<TeamJudgment> {
  const lookup = lookupKey(indicator);
  const key = getKey(lookup);
  const before = await current(team, key, true);
  const last = before?.version ?? 0;
  if (!isBasedOn(before, version)) throw new NotChanged({ kind: 'conflict', current: before });
  const next = changedJudgment(before ?? {}, change);
  const removes = saysNothing(next);
  if (removes && !includesRole(by.role, 'admin') && (await hasOthers(team, key, by)))
    throw new NotChanged({ kind: 'ofOthers' });
  const authors = authorsOf(before, next);
  const judgment = { ...next, version: last + 1, by: by.name, at, ...authors };
  const body = JSON.stringify({ ...next, ...authors });
  await sql`
    INSERT INTO judgment (key, lookup_key, value, type, version, date, at, by, body)
    VALUES (${key}, ${lookup}, ${indicator.value}, ${indicator.type}, ${judgment.version}, ${date}, ${at}, ${by.name}, ${body})
    ON CONFLICT (key) DO UPDATE SET version = excluded.version, date = excluded.date, at = excluded.at, by = excluded.by,
      body = excluded.body WHERE judgment.version = ${last}`.execute(team);
  await sql`
    INSERT INTO judgment_version (key, version, at, by, body)
    VALUES (${key}, ${judgment.version}, ${at}, ${by.name}, ${body})`.execute(team);
  await writeAudit(team, by.name, {
    action: removes ? 'judgment removed' : 'judgment changed',
    subject: indicator.value,
    details: `version ${judgment.version}: ${JSON.stringify(next)}`,
  });
  return judgment;
}

/** The authors of parts that a change leaves as they are. */
function authorsOf(before: TeamJudgment | undefined, next: Judgment): Pick<TeamJudgment, 'authors'> {
  if (before === undefined) return {};
  const { by, at } = before;
  const kept = authoredParts.flatMap((part) => {
    const isKept = next[part] !== undefined && saysSame(part, before, next);
    return isKept ? [[part, before.authors?.[part] ?? { by, at }] as const] : [];
  });
  return kept.length === 0 ? {} : { authors: Object.fromEntries(kept) };
}

function saysSame(part: (typeof authoredParts)[number], one: Judgment, other: Judgment): boolean {
  const said = (judgment: Judgment): string =>
    JSON.stringify(part === 'risk' ? [judgment.risk, judgment.reason] : judgment[part]);
  return said(one) === said(other);
}

/** Whether a change knows of what is there. Who knows of nothing doesn't know either that something was removed. */
function isBasedOn(before: TeamJudgment | undefined, version: number): boolean {
  if (before === undefined) return version === 0;
  return before.version === version || (version === 0 && saysNothing(before));
}

/** The judgment of an indicator; `isWritten` keeps others from writing it until the end of the transaction. */
async function current(team: Team, key: Buffer, isWritten: boolean): Promise<TeamJudgment | undefined> {
  const lock = isWritten ? sql`FOR UPDATE` : sql``;
  const { rows } = await sql<Row>`SELECT version, at, by, body FROM judgment WHERE key = ${key} ${lock}`.execute(team);
  return rows[0] && judgmentIn(rows[0]);
}

/** Whether anybody else has contributed to a judgment. */
async function hasOthers(team: Team, key: Buffer, { name }: Author): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 AS found FROM judgment_version WHERE key = ${key} AND by <> ${name}
      AND version > coalesce((SELECT max(version) FROM judgment_version WHERE key = ${key} AND body = '{}'), 0)
    LIMIT 1`.execute(team);
  return rows.length > 0;
}

function judgmentIn({ version, at, by, body }: Row): TeamJudgment {
  return { ...(JSON.parse(body) as Judgment & Pick<TeamJudgment, 'authors'>), version, by, at };
}
