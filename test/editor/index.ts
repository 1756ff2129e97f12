import { createRequire } from 'node:module';
import { join } from 'node:path';
import Mocha from 'mocha';
import Reporter from '../../scripts/lib/reporter.cjs';

/**
 * Entry of the tests inside VS Code's extension host: runs every test file below test/editor.
 * THREAT_LOOKUPS_GREP filters by title, THREAT_LOOKUPS_RESULTS names the file for the results. Rejects where a test fails.
 */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 120_000, forbidOnly: true });
  mocha.reporter(Reporter);
  const grep = process.env['THREAT_LOOKUPS_GREP'];
  if (grep !== undefined) mocha.grep(grep);
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  createRequire(__filename)(join(__dirname, 'tests.js'));
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}
