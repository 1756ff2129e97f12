import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { until } from '../../scripts/lib/processes.mjs';
import { userSettingsFile } from '../../scripts/lib/vscode.mjs';
import { strings } from '../../src/features/highlights/strings';
import { waitForHighlights, visibleHighlights } from '../harness/highlights';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { pattern } from '../harness/text';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import { editorText, goToLine, openFile, runCommand, screenshot, setTheme } from '../harness/workbench';

const log = [
  '2025-03-04 10:14:03 GET http://wiki.corp.example/index.html from 10.20.4.17',
  '2025-03-04 10:14:08 CONNECT login-update.example:443',
  '2025-03-04 10:14:35 GET https://cdn-metrics.test/pixel.gif',
  '2025-03-04 10:14:56 POST http://203.0.113.77/gate.php',
  '2025-03-04 10:15:20 CONNECT status.example:443',
  '',
].join('\n');
const filler = (count: number): string => '2025-03-04 10:20:00 GET https://status.example/ok 200\n'.repeat(count);

describe('Highlights in open files', () => {
  const vsCode = useVsCode({
    files: {
      'proxy.log': log,
      'long.log': `${filler(6_000)}CONNECT login-update.example:443\n${filler(200)}`,
      'many.log': 'CONNECT login-update.example:443\n'.repeat(1_500),
      'code.ts': "fetch('https://login-update.example/verify');\n",
      'report.md': 'Seen: hxxps://login-update[.]example/verify, then 203[.]0[.]113[.]77\n',
    },
    openFiles: ['proxy.log'],
  });
  const risky = (texts: readonly string[]): boolean => texts.some((text) => text.includes('login-update'));

  it('appear as soon as risks are known, without a command', async () => {
    const { page } = vsCode();
    assert.deepEqual(await visibleHighlights(page), []);
    await runCommand(page, 'threatLookups.loadSample');
    const highlights = await waitForHighlights(page, risky, 'no highlight after the sample data was loaded');
    const texts = highlights.map(({ text }) => text);
    assert.ok(
      texts.some((text) => text.includes('203.0.113.77')),
      texts.join(' | '),
    );
    assert.ok(!texts.some((text) => /status\.example|wiki\.corp|10\.20/.test(text)), texts.join(' | '));
  });

  it('differ by theme, and by more than their color', async () => {
    const { page } = vsCode();
    const colors = new Set<string>();
    const colorsNow = async () => (await visibleHighlights(page)).map(({ color }) => color).join();
    for (const theme of ['Dark Modern', 'Light Modern', 'Dark High Contrast']) {
      const before = await colorsNow();
      await setTheme(page, theme);
      // The workbench changes its colors a moment after the selection.
      const change = async () => ((await colorsNow()) === before ? undefined : colorsNow());
      colors.add(await until(change, { within: 10_000, what: `no other colors in ${theme}` }));
      await screenshot(page, `highlights ${theme}`);
    }
    assert.equal(colors.size, 3);
    const styles = new Set((await visibleHighlights(page)).map(({ style }) => style));
    assert.ok(styles.size > 1, [...styles].join());
    await setTheme(page, 'Dark Modern');
  });

  it('follow typed text', async () => {
    const { page } = vsCode();
    await goToLine(page, 1, 1);
    await page.keyboard.type('now 203.0.113.77 calls\n');
    await waitForHighlights(page, (texts) => texts[0] === '203.0.113.77', 'the typed address is not highlighted');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await waitForHighlights(page, (texts) => texts[0] !== '203.0.113.77', 'the highlight outlives its text');
  });

  it('are reached from the cursor with the commands for the next and previous one', async () => {
    const { page } = vsCode();
    await goToLine(page, 1, 1);
    await runCommand(page, 'threatLookups.nextRisky');
    const place = () => page.locator('.statusbar-item[id="status.editor.selection"]').innerText();
    await until(async () => /Ln 2, Col 29/.test(await place()), {
      within: 10_000,
      what: 'the cursor does not move on',
    });
    await runCommand(page, 'threatLookups.previousRisky');
    await until(async () => /Ln 4,/.test(await place()), { within: 10_000, what: 'the cursor does not wrap around' });
  });

  it('include defanged indicators in reports, but nothing in code', async () => {
    const { page } = vsCode();
    await openFile(page, 'code.ts');
    await openFile(page, 'report.md');
    await waitForHighlights(
      page,
      (texts) => texts.join(' ').includes('203[.]0[.]113[.]77'),
      'no highlights in the report',
    );
    await openFile(page, 'code.ts');
    await until(async () => (await editorText(page)).includes('fetch'), { within: 10_000, what: 'no code' });
    assert.deepEqual(await visibleHighlights(page), []);
  });

  it('appear after scrolling', async () => {
    const { page } = vsCode();
    await openFile(page, 'long.log');
    await goToLine(page, 6_001);
    await waitForHighlights(page, risky, 'no highlight at the end of a long log');
  });

  it('are limited to a thousand, and the status bar shows that there are more', async () => {
    const { page } = vsCode();
    await openFile(page, 'many.log');
    await waitForHighlights(page, risky, 'no highlight among many');
    const item = page.locator('.statusbar-item[id^="threat-lookups."]').first();
    const more = pattern(strings.moreThanShown('many.log', 1_000));
    await until(async () => more.test((await item.locator('a').getAttribute('aria-label')) ?? ''), {
      within: 20_000,
      what: 'the status bar does not show that there are more',
    });
  });

  it('are toggled with the command', async () => {
    const { page } = vsCode();
    await openFile(page, 'proxy.log');
    await waitForHighlights(page, risky, 'no highlights');
    await runCommand(page, 'threatLookups.toggleHighlighting');
    await waitForHighlights(page, (texts) => texts.length === 0, 'highlights stay');
    await runCommand(page, 'threatLookups.toggleHighlighting');
    await waitForHighlights(page, risky, 'highlights do not come back');
  });

  it('disappear when the data is removed', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.removeSample');
    await waitForHighlights(page, (texts) => texts.length === 0, 'highlights outlive the data');
  });
});

