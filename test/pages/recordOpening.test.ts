import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { panelText } from '../harness/panels';
import { type RecordPage, useRecordPage } from '../harness/pages/recordPage';
import { type QuickPickStub, user } from '../harness/pages/user';
import { useRecordingService } from '../harness/recordingService';
import { uiText } from '../../src/features/shared/ui/text';

/** The open quick pick, once one of its rows matches. */
async function pickWith(row: RegExp): Promise<QuickPickStub> {
  const find = (): QuickPickStub | undefined => {
    const pick = user.quickPicks.at(-1);
    return pick?.isOpen === true && pick.rows.some((each) => row.test(each)) ? pick : undefined;
  };
  return until(find, { what: `no row like ${String(row)}` }).catch((error: unknown) => {
    throw new Error(`${String(error)} There are:\n${user.quickPicks.at(-1)?.rows.join('\n') ?? ''}`, { cause: error });
  });
}

/** Types into “Open Record…”; returns its quick pick once a row matches. */
async function typeToOpen({ host }: RecordPage, text: string, row: RegExp): Promise<QuickPickStub> {
  const count = user.quickPicks.length;
  void host.command('threatLookups.openRecord');
  const pick = await until(() => user.quickPicks[count], { what: 'no quick pick' });
  await until(() => pick.isOpen, { what: 'the quick pick is not open' });
  pick.type(text);
  return pickWith(row);
}

const titles = ({ others }: RecordPage): readonly string[] => others.map(({ title }) => title);

/** Waits until the record is in a new panel. */
const waitForPanel = (record: RecordPage, title: string): Promise<unknown> =>
  until(() => titles(record).at(-1) === title, { what: `no panel ${title}` });

describe('Local records', () => {
  const record = useRecordPage({ sampleData: true });

  it('open no panel if unknown: the prompt stays open with similar names', async () => {
    await record().open('login-update.example');
    const pick = await typeToOpen(record(), 'Papper Lantren', /Threat “Papper Lantren”/);
    pick.accept(/Threat “Papper Lantren”/);
    await pickWith(/No threat named “Papper Lantren” found/);
    assert.deepEqual(titles(record()), []);
    pick.accept(/Paper Lantern$/);
    await waitForPanel(record(), 'Paper Lantern');
    assert.equal(pick.isOpen, false);
  });

  it('are listed under recent records with their risk', async () => {
    await record().open('login-update.example');
    void record().host.command('threatLookups.recentRecords');
    const pick = await pickWith(/ login-update\[\.\]example \$\([\w-]+\) Critical risk · opened/);
    pick.accept(/login-update/);
    await until(() => !pick.isOpen, { what: 'the list stays open' });
    assert.deepEqual(titles(record()), [], 'the panel that shows it is revealed');
  });

  it('are no longer listed after the list was cleared', async () => {
    await record().open('login-update.example');
    void record().host.command('threatLookups.recentRecords');
    (await pickWith(/login-update/)).trigger(uiText('Clear Recent Records'));
    await until(() => record().host.messages.length > 0, { what: 'no message' });
    await record().host.command('threatLookups.recentRecords');
    assert.deepEqual(record().host.messages, [
      uiText('Recent records were cleared.'),
      uiText("You haven't opened any records yet."),
    ]);
  });
});

describe('Records of a service', () => {
  const value = 'lookups-test-1.com';
  const service = useRecordingService(({ query }) =>
    query.iid === '7' || query.indicator === value
      ? { body: { iid: 7, indicator: value, type: 'domain', risk: 'high' } }
      : { status: 404, body: { error: 'Not found.' } },
  );
  const record = useRecordPage({ service });
  const text = (): Promise<string> => panelText(record().panel.frame);

  it('are found by name or ID', async () => {
    await record().open('lookups-test-2.com');
    const invalid = await typeToOpen(record(), 'tid twelve', /An ID is a positive whole number/);
    invalid.cancel();
    await until(() => !invalid.isOpen, { what: 'it stays open' });
    for (const [typed, row, title] of [
      ['fid 4', /Feed 4/, 'Feed 4'],
      ['Harbour Kit', /Threat “Harbour Kit”/, 'Harbour Kit'],
      ['Odd List', /Feed “Odd List”/, 'Odd List'],
    ] as const) {
      (await typeToOpen(record(), typed, row)).accept(row);
      await waitForPanel(record(), title);
    }
    assert.deepEqual(service().requests, []);
    const byId = /Indicator 7 on 127\.0\.0\.1/;
    (await typeToOpen(record(), 'iid 7', byId)).accept(byId);
    await waitForPanel(record(), 'lookups-test-1[.]com');
    assert.equal(service().requests.length, 1);
    assert.equal(service().requests[0]?.query.iid, '7');
  });

  it('show what a lookup would send', async () => {
    const requested = service().requests.length;
    for (const [kind, name] of [
      ['threat', 'Harbour Kit'],
      ['feed', 'Odd List'],
    ] as const) {
      await record().open({ kind, source: '', name });
      await record()
        .panel.page.getByText(/Looking it up sends/)
        .waitFor();
      assert.ok((await text()).includes(`Looking it up sends the ${kind} name “${name}” to 127.0.0.1`));
    }
    await record().open({ kind: 'feed', source: '', fid: 4 });
    await record()
      .panel.page.getByText(/Not looked up/)
      .waitFor();
    assert.equal(service().requests.length, requested);
  });
});
