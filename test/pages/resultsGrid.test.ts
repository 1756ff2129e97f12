import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { textsOutside, truncatedTexts } from '../harness/languages';
import { accessibilityViolations } from '../harness/panels';
import { panelStyleSheets } from '../harness/pages/panelPage';
import { answered, useResultsPage } from '../harness/pages/resultsPage';
import { recordedThemes, themeNames, usedVariables } from '../harness/pages/themes';
import { waitForNames } from '../harness/queries';
import type { RecordedRequest, Reply } from '../harness/recordingService';
import { rowStrings, viewStrings } from '../../src/features/results/strings';
import type { RunResult } from '../../src/features/results/runs/runner';

const risks = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];

function row(index: number) {
  const day = String(1 + (index % 28)).padStart(2, '0');
  return {
    iid: index + 1,
    indicator: `lookups-test-${index}.com`,
    type: 'domain',
    risk: risks[index % risks.length],
    retired: index % 7 === 0 ? 1 : 0,
    stamp_seen: `2025-03-${day} 0${index % 10}:05:26`,
    stamp_added: `2024-11-${day} 10:00:00`,
    stamp_updated: `2025-02-${day} 12:30:00`,
    summary: {
      properties: {
        geo: {
          city: index % 5 === 0 ? 'REDACTED FOR PRIVACY' : 'Kassel',
          country: index % 5 === 0 ? '[privacy]' : 'Germany',
          org: 'Example Hosting',
        },
        whois: { '++registrar': 'Example Registrar' },
      },
    },
    threats: index % 3 === 0 ? [{ tid: 4, name: 'Example Kit', category: 'phishing', risk: 'high' }] : [],
  };
}

const reply = ({ query }: RecordedRequest): Reply => ({
  body: { results: Array.from({ length: Number(query.limit ?? '50') }, (_, index) => row(index)) },
});

