import assert from 'node:assert/strict';
import { strings } from '../../../src/features/sources/strings';
import { strings as sourceStrings } from '../../../src/features/sources/meaning/strings';
import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import { type RecordedRequest, type Reply, useRecordingService } from '../../harness/recordingService';
import { pattern } from '../../harness/text';
import { eventually } from '../helpers/waiting';
import { type TestWindow, useWindow } from '../window';
import { sourcesView } from './taxii';
import { uiText } from '../../../src/features/shared/ui/text';

const key = 'lookups-test-key-7';
const gallery = pattern(uiText('Select lists. Nothing is sent yet.'));

/** Checks lists in the gallery, and accepts. */
async function choose(window: TestWindow, ...labels: readonly RegExp[]): Promise<void> {
  window.begin('threatLookups.addList');
  const prompt = await window.prompt(gallery);
  for (const label of labels) prompt.check(label);
  await prompt.accept();
}

describe('The gallery of lists', () => {
  const publisher = useRecordingService(({ path, query }): Reply => {
    if (path === '/names.txt') return { body: 'lookups-test-7.com\nlookups-test-8.com\n', headers: { etag: '"1"' } };
    if (path === '/keyed.txt' && query['token'] === key) return { body: 'lookups-test-10.com\n' };
    if (path === '/denied.txt') return { status: 401, body: 'who are you' };
    if (path !== '/guarded.txt') return { status: 404, body: 'nothing' };
    return query['auth-key'] === key ? { body: 'lookups-test-9.com\n' } : { status: 401, body: 'who are you' };
  });
  const window = useWindow(() => ({
    settings: {
      'threatLookups.lists.presets': [
        {
          name: 'Team names',
          recommended: true,
          url: `${publisher().url}/names.txt`,
          risk: 'high',
          intervalMinutes: 60,
          bytes: 2_000,
        },
        {
          name: 'Guarded names',
          url: `${publisher().url}/guarded.txt`,
          license: 'For members',
          key: { from: 'https://keys.example/', urls: [`${publisher().url}/guarded.txt?auth-key={key}`] },
        },
        { name: 'Keyed names', url: `${publisher().url}/keyed.txt?token=${key}&x=secondvalue` },
        { name: 'Denied names', url: `${publisher().url}/denied.txt` },
        { name: 'Wrong', url: 'ftp://intel.example/' },
        { name: 'With a password', url: 'https://user:lookups-test@intel.example/list.txt' },
      ],
    },
    workspaceSettings: {
      'threatLookups.lists.presets': [{ name: 'Of the workspace', url: `${publisher().url}/workspace.txt` }],
    },
  }));

  it('offers public lists, those of the settings, and those that the workspace suggests', async () => {
    window().begin('threatLookups.addList');
    const prompt = await window().prompt(gallery);
    const problems = await window().messages.notification(/“Wrong”: “url” must be an https URL/);
    assert.match(problems.text, /“With a password”: “url” contains a password/);
    assert.doesNotMatch(problems.text, /lookups-test/);
    const text = prompt.text();
    for (const name of ['URLhaus', 'Tor exits', 'Team names', 'Guarded names']) assert.ok(text.includes(name), name);
    assert.match(text, /Suggested by this workspace\s+Of the workspace/);
    assert.match(text, /Guarded names.*may need a free key\s+127\.0\.0\.1:\d+\/guarded\.txt · For members/);
    prompt.cancel();
  });

  it('requests nothing before every request was confirmed', async () => {
    await choose(window(), /Team names/, /Guarded names/);
    const dialog = await window().messages.dialog(/Add 2 lists and download them now\?/);
    assert.match(dialog.text, /Team names: 127\.0\.0\.1:\d+\/names\.txt/);
    assert.match(dialog.text, /Guarded names: 127\.0\.0\.1:\d+\/guarded\.txt/);
    dialog.close();
    await eventually(() => !window().isPrompting(), 'the end of the prompts');
    assert.equal(publisher().requests.length, 0);
  });

  it('offers the recommended lists with all their requests at once', async () => {
    window().begin('threatLookups.addRecommendedLists');
    const dialog = await window().messages.dialog(/Add \d+ lists and download them now\?/);
    for (const name of ['CERT', 'Tor exits', 'IPtoASN', 'Team names']) assert.ok(dialog.text.includes(name), name);
    assert.doesNotMatch(dialog.text, /URLhaus|Guarded names|Of the workspace|Tranco/);
    dialog.close();
    await eventually(() => !window().isPrompting(), 'the end of the prompts');
    assert.equal(publisher().requests.length, 0);
  });

  it('adds several lists with one result, and says which free key is missing and where it comes from', async () => {
    await choose(window(), /Team names/, /Guarded names/);
    (await window().messages.dialog(/Add 2 lists/)).click('Add 2 Lists');
    const result = await window().messages.notification(/2 indicators from 1 list\. “Guarded names” needs a free key/);
    assert.match(result.text, /from keys\.example/);
    assert.ok(result.buttons.includes('Get Key from keys.example'));
    result.click(uiText('Enter Key…'));
    await window().answer(/Key from keys\.example/, key);
    await window().messages.notification(/1 indicator from 1 list\./);
    await sourcesView(window(), /Team names\s*just now · 2[^]*Guarded names\s*just now · 1/);
    const log = (await window().requestLog(/Guarded names/)).join('\n');
    assert.ok(!log.includes(key));
  });

  it('takes a key out of the URL of a list, which nothing logs or shows', async () => {
    await choose(window(), /Keyed names/);
    const question = await window().messages.dialog(/The URL of “Keyed names” seems to contain a key \(token\)/);
    question.click(uiText('Store Key'));
    const confirmation = await window().messages.dialog(/Add 1 list/);
    assert.match(confirmation.text, /Keyed names: 127\.0\.0\.1:\d+\/keyed\.txt\?…\s+Indicators are never sent/);
    confirmation.click('Add List');
    await sourcesView(window(), /Keyed names\s*just now · 1/);
    const request = publisher().requests.find(({ path }) => path === '/keyed.txt');
    assert.equal(request?.query['token'], key);
    const shown = [
      window().messages.logged(),
      question.text,
      confirmation.text,
      ...(await window().requestLog(/Keyed names/)),
      JSON.stringify(await window().views.rows(viewIds.sources, /Keyed names/)),
    ].join('\n');
    assert.match(shown, /GET 127\.0\.0\.1:\d+\/keyed\.txt\?…: 200/);
    assert.ok(!shown.includes(key), shown);
    assert.ok(!window().messages.logged().includes('secondvalue'));
    await choose(window(), /Keyed names/);
    await window().messages.message(pattern(uiText('The selected lists have already been added.')));
  });

  it("doesn't request a list before its publisher allows it, and says when that is", async () => {
    const requested = (): number => publisher().requests.filter(({ path }) => path === '/names.txt').length;
    assert.equal(requested(), 1);
    window().begin('threatLookups.syncAll');
    await window().messages.message(/“Team names”: 127\.0\.0\.1:\d+ limits downloads of this list\. Next download: in/);
    assert.equal(requested(), 1);
    await sourcesView(window(), /Team names\s*just now · 2/);
  });

  it('offers to change the credentials of a list that denies access', async () => {
    await choose(window(), /Denied names/);
    (await window().messages.dialog(/Add 1 list/)).click('Add List');
    const result = await window().messages.notification(/“Denied names”: .*requires credentials to read the list/);
    result.click(uiText('Change Credentials…'));
    (await window().prompt(/List from 127\.0\.0\.1:\d+: Credentials/)).cancel();
    await eventually(() => !window().isPrompting(), 'the end of the prompts');
  });

  it('marks lists that were added, and adds none twice', async () => {
    await choose(window(), /Team names/);
    await window().messages.message(pattern(uiText('The selected lists have already been added.')));
  });
});

