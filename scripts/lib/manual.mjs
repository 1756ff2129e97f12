// The table of commands of the command line, for what is generated from it.
import { build } from 'esbuild';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

const folder = './src/service/cli';

/**
 * Builds and loads what describes the command line.
 * @param {string} file where the module is written
 * @returns {Promise<{ manPage(version: string): string, getCompletion(shell: string): string, shells: readonly string[] }>}
 */
export async function loadManual(file) {
  await build({
    stdin: {
      contents: `export { manPage } from '${folder}/manual/manPage';
        export { shells } from '${folder}/manual/commands';
        export { getCompletion } from '${folder}/completion';`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: file,
    logLevel: 'warning',
  });
  return import(pathToFileURL(file).href);
}
