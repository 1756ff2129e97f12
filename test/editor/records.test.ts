import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as tools from '../../src/core/indicators';
import type { Subject } from '../../src/core/records/subject';
import { linkErrorText, openLink } from '../../src/features/records/openLink';
import type { RecordPage } from '../../src/features/records/recordPage';
import { panelTypes } from '../../src/features/shared/ids/contributionIds';
import { AnswerSizes } from '../../src/core/lookups';
import { RecordPanels } from '../../src/features/records/recordPanels';
import { eventually } from './helpers/waiting';
import { uiText } from '../../src/features/shared/ui/text';

const value = 'login-update.example';
const subject: Subject = { kind: 'indicator', type: 'domain', value };
const loadIndicators = () => Promise.resolve(tools);

/** The tabs of record panels. */
function recordTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelTypes.record));
}

/** Panels whose pages record how they were opened. */
function watchedPanels(): { readonly panels: RecordPanels; readonly opened: string[] } {
  const opened: string[] = [];
  const pageFor = (of: Subject): RecordPage => ({
    subject: of,
    title: of.kind === 'indicator' ? of.value : (of.name ?? ''),
    copied: { value: '', defanged: '' },
    view: () => ({ value: '', type: '', buttons: [], notices: [], records: [], marked: [] }),
    exported: () => [],
    open: (how) => Promise.resolve(void opened.push(`${how} ${of.kind === 'indicator' ? of.value : (of.name ?? '')}`)),
    act: () => Promise.resolve(),
    answer: () => Promise.resolve(),
    leave: () => undefined,
    dispose: () => undefined,
  });
  const extensionUri = vscode.extensions.getExtension('threat-lookups.threat-lookups')?.extensionUri;
  assert.ok(extensionUri);
  const panels = new RecordPanels(
    () => ({
      lookups: {
        local: () => assert.fail('nothing is looked up'),
        lookUp: () => assert.fail('nothing is looked up'),
        lookUpVisible: () => assert.fail('nothing is looked up'),
        estimate: () => assert.fail('nothing is looked up'),
        planned: () => assert.fail('nothing is looked up'),
        blocked: () => undefined,
        blockedInText: () => undefined,
        wouldSend: () => '',
        context: () => assert.fail('nothing is assessed'),
        judged: () => undefined,
        onChanged: () => () => undefined,
        forget: () => undefined,
        requestLog: {
          list: () => [],
          clear: () => undefined,
          onChanged: () => () => undefined,
          begin: () => () => undefined,
        },
        sizes: new AnswerSizes(),
      },
      tools,
      notices: { inform: () => undefined, offer: () => Promise.resolve() },
      output: { debug: () => undefined, warn: () => undefined },
      extensionUri,
      context: () => assert.fail('nothing is drawn'),
      pageFor,
      exportPage: () => Promise.resolve(),
      findOthers: () => assert.fail('nothing is searched for'),
      remember: () => undefined,
    }),
    loadIndicators,
  );
  return { panels, opened };
}

describe('Records in VS Code', () => {
  afterEach(async () => {
    await vscode.window.tabGroups.close(recordTabs());
  });

  it('open in one panel per subject, and in a second one only beside', async () => {
    await vscode.commands.executeCommand('threatLookups.openRecord', { type: 'domain', value });
    const tab = await eventually(() => recordTabs()[0], 'the panel');
    assert.equal(tab.label, 'login-update[.]example');
    await vscode.commands.executeCommand('threatLookups.openRecord', { type: 'domain', value: 'LOGIN-update.example' });
    assert.equal(recordTabs().length, 1);
    await vscode.commands.executeCommand('threatLookups.openRecordBeside', { type: 'domain', value });
    await eventually(() => (recordTabs().length === 2 ? true : undefined), 'the panel beside');
  });

  it('are the default argument of commands while their panel is focused', async () => {
    await vscode.commands.executeCommand('threatLookups.openRecord', { type: 'domain', value });
    await eventually(() => recordTabs()[0], 'the panel');
    await vscode.commands.executeCommand('threatLookups.copyIndicator');
    assert.equal(await vscode.env.clipboard.readText(), value);
  });

  it('are restored after a reload without a request, and close if their state is invalid', async () => {
    const { panels, opened } = watchedPanels();
    const panel = vscode.window.createWebviewPanel(panelTypes.record, 'Record', vscode.ViewColumn.One);
    const back: Subject = { kind: 'threat', source: 'local:', name: 'Salt Anchor' };
    await panels.deserializeWebviewPanel(panel, { subject, back: [back], forward: [], place: 5 });
    assert.deepEqual([panel.title, opened], [value, [`shown ${value}`]]);
    const broken = vscode.window.createWebviewPanel(panelTypes.record, 'Record', vscode.ViewColumn.One);
    let isClosed = false;
    broken.onDidDispose(() => (isClosed = true));
    await panels.deserializeWebviewPanel(broken, { subject: { kind: 'indicator', type: 'domain', value: '<b>' } });
    assert.equal(isClosed, true);
    panels.dispose();
    panel.dispose();
  });

  it('open from a valid link without a request, and explain why another link is rejected', async () => {
    const { panels, opened } = watchedPanels();
    const shown: string[] = [];
    const parts = {
      loadIndicators,
      notices: { offer: (_: unknown, sentence: string) => Promise.resolve(void shown.push(sentence)) },
      output: { warn: () => undefined },
    };
    const follow = (link: string): Promise<void> =>
      openLink(vscode.Uri.parse(`vscode://threat-lookups.threat-lookups${link}`), parts, panels);
    await follow(`/indicator/${value}`);
    await follow('/threat/Salt%20Anchor');
    assert.deepEqual(opened, [`shown ${value}`, 'shown Salt Anchor']);
    await follow('/indicator/login-update.example?key=1');
    await follow('/run/anything');
    assert.equal(opened.length, 2);
    assert.deepEqual(
      shown,
      [{ kind: 'extraParts' } as const, { kind: 'unknownKind' } as const].map(
        (error) => `${uiText("This link can't be opened.")} ${linkErrorText(error)}`,
      ),
    );
    panels.dispose();
  });
});
