import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { StoreReader } from '../../src/core/store/reader';
import { offlineContext } from '../../src/service/triage/assessor';
import { panelTypes, viewIds } from '../../src/features/shared/ids/contributionIds';
import { startTriage } from '../../src/features/triage/feature';
import { triageHistoryStrings } from '../../src/features/triage/history/triageHistoryStrings';
import { window } from '../harness/fakeVsCode';
import type { FeatureHost } from '../harness/pages/featureHost';
import { useFeaturePage } from '../harness/pages/featurePage';
import { t } from '../../src/l10n';
import { locate, useTriagePage } from '../harness/pages/triagePage';
import { user } from '../harness/pages/user';
import { exploreRow } from '../harness/queries';
import { useRecordingService } from '../harness/recordingService';

const remembering = { 'triage.remember': true, ignore: ['lookups-test-5.com'] };
const message = triageHistoryStrings.message(2, 2);
const isRemembering = (host: FeatureHost): boolean => {
  const reader = new StoreReader(host.storeFile);
  const found = reader.hasTriaged();
  reader.close();
  return found;
};

/** Imports a list that rates what it contains. */
async function importList(host: FeatureHost, name: string, ...values: readonly string[]): Promise<void> {
  const text = ['indicator,risk', ...values.map((value) => `${value},high`)].join('\n');
  await host.worker.import({ input: { name, text } });
  host.forget();
}

/** The rows of the Triage view with their descriptions. */
async function listed(host: FeatureHost): Promise<readonly string[]> {
  const view = host.views.get(viewIds.triageList);
  assert.ok(view);
  const items = await Promise.all(((await view.getChildren()) ?? []).map(async (row) => view.getTreeItem(row)));
  return items.map(({ label = '', description = '' }) => {
    const name = typeof label === 'string' ? label : label.label;
    return `${name}: ${String(description)}`;
  });
}

/** Waits until the Triage view has these rows. */
const lists = (host: FeatureHost, ...expected: readonly string[]) =>
  until(async () => (await listed(host)).join('\n') === expected.join('\n'), {
    what: `the rows aren't ${expected.join(', ')}`,
  });

/** Waits until as many files are remembered as “Show Local Store” counts. */
const remembers = (host: FeatureHost, count: number) =>
  until(
    async () => {
      const { rows } = await host.worker.summary();
      return (rows.find(({ kind }) => kind === 'triagedFiles')?.count ?? 0) === count;
    },
    { what: `not ${count} files` },
  );

const shows = (host: FeatureHost, text: string) => until(() => host.messages.includes(text), { what: text });

const rows = { files: ['a.log'], hasOneFile: true, isFolding: false, entries: [] };
const newRow = 'Newly Risky: 2 indicators in 2 files';

describe('Triaged files', () => {
  const triage = useTriagePage({
    settings: () => remembering,
    prepare: async (host) => {
      await importList(host, 'known.csv', 'lookups-test-1.com');
      return [
        host.write('proxy.log', 'lookups-test-1.com\nlookups-test-2.com lookups-test-3.com 10.0.0.7\n'),
        host.write('dns.log', 'lookups-test-3.com\nlookups-test-5.com\n'),
      ];
    },
  });
  const { top } = locate(triage);

  it('are remembered, and a message is about what an import rates that wasn’t rated then', async () => {
    const { host } = triage();
    await top(/5 indicators/);
    await remembers(host, 2);
    await importList(host, 'new.csv', 'lookups-test-1.com', 'lookups-test-2.com', 'lookups-test-3.com');
    await importList(host, 'ignored.csv', 'lookups-test-5.com', '10.0.0.7');
    await shows(host, message);
    assert.deepEqual(
      host.messages.filter((each) => each.includes('now risky')),
      [message],
    );
    await lists(host, newRow);
  });

  it('show what is new in a panel, and in the view until it was opened', async () => {
    const { host, others } = triage();
    await host.choose('Show Indicators');
    assert.deepEqual(
      others.map(({ panel }) => panel.title),
      ['Newly Risky'],
    );
    await lists(host);
  });

  it('are forgotten one by one', async () => {
    const { host } = triage();
    user.answer = ({ choices }) => choices.find((each) => each === 'dns.log');
    let renewals = 0;
    const stop = host.lookups.onChanged((key) => {
      if (key === undefined) renewals++;
    });
    await host.command('threatLookups.forgetTriagedFiles');
    await remembers(host, 1);
    // Records that name the file are shown again.
    await until(() => renewals > 0, { what: 'nothing is shown again' });
    stop();
    assert.deepEqual(
      (await host.worker.triagedList()).map(({ uri }) => uri),
      [host.uri('proxy.log').toString()],
    );
  });

  it('are deleted when the setting is turned off, and no more are remembered', async () => {
    const { host } = triage();
    host.change({ ...remembering, 'triage.remember': false });
    await until(() => !isRemembering(host), { what: 'the files stay' });
    await host.command('threatLookups.triage', host.uri('dns.log'), [host.uri('dns.log')]);
    // Waits for everything that is written.
    await host.command('threatLookups.dismissNewlyRisky');
    assert.equal(isRemembering(host), false);
  });
});

