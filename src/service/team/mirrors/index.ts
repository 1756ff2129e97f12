import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { MirrorState, MirrorWriter } from '../../../core/sync/ports';
import type { TeamContext } from '../unit';
import { mirrorStates } from './states';
import { TeamMirrorWriter } from './writer';

/** The synced collections of a team store. */
export interface TeamMirrors {
  list(): Promise<readonly MirrorState[]>;
  /** Notes that the server's collections were listed now. */
  noteDiscovered(server: string): Promise<void>;
  /** For one sync after another. */
  writer(): MirrorWriter;
}

/** The synced collections of a team store. */
export function createTeamMirrors(context: TeamContext, pool: Pool): TeamMirrors {
  const { team, now } = context;
  return {
    list: () => mirrorStates(team),
    noteDiscovered: async (server) => {
      await sql`UPDATE mirror SET discovered = ${now()} WHERE server = ${server}`.execute(team);
    },
    writer: () => new TeamMirrorWriter(context, pool),
  };
}
