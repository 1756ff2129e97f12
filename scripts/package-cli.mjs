// `npm run package:cli`: writes the npm package of the command line into dist/npm.
import { npmPackage } from './lib/paths.mjs';
import { packageCli } from './lib/cliPackage.mjs';
import { fail, print } from './lib/terminal.mjs';

try {
  await packageCli(npmPackage);
  print(`${npmPackage}: publish it with “npm publish ${npmPackage}”.`);
} catch (error) {
  fail(error);
}