describe('A first triage', () => {
  const triage = useTriagePage({
    settings: () => ({}),
    prepare: async (host) => {
      await importList(host, 'known.csv', 'lookups-test-1.com');
      host.memory.values.clear();
      return [host.write('first.log', 'x\nlookups-test-1.com lookups-test-2.com\n')];
    },
  });
  const { top, cell } = locate(triage);
  const asked = (host: FeatureHost) => host.messages.filter((each) => each === triageHistoryStrings.ask()).length;

  it('asks once whether to remember files, and afterwards shows in which ones an indicator was', async () => {
    const { host, others } = triage();
    await top(/2 indicators/);
    await shows(host, triageHistoryStrings.ask());
    await host.command('threatLookups.triage', host.uri('first.log'), [host.uri('first.log')]);
    assert.equal(asked(host), 1);
    // Without an answer, the next window asks again.
    assert.equal(host.memory.values.has('triage.askedToRemember'), false);
    await host.choose(triageHistoryStrings.remember());
    const isAnswered = (): boolean => host.memory.values.get('triage.askedToRemember') === true;
    await until(isAnswered, { what: 'the answer is not kept' });
    const triageAgain = async (name: string, remembered: number): Promise<void> => {
      const file = host.write(name, 'x\nlookups-test-1.com lookups-test-3.com\n');
      await host.command('threatLookups.triage', file, [file]);
      await remembers(host, remembered);
    };
    await triageAgain('first.log', 1);
    await triageAgain('second.log', 2);
    assert.ok(others.length > 0);
    // The page shows the first file.
    await triageAgain('first.log', 2);
    await triage()
      .panel.page.getByRole('columnheader', { name: t('Seen before') })
      .waitFor();
    assert.match(await cell('lookups-test-1[.]com', 'seenBefore').innerText(), /^In 1 file you triaged, on /);
    assert.equal(asked(host), 1);
  });

  it('leads to them', async () => {
    const { host } = triage();
    await host.command('threatLookups.showSeenBefore', { type: 'domain', value: 'lookups-test-9.com' });
    await shows(host, triageHistoryStrings.notSeen('lookups-test-9[.]com'));
    user.answer = ({ choices }) => choices.find((each) => each === 'first.log');
    await host.command('threatLookups.showSeenBefore', { type: 'domain', value: 'lookups-test-1.com' });
    const { args } = user.executed.findLast(({ command }) => command === 'vscode.open') ?? { args: [] };
    assert.equal(String(args[0]), host.uri('first.log').toString());
    // There is only one besides the file in use, as in its hover.
    user.answer = () => assert.fail('nothing is to be selected');
    Object.assign(window, { activeTextEditor: { document: { uri: host.uri('first.log') } } });
    await host.command('threatLookups.showSeenBefore', { type: 'domain', value: 'lookups-test-1.com' });
    Object.assign(window, { activeTextEditor: undefined });
    const last = user.executed.findLast(({ command }) => command === 'vscode.open') ?? { args: [] };
    assert.equal(String(last.args[0]), host.uri('second.log').toString());
  });
});

