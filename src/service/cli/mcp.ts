import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { triageAllowedFile } from '../assistant/triageFile';
import { getInputFailure } from '../files/getInputFailure';
import type { TeamStore } from '../team';
import { Assessor } from '../triage/assessor';
import { InlineFinders } from '../triage/finders';
import { ThreadFinders } from '../triage/threadFinders';
import { type CliIo, type Command, UsageError } from './command';
import { getReadStore } from './extensionStore';
import { mcpDescription } from './manual/mcpCommand';
import { getRoots, servePorts, serveStore, type StorePorts } from './mcpStore';
import { addIndicators, readInto, withSnapshot } from './snapshots';
import { isTeamAddress } from './teamAddress';
import { withTeamStore } from './withTeamStore';

/** `mcp`: serves a store to AI assistants over standard input and output. */
export const mcp: Command = {
  ...mcpDescription,
  async run(given, io) {
    const roots = getRoots(given);
    await checkFolders(roots);
    const db = getReadStore(given, io);
    if (!isTeamAddress(db)) return serveStore(given, io);
    return withTeamStore(db, (team) => servePorts(teamPorts(team, io), roots, db, io));
  },
};

/** Each call reads what the database knows then. */
function teamPorts(team: TeamStore, { finderFile }: Pick<CliIo, 'finderFile'>): StorePorts {
  return {
    records: team.records,
    assess: (indicators, signal) =>
      withSnapshot(team, async (snapshot) => {
        await addIndicators(snapshot, indicators);
        const assessor = new Assessor(snapshot.file);
        try {
          return await assessor.assessAll(indicators, signal);
        } finally {
          assessor.close();
        }
      }),
    triageFile: (opened, signal) =>
      withSnapshot(team, async (snapshot) => {
        const { file } = snapshot;
        const finders =
          finderFile === undefined ? new InlineFinders(file) : new ThreadFinders({ file: finderFile, storeFile: file });
        const assessor = new Assessor(file);
        const assess: StorePorts['assess'] = async (indicators) => {
          await addIndicators(snapshot, indicators);
          return assessor.assessAll(indicators, signal);
        };
        try {
          const read = () =>
            triageAllowedFile(opened, { assess, signal, finders, areKnown: (found) => found.map(() => false) });
          return await readInto(snapshot, read, { textsOf: () => [] });
        } finally {
          assessor.close();
          await finders.close();
        }
      }),
  };
}

/** Throws a UsageError for the first that isn't a folder: no file could ever be read there. */
async function checkFolders(roots: readonly string[]): Promise<void> {
  for (const root of roots) {
    let status: Stats;
    try {
      status = await stat(root);
    } catch (error) {
      const failure = getInputFailure(error);
      const why = failure.kind === 'missing' ? "doesn't exist" : `can't be read: ${formatInputFailure(failure)}`;
      throw new UsageError(`The --root folder ${why.replace(/\.$/, '')}: ${root}`);
    }
    if (!status.isDirectory()) throw new UsageError(`--root must be a folder, not a file: ${root}`);
  }
}
