import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { accessibilityViolations, cardTitles, panelText } from '../harness/panels';
import { useRecordPage } from '../harness/pages/recordPage';
import { themeNames } from '../harness/pages/themes';
import { user } from '../harness/pages/user';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { fullRecord, historicalRecord } from '../harness/sampleRecords';
import { t } from '../../src/l10n';
import { uiText } from '../../src/features/shared/ui/text';
import { strings as blockStrings } from '../../src/features/shared/blocking/blockListFormats';

const rich = 'lookups-test-1.com';
const pictured = 'lookups-test-25.com';
const elsewhere = 'lookups-test-26.com';
const former = 'lookups-test-27.com';

const moved = 'lookups-test-28.com';

/** The smallest picture there is: one point, as a GIF. */
const picture = 'GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;';
const tlpRed = 'marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1';

function formerRecord(isHistorical: boolean): unknown {
  const about = { indicator: former, type: 'domain' };
  // Old values only, without a mark.
  if (isHistorical) return { ...about, risk: 'none', properties: { whois: { '++registrar': 'Registrar of 2019' } } };
  const whois = { '++registrar': 'Registrar of Today' };
  return { ...about, risk: 'high', properties: { whois, ssl: { fingerprint: '5f:3b:9a:0c' } } };
}

function movedRecord(isHistorical: boolean): unknown {
  const about = { indicator: moved, type: 'domain', risk: 'high' };
  const dns = [
    { pid: 1, name: 'a', value: '203.0.113.7', latest: 0, stamp_seen: '2024-05-01 00:00:00' },
    { pid: 2, name: 'a', value: '203.0.113.9', latest: 1, stamp_seen: '2025-01-02 03:04:05' },
  ];
  return isHistorical ? { ...about, properties: { dns } } : about;
}

function picturedRecord(value: string, origin: string): unknown {
  const properties = { dom: { screenshot: `${origin}/shot.gif`, '++forms': '2' } };
  return { indicator: value, type: 'domain', risk: 'low', object_marking_refs: [tlpRed], properties };
}

