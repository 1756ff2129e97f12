// `npm run watch`: rebuilds when a source changes; prints “building” and “built” for an editor's problem matcher.
import { fail } from './lib/terminal.mjs';
import { build } from './lib/steps.mjs';

try {
  await build(['--watch']);
} catch (error) {
  fail(error);
}
