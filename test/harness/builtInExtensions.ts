import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { fetchVsCode, type Version } from '../../scripts/lib/vscode.mjs';

/** Extensions that run code and are kept because they show documents or results beside ours. */
const kept = new Set(['markdown-language-features', 'references-view', 'search-result']);

/** Whether an extension only contributes languages, themes, and the like, or is kept. */
function isLight(folder: string, name: string): boolean {
  const file = join(folder, name, 'package.json');
  if (!existsSync(file)) return false;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { readonly main?: string; readonly browser?: string };
  return kept.has(name) || (manifest.main ?? manifest.browser) === undefined;
}

/**
 * A folder with VS Code's built-in extensions that are cheap: languages, themes, and a few with code. The others, such as
 * Git and the servers for TypeScript and JSON, take a third of the time that a window needs to start.
 */
export async function lightBuiltInExtensions(version: Version): Promise<string> {
  const all = join((await fetchVsCode(version)).server, 'extensions');
  const folder = join(root, 'out', 'built-in', version);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(all).filter((each) => isLight(all, each))) {
    try {
      symlinkSync(join(all, name), join(folder, name), 'junction');
    } catch (error) {
      // From an earlier run, or from one that runs beside this one.
      if (!existsSync(join(folder, name))) throw error;
    }
  }
  return folder;
}
