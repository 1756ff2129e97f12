import * as vscode from 'vscode';
import type { Commands } from '../shared/commands/registerCommand';

const walkthrough = 'threat-lookups.threat-lookups#threatLookups.start';
/** The indicator for a new user's first hover. */
const firstIndicator = 'login-update.example';

/** “Open Sample Log” (the first step of the walkthrough) and “Get Started”, which returns to the walkthrough. */
export function registerWelcome(commands: Commands, sampleLog: vscode.Uri): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register('threatLookups.getStarted', () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false),
    ),
    commands.register('threatLookups.openSampleLog', async () => {
      const editor = await vscode.window.showTextDocument(sampleLog, { preview: false });
      await commands.run('threatLookups.loadSample');
      await showFirstHover(editor);
    }),
  );
}

async function showFirstHover(editor: vscode.TextEditor): Promise<void> {
  const at = editor.document.getText().indexOf(firstIndicator);
  if (at < 0) return;
  const position = editor.document.positionAt(at + 1);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await vscode.window.showTextDocument(editor.document, { preview: false, selection: editor.selection });
  await vscode.commands.executeCommand('editor.action.showHover');
}
