// `npm run docs`: writes the generated parts of the documents.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generatedPages, withGenerated } from './lib/generatedPages.mjs';
import { root } from './lib/paths.mjs';
import { fail } from './lib/terminal.mjs';

const rules = './src/core/indicators/detect/rules';

/** Builds and loads the modules that pages are generated from. */
async function loadSources() {
  const outfile = join(root, 'out', 'docs.mjs');
  await build({
    stdin: {
      contents: `export { commandsMarkdown } from './src/service/cli/manual/markdown';
        export { nameTable } from '${rules}/names/nameRules';
        export { addressTable } from '${rules}/addresses/addressRules';
        export { strengths } from '${rules}/rule';`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

async function main() {
  const { commandsMarkdown, nameTable, addressTable, strengths } = await loadSources();
  const sources = { commands: commandsMarkdown(), names: nameTable.rules, addresses: addressTable.rules, strengths };
  for (const { path, text } of generatedPages(sources)) {
    const file = join(root, path);
    writeFileSync(file, withGenerated(readFileSync(file, 'utf8'), text));
  }
}

main().catch(fail);
