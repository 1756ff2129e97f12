import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { strings as commonStrings } from '../../src/features/shared/format/strings';
import { strings as localDataStrings } from '../../src/features/sources/localData/strings';
import { strings as pageStrings } from '../../src/webviews/results/strings';
import { accessibilityViolations } from '../harness/panels';
import type { FeatureHost } from '../harness/pages/featureHost';
import { useImportReportPage, useLocalDataPage, useRequestLogPage } from '../harness/pages/reportPage';
import { themeNames } from '../harness/pages/themes';
import { user } from '../harness/pages/user';
import { env } from '../harness/fakeVsCode';
import { waitForNames } from '../harness/queries';
import { useRecordingService } from '../harness/recordingService';
import { reportRows, waitForRows } from '../harness/reports';
import { uiText } from '../../src/features/shared/ui/text';
import { t } from '../../src/l10n';

describe('The request log', () => {
  const service = useRecordingService(() => ({ status: 404, body: { error: 'Indicator not found.' } }));
  const report = useRequestLogPage({
    settings: () => ({ baseUrl: service().url, lookups: 'onDemand' }),
    viewport: { width: 1200, height: 800 },
  });
  const page = () => report().panel.page;
  const frame = () => report().panel.frame;
  const filter = () => page().getByRole('searchbox');
  const row = (name: string) => page().locator('tbody tr', { hasText: name });
  const lookUp = async (...names: readonly string[]): Promise<void> => {
    for (const value of names) await report().host.lookups.lookUp({ type: 'domain', value }, { reason: 'click' });
  };
  /** The record that a row has opened last. */
  const opened = (count: number): Promise<unknown> =>
    until(
      () => {
        const runs = report().host.ran.filter(({ id }) => id === 'threatLookups.openRecord');
        return runs.length === count ? runs.at(-1)?.args[0] : undefined;
      },
      { what: `${count} records aren't opened` },
    );

  it('says that it is empty, with nothing to clear', async () => {
    await page().getByText(t('The log is empty.')).waitFor();
    assert.equal(await page().locator('h1').innerText(), uiText('Request Log'));
    assert.equal(
      await page()
        .getByRole('button', { name: t('Clear…') })
        .count(),
      0,
    );
    assert.deepEqual(await accessibilityViolations(frame()), []);
  });

  it('lists new requests while it is open, the newest first', async () => {
    await lookUp('lookups-test-1.com', 'lookups-test-2.com', 'lookups-test-3.com');
    const rows = await waitForRows(
      frame(),
      (all) => all.length === 3 && all.every((each) => each.includes(' | not found | ')),
      'three answered requests',
    );
    assert.match(rows[0] ?? '', / UTC \| lookups-test-3\[\.\]com \| not found \| http:\/\/127.* \| lookup$/);
    assert.match(rows[2] ?? '', /lookups-test-1\[\.\]com/);
    assert.equal(await page().locator('.breakdown').count(), 0);
  });

  it('is accessible in every theme, and in a narrow panel', async () => {
    for (const theme of themeNames) {
      await report().panel.setTheme(theme);
      assert.deepEqual(await accessibilityViolations(frame()), [], theme);
    }
    await report().panel.setTheme('Dark Modern');
    await report().panel.setWidth(400);
    assert.deepEqual(await accessibilityViolations(frame()), []);
    await report().panel.setWidth(1200);
  });

  it('keeps filter and selection when a request is added', async () => {
    await row('lookups-test-2')
      .locator('td.cell-reason')
      .click({ modifiers: ['Control'] });
    await page().getByText(pageStrings.selected(1)).waitFor();
    await filter().fill('lookups-test-2');
    await waitForRows(frame(), ({ length }) => length === 1, 'one row');
    await lookUp('lookups-test-4.com');
    await page().getByText(pageStrings.shown(1, 4)).waitFor();
    await waitForNames(frame(), (names) => names.join() === 'lookups-test-2[.]com');
    await filter().fill('');
    await waitForRows(frame(), ({ length }) => length === 4, 'all rows');
    assert.match(await page().locator('tr[aria-selected="true"]').innerText(), /lookups-test-2\[\.\]com/);
  });

  it('copies the selected rows in every form', async () => {
    for (const [label, copied] of [
      [t('Copy Defanged'), /\tlookups-test-2\[\.\]com\t/],
      [t('Copy'), /\tlookups-test-2\.com\t/],
      [t('Copy as Markdown'), /\| `lookups-test-2\[\.\]com` \|/],
    ] as const) {
      await page().getByRole('button', { name: label, exact: true }).click();
      await page()
        .locator('.status', { hasText: commonStrings.rowsCopied(1) })
        .waitFor();
      const text = await env.clipboard.readText();
      assert.match(text, copied);
      assert.doesNotMatch(text, /lookups-test-3/);
      // Anything else takes the message away.
      await filter().fill('lookups');
      await page()
        .locator('.status', { hasText: commonStrings.rowsCopied(1) })
        .waitFor({ state: 'hidden' });
      await filter().fill('');
    }
    assert.equal(report().host.messages.at(-1), commonStrings.rowsCopied(1));
  });

  it('opens the record of a row by click and by keyboard', async () => {
    const name = 'lookups-test-3[.]com';
    const record = { kind: 'indicator', type: 'domain', value: 'lookups-test-3.com' };
    await page().getByRole('link', { name }).click();
    assert.deepEqual(await opened(1), record);
    await row(name).locator('td.cell-reason').click();
    await page().keyboard.press('Enter');
    assert.deepEqual(await opened(2), record);
    assert.deepEqual(report().host.panelFocus.current()?.indicator, { type: 'domain', value: 'lookups-test-3.com' });
  });

  it('is restored with its filter after a reload', async () => {
    await filter().fill('lookups-test-2');
    await report().panel.waitForState({ filter: 'lookups-test-2' });
    await report().panel.reloadWindow();
    await page().getByText(pageStrings.shown(1, 4)).waitFor();
    assert.match((await reportRows(frame())).join(), /lookups-test-2\[\.\]com/);
  });

  it('lists lookups of visible text with their reason', async () => {
    const { host } = report();
    await filter().fill('');
    host.change({ baseUrl: service().url, lookups: 'automatic' });
    await host.lookups.lookUpVisible([{ type: 'domain', value: 'lookups-test-6.com' }], { reason: 'visible' });
    const isVisibleText = (row: string): boolean => /\| lookups-test-6\[\.\]com \| .* \| visible text$/.test(row);
    await waitForRows(frame(), (rows) => rows.length === 5 && rows.some(isVisibleText), 'the visible text');
  });

  it('is cleared with its button, after a question', async () => {
    const clear = page().getByRole('button', { name: t('Clear…') });
    await clear.click();
    await until(() => user.prompts.length === 1, { what: 'no question' });
    assert.deepEqual(user.prompts[0], {
      title: uiText('Clear the request log?'),
      detail: uiText("This can't be undone. The request log is shared by all windows."),
      choices: [uiText('Clear')],
      isModal: true,
    });
    assert.equal((await reportRows(frame())).length, 5);
    user.answer = () => uiText('Clear');
    await clear.click();
    await page().getByText(t('The log is empty.')).waitFor();
    assert.deepEqual(await reportRows(frame()), []);
    await lookUp('lookups-test-5.com');
    await waitForRows(frame(), (rows) => rows.length === 1 && /lookups-test-5/.test(rows[0] ?? ''), 'the new request');
  });
});

