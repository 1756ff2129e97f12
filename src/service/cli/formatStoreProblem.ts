import { type StoreProblem } from '../../core/store/protocol';

/** What is wrong with the store given to a command, and what to do about it. */
export function formatStoreProblem(problem: StoreProblem, file: string): string {
  const { detail } = problem;
  switch (problem.kind) {
    case 'noSqlite':
      return `This version of Node.js has no SQLite (${detail}). Use a current one.`;
    case 'locked':
      return `The store ${file} is in use: ${detail}. Try again later.`;
    case 'corrupt':
      return problem.movedTo === undefined
        ? `The store ${file} is damaged: ${detail}. It was left as it is, and nothing was read from it. Restore a copy, or move it away and fill a new one.`
        : `The store ${file} was damaged: ${detail}. It was moved to ${problem.movedTo}, and an empty one took its place.`;
    case 'foreign':
      return formatForeignFile(problem.what, file);
    case 'newer':
      return `The store ${file} was written by a newer version of Threat Lookups: ${detail}. Use that version.`;
    case 'diskFull':
      return `The disk that holds the store ${file} is full: ${detail}. Free some space and try again.`;
    case 'readOnly':
      return `The store ${file} can't be opened for reading and writing: ${detail}. Check the permissions of the file and its folder.`;
    case 'networkFolder':
      return `The store ${file} is on a network drive, which can make it slow or damage it: ${detail}.`;
    case 'failed':
      return `The store ${file} can't be used: ${detail}.`;
  }
}

function formatForeignFile(what: Extract<StoreProblem, { kind: 'foreign' }>['what'], file: string): string {
  switch (what) {
    case 'notFile':
      return `${file} is not a file. Name the file of a store with --db.`;
    case 'notDatabase':
      return `${file} is not a store. It was left untouched. Check --db.`;
    case 'otherDatabase':
      return `${file} is a database of another program, not a store. It was left untouched. Check --db.`;
  }
}
