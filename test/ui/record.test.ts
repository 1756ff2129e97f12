import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { openRecord, panelText, waitForPanelFocus } from '../harness/panels';
import { waitForResults } from '../harness/queries';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { submitScan, waitForQuickInput, waitForScanView, waitForTooltip, waitOptions } from '../harness/scans';
import { useVsCode } from '../harness/vsCode';
import {
  clickInHover,
  clickStatusBar,
  editorText,
  goToLine,
  hoverText,
  leaveHover,
  loadSampleData,
  notification,
  openFile,
  pickInQuickInput,
  quickInputText,
  runCommand,
  tabTitles,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';
import { strings } from '../../src/features/records/strings';

const value = 'lookups-test-1.com';
const title = 'lookups-test-1[.]com';
const names = Array.from({ length: 9 }, (_, at) => `lookups-test-${at + 1}.com`);

/** A service that knows one indicator. */
function answer({ path, query }: RecordedRequest): Reply {
  if (!path.endsWith('/indicator.php') || (query.iid ?? query.indicator) !== (query.iid === undefined ? value : '7'))
    return { status: 404, body: { error: 'Indicator not found.' } };
  return {
    body: {
      ...{ iid: 7, indicator: value, type: 'domain', risk: 'high', stamp_seen: '2025-01-02 03:04:05' },
      threats: [{ tid: 3, name: 'Example Kit', category: 'phishing', risk: 'high' }],
    },
  };
}

const panelOf = (page: Page, text: string): Promise<Frame> => webviewFrame(page, `.band h1:text-is("${text}")`);

describe('Records of a service', () => {
  const service = useRecordingService(answer);
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: { 'proxy.log': `proxy\n${names.join('\n')}\n`, 'find.explore': 'risk=high\n' },
  }));

  const statusTooltip = (page: Page, words: RegExp): Promise<unknown> =>
    until(
      async () => {
        await page.mouse.move(2, 2);
        await page.locator('.statusbar-item', { hasText: 'Threats:' }).first().hover();
        const tooltip = page.locator('.monaco-hover:visible').getByText(words).first();
        return tooltip.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      },
      { ...waitOptions, what: `${String(words)} in the tooltip of the status bar item` },
    );

  /** Brings the record to the front. A hidden panel is rendered again. */
  async function showRecord(page: Page): Promise<Frame> {
    await page.locator('.tab', { hasText: title }).first().click();
    const frame = await panelOf(page, title);
    await waitForPanelFocus(frame);
    return frame;
  }

  it('open from a hover, are looked up on click only, and lead to a threat and back by keyboard', async () => {
    const { page } = vsCode();
    // A file named in the address would keep VS Code from bringing its editors back later.
    await openFile(page, 'proxy.log');
    await hoverText(page, value, { matching: /Not looked up/ });
    await clickInHover(page, 'Open Record');
    const frame = await panelOf(page, title);
    await frame.getByText(/Not looked up yet\. Looking it up sends this domain to 127\.0\.0\.1/).waitFor();
    assert.equal(service().requestsContaining(value).length, 0);
    await frame.getByRole('button', { name: /^Look Up on/ }).click();
    await frame.getByText('High risk').first().waitFor();
    assert.equal(service().requestsContaining(value).length, 1);
    await frame.getByRole('link', { name: 'Example Kit' }).click();
    const threat = await panelOf(page, 'Example Kit');
    await threat.getByText(/Not looked up yet\. Looking it up sends .* to 127\.0\.0\.1/).waitFor();
    await threat.locator('h1').click();
    await page.keyboard.press('Alt+ArrowLeft');
    const back = await panelOf(page, title);
    await back.getByText('High risk').first().waitFor();
    await back.locator('h1').click();
    await page.keyboard.press('Alt+ArrowRight');
    await panelOf(page, 'Example Kit');
    assert.deepEqual(await tabTitles(page), ['proxy.log', 'Example Kit']);
    assert.equal(service().requests.length, 1);
  });

  it('are restored with their history after a reload without a request', async () => {
    const { page } = vsCode();
    const left = page.waitForEvent('load');
    await runCommand(page, 'Developer: Reload Window');
    await left;
    await page.locator('.tab', { hasText: 'Example Kit' }).first().click();
    const threat = await panelOf(page, 'Example Kit');
    await threat.getByText(/Not looked up/).waitFor();
    await threat.getByRole('button', { name: /^Back to/ }).click();
    const frame = await panelOf(page, title);
    await frame.getByText('High risk').first().waitFor();
    assert.equal(service().requests.length, 1);
  });

  it('are the default argument of commands', async () => {
    const { page } = vsCode();
    await showRecord(page);
    const before = service().requests.length;
    await runCommand(page, 'threatLookups.lookUpAgain');
    await until(() => service().requests.length === before + 1, { within: 10_000, what: 'it is looked up again' });
    assert.equal(service().requests.at(-1)?.query.indicator, value);
    await runCommand(page, 'threatLookups.copyDefanged');
    await page.locator('.statusbar').getByText(`Copied defanged: ${title}`).waitFor();
    await runCommand(page, 'threatLookups.setRisk');
    await page.locator('.quick-input-titlebar:visible', { hasText: `Set Risk of ${title}` }).waitFor();
    await page.keyboard.press('Escape');
    await runCommand(page, 'threatLookups.ignore');
    await page.locator('.quick-input-widget:visible').getByText('Ignore Indicator').waitFor();
    assert.match(await quickInputText(page), /lookups-test-1\.com/);
    await page.keyboard.press('Escape');
  });

  it('are exported to a document, and saved to a file', async () => {
    const { page, folder } = vsCode();
    await showRecord(page);
    await runCommand(page, 'threatLookups.exportRecord');
    await pickInQuickInput(page, 'STIX 2.1');
    await pickInQuickInput(page, /Open in New Document/);
    await until(async () => /"type": "bundle"/.test(await editorText(page)), { within: 10_000, what: 'a bundle' });
    await showRecord(page);
    await runCommand(page, 'threatLookups.exportRecord');
    await pickInQuickInput(page, 'JSON');
    await pickInQuickInput(page, /Save to File/);
    const input = page.locator('.quick-input-widget:visible .quick-input-box input').first();
    await until(async () => (await input.inputValue()).endsWith('lookups-test-1.com.json'), {
      within: 10_000,
      what: 'the proposed name',
    });
    await input.press('Enter');
    const file = join(folder, 'lookups-test-1.com.json');
    await until(() => existsSync(file) && /"value": "lookups-test-1\.com"/.test(readFileSync(file, 'utf8')), {
      within: 10_000,
      what: 'the record in the file',
    });
  });

  it('open from an external link without a request, unless the link is rejected', async () => {
    const { page } = vsCode();
    const before = service().requests.length;
    const open = async (link: string): Promise<void> => {
      await runCommand(page, 'Developer: Open URL');
      await typeInQuickInput(page, link);
      await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Open', exact: true }).click();
    };
    await open('vscode://threat-lookups.threat-lookups/threat/Salt%20Anchor');
    await (await panelOf(page, 'Salt Anchor')).getByText(/Not looked up/).waitFor();
    await open('vscode://threat-lookups.threat-lookups/indicator/lookups-test-9.com?key=1');
    await notification(page, /This link can't be opened\. Encode “\?” and “#”/);
    assert.equal(service().requests.length, before);
  });

  it('are found by ID, and among recent records', async () => {
    const { page } = vsCode();
    const before = service().requests.length;
    await (await openRecord(page, 'fid 4', 'Feed 4', /Feed 4/)).getByText(/Not looked up/).waitFor();
    assert.equal(service().requests.length, before);
    await openRecord(page, 'iid 7', title, /Indicator 7 on 127\.0\.0\.1/);
    assert.equal(service().requests.length, before + 1);
    await runCommand(page, 'threatLookups.recentRecords');
    await until(async () => /lookups-test-1\[\.\]com[^]*Example Kit/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'recent records',
    });
    await pickInQuickInput(page, /Example Kit/);
    await panelOf(page, 'Example Kit');
  });

  it('show the message of a service that refuses a lookup as plain text, and not as a rejected key', async () => {
    const { page } = vsCode();
    const hostile = '[Click](command:workbench.action.quit) $(flame) <img src=x> \u202eyou';
    service().replyWith(() => ({ status: 403, body: { error: `Your subscription ended. ${hostile}` } }));
    await runCommand(page, 'threatLookups.changeMode');
    await pickInQuickInput(page, /^On Hover/i);
    await openFile(page, 'proxy.log');
    const text = await hoverText(page, 'lookups-test-2.com', { matching: /403/ });
    assert.match(
      text,
      /doesn't allow this without an API key \(HTTP 403\)\. Service message: “Your subscription ended\. \[Click\] ?\(command:workbench\.action\.quit\) \$ ?\(flame\) <img src=x> you/,
    );
    const hover = page.locator('.monaco-hover:visible');
    assert.equal(await hover.locator('img, a:has-text("Click"), .codicon-flame').count(), 0);
    await leaveHover(page);
    await notification(page, /\(HTTP 403\)\. Service message: “Your subscription ended\./);
    await statusTooltip(page, /\(HTTP 403\)\. Service message: “Your subscription ended\./);
  });

  it('show when requests resume after a rate limit, as do scans, results, and the status bar', async () => {
    const { page } = vsCode();
    const limited = { status: 429, headers: { 'retry-after': '900' }, body: { error: 'Daily limit reached.' } };
    service().replyWith(() => limited);
    const isResumed =
      /Rate limit reached. Requests resume in 1[45] minutes \(\d+:\d\d\s[AP]M\)\. Service message: “Daily limit reached\.”/;
    await submitScan(page, 'lookups-test-3.com', 'Passive Scan');
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(
      page,
      /lookups-test-3\[\.\]com\s*rate limit reached, retrying in 1[45] minutes \(\d+:\d\d\s[AP]M\) · “Daily limit/,
    );
    await waitForTooltip(page, 'lookups-test-3', /Service message: “Daily limit reached\.”/);
    await openFile(page, 'proxy.log');
    assert.match(await hoverText(page, 'lookups-test-4.com', { matching: /Rate limit/ }), isResumed);
    await leaveHover(page);
    await statusTooltip(page, isResumed);
    await openFile(page, 'find.explore');
    await goToLine(page, 1);
    await runCommand(page, 'threatLookups.runQuery');
    const results = await waitForResults(page, /Nothing was sent\. Rate limit reached. Requests resume/);
    assert.match(await panelText(results), isResumed);
    await clickStatusBar(page);
    assert.match(await waitForQuickInput(page, /Check Connection/), /rate limit reached · “Daily limit reached\.”/);
    await page.keyboard.press('Escape');
  });
});

