import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { openRecord } from '../harness/panels';
import { exploreRequests, openQueryFile, pickInContextMenu, waitForResults } from '../harness/queries';
import { linkedCsv, pagePath } from '../harness/linkedCsv';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { openReport, waitForRows } from '../harness/reports';
import { fullRecord } from '../harness/sampleRecords';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  hoverAndClick,
  dialogText,
  editorText,
  hoverText,
  leaveHover,
  notification,
  notificationTexts,
  openFile,
  openHoverText,
  pickInQuickInput,
  runCommand,
  screenshot,
} from '../harness/workbench';
import { uiText } from '../../src/features/shared/ui/text';
import { t } from '../../src/l10n';

const rich = 'lookups-test-5.com';
const elsewhere = 'lookups-test-6.com';
const defanged = (value: string): string => value.replaceAll('.', '[.]');

/** With an escape that must not be changed. */
const elsewherePage = 'https://pages.lookups-test-9.com/?iid=7&from=a%26b';

function answer({ path, query }: RecordedRequest, address: string): Reply {
  if (path === '/api/explore.php')
    return {
      headers: { 'content-type': 'text/csv' },
      body: linkedCsv({ address, query: query.q ?? '', withPage: rich, withoutPage: elsewhere }),
    };
  if (query.indicator === rich) return { body: { ...fullRecord(rich), reference: `${address}${pagePath}` } };
  if (query.indicator === elsewhere) return { body: { ...fullRecord(elsewhere), reference: elsewherePage } };
  if (query.indicator?.includes('token') === true) return 'cut';
  return { status: 404, body: { error: 'Indicator not found.' } };
}

/** Settings of the folder, which is untrusted. */
const folderSettings = '.vscode/settings.json';

