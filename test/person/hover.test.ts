import assert from 'node:assert/strict';
import { useVsCode } from '../harness/vsCode';
import { hoverText, openFile, runCommand, screenshot } from '../harness/workbench';

const files = {
  'proxy.log': '2026-03-02T07:00:08Z 192.0.2.28 GET https://login-update.example/session?id=7 200 text/html\n',
  'report.md': 'It calls 203[.]0[.]113[.]77 and counts at cdn-metrics[.]test.\n',
  'lookout.ts': "export const blocked = ['parcel-tracking.example'].map((name) => name.length);\n",
};
const risk = { matching: /(Critical|High|Medium|Low) risk/ };

for (const version of ['newest', 'oldest'] as const) {
  describe(`The installed extension in the ${version} VS Code, with sample data`, () => {
    const vsCode = useVsCode({ version, files, openFiles: ['proxy.log'] });

    before(async function loadSample() {
      this.timeout(60_000);
      await runCommand(vsCode().page, 'Threat Lookups: Load Sample Data');
      await hoverText(vsCode().page, 'login-update.example', { ...risk, within: 40_000 });
    });

    it('names the risk of a domain in a log under the resting mouse, and the domain so that nobody can click it', async () => {
      const { page } = vsCode();
      const text = await hoverText(page, 'login-update.example', risk);
      await screenshot(page, `hover ${version}`);
      assert.match(text, /login-update\[\.\]example/);
    });

    it('reads defanged names and addresses in Markdown', async () => {
      await openFile(vsCode().page, 'report.md');
      assert.match(await hoverText(vsCode().page, 'cdn-metrics[.]test', risk), /cdn-metrics\[\.\]test/);
      assert.match(await hoverText(vsCode().page, '203[.]0[.]113[.]77', risk), /203\[?\.\]?0/);
    });

    it('finds names in the strings of code', async () => {
      await openFile(vsCode().page, 'lookout.ts');
      assert.match(await hoverText(vsCode().page, 'parcel-tracking.example', risk), /parcel-tracking\[\.\]example/);
    });
  });
}