describe('Records of the sample data', () => {
  const vsCode = useVsCode(() => ({ files: { 'notes.txt': 'nothing\n' } }));
  before(async () => {
    await loadSampleData(vsCode().page);
  });

  it('open no empty tab if unknown: the prompt stays open with similar names', async () => {
    const { page } = vsCode();
    const tabs = await tabTitles(page);
    await runCommand(page, 'threatLookups.openRecord');
    await typeInQuickInput(page, 'Papper Lantren', { accept: false });
    await pickInQuickInput(page, /Threat “Papper Lantren”/);
    await until(async () => /No threat named “Papper Lantren” found/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'that it is not known',
    });
    assert.deepEqual(await tabTitles(page), tabs);
    await pickInQuickInput(page, /Paper Lantern$/);
    await panelOf(page, 'Paper Lantern');
  });

  it('open beside, and open a query that is not run before the user runs it', async () => {
    const { page } = vsCode();
    const frame = await panelOf(page, 'Paper Lantern');
    await frame.getByRole('button', { name: strings.panel.openToTheSide() }).click();
    const isShown = (each: Frame): Promise<boolean> =>
      each
        .locator('.band h1:text-is("Paper Lantern")')
        .count()
        .then((count) => count > 0)
        // A frame may go away while it is asked.
        .catch(() => false);
    await until(async () => (await Promise.all(page.frames().map(isShown))).filter(Boolean).length === 2, {
      within: 20_000,
      what: 'both panels drawn',
    });
    assert.equal((await tabTitles(page)).filter((each) => each === 'Paper Lantern').length, 2);
    await (await panelOf(page, 'Paper Lantern')).getByRole('button', { name: strings.panel.queryIndicators() }).click();
    await page.locator('.editor-instance .view-line', { hasText: 'threat="Paper' }).waitFor();
    await page.locator('.codelens-decoration:visible', { hasText: 'Run' }).first().waitFor({ timeout: 30_000 });
    assert.equal((await tabTitles(page)).filter((each) => /results/i.test(each)).length, 0);
    await runCommand(page, 'threatLookups.runQuery');
    await waitForResults(page, /All [\d,]+ rows/);
  });
});
