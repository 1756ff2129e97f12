// `npm run package`: packages the minified extension as dist/threat-lookups.vsix, and the command line as dist/npm.
import { statSync } from 'node:fs';
import { packageCli } from './lib/cliPackage.mjs';
import { npmPackage, vsix } from './lib/paths.mjs';
import { fail, print } from './lib/terminal.mjs';
import { packageExtension } from './lib/steps.mjs';

try {
  await packageExtension();
  print(`${vsix}: ${(statSync(vsix).size / 1024).toFixed(0)} KB`);
  await packageCli(npmPackage);
  print(npmPackage);
} catch (error) {
  fail(error);
}
