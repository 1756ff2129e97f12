// `node scripts/wording.mjs [PATH…]`: finds unnatural or British wording in comments, strings, and documents.
import { fail, print } from './lib/terminal.mjs';
import { checkWording } from './lib/wording.mjs';

try {
  const problems = checkWording(process.argv.slice(2));
  for (const problem of problems) console.log(problem);
  print(`${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  fail(error);
}
