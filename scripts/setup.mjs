// `npm run setup`: fetches everything that tests and the demo need, so that they run without a network afterwards.
import { fetchChromium } from './lib/chromium.mjs';
import { fail } from './lib/terminal.mjs';
import { fetchVsCode } from './lib/vscode.mjs';

try {
  await fetchVsCode('newest');
  await fetchVsCode('oldest');
  await fetchChromium();
} catch (error) {
  fail(error);
}
