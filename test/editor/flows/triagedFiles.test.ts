import { join } from 'node:path';
import * as vscode from 'vscode';
import { StoreReader } from '../../../src/core/store/reader';
import { panelTypes, viewIds } from '../../../src/features/shared/ids/contributionIds';
import { zipOf } from '../../harness/zipFile';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';

describe('A remembered triage', () => {
  const window = useWindow({ settings: { 'threatLookups.triage.remember': true } });
  const isRemembered = (): boolean => {
    const reader = new StoreReader(join(window.storage(), 'store.sqlite'));
    const found = reader.hasTriaged();
    reader.close();
    return found;
  };
  const importing = (...values: readonly string[]): void =>
    window().begin(
      'threatLookups.importClipboard',
      ['indicator,risk', ...values.map((value) => `${value},high`), ''].join('\n'),
    );

  it('leads to a message after an import, whose action shows the rows', async () => {
    const { uri } = await window.document('yesterday.log', 'lookups-test-6.com\nlookups-test-7.com\n');
    await window().run('threatLookups.triage', uri);
    await eventually(isRemembered, 'a remembered file');
    importing('lookups-test-7.com');
    const message = await window().messages.notification(/1 indicator in 1 triaged file is now risky/);
    message.click('Show Indicators');
    await window().panels.received(panelTypes.triage, /Newly Risky.*1 indicator: 1 found/);
    await window().panels.received(panelTypes.triage, /yesterday\.log:2/);
  });

  it('is checked in a window in which nothing was triaged', async () => {
    await window.reload();
    importing('lookups-test-6.com', 'lookups-test-7.com');
    await window().messages.notification(/1 indicator in 1 triaged file is now risky/);
    window().views.view(viewIds.triageList).show();
    await window().views.rows(viewIds.triageList, /Newly Risky.*1 indicator in 1 file/);
  });
});

describe('A remembered triage of an archive', () => {
  const window = useWindow({ settings: { 'threatLookups.triage.remember': true } });
  // A scan would ask about the indicator at the cursor.
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('leads back to the file in it', async () => {
    const { uri } = await window.document('note.log', 'lookups-test-7.com\n');
    const archive = uri.with({ path: uri.path.replace('note.log', 'case.zip') });
    const content = 'first line\nlookups-test-7.com\n';
    await vscode.workspace.fs.writeFile(
      archive,
      zipOf([
        { name: 'one.log', content: 'nothing\n' },
        { name: 'two.log', content },
      ]),
    );
    await window().run('threatLookups.triage', archive);
    await eventually(async () => {
      await window().run('threatLookups.showSeenBefore', { type: 'domain', value: 'lookups-test-7.com' });
      const editor = vscode.window.activeTextEditor;
      return editor?.document.getText() === content && editor.selection.start.line === 1;
    }, 'the line in the file of the archive');
  });
});