describe('Highlights with icons and labels', () => {
  const vsCode = useVsCode({
    settings: {
      // Former names, which are moved.
      'threatLookups.marks.gutter': true,
      'threatLookups.marks.languages': ['typescript'],
      'threatLookups.highlights.endOfLine': true,
      'threatLookups.highlights.minimumRisk': 'low',
    },
    files: {
      'proxy.log': `${log}2025-03-04 10:15:21 GET https://cdn-metrics.test/${'a-long-path/'.repeat(4)} referer https://login-update.example/verify 203.0.113.77\n`,
      'code.ts': "fetch('cdn-metrics.test'); // then login-update.example\n",
    },
    openFiles: ['proxy.log'],
  });

  it('have icons in the margin and labels after the line', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.loadSample');
    await waitForHighlights(page, (texts) => texts.length > 1, 'no highlights');
    const behind = await page.evaluate(() =>
      [...document.querySelectorAll('.view-line span[class*="ced-"]')].map(
        (span) => getComputedStyle(span, '::after').content,
      ),
    );
    assert.ok(
      behind.some((words) => /login-update\[\.\]example: Critical risk/.test(words)),
      behind.join(),
    );
    assert.ok((await page.locator('.glyph-margin-widgets [class*="ced-"]').count()) > 0, 'no icon');
    await screenshot(page, 'highlights with icons and labels');
  });

  it('appear in code if enabled in settings', async () => {
    const { page } = vsCode();
    await openFile(page, 'code.ts');
    const both = (texts: readonly string[]): boolean =>
      ['cdn-metrics.test', 'login-update.example'].every((name) => texts.join(' ').includes(name));
    await waitForHighlights(page, both, 'no highlight in code');
  });

  it('have their settings moved from former names to current ones', async () => {
    const moved = await until(
      () => {
        const text = readFileSync(userSettingsFile('code-server', vsCode().dataDir), 'utf8');
        // VS Code empties the file before it writes it.
        if (text === '' || text.includes('"threatLookups.marks.')) return undefined;
        return JSON.parse(text) as Record<string, unknown>;
      },
      { what: 'former names stay' },
    );
    assert.equal(moved['threatLookups.highlights.gutterIcons'], true);
    assert.deepEqual(moved['threatLookups.highlights.languages'], ['typescript']);
    assert.equal(moved['threatLookups.highlights.minimumRisk'], 'low');
  });
});

