// `npm run setup`: fetches everything for tests and the demo, so that they run offline afterwards.
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
