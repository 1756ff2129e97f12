// `npm run package`: packages the minified extension as dist/threat-lookups.vsix.
import { statSync } from 'node:fs';
import { vsix } from './lib/paths.mjs';
import { fail, print } from './lib/terminal.mjs';
import { packageExtension } from './lib/steps.mjs';

try {
  await packageExtension();
  print(`${vsix}: ${(statSync(vsix).size / 1024).toFixed(0)} KB`);
} catch (error) {
  fail(error);
}
