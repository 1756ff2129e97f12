// `npm run commands`: writes the commands of the command line into docs/reference/cli.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsPage, loadManual, withCommands } from './lib/manual.mjs';
import { root } from './lib/paths.mjs';
import { fail } from './lib/terminal.mjs';

async function main() {
  const { commandsMarkdown } = await loadManual(join(root, 'out', 'manual.mjs'));
  writeFileSync(commandsPage, withCommands(readFileSync(commandsPage, 'utf8'), commandsMarkdown()));
}

main().catch(fail);