describe('Rows of results', () => {
  let runs: readonly RunResult[];
  before(async () => {
    runs = [await answered({ query: 'risk=high', settings: { name: 'my-hunt' } }, reply)];
  });
  const results = useResultsPage({ runs: () => runs, viewport: { width: 1600, height: 900 } });
  beforeEach(async () => {
    await results().panel.open();
    await rowAt(0).waitFor();
  });

  const page = () => results().panel.page;
  const rowAt = (index: number): Locator => page().locator(`tbody tr[data-index="${index}"]`);
  const header = (name: string): Locator => page().getByRole('columnheader', { name });
  const sortBy = (name: string): Promise<void> => header(name).getByRole('button').click();
  const filter = (): Locator => page().getByLabel('Filter rows');
  /** Waits until rows with these names are the first ones. */
  const untilNames = (...first: readonly string[]): Promise<readonly string[]> =>
    waitForNames(results().panel.frame, (names) => names.slice(0, first.length).join() === first.join());

  it('are shown with their risk, names that open nothing by accident, and what the service redacted', async () => {
    assert.equal(results().panel.title, viewStrings.resultsOf('my-hunt'));
    await page().getByText('50 rows (plan limit; there may be more)').waitFor();
    await waitForNames(results().panel.frame, (names) => names.includes('lookups-test-1[.]com'));
    assert.match(await rowAt(0).innerText(), /Critical risk · retired/);
    const text = await page().locator('tbody').innerText();
    assert.match(text, /redacted/);
    assert.doesNotMatch(text, /privacy/i);
  });

  it('are sorted by mouse, in the more useful direction first', async () => {
    await sortBy('Risk');
    await rowAt(0).filter({ hasText: 'Critical risk' }).waitFor();
    assert.equal(await header('Risk').getAttribute('aria-sort'), 'descending');
    await sortBy('Risk');
    await rowAt(0).filter({ hasText: 'Risk unknown' }).waitFor();
    assert.equal(await header('Risk').getAttribute('aria-sort'), 'ascending');
    await sortBy('Risk');
    await untilNames('lookups-test-0[.]com');
    assert.equal(await header('Risk').getAttribute('aria-sort'), null);
  });

  it('are selected by keyboard, and filtered while the user types on them', async () => {
    await rowAt(0).focus();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Space');
    await page().getByText('1 selected').waitFor();
    await page().keyboard.press('Shift+ArrowDown');
    await page().getByText('2 selected').waitFor();
    assert.deepEqual(
      results()
        .host.choices()
        .map(({ which, rows }) => [which, rows.rows.length]),
      [
        ['selected', 2],
        ['all', 50],
      ],
    );
    await page().keyboard.type('test-4');
    await page().getByText('11 of 50 shown, 2 selected').waitFor();
    assert.equal(await filter().inputValue(), 'test-4');
    await waitForNames(
      results().panel.frame,
      (names) => names.length > 0 && names.every((each) => each.includes('test-4')),
    );
  });

  it('are found by defanged names and by those that were pasted', async () => {
    for (const typed of ['lookups-test-7[.]com', 'LOOKUPS-TEST-7.com']) {
      await filter().fill(typed);
      await page().getByText('1 of 50 shown').waitFor();
      await waitForNames(results().panel.frame, (names) => names.join() === 'lookups-test-7[.]com');
    }
    await filter().fill('nothing like this');
    await page().getByText('No matching rows.').waitFor();
    await page().getByRole('button', { name: 'Show All 50 Rows' }).click();
    await rowAt(0).waitFor();
    assert.equal(await filter().inputValue(), '');
  });

  it('focus the filter with Ctrl+F', async () => {
    await rowAt(3).locator('td.cell-type').click();
    await page().keyboard.press('Control+f');
    await page().keyboard.type('test-12');
    await page().getByText('1 of 50 shown').waitFor();
  });

  it('are filtered by risk, where retired ones count separately', async () => {
    await page()
      .getByRole('button', { name: /critical risk/i })
      .click();
    // One in seven is retired and counted as such.
    await page().getByText('7 of 50 shown').waitFor();
    const shown = await until(
      () => {
        const [choice] = results().host.choices();
        return choice?.which === 'shown' ? choice.rows.rows : undefined;
      },
      { what: 'the host knows no filtered rows' },
    );
    assert.equal(shown.length, 7);
    assert.ok(shown.every((each) => 'risk' in each && each.risk === 'critical'));
    await page().getByRole('button', { name: 'Show All' }).click();
    await page().getByText('7 of 50 shown').waitFor({ state: 'detached' });
  });

  it('have the columns that the user chooses', async () => {
    await page().getByText('Columns', { exact: true }).first().click();
    await page().getByLabel('Registrar').check();
    await header('Registrar').waitFor();
    await rowAt(1).getByText('Example Registrar').waitFor();
    await page().getByLabel('Registrar').uncheck();
    await header('Registrar').waitFor({ state: 'detached' });
  });

  it('are grouped by a column, in the order of the best row of each group, also when the panel is hidden', async () => {
    const section = (): Locator => page().locator('.section');
    await page().getByLabel('Group by').selectOption({ label: 'Threats' });
    await section().getByText('Example Kit', { exact: false }).waitFor();
    assert.match(await section().first().innerText(), /^Example Kit\s*17$/);
    await untilNames('lookups-test-0[.]com', 'lookups-test-3[.]com');
    await rowAt(16).scrollIntoViewIfNeeded();
    await section()
      .getByText(/^Others/)
      .waitFor();
    await results().panel.waitForState({ group: 'threats' });
    await results().panel.hideAndShow();
    await section().first().waitFor();
    await page().getByLabel('Group by').selectOption({ label: 'None' });
    await section().first().waitFor({ state: 'detached' });
  });

  it('are sorted by time and name, with missing values last', async () => {
    await sortBy('Added');
    await untilNames('lookups-test-27[.]com');
    await sortBy('Indicator');
    await untilNames('lookups-test-0[.]com', 'lookups-test-1[.]com', 'lookups-test-2[.]com');
    for (const order of ['ascending', 'descending']) {
      await sortBy('Threats');
      await page().locator(`[aria-sort="${order}"]`, { hasText: 'Threats' }).waitFor();
      await rowAt(0).filter({ hasText: 'Example Kit' }).waitFor();
    }
  });

  it('keep column widths set by mouse and keyboard, also when the panel is hidden', async () => {
    const widthOf = async (title: string): Promise<number> => (await header(title).boundingBox())?.width ?? 0;
    const before = await widthOf('Indicator');
    const edge = await header('Indicator').locator('.edge').boundingBox();
    assert.ok(edge !== null);
    await page().mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
    await page().mouse.down();
    await page().mouse.move(edge.x + 60, edge.y + edge.height / 2, { steps: 5 });
    await page().mouse.up();
    await until(async () => (await widthOf('Indicator')) > before + 30, { what: `wider than ${before}` });
    const dragged = await widthOf('Indicator');
    await header('Indicator').getByRole('button').focus();
    await page().keyboard.press('Alt+ArrowLeft');
    await until(async () => (await widthOf('Indicator')) < dragged, { what: 'a narrower column' });
    const set = await widthOf('Indicator');
    await results().panel.waitForState({ widths: { name: Math.round(set) } });
    await results().panel.hideAndShow();
    await rowAt(0).waitFor();
    assert.equal(await widthOf('Indicator'), set);
  });

  it('are copied defanged, as they are, and as Markdown: the selected ones, or all shown', async () => {
    const { copied } = results();
    const copy = async (button: string): Promise<string> => {
      const before = copied.length;
      await page().getByRole('button', { name: button, exact: true }).click();
      return until(() => copied.at(before), { what: `${button} copies nothing` });
    };
    await filter().fill('test-1');
    await page().getByText('11 of 50 shown').waitFor();
    assert.equal((await copy('Copy')).split('\n').length, 11);
    await rowAt(0).focus();
    await page().keyboard.press('Space');
    assert.equal(await copy('Copy Defanged'), 'lookups-test-1[.]com');
    await page().getByText(rowStrings.copied(1)).waitFor();
    assert.equal(await copy('Copy'), 'lookups-test-1.com');
    assert.match(await copy('Copy as Markdown'), /^\|.*\|\n\|[^]*lookups-test-1\[\.\]com/);
    await rowAt(2).locator('td.cell-type').click();
    await page().keyboard.press('Escape');
    await page().keyboard.press('Control+c');
    assert.equal(await until(() => copied.at(4), { what: 'Ctrl+C' }), 'lookups-test-11[.]com');
  });

  it('open their record by Enter, double-click, and link, and beside with Ctrl', async () => {
    const { opened } = results();
    opened.length = 0;
    await rowAt(2).locator('td.cell-type').click();
    await page().keyboard.press('Enter');
    await page().keyboard.press('Control+Enter');
    await rowAt(3).locator('td.cell-type').dblclick();
    await rowAt(4).getByRole('link').click();
    await until(() => opened.length === 4, { what: 'four records' });
    assert.deepEqual(
      opened.map(({ subject, beside }) => ['value' in subject ? subject.value : '', beside]),
      [
        ['lookups-test-2.com', false],
        ['lookups-test-2.com', true],
        ['lookups-test-3.com', false],
        ['lookups-test-4.com', false],
      ],
    );
  });

  it('are accessible in every theme', async () => {
    for (const theme of themeNames) {
      await results().panel.setTheme(theme);
      assert.deepEqual(await accessibilityViolations(results().panel.frame), [], theme);
    }
  });

  it('fit into the page at 200 %', async () => {
    await page().evaluate(() => {
      document.documentElement.style.zoom = '2';
    });
    // The lines above the rows are fitted to the new width in the next frames.
    const { frame } = results().panel;
    await until(async () => (await textsOutside(frame, '#root')).length === 0, { what: 'everything is in the page' });
    await until(async () => (await truncatedTexts(frame, 'button, label, th')).length === 0, {
      what: 'no text is cut',
    });
  });
});

