// `npm run build [-- --minify]`: every bundle of the extension, and their sizes.
import { fail } from './lib/terminal.mjs';
import { build } from './lib/steps.mjs';

try {
  await build(process.argv.slice(2));
} catch (error) {
  fail(error);
}
