import assert from 'node:assert/strict';
import { useVsCode } from '../harness/vsCode';
import { hoverText, screenshot } from '../harness/workbench';

const log = 'Nov 20 10:00:01 gateway proxy[812]: GET https://login-update.example/session?id=7 from 192.0.2.15\n';

for (const version of ['newest', 'oldest'] as const) {
  describe(`The installed extension in the ${version} VS Code`, () => {
    const vsCode = useVsCode({ version, files: { 'proxy.log': log }, openFiles: ['proxy.log'] });

    it('answers the mouse that rests on a domain', async () => {
      const { page } = vsCode();
      assert.match(await hoverText(page, 'login-update.example', { matching: /Threat Lookups/ }), /Threat Lookups/);
      await screenshot(page, `hover ${version}`);
    });
  });
}