describe('The report on local data', () => {
  const report = useLocalDataPage({ viewport: { width: 1200, height: 800 } });
  const page = () => report().panel.page;
  const frame = () => report().panel.frame;
  const sample = localDataStrings.kindTitle('sample');
  const triageList = localDataStrings.kindTitle('triage');

  it('says that nothing is stored', async () => {
    await page().getByText(t('No data is stored.')).waitFor();
    assert.match(await page().locator('.details').innerText(), /store\.sqlite/);
    assert.deepEqual(await accessibilityViolations(frame()), []);
  });

  it('shows sample data while it is loaded', async () => {
    await report().host.command('threatLookups.loadSample');
    await waitForRows(frame(), (rows) => rows.some((row) => row.startsWith(sample)), 'sample data');
    await report().host.command('threatLookups.removeSample');
    await waitForRows(frame(), (rows) => !rows.some((row) => row.startsWith(sample)), 'no sample data');
  });

  it('is restored after a reload', async () => {
    const { host } = report();
    await host.command(
      'threatLookups.import',
      host.write('indicators to import.txt', 'lookups-test-5.com\nlookups-test-6[.]com\n'),
    );
    await waitForRows(frame(), ({ length }) => length === 1, 'the import');
    await report().panel.waitForState({ current: 'localData' });
    await report().panel.reloadWindow();
    const rows = await waitForRows(frame(), ({ length }) => length === 1, 'the import again');
    assert.match(rows.join('\n'), /\| indicators to import\.txt \| 2 \|/);
  });

  it('clears the kinds that the user selects', async () => {
    const { host } = report();
    const indicator = { type: 'domain', value: 'lookups-test-2.com' } as const;
    const from = { kind: 'record' } as const;
    await host.worker.triageSave({ entries: [{ indicator, state: 'review', at: Date.now(), from }] });
    const imports = localDataStrings.kindTitle('imports');
    const clear = page().getByRole('button', { name: t('Clear…') });
    await clear.click();
    const { choices } = await until(() => user.prompts.find(({ title }) => title === uiText('Clear Local Store')), {
      what: 'no list of kinds',
    });
    assert.deepEqual(choices, [imports, triageList]);
    user.answer = ({ choices }) => choices.find((each) => [triageList, uiText('Clear')].includes(each));
    await clear.click();
    await waitForRows(frame(), (rows) => rows.length === 1 && !rows.join().includes(triageList), 'no triage list');
    assert.match(user.prompts.at(-1)?.title ?? '', new RegExp(triageList));
    user.answer = ({ choices }) => choices.find((each) => [imports, uiText('Clear')].includes(each));
    await clear.click();
    await page().getByText(t('No data is stored.')).waitFor();
    assert.deepEqual(await reportRows(frame()), []);
    assert.equal(host.messages.at(-1), uiText('Data was cleared.'));
  });
});

