import { maxPersonLength } from '../../core/records/judgment';
import { tierNames } from '../../core/store/protocol/protocol';
import { hasUnseen } from '../../core/text/visibleText';
import { roles } from '../http/roles';
import type { TeamAccounts } from '../team/accounts';
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
} from './command';
import type { ExitCode } from './exitCodes';
import { jsonRows } from './jsonRows';
import { teamActions, teamDescription } from './manual/teamCommand';
import { isTeamAddress } from './teamAddress';
import { withTeamStore } from './withTeamStore';

const maxDays = 3_650;

/** `team`: the people of a team service and their keys. */
export const team: Command = {
  ...teamDescription,
  async run(given, io) {
    const url = getStoreFile(given, io);
    const [word, ...rest] = given.positionals;
    const action = teamActions.find((each) => each === word);
    if (action === undefined) throw new UsageError(`specify one of: ${teamActions.join(', ')}`);
    if (!isTeamAddress(url)) throw new UsageError('--db must be the address of a database, postgres://…');
    const work = actions[action](given, rest, io);
    return withTeamStore(url, ({ accounts }) => work(accounts));
  },
};

type Action = (given: ParsedArgs, rest: readonly string[], io: CliIo) => (accounts: TeamAccounts) => Promise<ExitCode>;

/** Each checks its arguments before anything is opened. */
const actions: Readonly<Record<(typeof teamActions)[number], Action>> = {
  add: (given, rest, io) => {
    const name = nameIn(rest);
    const tier = choiceOption(given, 'tier', tierNames) ?? 'team';
    const role = choiceOption(given, 'role', roles);
    const days = numberOption(given, 'days', 1, maxDays);
    return async (accounts) => {
      const key = await accounts.add({ name, tier, role, days });
      await io.json({ name, tier, key });
      return getCode(true);
    };
  },
  role: (given, rest, io) => {
    const name = nameIn(rest);
    const role = choiceOption(given, 'role', roles);
    if (role === undefined) throw new UsageError('specify --role');
    return async (accounts) => {
      if (!(await accounts.setRole(name, role))) throw nobody(name);
      await io.json({ name, role });
      return getCode(true);
    };
  },
  list: (given, rest, io) => {
    onlyAction(rest);
    return async (accounts) => {
      const rows = jsonRows(given, io);
      for (const { created, expires, ...account } of await accounts.list())
        await rows.row({
          ...account,
          created: dateOf(created),
          expires: expires === undefined ? null : dateOf(expires),
        });
      await rows.end(true);
      return getCode(true);
    };
  },
  revoke: (_given, rest, io) => {
    const name = nameIn(rest);
    return async (accounts) => {
      const revoked = await accounts.revoke(name);
      if (revoked === undefined) throw nobody(name);
      await io.json({ name, revoked });
      return getCode(true);
    };
  },
  log: (given, rest, io) => {
    onlyAction(rest);
    const limit = numberOption(given, 'limit', 1, 1_000_000) ?? 100;
    return async (accounts) => {
      const rows = jsonRows(given, io);
      for (const { at, by, action, subject, details } of await accounts.audit(limit))
        await rows.row({ at: dateOf(at), by, action, subject, details });
      await rows.end(true);
      return getCode(true);
    };
  },
};

function nameIn(rest: readonly string[]): string {
  const [name = '', ...others] = rest;
  if (name.trim() === '' || others.length > 0) throw new UsageError('specify one name, in quotes if it has spaces');
  if (name.length > maxPersonLength) throw new UsageError(`a name has at most ${maxPersonLength} characters`);
  if (hasUnseen(name)) throw new UsageError('a name has no invisible characters');
  return name.trim();
}

function nobody(name: string): CommandError {
  return new CommandError(`Nobody is called “${name}”. “team list” shows all names.`);
}

function onlyAction(rest: readonly string[]): void {
  if (rest.length > 0) throw new UsageError(`unexpected argument “${rest.join(' ')}”`);
}

function dateOf(at: number): string {
  return new Date(at).toISOString();
}
