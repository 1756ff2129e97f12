import assert from 'node:assert/strict';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import { type RecordedRequest, type Reply, useRecordingService } from '../../harness/recordingService';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';
import { closeEditors, editorText } from './queries';

const value = 'lookups-test-1.com';
const title = 'lookups-test-1[.]com';

/** A service that knows one indicator. */
function answer({ query }: RecordedRequest): Reply {
  const isKnown = query['iid'] === undefined ? query['indicator'] === value : query['iid'] === '7';
  if (!isKnown) return { status: 404, body: { error: 'Indicator not found.' } };
  return { body: { iid: 7, indicator: value, type: 'domain', risk: 'high', stamp_seen: '2025-01-02 03:04:05' } };
}

describe('Records of a service', () => {
  const service = useRecordingService(answer);
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
  }));
  const received = (matching: RegExp): Promise<string> => window().panels.received(panelTypes.record, matching);

  it('are the default argument of commands', async () => {
    await window().run('threatLookups.openRecord', { type: 'domain', value });
    await received(/Not looked up yet/);
    await window().run('threatLookups.lookUpAgain');
    await received(/"risk":"high"/);
    assert.deepEqual(
      service().requests.map(({ query }) => query['indicator']),
      [value],
    );
    await window().run('threatLookups.lookUpAgain');
    await eventually(() => service().requests.length === 2, 'another lookup');
    assert.equal(service().requests[1]?.query['indicator'], value);
    await window().run('threatLookups.copyDefanged');
    await window().messages.message(/Copied defanged: lookups-test-1\[\.\]com/);
    window().begin('threatLookups.setRisk');
    (await window().prompt(/Set Risk of lookups-test-1\[\.\]com/)).cancel();
    window().begin('threatLookups.lookUp');
    const lookUp = await window().prompt(/Look Up Indicator/);
    assert.equal(lookUp.value, value, 'the command of the palette asks, and suggests it');
    lookUp.cancel();
    window().begin('threatLookups.ignore');
    (await window().prompt(/Ignore Indicator[^]*lookups-test-1\.com/)).cancel();
  });

  it('open from an external link without a request, unless the link is rejected', async () => {
    const before = service().requests.length;
    window().openLink('vscode://threat-lookups.threat-lookups/threat/Salt%20Anchor');
    await received(/Not looked up[^]*Salt Anchor|Salt Anchor[^]*Not looked up/);
    assert.deepEqual(window().panels.titles(panelTypes.record), [title, 'Salt Anchor']);
    window().openLink('vscode://threat-lookups.threat-lookups/indicator/lookups-test-9.com?key=1');
    await window().messages.notification(/This link can't be opened\. In the name, write “\?”/);
    assert.equal(window().panels.titles(panelTypes.record).length, 2);
    assert.equal(service().requests.length, before);
  });

  it('are found by ID, and among recent records', async () => {
    const before = service().requests.length;
    const open = async (typed: string, row: RegExp): Promise<void> => {
      window().begin('threatLookups.openRecord');
      const prompt = await window().prompt(/record/i);
      await prompt.type(typed);
      await (await window().prompt(row)).pick(row);
    };
    await open('fid 4', /Feed 4/);
    await eventually(() => window().panels.activeTitle() === 'Feed 4', 'the record of the feed');
    assert.equal(service().requests.length, before);
    await open('iid 7', /Indicator 7 on 127\.0\.0\.1/);
    await eventually(() => window().panels.activeTitle() === title, 'the record of the indicator');
    assert.equal(service().requests.length, before + 1);
    window().begin('threatLookups.recentRecords');
    const recent = await window().prompt(/lookups-test-1\[\.\]com/);
    await recent.pick(/Feed 4/);
    await eventually(() => window().panels.activeTitle() === 'Feed 4', 'the record of the feed again');
    assert.equal(window().panels.titles(panelTypes.record).length, 3);
  });
});

describe('Records of the sample data', () => {
  const window = useWindow();
  after(closeEditors);

  it('lead to a query that is not run before the user runs it', async () => {
    await window().run('threatLookups.loadSample');
    await window().run('threatLookups.openRecord', { kind: 'threat', source: 'local:', name: 'Paper Lantern' });
    await window().panels.received(panelTypes.record, /Paper Lantern[^]*indicators/i);
    await window().run('threatLookups.queryGroup');
    await editorText(/threat="Paper/);
    assert.deepEqual(window().panels.titles(panelTypes.results), []);
    window().begin('threatLookups.runQuery');
    await window().panels.results(/All [\d,]+ rows/);
  });
});
