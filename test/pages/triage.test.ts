import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import type { CommandArguments } from '../../src/features/shared/ids/commands';
import { viewIds } from '../../src/features/shared/ids/contributionIds';
import { strings } from '../../src/features/triage/strings';
import { locate, useTriagePage } from '../harness/pages/triagePage';
import { user } from '../harness/pages/user';
import { env } from '../harness/fakeVsCode';
import { exploreRequests, exploreRow, waitForNames } from '../harness/queries';
import {
  type RecordedRequest,
  type RecordingService,
  type Reply,
  useRecordingService,
} from '../harness/recordingService';
import { triageLog } from '../harness/triageLog';
import { uiText } from '../../src/features/shared/ui/text';
import { strings as blockStrings } from '../../src/features/shared/blocking/blockListFormats';

/** Knows only `lookups-test-2.com`. */
function knowsTwo({ path, query }: RecordedRequest): Reply {
  if (!path.endsWith('/explore.php')) return { status: 404, body: { error: 'Indicator not found.' } };
  const isRequested = (query.q ?? '').includes('ioc=lookups-test-2.com');
  return { body: { results: isRequested ? [{ ...exploreRow(2), risk: 'critical' }] : [] } };
}

/** The open quick pick. */
const openPick = () => until(() => user.quickPicks.findLast(({ isOpen }) => isOpen), { what: 'no quick pick' });

