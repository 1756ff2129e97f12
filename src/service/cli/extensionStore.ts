import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { name, publisher } from '../../../package.json';
import { getOwner } from '../../core/store/sqlite/storeFile';
import { schemaVersion, getVersion } from '../../core/store/sqlite/schema';
import { Connection } from '../../core/store/sqlite/sqlite';
import { type CliIo, type ParsedArgs, NoStoreError, storeFileIn, UsageError } from './command';
import { programName, storeVariable } from './manual/shared';
import { refuseTeamAddress } from './teamAddress';

const products = ['Code', 'Code - Insiders', 'VSCodium'];
const busyMillis = 5_000;

/** Folders in which VS Code keeps its data on this machine. */
function dataFolders({ env }: Pick<CliIo, 'env'>, platform: NodeJS.Platform): readonly string[] {
  const home = env['HOME'] ?? homedir();
  switch (platform) {
    case 'win32':
      return [env['APPDATA'] ?? join(home, 'AppData', 'Roaming')];
    case 'darwin':
      return [join(home, 'Library', 'Application Support')];
    default:
      return [env['XDG_CONFIG_HOME'] ?? join(home, '.config')];
  }
}

/** The store of the extension in VS Code on this machine; undefined without one. */
export function extensionStore(io: Pick<CliIo, 'env'>, platform = process.platform): string | undefined {
  return dataFolders(io, platform)
    .flatMap((folder) => products.map((product) => join(folder, product)))
    .map((folder) => join(folder, 'User', 'globalStorage', `${publisher}.${name}`.toLowerCase(), 'store.sqlite'))
    .find((file) => existsSync(file));
}

/**
 * Returns the store of a command that only reads it, from `--db`, the environment, or the extension, in this order. The
 * extension's store is never upgraded: an older extension could no longer use it. Throws a UsageError without a store.
 */
export function getReadStoreFile(given: ParsedArgs, io: Pick<CliIo, 'env' | 'err'>): string {
  const file = getReadStore(given, io);
  refuseTeamAddress(file);
  return file;
}

/** Like {@link getReadStoreFile}, but may return the address of a team's database. */
export function getReadStore(given: ParsedArgs, io: Pick<CliIo, 'env' | 'err'>): string {
  const specified = storeFileIn(given, io);
  if (specified !== undefined) return specified;
  const file = extensionStore(io);
  if (file === undefined)
    throw new UsageError(
      `No store found: ${storeVariable} isn't set, and the VS Code extension has no store here. Pass --db, or create a store with “${programName} import --db store.sqlite FILE”`,
    );
  if (getOwner(file) === 'ours' && versionOfFile(file) < schemaVersion)
    throw new NoStoreError(
      `The store of the extension in VS Code has an older version: ${file}. Update the extension, or specify another store with --db.`,
    );
  io.err(`Using the VS Code extension's store: ${file}`);
  return file;
}

function versionOfFile(file: string): number {
  const connection = Connection.open(file, { readOnly: true, busyMillis });
  try {
    return getVersion(connection);
  } finally {
    connection.close();
  }
}
