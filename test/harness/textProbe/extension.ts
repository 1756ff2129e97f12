import * as vscode from 'vscode';
import * as ui from '../../../src/features/common/ui';
import { hostile, quickTasks, ran, sinks, type SinkName, viewId } from './names';

/** How a text reaches a sink: through the module, or as VS Code's own calls would take it. */
type MakeText = (foreign: string) => ui.UiText;

const long = 600_000;
const notified = { location: vscode.ProgressLocation.Notification, cancellable: true };
const here = new vscode.Range(0, 0, 0, 4);

/** Shows a text in a sink, and nothing else that is foreign. */
const show: Readonly<Record<SinkName, (words: ui.UiText, context: vscode.ExtensionContext) => unknown>> = {
  information: (words) => ui.showInformationMessage(words),
  warning: (words) => ui.showWarningMessage(words),
  error: (words) => ui.showErrorMessage(words, words),
  dialog: (words) => ui.showWarningMessage(words, { modal: true, detail: words }, words),
  progressTitle: (words) => ui.withProgress({ ...notified, title: words }, untilCanceled),
  progressMessage: (words) =>
    ui.withProgress({ ...notified, title: ui.uiText('Working') }, (progress, token) => {
      progress.report({ message: words });
      return untilCanceled(progress, token);
    }),
  windowProgress: (words) =>
    ui.withProgress({ location: vscode.ProgressLocation.Window, title: words }, (progress, token) => {
      progress.report({ message: words });
      return untilCanceled(progress, token);
    }),
  statusBarMessage: (words) => ui.setStatusBarMessage(words, long),
  statusBarItem: (words, { subscriptions }) => {
    const item = ui.createStatusBarItem('textProbe.item', vscode.StatusBarAlignment.Right, 1);
    Object.assign(item, { name: words, text: words, tooltip: words });
    item.show();
    subscriptions.push(item);
  },
  inputBox: (words) => ui.showInputBox({ title: words, prompt: words, placeHolder: words, ignoreFocusOut: true }),
  validation: (words) =>
    ui.showInputBox({ title: ui.uiText('Asks'), ignoreFocusOut: true, value: 'a', validateInput: () => words }),
  quickPick: (words) =>
    ui.showQuickPick([{ label: words, description: words, detail: words }], {
      ...{ title: words, placeHolder: words, ignoreFocusOut: true },
    }),
  madePick: (words) => {
    const pick = ui.createQuickPick();
    Object.assign(pick, { title: words, placeholder: words, prompt: words, ignoreFocusOut: true });
    const iconPath = new vscode.ThemeIcon('edit');
    pick.buttons = [{ iconPath, tooltip: words }];
    pick.items = [{ label: words, description: words, detail: words, buttons: [{ iconPath, tooltip: words }] }];
    pick.show();
  },
  tree: (words, { subscriptions }) => {
    const treeDataProvider = {
      getChildren: (parent?: string) => (parent === undefined ? ['leaf'] : []),
      getTreeItem: (id: string) => ui.treeItem({ id, label: words, description: words, tooltip: words, spoken: words }),
    };
    const view = ui.createTreeView(viewId, { treeDataProvider });
    view.message = words;
    view.title = words;
    view.description = words;
    view.badge = { value: 1, tooltip: words };
    subscriptions.push(view);
    return vscode.commands.executeCommand(`${viewId}.focus`);
  },
  panel: (words) => {
    const panel = ui.createWebviewPanel('textProbe.panel', words, vscode.ViewColumn.Beside);
    ui.setPanelTitle(panel, words);
  },
  codeLens: (words, { subscriptions }) => {
    const provideCodeLenses = () => [ui.codeLens(here, { command: 'textProbe.none', title: words, tooltip: words })];
    subscriptions.push(vscode.languages.registerCodeLensProvider({ pattern: '**/*.txt' }, { provideCodeLenses }));
  },
  diagnostic: (words, { subscriptions }) => {
    const collection = vscode.languages.createDiagnosticCollection('textProbe');
    const uri = vscode.window.visibleTextEditors[0]?.document.uri;
    if (uri !== undefined) collection.set(uri, [ui.diagnostic(here, words, vscode.DiagnosticSeverity.Error)]);
    subscriptions.push(collection);
    return vscode.commands.executeCommand('workbench.actions.view.problems');
  },
  outline: (words, { subscriptions }) => {
    const provideDocumentSymbols = () => [
      ui.documentSymbol(words, words, vscode.SymbolKind.Function, here, here),
      ui.documentSymbol(words, words, vscode.SymbolKind.Function, here, here),
    ];
    const where = { pattern: '**/*.txt' };
    subscriptions.push(vscode.languages.registerDocumentSymbolProvider(where, { provideDocumentSymbols }));
    return vscode.commands.executeCommand('outline.focus');
  },
  completion: (words, { subscriptions }) => {
    const provideCompletionItems = () => {
      const item = ui.completionItem(words, words, vscode.CompletionItemKind.Text);
      item.filterText = 'text';
      item.insertText = 'text';
      item.range = here;
      item.documentation = ui.codeMarkdown(words, 'plaintext');
      return [item];
    };
    const where = { pattern: '**/*.txt' };
    subscriptions.push(vscode.languages.registerCompletionItemProvider(where, { provideCompletionItems }));
    return vscode.commands.executeCommand('editor.action.triggerSuggest');
  },
  decoration: (words, { subscriptions }) => {
    const type = vscode.window.createTextEditorDecorationType({ after: ui.wordsBehind(words, { margin: '1em' }) });
    vscode.window.visibleTextEditors[0]?.setDecorations(type, [here]);
    subscriptions.push(type);
  },
  log: (words, { subscriptions }) => {
    const output = ui.createOutput();
    subscriptions.push(output);
    output.warn(words);
    output.show(true);
  },
};

/** The extension whose every sink says what a command hands over: `textProbe.safe.SINK` through the module, `textProbe.raw.SINK` as it is. */
export function activate(context: vscode.ExtensionContext): void {
  const made: Readonly<Record<'safe' | 'raw', MakeText>> = {
    safe: (foreign) => ui.foreign(foreign),
    raw: (foreign) => foreign as ui.UiText,
  };
  context.subscriptions.push(
    vscode.commands.registerCommand(ran, () => ui.setStatusBarMessage(ui.uiText('It ran'), long)),
  );
  const runQuickTasks = async (): Promise<void> => {
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      await ui.withProgress({ ...notified, title: ui.foreign(title) }, () => Promise.resolve());
    }
    void ui.showErrorMessage(ui.uiText('The last of them failed'));
  };
  context.subscriptions.push(vscode.commands.registerCommand(quickTasks, runQuickTasks));
  for (const sink of sinks) {
    for (const how of ['safe', 'raw'] as const) {
      const register = vscode.commands.registerCommand(`textProbe.${how}.${sink}`, () => {
        void Promise.resolve(show[sink](made[how](hostile), context));
      });
      context.subscriptions.push(register);
    }
  }
}

function untilCanceled(_: unknown, token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve) => token.onCancellationRequested(() => resolve()));
}
