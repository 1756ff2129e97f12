import assert from 'node:assert/strict';
import { allRows } from '../../../src/core/rows/rowQuery';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import * as vscode from 'vscode';
import { exportStrings } from '../../../src/features/results/strings';
import { panelTypes, viewIds } from '../../../src/features/shared/ids/contributionIds';
import { exploreRequests, exploreResponse } from '../../harness/queries';
import { useRecordingService } from '../../harness/recordingService';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';
import { clickInResults, closeEditors, editorText, runQuery, showQuery } from './queries';
import { uiText, uiPlural } from '../../../src/features/shared/ui/text';
import { t } from '../../../src/l10n';

const pattern = (text: string): RegExp => new RegExp(text);
const several = [
  'several.explore',
  '### One\n# @limit 2\nrisk=low\n### Two\n# @limit 4\nrisk=high\n  or risk=critical\n',
];

describe('Query runs', () => {
  const service = useRecordingService(exploreResponse);
  const window = useWindow(() => ({ settings: { 'threatLookups.baseUrl': service().url } }));
  const sent = (): number => exploreRequests(service()).length;
  const results = (matching: RegExp) => window().panels.results(matching);
  const [severalName = '', severalText = ''] = several;
  afterEach(async () => {
    service().replyWith(exploreResponse);
    window().panels.closeAll();
    await closeEditors();
  });

  it('find threats, and open them without a request', async () => {
    await runQuery(window, ['threats.explore', '# @type threats\nthreat=*a*\n'], /2 threats/);
    assert.equal(exploreRequests(service()).at(-1)?.query['type'], 'threats');
    const before = service().requests.length;
    await window().panels.received(panelTypes.results, /"name":"Example Kit"[^]*"name":"Salt Anchor"/);
    window().panels.send(panelTypes.results, {
      kind: 'open',
      subject: { kind: 'threat', source: service().url, name: 'Salt Anchor' },
      beside: false,
    });
    await window().panels.received(panelTypes.record, /"Salt Anchor"/);
    assert.equal(service().requests.length, before);
  });

  it('are canceled by their button, and by the next run of the same file', async () => {
    const slow = ['again.explore', 'threat=slow\n### Second\n# @limit 3\nrisk=high\n'] as const;
    const before = sent();
    const running = await runQuery(window, slow, /Running/);
    await eventually(() => sent() === before + 1, 'the request');
    const aborted = service().abortedRequests.length;
    clickInResults(window(), running, /^Cancel$/);
    await results(/threat=slow[^]*Canceled\. No results were received/);
    await eventually(() => service().abortedRequests.length === aborted + 1, 'the end of the request');
    await runQuery(window, slow, /Running/);
    await eventually(() => sent() === before + 2, 'the second request');
    const shown = await runQuery(window, [...slow, 4], /3 rows/);
    assert.equal(sent(), before + 3);
    assert.equal(shown.running, undefined);
    await eventually(() => service().abortedRequests.length === aborted + 2, 'the end of the previous request');
    window().begin('threatLookups.searchHistory');
    const history = await window().prompt(/threat=slow/);
    await history.type('threat=slow');
    assert.match(history.text(), /canceled/);
    history.cancel();
  });

  it('run all queries of a file, or the selection', async () => {
    const editor = await showQuery(window, severalName, severalText, 6);
    const before = sent();
    window().begin('threatLookups.runAllQueries');
    const { runs } = await results(/One[^]*2 rows/);
    const two = runs.find(({ label }) => label === '2 · Two');
    assert.ok(two);
    window().panels.send(panelTypes.results, { kind: 'choose', id: two.id });
    await results(/Two[^]*4 rows/);
    assert.deepEqual(
      exploreRequests(service())
        .slice(before)
        .map(({ query }) => [query['q'], query['limit']]),
      [
        ['risk=low', '2'],
        ['risk=high or risk=critical', '4'],
      ],
    );
    editor.selection = new vscode.Selection(5, 0, 5, 9);
    await window().run('threatLookups.runQuery');
    assert.equal(sent(), before + 3);
    assert.equal(exploreRequests(service()).at(-1)?.query['q'], 'risk=high');
  });

  it('are exported to a document or a file with one request and without a panel', async () => {
    const before = sent();
    const exportAs = async (form: string, to: string): Promise<void> => {
      await showQuery(window, 'export.explore', '# @name to-hand-on\n# @limit 6\nrisk=high\n', 3);
      window().begin('threatLookups.runQueryWithOptions');
      await window().choose(/Run Query with Options/, /Run and Export…/);
      await window().choose(/Select a format/, form);
      await window().choose(/Select a destination/, to);
    };
    await exportAs('JSON', uiText('New Document'));
    await editorText(/^\{/);
    await exportAs('CSV', uiText('File…'));
    const prompt = await window().prompt(/Export Results/);
    await eventually(() => prompt.value.endsWith('/to-hand-on.csv'), 'the proposed name');
    await prompt.accept();
    try {
      await editorText(/^lookups-test-5\.com,domain/m);
      assert.match(readFileSync(prompt.value, 'utf8'), /^lookups-test-5\.com,domain/m);
    } finally {
      if (existsSync(prompt.value)) rmSync(prompt.value);
    }
    assert.equal(sent(), before + 2);
    assert.deepEqual(window().panels.titles(panelTypes.results), []);
    await showQuery(window, 'nothing.explore', 'ioc=nowhere\n');
    window().begin('threatLookups.runQueryWithOptions');
    await window().choose(/Run Query with Options/, /Run and Export…/);
    await window().choose(/Select a format/, 'CSV');
    await window().messages.message(pattern(uiText('No results to export.')));
  });

  it('run on the local store without a request, and on the service again', async () => {
    const shown = await runQuery(window, [severalName, severalText, 3], /2 rows/);
    const before = service().requests.length;
    clickInResults(window(), shown, pattern(t('Run on Local Store')));
    const locally = await results(
      pattern(`local store[^]*${t('Nothing was sent. The results are from the local store.')}[^]*Run on 127`),
    );
    assert.equal(service().requests.length, before);
    clickInResults(window(), locally, /^Run on 127\.0\.0\.1:\d+/);
    await results(/2 rows[^]*Query sent to 127/);
    assert.equal(service().requests.length, before + 1);
  });

  it('belong to the file as which their untitled query is saved', async () => {
    await window().run('threatLookups.newQuery');
    const { document } = await eventually(() => vscode.window.activeTextEditor, 'the query');
    const edit = new vscode.WorkspaceEdit();
    const end = new vscode.Position(document.lineCount, 0);
    edit.insert(document.uri, end, '# for the team\ntype=ip and risk=high ');
    await vscode.workspace.applyEdit(edit);
    window().begin('threatLookups.runQuery');
    await results(/type=ip and risk=high[^]*10 rows/);
    const saving = window().run('threatLookups.saveQuery');
    const prompt = await window().prompt(/Save Query As/);
    assert.match(prompt.value, /\/type-ip-risk-high\.explore$/);
    await prompt.accept();
    try {
      await saving;
      await eventually(
        () => vscode.window.activeTextEditor?.document.uri.path === prompt.value,
        () => `${prompt.value} in front`,
      );
      assert.equal(readFileSync(prompt.value, 'utf8'), '# for the team\ntype=ip and risk=high\n');
      const titles = (): readonly string[] =>
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
      await eventually(() => !titles().some((title) => title.includes('New query')), 'the end of the untitled file');
      const before = sent();
      await window().run('threatLookups.runQuery');
      assert.equal(sent(), before + 1);
      assert.equal(window().panels.titles(panelTypes.results).length, 1);
    } finally {
      if (existsSync(prompt.value)) rmSync(prompt.value);
    }
  });

  it('show an error instead if the query is invalid', async () => {
    const before = sent();
    const editor = await showQuery(window, 'wrong.explore', '### One\nrisk=high type=ip\n', 2);
    await window().run('threatLookups.runQueryLocally');
    const message = await window().messages.notification(pattern(t('“and” or “or” expected.')));
    message.click(uiText('Go to Error'));
    await eventually(() => editor.selection.active.isEqual(new vscode.Position(1, 10)), 'the cursor at the error');
    assert.equal(sent(), before);
  });

  it('are sent with an error only on request', async () => {
    const before = sent();
    await showQuery(window, 'wrong.explore', '### One\nrisk=high type=ip\n', 2);
    await window().run('threatLookups.runQuery');
    const message = await window().messages.notification(pattern(t('“and” or “or” expected.')));
    assert.equal(sent(), before);
    message.click(uiText('Run Anyway'));
    await eventually(() => sent() === before + 1, 'the query as written');
    assert.equal(exploreRequests(service()).at(-1)?.query['q'], 'risk=high type=ip');
  });

  it('explain which formats and limits the service rejects', async () => {
    service().replyWith(({ query }) =>
      query['format'] === 'stix'
        ? { status: 401, body: { error: 'Registered users alone.' } }
        : { status: 429, body: { error: 'The limit of your plan is 10000 results.' } },
    );
    await showQuery(window, 'hunt.explore', 'risk=high\n');
    window().begin('threatLookups.runQueryWithOptions');
    await window().choose(/Run Query with Options/, /Run with CSV or STIX Output…/);
    await window().choose(/Select a response format/, 'STIX');
    await results(/STIX requires a registered account\. 127\.0\.0\.1:\d+ requires an API key \(HTTP 401\)/);
    window().begin('threatLookups.runQueryWithOptions');
    await window().choose(/Run Query with Options/, /Run with Limit…/);
    await window().answer(/free 50/, '20000');
    await results(/might not allow 20,000 results per query \(HTTP 429\)/);
  });

  it('are broadened on request if they have no results', async () => {
    const shown = await runQuery(
      window,
      ['none.explore', '# @limit 5\nioc=nowhere and seen=7d\n'],
      /ioc=nowhere[^]*No matches on 127/,
    );
    clickInResults(window(), shown, pattern(t('Broaden Query')));
    await editorText(/ioc=nowhere(?! and)/);
  });

  it("aren't sent if the quota is used up, unless the user sends them anyway", async () => {
    service().replyWith((request) => ({
      ...(exploreResponse(request) as object),
      headers: { 'x-requests-remaining-day': '0' },
    }));
    await runQuery(window, [severalName, severalText, 3], /2 rows/);
    service().replyWith(exploreResponse);
    const before = service().requests.length;
    window().begin('threatLookups.runQuery');
    const spent = await results(/The daily quota on 127\.0\.0\.1:\d+ is used up\. Nothing was sent/);
    assert.equal(service().requests.length, before);
    clickInResults(window(), spent, pattern(t('Send Anyway')));
    await results(/2 rows/);
    assert.equal(service().requests.length, before + 1);
  });

  it('find threats in the local store, by which results can be filtered and copied', async () => {
    await window().run('threatLookups.loadSample');
    await showQuery(window, 'domains.explore', 'type=domain\n');
    await window().run('threatLookups.runQueryLocally');
    const { id, count, columns } = await results(/All [\d,]+ rows/);
    assert.ok(columns.some(({ title, shown }) => title === 'Threats' && shown));
    const rows = await eventually(() => {
      const all = window().panels.rows(panelTypes.results);
      return all.length === count ? all : undefined;
    }, 'all rows');
    const found = rows.filter((row) => /paper lantern/i.test(row));
    assert.ok(found.length > 0 && found.length < count);
    const ask = { kind: 'query', id, asked: 9 } as const;
    window().panels.send(panelTypes.results, { ...ask, query: { ...allRows, filter: 'paper lantern' } });
    await window().panels.received(panelTypes.results, /"isNarrowed":true/);
    window().begin('threatLookups.exportResults');
    const prompt = await window().prompt(/Select the rows to export/);
    assert.match(prompt.labels()[0] ?? '', /^[\d,]+ Filtered Rows$/);
    assert.match(prompt.labels()[1] ?? '', /^All [\d,]+ Rows$/);
    prompt.cancel();
    window().panels.send(panelTypes.results, { ...ask, asked: 10, query: allRows });
    await window().panels.received(panelTypes.results, /"asked":10/);
    window().begin('threatLookups.exportResults');
    await window().choose(/Export All [\d,]+ Rows/, 'CSV');
    await window().choose(/Select a destination/, uiText('Clipboard'));
    await window().messages.message(pattern(exportStrings.copiedAs('CSV')));
    assert.match(await vscode.env.clipboard.readText(), /^# .*[^]*paper-lantern|Paper Lantern/m);
  });
});

describe('Rows of query results', () => {
  const service = useRecordingService(exploreResponse);
  const window = useWindow(() => ({ settings: { 'threatLookups.baseUrl': service().url } }));
  const select = (...rows: readonly number[]): void =>
    window().panels.send(panelTypes.results, { kind: 'select', rows: [...rows] });
  before(async () => {
    await runQuery(window, ['limited.explore', '# @limit 40\nrisk=high\n', 2], /40 rows/);
  });
  after(closeEditors);

  it('are saved to the local store, and their request is in the request log', async () => {
    await window().run('threatLookups.sources.focus');
    await window().views.rows(viewIds.sources, /^/);
    await window().run('threatLookups.saveResults');
    await window().messages.message(/Saved 40 indicators to the local store/);
    await window().views.rows(viewIds.sources, /just now · 40/);
    await window().requestLog(/\| answered \| .* \| query$/);
  });

  it('are exported if they are selected', async () => {
    select(7);
    window().begin('threatLookups.exportResults');
    await window().choose(
      /Select the rows to export/,
      uiPlural(1, { one: '{0} Selected Row', other: '{0} Selected Rows' }),
    );
    await window().choose(/Select a format/, 'CSV');
    await window().choose(/Select a destination/, uiText('New Document'));
    const text = await editorText(/^lookups-test-7\.com,domain/m);
    assert.equal(text.match(/^lookups-test/gm)?.length, 1);
    // The document is named after the query, and only the query sets the limit.
    assert.match(vscode.window.activeTextEditor?.document.fileName ?? '', /risk-high\.csv$/);
    assert.match(text, /^# Limit: 40$/m);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('are added to the ignore list after confirmation, and no query sends them', async () => {
    const before = exploreRequests(service()).length;
    select(5, 6);
    window().begin('threatLookups.ignoreResults');
    (await window().messages.dialog(/Add 2 indicators to/)).click(uiText('Add to Ignore List'));
    await window().messages.message(/Added 2 indicators to the ignore list/);
    await window().run('threatLookups.queryFromResults');
    await editorText(/ioc=lookups-test-5\.com\s+or ioc=lookups-test-6\.com/);
    window().begin('threatLookups.runQuery');
    await window().panels.results(
      /Nothing was sent to 127\.0\.0\.1:\d+ because lookups-test-5\[\.\]com is on the ignore list/,
    );
    assert.equal(exploreRequests(service()).length, before);
  });
});

describe('The query history', () => {
  const service = useRecordingService(exploreResponse);
  const window = useWindow(() => ({ settings: { 'threatLookups.baseUrl': service().url } }));
  const hunts = '### First\n# @limit 2\nrisk=low\n### Second\n# @limit 3\nrisk=high\n### Third\nioc=nowhere\n';
  const sent = (): number => exploreRequests(service()).length;
  const lists = (...titles: readonly string[]): Promise<string> =>
    window().views.rows(viewIds.queryHistory, new RegExp(`^${titles.map((title) => `${title}\\b.*`).join('\n')}$`));
  const onItem = (command: string, title: string): Promise<void> =>
    window().run(command, window().views.element(viewIds.queryHistory, title));
  after(closeEditors);

  it('lists runs, newest first, with pinned ones on top', async () => {
    await runQuery(window, ['hunts.explore', hunts, 3], /First[^]*2 rows/);
    await runQuery(window, ['hunts.explore', hunts, 6], /Second[^]*3 rows/);
    await runQuery(window, ['hunts.explore', hunts, 8], /Third[^]*No results/);
    await window().run('threatLookups.queryHistory.focus');
    await lists('Third', 'Second', 'First');
    await onItem('threatLookups.pinHistory', 'First');
    await lists('First', 'Third', 'Second');
    // Open results are revealed, not opened again.
    await onItem('threatLookups.openHistory', 'Third');
    assert.deepEqual(window().panels.titles(panelTypes.results), ['Results: Third']);
  });

  it('is the same after a reload, and runs queries again', async () => {
    const before = sent();
    await (await window.reload()).run('threatLookups.queryHistory.focus');
    await lists('First', 'Third', 'Second');
    assert.equal(sent(), before);
    await onItem('threatLookups.runHistory', 'Second');
    assert.equal(sent(), before + 1);
    const { query } = exploreRequests(service()).at(-1) ?? {};
    assert.deepEqual([query?.['q'], query?.['limit']], ['risk=high', '3']);
    await window().panels.results(/Second[^]*3 rows/);
    // The item is updated, not added again.
    await lists('First', 'Second', 'Third');
    window().panels.closeAll();
  });

  it('can be searched by text, and opens stored results once and without a request', async () => {
    const before = sent();
    const open = async (): Promise<void> => {
      window().begin('threatLookups.searchHistory');
      const prompt = await window().prompt(/Search by query text/);
      await prompt.type('risk=low');
      assert.equal(prompt.labels().length, 1);
      await prompt.pick(/First/);
    };
    await open();
    await window().panels.results(/First[^]*2 rows/);
    assert.equal(sent(), before);
    await open();
    await onItem('threatLookups.runHistory', 'First');
    assert.equal(sent(), before + 1);
    await lists('First', 'Second', 'Third');
    assert.deepEqual(window().panels.titles(panelTypes.results), ['Results: First']);
  });

  it('opens a query as a file', async () => {
    await onItem('threatLookups.queryFromHistory', 'Third');
    await editorText(/### Third\nioc=nowhere/);
  });

  it('removes queries, and keeps pinned ones when it is cleared', async () => {
    await onItem('threatLookups.removeHistory', 'Third');
    await lists('First', 'Second');
    const clear = async (): Promise<void> => {
      window().begin('threatLookups.clearHistory');
      (await window().messages.dialog(/Clear the query history\?/)).click('Clear');
    };
    await clear();
    await lists('First');
    await onItem('threatLookups.unpinHistory', 'First');
    await clear();
    await window().views.welcome(viewIds.queryHistory, /quer/i);
  });
});

describe('Query runs on the local store', () => {
  const window = useWindow();
  afterEach(async () => {
    window().panels.closeAll();
    await closeEditors();
  });

  it('name the fields that no record there has', async () => {
    const query = ['local.explore', 'risk=high and ++registrar=x and country=DE\n'] as const;
    await runQuery(window, query, /No record there has \+\+registrar or country\./);
  });
});
