import { statSync } from 'node:fs';
import type { StoreProblem } from '../../core/records/problems/storeProblem';
import { isTeamAddress, withoutSecrets } from './teamAddress';

/** Describes a problem with the store of a command, a file or the database of a team, and its solution. */
export function formatStoreProblem(problem: StoreProblem, file: string): string {
  if (isTeamAddress(file)) return formatTeamProblem(problem, withoutSecrets(file));
  const { detail } = problem;
  switch (problem.kind) {
    case 'noSqlite':
      return `This version of Node.js doesn't include SQLite (${detail}). Update Node.js.`;
    case 'locked':
      return `The store ${file} is locked by another process: ${detail}. Try again later.`;
    case 'corrupt':
      return problem.movedTo === undefined
        ? `The store ${file} is corrupted: ${detail}. It was left unchanged. Restore a backup, or move the file and create a new store.`
        : `The store ${file} was corrupted: ${detail}. It was moved to ${problem.movedTo}, and an empty store was created.`;
    case 'outdated':
      return `The store ${file} was created by an earlier version of Threat Lookups, and this version can't read it. It was moved to ${problem.movedTo}, and an empty store was created. Import and sync your data again. The triage list, notes, custom risks, scans, and histories are only in the old file.`;
    case 'foreign':
      return formatForeignFile(problem.what, file);
    case 'newer':
      return `The store ${file} was created or upgraded by a newer version of Threat Lookups: ${detail}. Nothing more was written. Use that version.`;
    case 'diskFull':
      return `The disk of the store ${file} is full: ${detail}. Free some space and try again.`;
    case 'readOnly':
      return `The store ${file} can't be opened for reading and writing: ${detail}. Check the permissions of the file and its folder. Even commands that only read it need write access.`;
    case 'networkFolder':
      return `The store ${file} is on a network drive, which can cause slowness or corruption: ${detail}.`;
    case 'clock':
      return `This computer's clock is or was wrong: ${detail} in the store ${file}. Check the date and time, and then reimport or resync anything you added while it was wrong.`;
    case 'failed':
      return /\bENOENT\b/.test(detail)
        ? `The store ${file} can't be created. Check the path and the permissions of its folder.`
        : `The store ${file} can't be used: ${detail}.`;
  }
}

/** Like {@link formatStoreProblem}, for the database of a team. */
function formatTeamProblem(problem: StoreProblem, address: string): string {
  const { kind, detail } = problem;
  if (kind === 'failed' && problem.isUnreachable === true)
    return `Can't connect to the database ${address}: ${detail}. Check the host and port, and that the server is running.`;
  switch (kind) {
    case 'newer':
      return `The database ${address} was upgraded by a newer version of Threat Lookups: ${detail}. Nothing was written. Use that version.`;
    case 'diskFull':
      return `The disk of the database ${address} is full: ${detail}. Free some space and try again.`;
    case 'readOnly':
      return `The database ${address} can't be written to: ${detail}. Check the permissions of its user.`;
    case 'locked':
      return `The database ${address} is busy: ${detail}. Try again later.`;
    default:
      return `The database ${address} can't be used: ${detail}.`;
  }
}

function formatForeignFile(what: Extract<StoreProblem, { kind: 'foreign' }>['what'], file: string): string {
  switch (what) {
    case 'notFile':
      return `${file} is ${isFolder(file) ? 'a folder' : 'a pipe or a device'}. Pass a store file with --db.`;
    case 'notDatabase':
      return `${file} isn't a store. It was left unchanged. Check --db.`;
    case 'otherDatabase':
      return `${file} is a database of another program, not a store. It was left unchanged. Check --db.`;
  }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
