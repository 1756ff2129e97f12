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
    'Manages the API keys of a team service. add prints one JSON line, {"name": …, "plan": …, "role": …, "expires": …, "keys": …, "key": …}. The key is shown only once. Adding a name again, in upper or lower case, adds another key with the same role, and changes the plan if you pass one.',
    'list prints a line for each person: name, plan, role, created, keys (the number of valid ones), revoked, expired, expires. role changes the role of a person, and revoke revokes all of their keys, within seconds. log prints the last changes, imports, and removed sources, newest first. On a terminal, list and log are tables.',
  ],
  options: [
    { name: 'db', value: 'URL', text: `The database, postgres://…; default: ${storeVariable}` },
    {
      name: 'plan',
      value: 'PLAN',
      choices: tierNames.filter((each) => each !== 'visitor'),
      text: 'The plan, which sets the limits; default: team, or the current plan',
    },
    {
      name: 'role',
      value: 'ROLE',
      choices: roles,
      text: "What the person may do, each role including those before it: read, scan, edit (the team's risk ratings, notes, and tags), or admin (others' entries, and the log); default: read, or the current role",
    },
    { name: 'days', value: 'N', text: 'Days until the key expires; default: never' },
    { name: 'limit', value: 'N', text: 'For log: maximum number of changes; default: 100' },
  ],
  json: 'the same line for add; one result per person or change for list and log; {"name": …, "role": …} for role; {"name": …, "revoked": …} for revoke.',
  examples: ['team add --db postgres://db.example/intel --days 90 "Ana Example"', 'team revoke "Ana Example"'],
};
