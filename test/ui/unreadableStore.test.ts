import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../scripts/lib/processes.mjs';
import { strings } from '../../src/features/records/strings';
import { openRecord, panelText } from '../harness/panels';
import { waitForResults } from '../harness/queries';
import { useVsCode } from '../harness/vsCode';
import { hoverText, openFile, quickInputText, runCommand, screenshot } from '../harness/workbench';

const garbage = 'this is not a database\n'.repeat(2_000);
const wrong = /Not in the local store|No information found|No data found|Not known to|triage list is empty/;

describe('An unreadable local store', () => {
  let file = '';
  const vsCode = useVsCode({
    settings: { 'threatLookups.lookups': 'offline', 'threatLookups.baseUrl': 'http://127.0.0.1:9' },
    files: { 'proxy.log': 'CONNECT evil-one.com:443\n' },
    openFiles: ['proxy.log'],
    prepare: async (dataDir) => {
      const storage = join(dataDir, 'User', 'globalStorage', 'threat-lookups.threat-lookups');
      await mkdir(storage, { recursive: true });
      file = join(storage, 'store.sqlite');
      await writeFile(file, garbage);
    },
  });

  it('is reported in hovers', async () => {
    const { page } = vsCode();
    const text = await hoverText(page, 'evil-one.com', { matching: /local store/ });
    assert.match(text, /isn't a Threat Lookups store/);
    assert.doesNotMatch(text, wrong);
  });

  it('is reported in records', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, 'evil-one.com', 'evil-one[.]com');
    await frame.getByText(/isn't a Threat Lookups store/).waitFor();
    assert.doesNotMatch(await panelText(frame), wrong);
  });

  it('is reported when opening a record, instead of an empty list', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.openRecord');
    await until(async () => (await quickInputText(page)).includes(strings.open.pressEnterForDetails()), {
      within: 20_000,
      what: 'the row that says why the list is empty',
    });
    assert.match(await quickInputText(page), /The local store can't be read[^]*isn't a Threat Lookups store/);
    await screenshot(page, 'open record over garbage in place of the store');
    await page.keyboard.press('Escape');
  });

  it("is reported by the Local Mirrors view, which doesn't claim to be empty", async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.showMirror');
    await page
      .locator('.sidebar')
      .getByText(/isn't a Threat Lookups store|local store/)
      .first()
      .waitFor();
    assert.doesNotMatch(await page.locator('.sidebar').innerText(), /No local mirrors yet/);
  });

  it('is reported by triage of a file and by the triage list, and the file stays unchanged', async () => {
    const { page } = vsCode();
    await openFile(page, 'proxy.log');
    await runCommand(page, 'threatLookups.triage');
    const triage = await waitForResults(page, /1 indicator: 1 not checked locally/);
    assert.match(
      await triage.locator('body').innerText(),
      /isn't a Threat Lookups store\. These results are incomplete\./,
    );
    await screenshot(page, 'triage over garbage in place of the store');
    await runCommand(page, 'threatLookups.showTriage');
    const list = await waitForResults(page, /The triage list couldn't be read/);
    assert.doesNotMatch(await list.locator('body').innerText(), wrong);
    assert.equal(await readFile(file, 'utf8'), garbage);
  });
});