describe('A triage of a log', () => {
  const service = useRecordingService(knowsTwo);
  const triage = useTriagePage({
    settings: () => ({ baseUrl: service().url, lookups: 'onDemand', ignore: ['ignored-test-9.com'] }),
    prepare: async (host) => {
      await host.worker.import({
        input: { name: 'listed.csv', text: 'indicator,risk\nlogin-update.example,critical\n' },
      });
      return [host.write('proxy.log', triageLog)];
    },
    viewport: { width: 1600, height: 900 },
  });
  const { page, cell, chip, button, top, focus, names, showAll } = locate(triage);

  it('shows every indicator with local data, highest risk first, without a request', async () => {
    const text = await top(/8 indicators: 1 found, 4 not looked up, 1 ignored, and 2 internal or reserved/);
    assert.match(text, /1 file · .* · 5 lines/);
    await names('login-update[.]example');
    await showAll();
    await waitForNames(
      triage().panel.frame,
      ([first, ...others]) => first === 'login-update[.]example' && others.length > 0,
    );
    assert.equal(await cell('hxxp://lookups-test-1[.]com/a', 'lines').innerText(), '2');
    assert.equal(await cell('hxxp://lookups-test-1[.]com/a', 'where').innerText(), 'line 1 (+1)');
    for (const name of [/^Found 1$/, /^Not looked up 4$/, /^Ignored 1$/, /^Internal or reserved 2$/])
      await chip(name).waitFor();
    assert.equal(triage().panel.title, 'Triage: proxy.log');
    assert.deepEqual(service().requests, []);
  });

  it('filters rows by what is known about them', async () => {
    await chip(/^Internal or reserved 2$/).click();
    await page().getByText('2 of 8 shown').waitFor();
    await waitForNames(
      triage().panel.frame,
      (all) => all.toSorted().join() === '10[.]0[.]0[.]7,intranet[.]corp[.]test',
    );
    await page()
      .getByRole('button', { name: /^Internal or reserved/, pressed: true })
      .click();
    await page().getByText('2 of 8 shown').waitFor({ state: 'detached' });
  });

  it('shows what a lookup would send, the most frequent first, and sends nothing if the user cancels', async () => {
    await button(/^Look Up 4 on 127\.0\.0\.1:\d+…$/).click();
    const pick = await openPick();
    assert.match(pick.title, /^Look Up on 127\.0\.0\.1:\d+$/);
    assert.deepEqual(pick.rows, [
      ...['hxxp://lookups-test-1[.]com/a 2 lines', 'lookups-test-1[.]com 2 lines'],
      ...['lookups-test-2[.]com 1 line', 'lookups-test-3[.]com 1 line'],
    ]);
    assert.equal(pick.checked.length, 4);
    await until(
      () =>
        /^Only selected indicators are sent to .* Sends 1 request .*URLs: sent without the query, together with their hosts/.test(
          pick.prompt,
        ),
      {
        what: 'the number of requests',
      },
    );
    pick.cancel();
    await button(/^Look Up 4 on/).waitFor();
    assert.deepEqual(service().requests, []);
  });

  it('sends nothing if nothing is checked, or if the service has changed meanwhile', async () => {
    const { host } = triage();
    await button(/^Look Up 4 on/).click();
    const none = await openPick();
    none.check(/nothing/);
    await until(() => none.prompt === uiText('Select at least one indicator.'), {
      what: 'that nothing is sent',
    });
    none.acceptChecked();
    await button(/^Look Up 4 on/).click();
    const other = await openPick();
    host.change({ baseUrl: 'https://lookups-test-7.com', lookups: 'onDemand', ignore: ['ignored-test-9.com'] });
    await button(/^Look Up 4 on lookups-test-7/).waitFor();
    other.acceptChecked();
    // The code after the choice has run.
    await button(/^Look Up 4 on lookups-test-7/).focus();
    host.change({ baseUrl: service().url, lookups: 'onDemand', ignore: ['ignored-test-9.com'] });
    await button(/^Look Up 4 on 127/).waitFor();
    assert.deepEqual(host.lookups.requestLog.list(), []);
    assert.deepEqual(service().requests, []);
  });

  it('looks up exactly the unknown indicators in one request after confirmation', async () => {
    await button(/^Look Up 4 on/).click();
    (await openPick()).acceptChecked();
    await top(/Looked up on 127\.0\.0\.1:\d+: 1 found and 3 not found\./);
    const [request, ...others] = exploreRequests(service());
    assert.deepEqual(others, []);
    assert.equal(
      request?.query.q,
      'ioc=http://lookups-test-1.com/a or ioc=lookups-test-1.com or ioc=lookups-test-2.com or ioc=lookups-test-3.com',
    );
    assert.equal(service().requests.length, 1);
    // Both are of critical risk and in one line; the first one is in front.
    const critical = 'login-update[.]example lookups-test-2[.]com';
    await waitForNames(triage().panel.frame, (all) => all.slice(0, 2).join(' ') === critical);
    await chip(/^Not found 3$/).waitFor();
    await button('Show Request Log').click();
    await until(() => triage().host.ran.some(({ id }) => id === 'threatLookups.showSent'), {
      what: 'the request log',
    });
  });

  it('is copied for a ticket with one click, with what is known only', async () => {
    await button('Copy for Ticket').click();
    await until(() => triage().host.messages.includes(strings.copiedForTicket(2, 2)), {
      what: 'that rows were copied',
    });
    const ticket = await env.clipboard.readText();
    assert.match(
      ticket,
      /^\| Critical risk \| `lookups-test-2\[\.\]com` \|.*127\[\.\]0.*, (?:seen|as of) \d{4}-\d\d-\d\d.*\|$/m,
    );
    assert.doesNotMatch(ticket, /lookups-test-3/);
  });

  it('is exported as a block list of the rows with a risk, without a question if all have the same', async () => {
    const { host } = triage();
    const before = host.ran.length;
    await button('Export…').click();
    const { args } = await until(() => host.ran.at(before), { what: 'no export' });
    const [request] = args as CommandArguments['threatLookups.exportIndicators'];
    const [plain, hosts] = request?.otherFormats ?? [];
    assert.ok(plain !== undefined && hosts !== undefined);
    assert.equal(plain.label, blockStrings.blockForm('plain'));
    const prompts = user.prompts.length;
    const text = (await plain.text()) ?? '';
    assert.equal(user.prompts.length, prompts);
    assert.match(text, /^# Created: .*\n# Skipped: .*internal or reserved.*\nlookups-test-2\.com\n$/);
    assert.match((await hosts.text()) ?? '', /\n0\.0\.0\.0 lookups-test-2\.com\n$/);
    request?.onExported?.();
    assert.match(host.messages.at(-1) ?? '', /^Skipped: /);
  });

  it('shows the states that commands set, with the reasons for the risk', async () => {
    const { host } = triage();
    await focus('lookups-test-2[.]com');
    await host.command('threatLookups.triageEscalate');
    await cell('lookups-test-2[.]com', 'state').getByText('Escalated', { exact: true }).waitFor();
    // A menu applies to the row on which it was opened.
    await host.command('threatLookups.triageDone', { type: 'domain', value: 'login-update.example' });
    await chip(/^Done 1$/).waitFor();
    await cell('login-update[.]example', 'state').getByText('Done', { exact: true }).waitFor();
    // The source has a column of its own.
    assert.equal(await cell('login-update[.]example', 'sources').innerText(), 'listed.csv');
    assert.equal(await cell('login-update[.]example', 'why').innerText(), '');
    const hover = await cell('login-update[.]example', 'risk').locator('[title]').first().getAttribute('title');
    assert.match(hover ?? '', /^Critical risk\nListed in listed\.csv$/);
    assert.deepEqual(host.messages.slice(-2), [strings.marked(1, 'escalate'), strings.marked(1, 'done')]);
  });

  it('reads the file again after a reload of the window without sending anything', async () => {
    const before = service().requests.length;
    await triage().panel.waitForState({ file: triage().host.uri('proxy.log').toString() });
    await triage().panel.reloadWindow();
    await top(/8 indicators: 2 found, 3 not found, 1 ignored, and 2 internal or reserved/);
    await cell('login-update[.]example', 'state').getByText('Done', { exact: true }).waitFor();
    assert.equal(service().requests.length, before);
  });

  it('has no states after the triage list was cleared with other local data', async () => {
    const { host } = triage();
    await cell('login-update[.]example', 'state').getByText('Done', { exact: true }).waitFor();
    await host.clear('triage');
    await cell('login-update[.]example', 'state').waitFor({ state: 'detached' });
    await top(/8 indicators: 2 found, 3 not found, 1 ignored, and 2 internal or reserved/);
  });
});

describe('The triage list', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      const file = host.uri('proxy.log').toString();
      const from = { kind: 'file', uri: file, line: 4, column: 6 } as const;
      const indicator = { type: 'domain', value: 'lookups-test-2.com' } as const;
      await host.loadSample();
      await host.worker.triageSave({ entries: [{ indicator, state: 'escalate', at: Date.now(), from }] });
      return [];
    },
    viewport: { width: 1600, height: 900 },
  });
  const { cell, top, focus } = locate(triage);

  it('shows states and locations', async () => {
    await top(/1 indicator: 0 found and 1 not looked up/);
    assert.equal(triage().panel.title, 'Triage List');
    await cell('lookups-test-2[.]com', 'state').getByText('Escalated', { exact: true }).waitFor();
    assert.equal(await cell('lookups-test-2[.]com', 'where').innerText(), 'proxy.log:4');
  });

  it('shows added indicators with the query they come from', async () => {
    const { host } = triage();
    const request: CommandArguments['threatLookups.addToTriage'][0] = {
      indicators: [{ type: 'domain', value: 'lookups-test-5.com' }],
      originText: 'query “risk-high” on 127[.]0[.]0[.]1',
    };
    await host.command('threatLookups.addToTriage', request);
    assert.equal(host.messages.at(-1), 'Added 1 indicator to the triage list (2 total).');
    await top(/2 indicators/);
    assert.match(await cell('lookups-test-5[.]com', 'origin').innerText(), /^query “risk-high” on 127\[\.\]0/);
    await cell('lookups-test-5[.]com', 'state').getByText('To Review', { exact: true }).waitFor();
    await host.command('threatLookups.addToTriage', request);
    assert.equal(host.messages.at(-1), strings.alreadyListed(2));
  });

  it('is the same after a reload of the window', async () => {
    await triage().panel.waitForState({ file: 'list' });
    await triage().panel.reloadWindow();
    await top(/2 indicators/);
    await cell('lookups-test-2[.]com', 'state').getByText('Escalated', { exact: true }).waitFor();
  });

  it("doesn't contain removed indicators", async () => {
    const { host } = triage();
    await focus('lookups-test-5[.]com');
    await host.command('threatLookups.triageRemove');
    await top(/1 indicator:/);
    assert.equal(host.messages.at(-1), strings.removed(1));
  });
});

