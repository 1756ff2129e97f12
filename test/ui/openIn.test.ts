import assert from 'node:assert/strict';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import {
  acceptSelection,
  checkInQuickInput,
  clickButton,
  dialogText,
  goToLine,
  notification,
  openFile,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
} from '../harness/workbench';

const url = 'https://www.virustotal.com/gui/domain/lookups-test-1.com';

describe('Open on Website…', () => {
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.lookups': 'onDemand' },
    files: { 'a.log': 'GET lookups-test-1.com 200\nGET 10.0.0.7 200\n' },
    openFiles: ['a.log'],
  }));

  it('opens no page on a site before it is added and the address is agreed to', async () => {
    const { page } = vsCode();
    const opened: string[] = [];
    await page.context().route(/virustotal/, (route) => {
      opened.push(route.request().url());
      return route.fulfill({ body: 'A page about it' });
    });
    await goToLine(page, 1, 8);
    await runCommand(page, 'threatLookups.openIn');
    assert.match(await quickInputText(page), /Nothing is sent now/);
    await checkInQuickInput(page, 'VirusTotal');
    await checkInQuickInput(page, 'crt.sh');
    await acceptSelection(page);

    await pickInQuickInput(page, 'VirusTotal');
    const asked = await dialogText(page, /virustotal\.com/);
    assert.match(asked, /Open a page on www\.virustotal\.com\?/);
    assert.ok(asked.includes(url), asked);
    await screenshot(page, 'open-in-dialog');
    await clickButton(page, 'Cancel');
    assert.deepEqual(opened, []);

    await goToLine(page, 1, 8);
    await runCommand(page, 'threatLookups.openIn');
    assert.match(await quickInputText(page), /lookups-test-1\[\.\]com.*crt\.sh/s);
    await pickInQuickInput(page, 'VirusTotal');
    await dialogText(page, /virustotal\.com/);
    await clickButton(page, 'Open');
    // VS Code asks as well.
    await dialogText(page, /external website/);
    const popup = page.context().waitForEvent('page');
    await clickButton(page, 'Open');
    await (await popup).close();
    assert.deepEqual(opened, [url]);
    const rows = await requestLogRows(page, /virustotal/);
    assert.equal(rows.filter((row) => row.includes('virustotal')).length, 1, rows.join('\n'));
  });

  it('opens nothing about an internal address', async () => {
    const { page } = vsCode();
    await openFile(page, 'a.log');
    await goToLine(page, 2, 8);
    await runCommand(page, 'threatLookups.openIn');
    assert.match(await notification(page, /never sent/i), /Internal IP address/);
  });
});