describe('Ten thousand rows', () => {
  let runs: readonly RunResult[];
  before(async () => {
    runs = [await answered({ query: 'risk=high', settings: { limit: 10_000 } }, reply)];
  });
  const results = useResultsPage({ runs: () => runs });

  it('are rendered only while they are visible', async () => {
    const { page } = results().panel;
    await page.locator('.summary', { hasText: '10,000 rows' }).waitFor();
    await page.getByText('loaded so far').waitFor({ state: 'detached' });
    const { most, lowest } = await page.locator('.grid').evaluate(async (grid) => {
      let rows = 0;
      let lowest = Infinity;
      for (let step = 0; step < 60; step++) {
        grid.scrollTop = (grid.scrollHeight / 60) * step;
        await new Promise((done) => requestAnimationFrame(done));
        const shown = document.querySelectorAll<HTMLElement>('tbody tr:not(.gap)');
        rows = Math.max(rows, shown.length);
        for (const row of shown) lowest = Math.min(lowest, row.offsetHeight);
      }
      return { most: rows, lowest };
    });
    assert.ok(most < 120, `${most} rows in the page at once`);
    // Also those whose text hasn't come yet: otherwise many more would be visible.
    assert.ok(lowest >= 20, `a row of ${lowest} pixels`);
    await page.getByLabel('Filter rows').fill('lookups-test-9999[.]com');
    await page.getByText('1 of 10,000 shown').waitFor();
  });
});

describe('The recorded themes', () => {
  it('contain every variable of VS Code that the panels use', () => {
    const used = usedVariables(recordedThemes.defaultStyles, ...panelStyleSheets());
    for (const [name, { variables }] of Object.entries(recordedThemes.themes)) {
      const missing = used.filter((variable) => !(variable in variables));
      assert.deepEqual(missing, [], `Record ${name} again with npm run pictures -- themes.`);
    }
  });
});