describe('The view of the triage list', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      await host.loadSample();
      return [host.write('proxy.log', triageLog)];
    },
  });
  const { top } = locate(triage);
  const provider = () => {
    const view = triage().host.views.get(viewIds.triageList);
    assert.ok(view);
    return view;
  };
  const rows = async () => (await provider().getChildren()) ?? [];
  const items = async (): Promise<readonly string[]> => {
    const all: string[] = [];
    for (const row of await rows()) {
      const { label, description } = await provider().getTreeItem(row);
      all.push([label, description].filter((text) => typeof text === 'string').join(' '));
    }
    return all;
  };

  it('has the state and the verdict of each entry, what needs work first', async () => {
    const { host } = triage();
    await top(/indicators: 1 found/);
    assert.deepEqual(await items(), []);
    for (const value of ['lookups-test-2.com', 'login-update.example', 'lookups-test-3.com'])
      await host.command('threatLookups.addToTriage', { type: 'domain', value });
    assert.match((await items())[0] ?? '', /^login-update\[\.\]example To Review · \w+ risk$/);
    const [, , last] = await rows();
    await host.command('threatLookups.triageEscalate', last);
    const [first, ...others] = await items();
    assert.match(first ?? '', /^lookups-test-[23]\[\.\]com Escalated · No information$/);
    assert.equal(others.length, 2);
    assert.equal(host.messages.at(-1), strings.marked(1, 'escalate'));
  });

  it('opens records, and sets states of and removes the selected rows, whatever a panel shows', async () => {
    const { host } = triage();
    const [row, ...others] = await rows();
    const item = await provider().getTreeItem(row);
    assert.equal(item.command?.command, 'threatLookups.openRecord');
    assert.match(JSON.stringify(item.command.arguments), /"domain".*"lookups-test-/);
    assert.equal(item.contextValue, 'escalate');
    await host.command('threatLookups.triageDone', others[0], others);
    assert.equal((await items()).filter((each) => / Done · /.test(each)).length, 2);
    await host.command('threatLookups.triageRemove', row, [row]);
    assert.equal((await items()).length, 2);
  });
});