describe('Automatic mode', () => {
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(({ path, query }) =>
      path.endsWith('explore.php')
        ? {
            body: {
              results: (query['q'] ?? '')
                .split(' or ')
                .map((term) => term.replace(/^ioc="?|"$/g, ''))
                .filter((value) => value.includes('//bad'))
                .map((indicator, iid) => ({ iid: iid + 1, indicator, type: 'url', risk: 'high' })),
            },
          }
        : { status: 404, body: { error: 'Indicator not found.' } },
    );
  });
  after(() => service.stop());

  const seen = Array.from(
    { length: 20 },
    (_, index) => `CONNECT ok${index}.lookups-test-2.com:443 from 10.0.0.${index}`,
  );
  const vsCode = useVsCode(() => ({
    settings: {
      'threatLookups.baseUrl': service.url,
      'threatLookups.lookups': 'automatic',
      'threatLookups.ignore': ['*.corp.lookups-test-3.com'],
    },
    files: {
      'proxy.log': [
        ...seen,
        'GET https://bad.lookups-test-1.com/a?token=secret from intranet.example',
        'GET http://bad1.lookups-test-1.com portal.corp.lookups-test-3.com 8.8.8.8 printer.local',
        ...Array.from({ length: 3_000 }, (_, index) => `CONNECT far${index}.lookups-test-4.com:443`),
      ].join('\n'),
      'code.ts': "fetch('https://code.lookups-test-5.com/');\n",
    },
    openFiles: ['code.ts', 'proxy.log'],
  }));
  const queries = (): readonly string[] => service.requests.map(({ query }) => query['q'] ?? '');

  it('looks up visible indicators in few requests, and highlights the results', async () => {
    const { page } = vsCode();
    await waitForHighlights(page, (texts) => texts.some((text) => text.includes('bad1.')), 'no highlight from a batch');
    const all = queries().join(' or ');
    for (const value of ['ok0.lookups-test-2.com', 'ok19.lookups-test-2.com', 'https://bad.lookups-test-1.com/a']) {
      assert.ok(all.includes(value), `${value} is not in ${all}`);
    }
    assert.ok(service.requests.length <= 8, `${service.requests.length} requests`);
    assert.ok(
      service.requests.every(
        ({ path, query }) => path === '/api/explore.php' && ['10', '50'].includes(query['limit'] ?? ''),
      ),
    );
  });

  it('sends nothing reserved, ignored, internal, or well known, nothing in code, and nothing far outside the viewport', () => {
    const all = queries().join(' or ');
    for (const text of ['10.0.0.', 'corp.', 'intranet', 'printer', '8.8.8.8', 'token', 'lookups-test-5', 'far900.']) {
      assert.ok(!all.includes(text), `${text} is in ${all}`);
    }
  });

  it('lists each request with its reason in the request log', async () => {
    const { page } = vsCode();
    await requestLogRows(page, /\| visible text \|/);
    const before = service.requests.length;
    await screenshot(page, 'request log in automatic mode');
    // The request log itself is not scanned for indicators to send.
    await openFile(page, 'proxy.log');
    await goToLine(page, 1_500);
    await until(() => queries().some((query) => query.includes('far1477.')), {
      within: 20_000,
      what: 'no request after a scroll',
    });
    assert.ok(service.requests.length > before);
  });
});