describe('A connected service', () => {
  const service = useRecordingService((request) => answer(request, service().url));
  const otherService = useRecordingService();
  const vsCode = useVsCode(() => ({
    trusted: false,
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: {
      [folderSettings]: JSON.stringify({
        'threatLookups.baseUrl': otherService().url,
        'threatLookups.lookups': 'onHover',
        'threatLookups.urls': 'full',
        'threatLookups.allowHttp': true,
      }),
      'proxy.log': 'GET https://lookups-test-1.com/a?token=1\nGET lookups-test-2.com\n',
      'later.log': 'GET lookups-test-4.com\n',
      'hunt.explore': '# @format csv\nrisk=high\n',
    },
    openFiles: ['proxy.log'],
    viewport: { width: 1400, height: 1000 },
  }));
  /** Addresses that other pages of the browser were sent to. */
  const opened: string[] = [];
  before(() => {
    vsCode().context.on('request', (request) => {
      const url = request.url();
      if (request.isNavigationRequest() && /\/(?:indicator|explore)\/\?|pages\.lookups-test-9/.test(url))
        opened.push(url);
    });
  });

  it('is queried by a click in a hover, which then shows the result; settings of an untrusted folder relax nothing', async () => {
    const { page } = vsCode();
    await hoverText(page, 'lookups-test-1.com', { matching: /Not looked up/ });
    await hoverText(page, 'lookups-test-2.com', { matching: /Not looked up/ });
    assert.deepEqual(service().requests, []);
    assert.deepEqual(otherService().requests, []);
    await hoverAndClick(page, 'lookups-test-2.com', /Not looked up/, /^Look up on/);
    await until(() => service().requestsContaining('lookups-test-2.com').length === 1, {
      what: 'no request',
    });
    assert.doesNotMatch(await hoverText(page, 'lookups-test-2.com', { matching: /Not found on/ }), /Not looked up/);
    assert.deepEqual(otherService().requests, []);
    await screenshot(page, 'a result after a click');
    await closeHover();
  });

  it('gets a full URL only after a question that shows it', async () => {
    const { page } = vsCode();
    const before = service().requests.length;
    await hoverAndClick(page, 'lookups-test-1.com', /Send Full URL…/, /^Send Full URL…/);
    await dialogText(page, /https:\/\/lookups-test-1\.com\/a\?token=1/);
    await screenshot(page, 'send a whole URL');
    assert.equal(service().requests.length, before);
    await clickButton(page, 'Send');
    await until(() => service().requestsContaining('token=1').length > 0, {
      what: 'the whole URL at the service',
    });
    assert.match(await newHover(/Can't reach/), /Last attempt: just now\./);
    await closeHover();
    const log = await openReport(page, 'threatLookups.showSent', uiText('Request Log'));
    const isListed = (rows: readonly string[]): boolean =>
      rows.filter((row) => row.includes('| hxxps://lookups-test-1[.]com/a?token=1 |')).length === 2;
    await waitForRows(log, isListed, 'both attempts in the log');
    await runCommand(page, 'View: Close Editor');
  });

  it('gets nothing while the ignore list of the workspace is too long, which is reported once', async () => {
    const { page, folder } = vsCode();
    await openFile(page, 'later.log');
    const ignore = (count: number): void => {
      const list = Array.from({ length: count }, (_, n) => `host-${n}.lookups-test.com`);
      writeFileSync(join(folder, folderSettings), JSON.stringify({ 'threatLookups.ignore': list }));
    };
    ignore(1_001);
    assert.equal(
      await notification(page, /ignore list/),
      "Nothing is sent to any service because this workspace's ignore list has more than 1,000 entries. Shorten it.",
    );
    await hoverText(page, 'lookups-test-4.com', { matching: /The ignore list is too long to check/ });
    await leaveHover(page);
    await clickButton(page, 'Edit Ignore List');
    // The list that is too long, not the one of the user.
    await page.locator('.settings-editor .setting-list-row', { hasText: 'host-0.lookups-test.com' }).first().waitFor();
    await screenshot(page, 'ignore list to edit');
    await page.keyboard.press('Escape');
    await page.locator('.settings-editor').waitFor({ state: 'hidden' });
    await openFile(page, 'later.log');
    ignore(1_002);
    await hoverText(page, 'lookups-test-4.com', { matching: /The ignore list is too long to check/ });
    assert.deepEqual(await notificationTexts(page), []);
    ignore(1);
    await hoverText(page, 'lookups-test-4.com', { matching: /Not looked up/ });
    assert.deepEqual(service().requestsContaining('lookups-test-4.com'), []);
  });

  it('gets no query that a record prepares for others with the same value', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, rich, defanged(rich));
    await frame.getByRole('button', { name: /^Look Up on/ }).click();
    await frame.locator('.with-others', { hasText: 'Example Registrar' }).first().hover();
    const before = service().requests.length;
    await frame
      .getByRole('button', { name: t('Find indicators with {0} {1}', 'Registrar', 'Example Registrar') })
      .click();
    await queryIs(page, '++registrar="Example Registrar"');
    const record = await openRecord(page, rich, defanged(rich));
    await pickInContextMenu(
      page,
      record.locator('.with-others', { hasText: 'Salt Anchor' }).first(),
      'threatLookups.findOthers',
    );
    await queryIs(page, 'threat="Salt Anchor"');
    assert.deepEqual(exploreRequests(service()), []);
    assert.equal(service().requests.length, before);
  });

  it('has web pages that are opened after confirmation, from records, rows, and More Actions', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, elsewhere, defanged(elsewhere));
    await frame.getByRole('button', { name: /^Look Up on/ }).click();
    await frame.getByRole('button', { name: 'Open Page on pages.lookups-test-9.com…' }).click();
    const question = await dialogText(page, /in the browser\?/);
    assert.match(question, /comes from 127\.0\.0\.1.* leads to another host/);
    assert.ok(question.includes(elsewherePage), question);
    assert.deepEqual(opened, []);
    await screenshot(page, 'pivots page elsewhere');
    await clickButton(page, 'Open');
    assert.equal(await isOpened(page, /lookups-test-9/), elsewherePage);
    await openRecord(page, rich, defanged(rich));
    await runCommand(page, 'threatLookups.moreActions');
    await pickInQuickInput(page, /Open Web Page of Source…/);
    assert.ok((await dialogText(page, /in the browser\?/)).includes(`${service().url}${pagePath}`));
    await clickButton(page, 'Cancel');
    await openQueryFile(page, 'hunt.explore', 2);
    await runCommand(page, 'threatLookups.runQuery');
    const results = await waitForResults(page, /2 rows/);
    await pickInContextMenu(page, results.getByRole('row', { name: defanged(rich) }), 'threatLookups.openReference');
    assert.ok((await dialogText(page, /in the browser\?/)).includes(`${service().url}${pagePath}`));
    await clickButton(page, 'Open');
    // The browser of this VS Code reaches loopback through its server.
    assert.ok((await isOpened(page, /\/indicator\//)).endsWith(pagePath));
  });

  /** The hover with the result, which opens automatically at the place of the click. */
  const newHover = (matching: RegExp): Promise<string> =>
    until(
      async () => {
        const text = await openHoverText(vsCode().page);
        return matching.test(text) ? text : undefined;
      },
      { what: `no hover matches ${String(matching)}` },
    );
  /** A hover that a command has opened stays until the user presses Escape. */
  const closeHover = async (): Promise<void> => {
    await vsCode().page.keyboard.press('Escape');
    await leaveHover(vsCode().page);
  };

  const queryIs = (page: Page, term: string): Promise<string> =>
    until(
      async () => {
        const text = await editorText(page);
        return text.includes('New query') && text.includes(term) ? text : undefined;
      },
      { what: `no query says ${term}` },
    );

  /** VS Code asks for confirmation of untrusted hosts. */
  async function isOpened(page: Page, at: RegExp): Promise<string> {
    const requested = page.locator('.monaco-dialog-box', { hasText: /open the external website/ });
    const found = await until(
      async () => {
        if (await requested.isVisible())
          await requested
            .getByRole('button', { name: 'Open', exact: true })
            .click({ timeout: 2_000 })
            .catch(() => undefined);
        return opened.find((url) => at.test(url));
      },
      { what: `nobody opened ${String(at)}` },
    );
    for (const each of page.context().pages()) if (each !== page) await each.close();
    return found;
  }
});