describe('A triage of a folder', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      await host.loadSample();
      host.write('more/second.log', 'lookups-test-3.com\nlookups-test-4.com\nlogin-update.example\n');
      host.write('more/photo.png', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR');
      return [host.uri('more')];
    },
  });
  const { button, top } = locate(triage);
  /** Returns the request for the export of results. */
  const exported = async () => {
    const { host } = triage();
    const before = host.ran.length;
    await button('Export…').click();
    const { id, args } = await until(() => host.ran.at(before), { what: 'no export' });
    assert.equal(id, 'threatLookups.exportIndicators');
    const [request] = args as CommandArguments['threatLookups.exportIndicators'];
    assert.ok(request);
    const text = async (form: Parameters<typeof request.text>[0]): Promise<string | undefined> => {
      const made = await request.text(form);
      if (made === undefined || typeof made === 'string') return made;
      let whole = '';
      for await (const part of made) whole += part;
      return whole;
    };
    return { title: request.title, text };
  };

  it('reads its files, and lists those that were skipped', async () => {
    const text = await top(/3 indicators: 1 found and 2 not looked up/);
    assert.match(text, /Not read: more\/photo\.png \(The file is binary\.\)/);
  });

  it('is exported as Markdown for a ticket', async () => {
    const { title, text } = await exported();
    assert.equal(title, uiText('Export Triage Results'));
    user.answer = () => strings.allRows(3);
    const markdown = (await text('markdown')) ?? '';
    assert.match(markdown, /`lookups-test-4\[\.\]com`/);
    assert.match(markdown, /more\/second\.log:2/);
    assert.match(markdown, /`login-update\[\.\]example`/);
  });

  it('is exported with only the known indicators on request', async () => {
    const { text } = await exported();
    user.answer = () => 'Found (Including by Host or Parent): 1 Row';
    const markdown = (await text('markdown')) ?? '';
    assert.match(markdown, /`login-update\[\.\]example`/);
    assert.doesNotMatch(markdown, /`lookups-test/);
    assert.match((await text('csv')) ?? '', /^indicator,.*\nlogin-update\.example,[^\n]*\n$/);
    const { results } = JSON.parse((await text('json')) ?? '') as { readonly results: readonly { value: string }[] };
    assert.deepEqual(
      results.map(({ value }) => value),
      ['login-update.example'],
    );
    user.answer = () => undefined;
    assert.equal(await text('csv'), undefined);
  });

  it('is exported as STIX, with unknown indicators as observed data on request', async () => {
    const { text } = await exported();
    user.answer = () => strings.allRows(3);
    const stix = (await text('stix')) ?? '';
    assert.match(stix, /"observed-data"[^]*"lookups-test-4\.com"|"lookups-test-4\.com"[^]*"observed-data"/);
    assert.match(stix, /domain-name:value = 'login-update\.example'/);
    user.answer = () => 'Found (Including by Host or Parent): 1 Row';
    const known = (await text('stixLines')) ?? '';
    assert.match(known, /"sighting"/);
    assert.doesNotMatch(known, /lookups-test-4/);
  });

  it('asks for files or a folder if nothing is open', async () => {
    for (const [kind, dialog] of [
      [uiText('Files…'), 'files'],
      [uiText('Folder…'), 'folders'],
    ] as const) {
      user.prompts.length = 0;
      user.answer = ({ choices }) => choices.find((choice) => choice === kind);
      await triage().host.command('threatLookups.triage');
      const [first, second] = user.prompts;
      assert.deepEqual(first?.choices, ['workspace', uiText('Files…'), uiText('Folder…')]);
      assert.equal(second?.detail, dialog);
    }
    user.answer = () => undefined;
    user.prompts.length = 0;
    await triage().host.command('threatLookups.triage');
    assert.equal(user.prompts.length, 1);
  });
});

/** The triage of a log with two indicators. */
const useTriageOfTwo = (service: () => RecordingService) =>
  useTriagePage({
    settings: () => ({ baseUrl: service().url, lookups: 'onDemand' }),
    prepare: (host) => [host.write('proxy.log', 'lookups-test-1.com lookups-test-2.com\n')],
  });

describe('A triage with location data', () => {
  const locations = '5.9.0.0\t5.9.255.255\t64500\tDE\tEXAMPLE-NET\n45.9.0.0\t45.9.255.255\t64501\tNL\tOTHER-NET\n';
  const triage = useTriagePage({
    prepare: async (host) => {
      await host.worker.import({ input: { name: 'ip2asn.tsv', text: locations } });
      await host.worker.import({ input: { name: 'listed.csv', text: 'indicator,risk\n45.9.1.7,high\n' } });
      return [host.write('proxy.log', 'src=5.9.1.7\nsrc=5.9.1.8\nsrc=45.9.1.7\nsrc=45.9.1.8 to lookups-test-2.com\n')];
    },
  });
  const { page, top, showAll } = locate(triage);

  it("doesn't count the location of an address as something known about it", async () => {
    await top(/5 indicators: 1 found and 4 not looked up/);
  });

  it('groups rows by country and by network, the group with the worst row first', async () => {
    const groupBy = async (label: string, ...sections: readonly string[]): Promise<void> => {
      await page().getByLabel('Group by').selectOption({ label });
      const shown = async (): Promise<string> =>
        (await page().locator('.section').allInnerTexts()).join().replaceAll('\u00a0', ' ');
      await until(async () => (await shown()) === sections.join(), { what: `the sections aren't ${sections.join()}` });
    };
    await showAll();
    await groupBy(
      'Country',
      'Netherlands 2 indicators · ≤ 2 lines',
      'Germany 2 indicators · ≤ 2 lines',
      'Others 1 indicator · 1 line',
    );
    await groupBy(
      'Network (ASN)',
      'AS64501 2 indicators · ≤ 2 lines',
      'AS64500 2 indicators · ≤ 2 lines',
      'Others 1 indicator · 1 line',
    );
  });
});

