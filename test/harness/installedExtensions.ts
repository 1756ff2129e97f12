import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, tested } from '../../scripts/lib/paths.mjs';
import { installExtension, type Version } from '../../scripts/lib/vscode.mjs';

/** Renames a folder, unless another process was faster. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/**
 * An extensions folder into which VS Code installed the packaged extension, created once per package and VS Code
 * version. Servers share it because they don't write to it.
 * @throws if no package was built, which `npm test` does
 */
export async function installedExtensions(version: Version): Promise<string> {
  if (!existsSync(tested)) throw new Error(`${tested} is missing; “npm test” makes it.`);
  const folder = join(root, 'out', 'installed', `${version}-${Math.round(statSync(tested).mtimeMs)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(join(folder, '..'), { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'threat-lookups-install-'));
  const part = `${folder}.${process.pid}.part`;
  try {
    await installExtension({ version, front: 'code-server', vsix: tested, dataDir, extensionsDir: part });
    rename(part, folder);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(part, { recursive: true, force: true });
  }
  return folder;
}
