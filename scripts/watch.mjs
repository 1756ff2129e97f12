// `npm run watch`: builds again whenever a source changes; “building” and “built” tell an editor's task where it is.
import { fail } from './lib/terminal.mjs';
import { build } from './lib/steps.mjs';

try {
  await build(['--watch']);
} catch (error) {
  fail(error);
}