describe('What is new since a triage', () => {
  const triage = useFeaturePage({
    viewType: panelTypes.triage,
    settings: () => remembering,
    start: startTriage,
    prepare: async (host) => {
      for (const [name, ...values] of [
        ['proxy.log', 'lookups-test-2.com', 'lookups-test-3.com'],
        ['dns<b>.log', 'lookups-test-3.com', 'lookups-test-4.com', 'lookups-test-6.com'],
      ] as const) {
        const lines = ['', '', '', '', '', '', ...values].join('\n');
        await host.worker.triageOpen({ id: name, assessing: offlineContext(), rows });
        await host.worker.triageText({ id: name, text: 0, input: { text: lines, name } });
        await host.worker.triageFinish({ id: name });
        const file = { uri: host.uri(name).toString(), size: 1, modified: 1, at: 1 };
        await host.worker.triagedKeep({ id: name, text: 0, file });
      }
      await importList(host, 'new.csv', 'lookups-test-2.com', 'lookups-test-3.com');
    },
    show: async (host) => {
      await shows(host, message);
      await host.command('threatLookups.showNewlyRisky');
    },
    viewport: { width: 1600, height: 900 },
  });
  const { names, cell, top, button } = locate(triage);
  const isShown = async (): Promise<void> => {
    await names('lookups-test-3[.]com', 'lookups-test-2[.]com');
    assert.equal(await cell('lookups-test-2[.]com', 'where').innerText(), 'proxy.log:7');
    assert.match(await cell('lookups-test-3[.]com', 'where').innerText(), /^(dns<b>|proxy)\.log:\d/);
    assert.match(await cell('lookups-test-3[.]com', 'risk').innerText(), /High risk/);
  };

  it('has the file of each row, and where it occurs first', async () => {
    await top(/2 indicators: 2 found/);
    await isShown();
    assert.equal(triage().panel.title, 'Newly Risky');
    await lists(triage().host);
  });

  it('has the same rows when it is read again, and in a new window', async () => {
    await button('Reload').click();
    await isShown();
    await triage().panel.reloadWindow();
    await isShown();
  });

  it('is only what wasn’t shown before', async () => {
    const { host } = triage();
    await importList(host, 'again.csv', 'lookups-test-2.com', 'lookups-test-4.com');
    await shows(host, triageHistoryStrings.message(1, 1));
    await lists(host, 'Newly Risky: 1 indicator in 1 file');
    await host.command('threatLookups.dismissNewlyRisky');
    await lists(host);
  });

  it('is dismissed in its panel, also what came since the panel was opened', async () => {
    const { host, panel } = triage();
    await importList(host, 'more.csv', 'lookups-test-6.com');
    await lists(host, 'Newly Risky: 1 indicator in 1 file');
    await button('Dismiss Newly Risky Indicators').click();
    await lists(host);
    await until(() => panel.isClosed, { what: 'the panel stays' });
  });

  it('is cleared with the other local data', async () => {
    const { host } = triage();
    await host.clear('triagedFiles');
    assert.equal(isRemembering(host), false);
    await remembers(host, 0);
  });
});

describe('Indicators that were looked up in a triage', () => {
  const service = useRecordingService(() => ({ body: { results: [{ ...exploreRow(2), risk: 'critical' }] } }));
  const triage = useTriagePage({
    settings: () => ({ ...remembering, baseUrl: service().url, lookups: 'onDemand' }),
    prepare: (host) => [host.write('proxy.log', 'lookups-test-2.com\nlookups-test-3.com\n')],
  });
  const { top, button } = locate(triage);

  it("aren't new, because the user has seen them", async () => {
    const { host } = triage();
    await remembers(host, 1);
    await button(/^Look Up 2 on/).click();
    const pick = await until(() => user.quickPicks.findLast(({ isOpen }) => isOpen), {
      what: 'no quick pick',
    });
    pick.acceptChecked();
    await top(/Looked up on .*: 1 found/);
    await host.command('threatLookups.dismissNewlyRisky');
    await importList(host, 'new.csv', 'lookups-test-3.com');
    await shows(host, triageHistoryStrings.message(1, 1));
  });
});
