import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { teamKeyPrefix } from '../../core/records/judgment';
import type { TierName } from '../../core/store/protocol/protocol';
import type { Account, Accounts } from '../http/callers';
import type { Role } from '../http/roles';
import type { AuditEntry } from '../sharedJudgments';
import { commandLine, readAudit, writeAudit } from './audit';
import type { Team } from './database';

/** How long the holder of a key is known without asking again: as long as a revoked key may still work. */
const rememberMillis = 2_000;
const maxRemembered = 10_000;

/** The plan of a new person. */
const defaultTier = 'team' satisfies TierName;

/** A person as an administrator sees one. Dates are milliseconds since 1970. */
export interface ListedAccount extends Account {
  readonly created: number;
  /** Keys that are valid now. */
  readonly keys: number;
  /** Keys that were valid once. */
  readonly revoked: number;
  readonly expired: number;
  /** When the last of these expires; absent without one, and if one never does. */
  readonly expires?: number;
}

interface NewKey {
  readonly name: string;
  /** Who is new has the plan team; others keep their plan. */
  readonly tier?: TierName | undefined;
  /** Who is new may read; others keep their role. */
  readonly role?: Role | undefined;
  /** Never if absent. */
  readonly days?: number | undefined;
}

/** The people of a team and their keys. */
export interface TeamAccounts extends Accounts {
  /** Adds a person, or changes the plan of one, with a new key. The key is returned here and never again. */
  add(wanted: NewKey): Promise<string>;
  /** Changes what all keys of a person may do; resolves with their name, undefined if there is no such person. */
  setRole(name: string, role: Role): Promise<string | undefined>;
  list(): Promise<readonly ListedAccount[]>;
  /** Names are the same whatever their case. */
  find(name: string): Promise<ListedAccount | undefined>;
  /** Revokes all keys of a person; returns how many were valid, or undefined if there is no such person. */
  revoke(name: string): Promise<number | undefined>;
  /** The last changes, newest first. */
  audit(limit: number): Promise<readonly AuditEntry[]>;
}

/** The {@link TeamAccounts} of a team store. */
export function createAccounts(team: Team, now: () => number = () => performance.now()): TeamAccounts {
  const cached = new Map<string, { readonly account: Account | undefined; readonly until: number }>();
  return {
    holderOf: async (key) => {
      const hash = hashOf(key);
      const name = hash.toString('base64');
      const known = cached.get(name);
      if (known !== undefined && known.until > now()) return known.account;
      const { rows } = await sql<Account>`
        SELECT a.name, a.tier, a.role FROM api_key k JOIN account a ON a.id = k.account_id
        WHERE k.hash = ${hash} AND k.revoked IS NULL AND (k.expires IS NULL OR k.expires > now())`.execute(team);
      if (cached.size >= maxRemembered) cached.clear();
      cached.set(name, { account: rows[0], until: now() + rememberMillis });
      return rows[0];
    },
    add: (wanted) => team.transaction().execute((transaction) => addKey(transaction, wanted)),
    list: () => listAccounts(team),
    find: async (name) => (await listAccounts(team, foldedName(name)))[0],
    revoke: (name) => team.transaction().execute((transaction) => revokeKeys(transaction, name)),
    setRole: (name, role) => team.transaction().execute((transaction) => changeRole(transaction, name, role)),
    audit: (limit) => readAudit(team, limit),
  };
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

const foldedName = (name: string): string => name.trim().toLowerCase();

async function addKey(team: Team, { name, tier, role, days }: NewKey): Promise<string> {
  const { rows } = await sql<Account & { id: number }>`
    INSERT INTO account AS a (folded, name, tier, role)
    VALUES (${foldedName(name)}, ${name.trim()}, ${tier ?? defaultTier}, ${role ?? ('read' satisfies Role)})
    ON CONFLICT (folded) DO UPDATE SET tier = coalesce(${tier ?? null}, a.tier), role = coalesce(${role ?? null}, a.role)
    RETURNING id, name, tier, role`.execute(team);
  const [account] = rows;
  const key = teamKeyPrefix + randomBytes(24).toString('base64url');
  await sql`
    INSERT INTO api_key (hash, account_id, expires)
    VALUES (${hashOf(key)}, ${account?.id}, now() + ${days ?? null} * interval '1 day')`.execute(team);
  const lasting = days === undefined ? 'without expiry' : `for ${days} days`;
  await record(team, 'key added', account?.name ?? name, `plan ${account?.tier}, role ${account?.role}, ${lasting}`);
  return key;
}

async function changeRole(team: Team, name: string, role: Role): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    UPDATE account SET role = ${role} WHERE folded = ${foldedName(name)} RETURNING name`.execute(team);
  const [account] = rows;
  if (account === undefined) return undefined;
  await record(team, 'role changed', account.name, `role ${role}`);
  return account.name;
}

async function revokeKeys(team: Team, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM account WHERE folded = ${foldedName(name)} FOR UPDATE`.execute(team);
  const [account] = rows;
  if (account === undefined) return undefined;
  const revoked = await sql`
    UPDATE api_key SET revoked = now()
    WHERE account_id = ${account.id} AND revoked IS NULL AND (expires IS NULL OR expires > now())`.execute(team);
  const count = Number(revoked.numAffectedRows ?? 0);
  await record(team, 'keys revoked', account.name, count === 1 ? '1 key' : `${count} keys`);
  return count;
}

/** Those of everybody, or of one person. */
async function listAccounts(team: Team, folded?: string): Promise<readonly ListedAccount[]> {
  const valid = sql`k.revoked IS NULL AND (k.expires IS NULL OR k.expires > now())`;
  const { rows } = await sql<Omit<ListedAccount, 'expires'> & { expires: number | null }>`
    SELECT a.name, a.tier, a.role, (extract(epoch FROM a.created) * 1000)::bigint AS created,
      (count(k.hash) FILTER (WHERE ${valid}))::integer AS keys,
      (count(k.hash) FILTER (WHERE k.revoked IS NOT NULL))::integer AS revoked,
      (count(k.hash) FILTER (WHERE k.revoked IS NULL AND k.expires <= now()))::integer AS expired,
      CASE WHEN bool_and(k.expires IS NOT NULL) FILTER (WHERE ${valid})
        THEN (extract(epoch FROM max(k.expires) FILTER (WHERE ${valid})) * 1000)::bigint END AS expires
    FROM account a LEFT JOIN api_key k ON k.account_id = a.id
    WHERE ${folded ?? null}::text IS NULL OR a.folded = ${folded ?? null}
    GROUP BY a.id ORDER BY a.folded`.execute(team);
  return rows.map(({ expires, ...account }) => ({ ...account, ...(expires === null ? {} : { expires }) }));
}

function record(team: Team, action: string, subject: string, details: string): Promise<void> {
  return writeAudit(team, commandLine, { action, subject, details });
}
