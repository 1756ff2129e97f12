// `npm run format`: formats every file with Prettier.
import { fail } from './lib/terminal.mjs';
import { runScript } from './lib/steps.mjs';

try {
  const { code } = await runScript('node_modules/prettier/bin/prettier.cjs', ['--write', '--log-level=warn', '.']);
  process.exitCode = code;
} catch (error) {
  fail(error);
}
