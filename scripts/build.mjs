// `npm run build [-- --minify]`: builds all bundles of the extension and prints their sizes.
import { fail } from './lib/terminal.mjs';
import { build } from './lib/steps.mjs';

try {
  await build(process.argv.slice(2));
} catch (error) {
  fail(error);
}
