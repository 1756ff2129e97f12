import { maxPersonLength } from '../../core/records/judgment';
import { type TierName, tierNames } from '../../core/store/protocol/protocol';
import { hasUnseen } from '../../core/text/visibleText';
import { roles } from '../http/roles';
import type { ListedAccount, TeamAccounts } from '../team/accounts';
import {
  choiceOption,
  type CliIo,
  getCode,
  type Command,
  CommandError,
  type ParsedArgs,
  numberOption,
  getStoreFile,
  UsageError,
  wrongStore,
} from './command';
import type { ExitCode } from './exitCodes';
import { programName } from './manual/shared';
import { teamActions, teamDescription } from './manual/teamCommand';
import { isTeamAddress } from './teamAddress';
import { printRows, shortDate } from './reports/columns';
import { withTeamStore } from './withTeamStore';

const maxDays = 3_650;

/** `team`: the people of a team service and their keys. */
export const team: Command = {
  ...teamDescription,
  async run(given, io) {
    const url = getStoreFile(given, io, 'database');
    const [word, ...rest] = given.positionals;
    const action = teamActions.find((each) => each === word);
    if (action === undefined)
      throw new UsageError(
        `${word === undefined ? '' : `Unknown action “${word}”. `}Specify one of: ${teamActions.join(', ')}`,
      );
    if (!isTeamAddress(url)) throw wrongStore('database');
    const work = actions[action](given, rest, io);
    return withTeamStore(url, ({ accounts }) => work(accounts));
  },
};

type Action = (given: ParsedArgs, rest: readonly string[], io: CliIo) => (accounts: TeamAccounts) => Promise<ExitCode>;

/** Each checks its arguments before anything is opened. */
const actions: Readonly<Record<(typeof teamActions)[number], Action>> = {
  add: (given, rest, io) => {
    const name = nameIn(rest);
    const tier = choiceOption(given, 'plan', tierNames);
    const role = choiceOption(given, 'role', roles);
    const days = numberOption(given, 'days', 1, maxDays);
    return async (accounts) => {
      const before = await accounts.find(name);
      if (before !== undefined && role !== undefined && role !== before.role)
        throw new CommandError(
          `“${before.name}” has the role ${before.role}. To change it, run “${programName} team role "${before.name}" --role ${role}”. Then add the key.`,
        );
      const key = await accounts.add({ name, tier, role, days });
      const person = await accounts.find(name);
      if (person === undefined) throw nobody(name);
      if (before !== undefined)
        io.err(`“${before.name}” was added before. This is another key, with the role ${person.role}.`);
      const expires = days === undefined ? null : dateOf(Date.now() + days * 86_400_000);
      await io.json({ name: person.name, plan: person.tier, role: person.role, expires, keys: person.keys, key });
      return getCode(true);
    };
  },
  role: (given, rest, io) => {
    const word = roles.find((each) => each === rest[1]);
    if (word !== undefined) throw new UsageError(`Specify the role as “--role ${word}”`);
    const name = nameIn(rest);
    const role = choiceOption(given, 'role', roles);
    if (role === undefined) throw new UsageError('Specify --role');
    return async (accounts) => {
      const stored = await accounts.setRole(name, role);
      if (stored === undefined) throw nobody(name);
      await io.json({ name: stored, role });
      return getCode(true);
    };
  },
  list: (given, rest, io) => {
    onlyAction(rest);
    return async (accounts) => {
      const people = (await accounts.list()).map(({ name, tier, created, expires, ...account }) => ({
        name,
        plan: tier,
        ...account,
        created: dateOf(created),
        expires: expires === undefined ? null : dateOf(expires),
      }));
      const titles = ['NAME', 'ROLE', 'PLAN', 'KEYS', 'EXPIRES (UTC)', 'CREATED (UTC)'];
      await printRows(people, { titles, cells: personCells }, given, io);
      return getCode(true);
    };
  },
  revoke: (_given, rest, io) => {
    const name = nameIn(rest);
    return async (accounts) => {
      const person = await accounts.find(name);
      const revoked = await accounts.revoke(name);
      if (person === undefined || revoked === undefined) throw nobody(name);
      await io.json({ name: person.name, revoked });
      return getCode(true);
    };
  },
  log: (given, rest, io) => {
    onlyAction(rest);
    const limit = numberOption(given, 'limit', 1, 1_000_000) ?? 100;
    return async (accounts) => {
      const changes = (await accounts.audit(limit)).map(({ at, by, action, subject, details }) => {
        return { at: dateOf(at), by, action, subject, details };
      });
      const titles = ['WHEN (UTC)', 'BY', 'ACTION', 'SUBJECT', 'DETAILS'];
      const cells = ({ at, by, action, subject, details }: (typeof changes)[number]): readonly string[] => {
        return [shortDate(at), by, action, subject, detailsCell(details)];
      };
      await printRows(changes, { titles, cells }, given, io);
      return getCode(true);
    };
  },
};

type Person = Pick<ListedAccount, 'name' | 'role' | 'keys' | 'revoked' | 'expired'> & {
  readonly plan: TierName;
  readonly created: string;
  readonly expires: string | null;
};

function personCells({ name, role, plan, keys, revoked, expired, expires, created }: Person): readonly string[] {
  const ended = [...(revoked > 0 ? [`${revoked} revoked`] : []), ...(expired > 0 ? [`${expired} expired`] : [])];
  const count = ended.length === 0 ? String(keys) : `${keys} (${ended.join(', ')})`;
  const until = keys === 0 ? '' : expires === null ? 'never' : shortDate(expires);
  return [name, role, plan, count, until, shortDate(created)];
}

/** “version 2: {"risk":"high","tags":["c2"]}” as “version 2: risk high; tags c2”. */
function detailsCell(details: string): string {
  const [, version, json] = /^(version \d+: )(\{.*\})$/s.exec(details) ?? [];
  if (version === undefined || json === undefined) return details;
  const said = Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>).map(([name, value]) =>
    value === true ? name : `${name} ${[value].flat().map(String).join(', ')}`,
  );
  return version + (said.length === 0 ? 'nothing' : said.join('; '));
}

function nameIn(rest: readonly string[]): string {
  const [name = '', ...others] = rest;
  if (name.trim() === '' || others.length > 0) throw new UsageError('Specify one name, in quotes if it has spaces');
  if (name.length > maxPersonLength) throw new UsageError(`A name can have up to ${maxPersonLength} characters`);
  if (hasUnseen(name)) throw new UsageError("A name can't contain invisible characters");
  return name.trim();
}

function nobody(name: string): CommandError {
  return new CommandError(`No person named “${name}”. To see all names, run “${programName} team list”.`);
}

function onlyAction(rest: readonly string[]): void {
  if (rest.length > 0) throw new UsageError(`Unexpected argument “${rest.join(' ')}”`);
}

function dateOf(at: number): string {
  return new Date(at).toISOString();
}