describe('An import report', () => {
  const list = 'lookups-test-5.com\nlookups-test-6[.]com\nco.uk\nnot an indicator\nsee lookups-test-8.com\n';
  const importFile = async (host: FeatureHost, name: string, content: string): Promise<void> => {
    await host.command('threatLookups.import', host.write(name, content));
    await host.choose(uiText('Show Report'));
  };
  const report = useImportReportPage({
    viewport: { width: 1200, height: 800 },
    show: (host) => importFile(host, 'indicators to import.txt', list),
  });
  const page = () => report().panel.page;
  const frame = () => report().panel.frame;

  it('shows what was skipped and why, and opens the records of skipped indicators', async () => {
    await page()
      .getByText(/^Imported 2 indicators from “indicators to import\.txt” \(2 new\)\. 3 entries were skipped\.$/)
      .waitFor();
    const rows = await waitForRows(frame(), ({ length }) => length === 3, 'three skipped entries');
    assert.match(rows.join('\n'), /not an indicator \| Not a domain, IP address, or URL \| 1 \| 4$/m);
    assert.deepEqual(await accessibilityViolations(frame()), []);
    await page().getByRole('searchbox').fill('suffix');
    await page().getByText(pageStrings.shown(1, 3)).waitFor();
    await page()
      .getByRole('button', { name: t('Copy as Markdown'), exact: true })
      .click();
    await page()
      .locator('.status', { hasText: commonStrings.rowsCopied(1) })
      .waitFor();
    assert.match(await env.clipboard.readText(), /`co\.uk`/);
    await page().getByRole('searchbox').fill('lookups-test-8.com');
    await page().getByRole('link', { name: 'lookups-test-8[.]com' }).click();
    const { host } = report();
    const ran = await until(() => host.ran.find(({ id }) => id === 'threatLookups.openRecord'), {
      what: 'no record opens',
    });
    assert.deepEqual(ran.args, [{ kind: 'indicator', type: 'domain', value: 'lookups-test-8.com' }]);
  });

  it('leads to the indicators that were imported, and to a triage of the folder', async () => {
    const { host } = report();
    await host.choose(uiText('Show Indicators'));
    await host.choose(uiText('Triage Folder'));
    assert.deepEqual(
      host.ran.slice(-3).map(({ id }) => id),
      ['threatLookups.newQuery', 'threatLookups.runQueryLocally', 'threatLookups.triage'],
    );
    assert.deepEqual(host.ran.at(-3)?.args, ['source="indicators to import.txt"']);
    const [first, all] = host.ran.at(-1)?.args ?? [];
    assert.deepEqual(all, [first]);
  });

  it('says what the columns of a table were taken for, and which risk was assigned', async () => {
    const table =
      'domain,family,note\nlookups-test-5.com,Copper Kettle,seen twice\nlookups-test-6.com,Copper Kettle,\n';
    user.answer = ({ choices }) => choices.find((each) => each.includes('Import with These Columns'));
    await importFile(report().host, 'columns.csv', table);
    await page()
      .getByText(/^Imported 2 indicators from “columns\.csv” \(2 new\)\. Risk: high\.$/)
      .waitFor();
    await page()
      .getByText(/Indicator: domain · Threat: family/)
      .waitFor();
    await page()
      .getByText(/There is no risk column\. Entries without a risk are rated high if column “family” names a threat\./)
      .waitFor();
  });

  it('says why nothing was imported from a file, in the same panel', async () => {
    await importFile(report().host, 'other.json', '{"broken"');
    await page()
      .getByText(/^Nothing was imported from other\.json\./)
      .waitFor();
    await page().getByText(t('Nothing was skipped.')).waitFor();
    assert.equal(report().panel.title, uiText('Import Report'));
  });

  it('says after a reload that it is no longer available, and what to do', async () => {
    await until(async () => /"current":"import \d+"/.test(JSON.stringify(await report().panel.state())), {
      what: 'the import is not stored',
    });
    await report().panel.reloadWindow();
    await page().getByText(t('This report is no longer available.')).waitFor();
    await page()
      .getByRole('button', { name: t('Import…') })
      .waitFor();
  });
});
