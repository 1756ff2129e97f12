import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useWindow } from '../window';

const fanged = 'see http://login-update.example/a and a-site.com\n';
const defanged = 'see hxxp://login-update[.]example/a and a-site[.]com\n';

describe('The form of indicators', () => {
  const window = useWindow();
  let files = 0;

  async function show(text: string, ...selections: readonly vscode.Selection[]): Promise<vscode.TextEditor> {
    const document = await window.document(`editing-${++files}.txt`, text);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    if (selections.length > 0) editor.selections = selections;
    return editor;
  }

  before(() => window().run('threatLookups.loadSample'));
  afterEach(async () => {
    await vscode.workspace.saveAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is changed in the whole document without a selection, as one step to undo', async () => {
    const { document } = await show(fanged);
    await window().run('threatLookups.defangSelection');
    assert.equal(document.getText(), defanged);
    await window().messages.message(/Defanged 2 occurrences/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), fanged);
  });

  it('is changed only for indicators that a selection contains, or contains in part', async () => {
    const selections = [new vscode.Selection(0, 2, 0, 6), new vscode.Selection(1, 8, 1, 12)];
    const { document } = await show('a-site.com b-site.net\nc-site.org d-site.com e-site.net', ...selections);
    await window().run('threatLookups.defangSelection');
    assert.equal(document.getText(), 'a-site[.]com b-site.net\nc-site[.]org d-site[.]com e-site.net');
  });

  it('is refanged after a dialog that counts the risky ones, and not if it is closed', async () => {
    const { document } = await show(defanged);
    window().begin('threatLookups.refangSelection');
    (await window().messages.dialog(/Refang 1 risky indicator\?/)).close();
    window().begin('threatLookups.refangSelection');
    (await window().messages.dialog(/Refang 1 risky indicator\?[^]*can open in a browser when clicked/)).click(
      'Refang',
    );
    await window().messages.message(/Refanged 2 occurrences/);
    assert.equal(document.getText(), fanged);
  });

  it('is refanged without a question if nothing risky is in the range', async () => {
    const { document } = await show(defanged, new vscode.Selection(0, 42, 0, 44));
    await window().run('threatLookups.refangSelection');
    assert.equal(document.getText(), 'see hxxp://login-update[.]example/a and a-site.com\n');
  });

  describe('of pasted text', () => {
    const { token } = new vscode.CancellationTokenSource();
    const { PasteAs, Automatic } = vscode.DocumentPasteTriggerKind;

    async function offered(text: string, triggerKind = PasteAs, only?: vscode.DocumentDropOrPasteEditKind) {
      const transfer = new vscode.DataTransfer();
      transfer.set('text/plain', new vscode.DataTransferItem(text));
      const { document } = await show('');
      const provider = window().provider('registerDocumentPasteEditProvider') as vscode.DocumentPasteEditProvider;
      const context = { only, triggerKind };
      const edits = await provider.provideDocumentPasteEdits?.(document, [], transfer, context, token);
      return { provider, edits: edits ?? [] };
    }

    it('is offered in “Paste As…” where it would change something, never for a normal paste', async () => {
      const { edits } = await offered(fanged + defanged);
      assert.deepEqual(
        edits.map(({ title, kind, insertText }) => [title, kind.value, insertText]),
        [
          ['Paste Defanged', 'text.indicators.defanged', defanged + defanged],
          ['Paste Refanged', 'text.indicators.refanged', fanged + fanged],
        ],
      );
      assert.deepEqual((await offered(fanged, Automatic)).edits, []);
      assert.deepEqual((await offered('nothing to change')).edits, []);
      const kind = vscode.DocumentDropOrPasteEditKind.Text.append('indicators', 'refanged');
      assert.deepEqual((await offered(fanged + defanged, PasteAs, kind)).edits.length, 1);
    });

    it('is refanged after the same dialog, and not pasted if it is closed', async () => {
      const { provider, edits } = await offered(defanged);
      const [edit] = edits;
      assert.ok(edit !== undefined);
      const resolving = Promise.resolve(provider.resolveDocumentPasteEdit?.(edit, token));
      (await window().messages.dialog(/Refang 1 risky indicator\?/)).close();
      await assert.rejects(resolving, vscode.CancellationError);
      const again = Promise.resolve(provider.resolveDocumentPasteEdit?.(edit, token));
      (await window().messages.dialog(/Refang 1 risky indicator\?/)).click('Refang');
      assert.equal((await again)?.insertText, fanged);
    });
  });
});
