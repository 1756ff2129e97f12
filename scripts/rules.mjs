// `npm run rules`: writes the rules of detection into docs/reference/detection.md.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { ruleTables, withRuleTables } from './lib/ruleTables.mjs';
import { fail } from './lib/terminal.mjs';

const page = join(root, 'docs', 'reference', 'detection.md');
const bundle = join(root, 'out', 'score', 'rules.mjs');
const rules = 'src/core/indicators/detect/rules';

async function main() {
  await build({
    stdin: {
      contents: `export { nameTable } from './${rules}/names/nameRules';
        export { addressTable } from './${rules}/addresses/addressRules';
        export { strengths } from './${rules}/rule';`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    outfile: bundle,
    logLevel: 'warning',
  });
  const { nameTable, addressTable, strengths } = await import(pathToFileURL(bundle).href);
  const generated = ruleTables({ names: nameTable.rules, addresses: addressTable.rules, strengths });
  writeFileSync(page, withRuleTables(readFileSync(page, 'utf8'), generated));
}

main().catch(fail);