describe('Parts of a record', () => {
  const service = useRecordingService(reply);
  const record = useRecordPage({ service, mode: 'onHover', viewport: { width: 1400, height: 1000 } });
  const page = () => record().panel.page;
  const host = (): string => new URL(service().url).host;
  const compareButton = () => page().getByRole('button', { name: `Compare with Previous Scans on ${host()}` });
  const previousScans = () => page().getByRole('region', { name: t('Previous scans') });

  function reply({ path, query }: RecordedRequest): Reply {
    if (path === '/shot.gif') return { body: picture };
    const isHistorical = query.historical === '1';
    // Previous scans are requested by the ID of the record.
    const value = query.iid === '70211' ? rich : query.indicator;
    if (value === rich) return { body: isHistorical ? historicalRecord(rich) : fullRecord(rich) };
    if (value === former) return { body: formerRecord(isHistorical) };
    if (value === moved) return { body: movedRecord(isHistorical) };
    if (value === pictured) return { body: picturedRecord(pictured, service().url) };
    if (value === elsewhere) return { body: picturedRecord(elsewhere, 'https://shots.lookups-test-9.com') };
    return { status: 404, body: { error: 'Indicator not found.' } };
  }

  it('include changes since previous scans side by side on request', async () => {
    await record().open(rich);
    await compareButton().waitFor();
    assert.ok(service().requests.every(({ query }) => query.historical !== '1'));
    await compareButton().click();
    await previousScans().getByText('198[.]51[.]100[.]99').waitFor();
    assert.deepEqual(await previousScans().locator('thead th').allInnerTexts(), [
      t('Property'),
      t('Previous'),
      t('Current'),
    ]);
    const registrar = previousScans().getByRole('row', { name: /Registrar/ });
    assert.match(await registrar.innerText(), /Other Registrar[\s\S]*Example Registrar/);
    assert.equal(service().requests.filter(({ query }) => query.historical === '1').length, 1);
    for (const theme of themeNames) {
      await record().panel.setTheme(theme);
      assert.deepEqual(await accessibilityViolations(record().panel.frame), [], theme);
    }
  });

  it('count the changes since previous scans', async () => {
    await record().open(moved);
    await compareButton().click();
    await page().getByText('1 property changed').waitFor();
    assert.match(await previousScans().innerText(), /203\[\.\]0\[\.\]113\[\.\]7[^]*203\[\.\]0\[\.\]113\[\.\]9/);
  });

  it('stay current after a comparison with unrelated scans', async () => {
    await record().open(former);
    await page().getByText('Registrar of Today').first().waitFor();
    await compareButton().click();
    await previousScans().getByText('Registrar of 2019').waitFor();
    const row = previousScans().getByRole('row', { name: /Registrar/ });
    assert.match(await row.innerText(), /Registrar of 2019[\s\S]*Registrar of Today/);
    const { panel } = record();
    for (const again of [() => panel.hideAndShow(), () => record().open(former)]) {
      await again();
      await page().getByText('Registrar of Today').first().waitFor();
      const text = await panelText(panel.frame);
      assert.match(text, /High risk/);
      assert.match(text, /5f:3b:9a:0c/);
      assert.doesNotMatch(text, /Registrar of 2019/);
    }
  });

  it('include a screenshot after a click that names its host', async () => {
    await record().open(pictured);
    const card = page().getByRole('region', { name: 'Screenshot' });
    const load = card.getByRole('button', { name: `Load from ${host()}` });
    await load.waitFor();
    const titles = await cardTitles(record().panel.frame);
    assert.deepEqual(
      titles.filter((title) => /screenshot|structure/i.test(title)),
      ['Page structure', 'Screenshot'],
    );
    assert.equal(service().requestsContaining('shot.gif').length, 0);
    await load.click();
    await card.getByRole('img', { name: t('Screenshot of the page') }).waitFor();
    assert.equal(service().requestsContaining('shot.gif').length, 1);
    assert.deepEqual(user.prompts, []);
  });

  it('include a screenshot of another host only after confirmation', async () => {
    await record().open(elsewhere);
    const card = page().getByRole('region', { name: 'Screenshot' });
    await card.getByText(t("The image isn't hosted by the service. You'll be asked before it is loaded.")).waitFor();
    const load = card.getByRole('button', { name: 'Load from shots.lookups-test-9.com' });
    await load.click();
    const [prompt] = await until(() => (user.prompts.length > 0 ? user.prompts : undefined), {
      what: 'no question',
    });
    assert.equal(prompt?.title, uiText('Load the image from {0}?', 'shots.lookups-test-9.com'));
    await load.waitFor();
    assert.equal(await card.getByRole('img').count(), 0);
  });

  it('are exported after confirmation if they are marked as TLP:RED', async () => {
    await record().open(pictured);
    const exportButton = page().getByRole('button', { name: 'Export…' });
    const prompted = (count: number) => until(() => user.prompts.length === count, { what: `${count} prompts` });
    await exportButton.click();
    await prompted(1);
    assert.equal(user.prompts[0]?.title, uiText('Export a record marked {0}?', 'TLP:RED'));
    user.answer = ({ choices }) => choices.find((choice) => choice === 'Export');
    await exportButton.click();
    await prompted(3);
    assert.match(user.prompts[2]?.choices.join(' ') ?? '', /Markdown.*STIX 2\.1/);
  });

  it('are exported in every format to a document, and saved to a file', async () => {
    await record().open(rich);
    await page().getByRole('button', { name: 'Export…' }).waitFor();
    const forms: readonly (readonly [string, RegExp])[] = [
      [uiText('Markdown'), /lookups-test-1\[\.\]com/],
      [uiText('JSON'), /"value": "lookups-test-1\.com"/],
      [uiText('STIX 2.1'), /"type": "bundle"/],
      [uiText('CSV'), /^indicator,type,risk/],
    ];
    const exportAs = (form: string, target: string): Promise<unknown> => {
      user.answer = ({ choices }) =>
        choices.find((choice) => choice === form || choice === target) ??
        choices.find((choice) => /json$/.test(choice));
      return record().host.command('threatLookups.exportRecord');
    };
    for (const [form, expected] of forms) {
      await exportAs(form, uiText('$(new-file) Open in New Document'));
      assert.match(user.documents.at(-1) ?? '', expected, form);
    }
    assert.equal(user.documents.length, forms.length);
    const before = user.documents.length;
    user.answer = ({ choices }) =>
      choices.find((choice) =>
        [blockStrings.blockForm('zeek'), uiText('$(new-file) Open in New Document')].some((each) => each === choice),
      ) ?? choices[0];
    await record().host.command('threatLookups.exportRecord');
    assert.match(user.documents[before] ?? '', /\nlookups-test-1\.com\tIntel::DOMAIN\tThreat Lookups\t\w+ risk\t-\n$/);
    await exportAs(uiText('JSON'), uiText('$(save) Save to File…'));
    const file = record().host.uri('lookups-test-1.com.json');
    assert.match(user.saved.get(file.toString()) ?? '', /"value": "lookups-test-1\.com"/);
  });

  it('are shown for each source in a separate tab', async () => {
    await record().open(pictured);
    await page().locator('.band', { hasText: 'Low risk' }).waitFor();
    assert.equal(await page().getByRole('tab').count(), 0);
    await record().host.worker.setRisk({ indicator: { type: 'domain', value: pictured }, risk: 'high' });
    record().host.forget();
    await page().locator('.band', { hasText: 'High risk' }).waitFor();
    await page().getByRole('tab').first().focus();
    await page().keyboard.press('ArrowRight');
    await page().locator('.band', { hasText: 'Low risk' }).waitFor();
    await page().getByRole('tabpanel').getByText('Page structure').waitFor();
    assert.equal(await page().getByRole('tab').count(), 2);
    assert.equal(await page().getByRole('tab').nth(1).getAttribute('aria-selected'), 'true');
  });
});
