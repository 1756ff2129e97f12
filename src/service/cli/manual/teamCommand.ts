import { tierNames } from '../../../core/store/protocol/protocol';
import { roles } from '../../http/roles';
import { storeVariable } from './shared';
import type { CommandDescription } from './types';

export const teamActions = ['add', 'list', 'role', 'revoke', 'log'] as const;

export const teamDescription: CommandDescription = {
  name: 'team',
  summary: 'Add, list, and revoke the API keys of a team service',
  argument: { synopsis: 'add NAME|list|role NAME|revoke NAME|log', choices: teamActions },
  paragraphs: [
    'add prints one JSON line, {"name": …, "plan": …, "role": …, "expires": …, "keys": …, "key": …}. The key is shown only once. Adding a name again, in upper or lower case, adds another key, with the role of the person, and changes the plan if one is given.',
    'list prints a line for each person: name, plan, role, created, keys (the number of valid ones), revoked, expired, and expires. role changes what all keys of a person may do, and revoke ends them; both take effect within seconds. log prints the last changes, newest first, with imports and removed sources. On a terminal, both are tables.',
  ],
  options: [
    { name: 'db', value: 'URL', text: `The database, postgres://…; default: the variable ${storeVariable}` },
    {
      name: 'plan',
      value: 'PLAN',
      choices: tierNames.filter((each) => each !== 'visitor'),
      text: 'The plan of the key, which sets its limits; default: team, or the current plan',
    },
    {
      name: 'role',
      value: 'ROLE',
      choices: roles,
      text: "What the keys of the person may do, each role including those before it: read, scan, edit (the team's risks, notes, and tags), or admin (also remove entries of others, and read the log); default: read, or the current role. role changes it",
    },
    { name: 'days', value: 'N', text: 'For how many days the key is valid; default: until it is revoked' },
    { name: 'limit', value: 'N', text: 'For log: how many changes; default: 100' },
  ],
  json: 'add: the same line. list and log: one result per person or change. role: {"name": …, "role": …}. revoke: {"name": …, "revoked": …}.',
  examples: ['team add --db postgres://db.example/intel --days 90 "Ana Example"', 'team revoke "Ana Example"'],
};
