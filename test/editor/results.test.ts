import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { StoredRun } from '../../src/core/runs';
import { addToIgnoreList } from '../../src/features/shared/settings/addToIgnoreList';
import { historyItem } from '../../src/features/results/history/historyView';
import { queryFileText } from '../../src/features/results/files/savedQueries';
import { queriesToRun } from '../../src/features/results/runs/queriesToRun';
import { showText } from './helpers/documents';
import { resetSettings } from './helpers/userSettings';
import { eventually } from './helpers/waiting';

const parts = { loadExplore: () => import('../../src/core/explore') };
const text = '### First\n# @limit 5\nrisk=high\n### Second\nrisk=low\nor risk=none\n';

const shown = (content: string, language = 'explore'): Promise<vscode.TextEditor> => showText(content, language);

describe('Running queries in VS Code', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('runs the query at the cursor, in the selection, or of a CodeLens, or all queries', async () => {
    const editor = await shown(text);
    const queries = async (argument?: unknown, scope: 'here' | 'all' = 'here') =>
      (await queriesToRun(argument, scope, parts))?.queries.map((query) => [
        query.title,
        query.text,
        query.settings.limit,
      ]);
    editor.selection = new vscode.Selection(2, 1, 2, 1);
    assert.deepEqual(await queries(), [['First', 'risk=high', 5]]);
    editor.selection = new vscode.Selection(5, 0, 5, 0);
    assert.deepEqual(await queries(), [['Second', 'risk=low or risk=none', undefined]]);
    editor.selection = new vscode.Selection(4, 0, 4, 8);
    assert.deepEqual(await queries(), [['Second', 'risk=low', undefined]]);
    const uri = editor.document.uri.toString();
    const start = text.indexOf('risk=high');
    assert.deepEqual(await queries({ uri, range: { start, end: start + 3 } }), [['First', 'risk=high', 5]]);
    assert.equal((await queries(undefined, 'all'))?.length, 2);
  });

  it('does nothing in files of other languages', async () => {
    await shown('risk=high', 'plaintext');
    assert.equal(await queriesToRun(undefined, 'here', parts), undefined);
  });

  it('opens results beside the editor, which keeps focus', async () => {
    const editor = await shown('risk=critical\n');
    await vscode.commands.executeCommand('threatLookups.runQueryLocally');
    const tab = await eventually(
      () =>
        vscode.window.tabGroups.all
          .flatMap(({ tabs }) => tabs)
          .find(
            ({ label, group }) =>
              label.startsWith('Results: risk=critical') && group.viewColumn !== vscode.ViewColumn.One,
          ),
      'the results',
    );
    assert.equal(vscode.window.activeTextEditor?.document, editor.document);
    await vscode.window.tabGroups.close(tab);
  });

  it('adds one item to the history', () => {
    const run: StoredRun = {
      id: '1',
      at: Date.now() - 3_600_000 * 3,
      query: 'ioc=lookups-test-1.com\u202e',
      settings: { name: 'my-hunt' },
      origin: { address: 'https://lookups-test-9.com', host: 'lookups-test-9.com', remote: true },
      end: { kind: 'answered', millis: 1, count: 50, unreadable: 0 },
      pinned: false,
      hasFinding: true,
    };
    const item = historyItem(run, Date.now());
    assert.equal(item.label, 'my-hunt');
    assert.equal(item.description, '50 rows · 3 hours ago · lookups-test-9.com');
    assert.ok(typeof item.tooltip === 'string' && item.tooltip.includes('[U+202E]'));
    assert.equal(historyItem({ ...run, pinned: true }, Date.now()).contextValue, 'pinned');
  });

  it('saves a query with its settings', async () => {
    const saved = queryFileText({ query: 'risk=high', settings: { name: 'my-hunt', limit: 5 }, title: 'All\nof it' });
    assert.equal(saved, '### All of it\n# @name my-hunt\n# @limit 5\nrisk=high\n');
    await shown(saved);
    const [query] = (await queriesToRun(undefined, 'all', parts))?.queries ?? [];
    assert.deepEqual(query, { text: 'risk=high', settings: { name: 'my-hunt', limit: 5 }, title: 'All of it' });
  });

  it("adds several indicators to the user's ignore list at once", async () => {
    await shown('');
    try {
      assert.equal(await addToIgnoreList(['a.lookups-test-1.com', 'b.lookups-test-1.com', 'a.lookups-test-1.com']), 2);
      assert.equal(await addToIgnoreList(['b.lookups-test-1.com']), 0);
    } finally {
      await resetSettings();
    }
  });
});