describe('A triage with a slow service', () => {
  const service = useRecordingService(() => 'hang');
  const triage = useTriageOfTwo(service);
  const { button, top } = locate(triage);

  it('cancels a lookup with its request', async () => {
    await top(/2 indicators: 0 found and 2 not looked up/);
    await button(/^Look Up 2 on/).click();
    (await openPick()).acceptChecked();
    await top(/Looking up on 127\.0\.0\.1/);
    await top(/Sent 2 indicators to 127\.0\.0\.1:\d+ in 1 request so far\./);
    await until(() => service().requests.length === 1, { what: 'a request on its way' });
    await button('Cancel').click();
    await top(/Canceled\. Looked up on 127\.0\.0\.1:\d+: 0 found, 0 not found, and 2 didn't respond\./);
    await top(/Sent 2 indicators to 127\.0\.0\.1:\d+ in 1 request\./);
    await until(() => service().abortedRequests.length === 1, { what: 'the request ended' });
    assert.equal(service().requests.length, 1);
  });
});

describe('A triage with popular hosts', () => {
  const service = useRecordingService(() => ({
    headers: { 'x-requests-remaining-day': '38' },
    body: { results: [] },
  }));
  const triage = useTriagePage({
    settings: () => ({ baseUrl: service().url, lookups: 'onDemand', skipWellKnownHosts: false }),
    prepare: (host) => [
      host.write('proxy.log', 'www.google.com www.google.com lookups-test-1.com lookups-test-2.com\n'),
    ],
  });
  const { button, top } = locate(triage);

  it('leaves them unchecked with what they are, and looks up only what the user checks', async () => {
    await top(/3 indicators: 0 found and 3 not looked up/);
    await button(/^Look Up 3 on/).click();
    const pick = await openPick();
    assert.match(pick.rows[0] ?? '', /^www\[\.\]google\[\.\]com 1 line · .+ · usually not worth a lookup$/);
    assert.deepEqual(pick.checked, ['lookups-test-1[.]com', 'lookups-test-2[.]com']);
    pick.check(/test-2/);
    pick.acceptChecked();
    await top(/Looked up on 127\.0\.0\.1:\d+: 0 found and 1 not found\./);
    assert.deepEqual(
      exploreRequests(service()).map(({ query }) => query.q),
      ['ioc=lookups-test-2.com'],
    );
    await button(/^Look Up 2 on/).click();
    const next = await openPick();
    await until(() => next.prompt.includes(strings.leftToday(38)), { what: 'what is left today' });
    next.cancel();
  });
});

describe('A triage with a rate limit', () => {
  const service = useRecordingService(() => ({
    status: 429,
    headers: { 'retry-after': '600' },
    body: { error: 'Too many requests.' },
  }));
  const triage = useTriageOfTwo(service);
  const { page, button, top } = locate(triage);

  it('shows the number of requests, and reports a reached rate limit on the next click without sending', async () => {
    await top(/2 indicators: 0 found and 2 not looked up/);
    await button(/^Look Up 2 on/).click();
    (await openPick()).acceptChecked();
    await page().getByRole('button', { name: '1 more message' }).click();
    await top(/0 found, 0 not found, and 2 didn't respond\./);
    const sent = service().requests.length;
    await button(/^Look Up 2 on/).click();
    await top(/Nothing was sent\. Rate limit reached/);
    assert.equal(service().requests.length, sent);
    assert.equal(user.quickPicks.length, 1);
  });
});

describe('A triage in Offline mode', () => {
  const triage = useTriagePage({
    settings: () => ({ baseUrl: 'https://lookups-test-7.com', lookups: 'offline' }),
    prepare: (host) => [host.write('proxy.log', 'lookups-test-1.com\n')],
  });
  const { page, button, top } = locate(triage);

  it('says with the details that nothing can be looked up, and offers to change the mode', async () => {
    await top(/1 indicator: 0 found/);
    assert.equal(await button('Change Lookup Mode…').count(), 0);
    await button('Details').click();
    await top(/1 indicator isn't in the local store\. Offline mode is on, so it can't be looked up\./);
    assert.equal(
      await page()
        .getByRole('button', { name: /^Look Up/ })
        .count(),
      0,
    );
    await button('Change Lookup Mode…').click();
    await until(() => triage().host.ran.some(({ id }) => id === 'threatLookups.changeMode'), {
      what: 'nothing changes the mode',
    });
    triage().host.change({ baseUrl: 'https://lookups-test-7.com', lookups: 'onDemand' });
    await button('Look Up 1 Indicator on lookups-test-7.com…').waitFor();
  });
});