describe('A list by its address', () => {
  let body = 'lookups-test-7.com\n';
  const publisher = useRecordingService(({ query }: RecordedRequest): Reply => ({
    ...(query['token'] === key ? { body } : { status: 403, body: 'no' }),
  }));
  const window = useWindow({});

  it('is stored without its key, which only requests contain', async () => {
    body = Array.from({ length: 500 }, (_, at) => `lookups-test-${at}.com\n`).join('');
    window().begin('threatLookups.addList');
    const prompt = await window().prompt(gallery);
    // Nothing that the user didn't choose.
    assert.ok(prompt.labels().length > 20);
    for (const label of prompt.labels()) assert.equal(prompt.isChecked(label), false, label);
    prompt.check(/Other URL/);
    await window().answer(pattern(strings.listAddressPrompt()), `${publisher().url}/names.txt?token=${key}`);
    const dialog = await window().messages.dialog(/seems to contain a key \(token\)/);
    assert.ok(!dialog.text.includes(key));
    dialog.click(uiText('Store Key'));
    await window().answer(pattern(uiText('Shown as the source in hovers')), 'Own names');
    await window().choose(pattern(sourceStrings.meaningTitle('Own names')), /High risk/);
    await sourcesView(window(), /Own names\s*just now · 500/);
    assert.equal(publisher().requests.at(-1)?.query['token'], key);
    const rows = await window().views.rows(viewIds.sources, /Own names/);
    assert.ok(!JSON.stringify(rows).includes(key));
  });

  it('is kept if it has shrunk by half, until the user accepts that', async () => {
    body = 'lookups-test-1.com\n';
    window().begin('threatLookups.syncAll');
    const shrunk = await window().messages.notification(/“Own names”: The list shrank from .* to 19 bytes/);
    await sourcesView(window(), /Own names\s*failed · .* · 500/);
    shrunk.click(uiText('Use Smaller List'));
    await window().messages.message(/“Own names”: 499 removed\./);
  });

  it('is shown with its columns if it is a table of unknown form, which can be changed later', async () => {
    body = 'id;from;to\n1;lookups-test-2421.com;lookups-test-2422.com\n';
    window().begin('threatLookups.addList');
    (await window().prompt(gallery)).check(/Other URL/);
    await window().answer(pattern(strings.listAddressPrompt()), `${publisher().url}/table.csv?token=${key}`);
    (await window().messages.dialog(/seems to contain a key \(token\)/)).click(uiText('Store Key'));
    await window().answer(pattern(uiText('Shown as the source in hovers')), 'Own table');
    await window().choose(/Columns of Own table[^]*from Indicator/, /Import with These Columns/);
    await window().choose(pattern(sourceStrings.meaningTitle('Own table')), /Medium risk/);
    await sourcesView(window(), /Own table\s*just now · 1/);
    const log = await window.document('table.log', 'lookups-test-2421.com lookups-test-2422.com\n');
    await window().hover(log, 'lookups-test-2421.com', /Medium risk[^]*Listed in Own table/);

    const row = window().views.element(viewIds.sources, /Own table/);
    window().begin('threatLookups.setColumns', row);
    await window().choose(/Columns of Own table/, /^from/);
    await window().choose(/Column “from”/, /Other Content/);
    await window().choose(/Columns of Own table/, /^to/);
    await window().choose(/Column “to”/, /Indicator/);
    await window().choose(/Columns of Own table/, /Import with These Columns/);
    await window().hover(log, 'lookups-test-2422.com', /Medium risk[^]*Listed in Own table/);
    assert.doesNotMatch(await window().hover(log, 'lookups-test-2421.com', /2421/), /Own table/);
  });
});
