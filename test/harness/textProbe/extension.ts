import * as vscode from 'vscode';
import * as ui from '../../../src/features/shared/ui';
import { createTreeView } from '../../../src/features/shared/ui/treeView';
import { hostile, quickTasks, ran, sinks, type SinkName, viewId } from './names';

/** Converts a text for a sink: with the module, or unchanged, as VS Code's own functions would take it. */
type MakeText = (untrusted: string) => ui.UiText;

const long = 600_000;
const notified = { location: vscode.ProgressLocation.Notification, cancellable: true };
const here = new vscode.Range(0, 0, 0, 4);

/** Shows a text in a sink, and no other untrusted text. */
const show: Readonly<Record<SinkName, (text: ui.UiText, context: vscode.ExtensionContext) => unknown>> = {
  information: (text) => ui.showInformationMessage(text),
  warning: (text) => ui.showWarningMessage(text),
  error: (text) => ui.showErrorMessage(text, text),
  dialog: (text) => ui.showWarningMessage(text, { modal: true, detail: text }, text),
  progressTitle: (text) => ui.withProgress({ ...notified, title: text }, untilCanceled),
  progressMessage: (text) =>
    ui.withProgress({ ...notified, title: ui.uiText('Working') }, (progress, token) => {
      progress.report({ message: text });
      return untilCanceled(progress, token);
    }),
  windowProgress: (text) =>
    ui.withProgress({ location: vscode.ProgressLocation.Window, title: text }, (progress, token) => {
      progress.report({ message: text });
      return untilCanceled(progress, token);
    }),
  statusBarMessage: (text) => ui.setStatusBarMessage(text, long),
  statusBarItem: (text, { subscriptions }) => {
    const item = ui.createStatusBarItem('textProbe.item', vscode.StatusBarAlignment.Right, 1);
    Object.assign(item, { name: text, text: text, tooltip: text });
    item.show();
    subscriptions.push(item);
  },
  inputBox: (text) => ui.showInputBox({ title: text, prompt: text, placeHolder: text, ignoreFocusOut: true }),
  validation: (text) =>
    ui.showInputBox({ title: ui.uiText('Asks'), ignoreFocusOut: true, value: 'a', validateInput: () => text }),
  quickPick: (text) =>
    ui.showQuickPick([{ label: text, description: text, detail: text }], {
      title: text,
      placeHolder: text,
      ignoreFocusOut: true,
    }),
  madePick: (text) => {
    const pick = ui.createQuickPick();
    Object.assign(pick, { title: text, placeholder: text, prompt: text, ignoreFocusOut: true });
    const iconPath = new vscode.ThemeIcon('edit');
    pick.buttons = [{ iconPath, tooltip: text }];
    pick.items = [{ label: text, description: text, detail: text, buttons: [{ iconPath, tooltip: text }] }];
    pick.show();
  },
  tree: (text, { subscriptions }) => {
    const treeDataProvider = {
      getChildren: (parent?: string) => (parent === undefined ? ['leaf'] : []),
      getTreeItem: (id: string) => ui.treeItem({ id, label: text, description: text, tooltip: text, spoken: text }),
    };
    const view = createTreeView(viewId, { treeDataProvider });
    view.message = text;
    view.title = text;
    view.description = text;
    view.badge = { value: 1, tooltip: text };
    subscriptions.push(view);
    return vscode.commands.executeCommand(`${viewId}.focus`);
  },
  panel: (text) => {
    const panel = ui.createWebviewPanel('textProbe.panel', text, vscode.ViewColumn.Beside);
    ui.setPanelTitle(panel, text);
  },
  codeLens: (text, { subscriptions }) => {
    const provideCodeLenses = () => [ui.codeLens(here, { command: 'textProbe.none', title: text, tooltip: text })];
    subscriptions.push(vscode.languages.registerCodeLensProvider({ pattern: '**/*.txt' }, { provideCodeLenses }));
  },
  diagnostic: (text, { subscriptions }) => {
    const collection = vscode.languages.createDiagnosticCollection('textProbe');
    const uri = vscode.window.visibleTextEditors[0]?.document.uri;
    if (uri !== undefined) collection.set(uri, [ui.diagnostic(here, text, vscode.DiagnosticSeverity.Error)]);
    subscriptions.push(collection);
    return vscode.commands.executeCommand('workbench.actions.view.problems');
  },
  outline: (text, { subscriptions }) => {
    const provideDocumentSymbols = () => [
      ui.documentSymbol(text, text, vscode.SymbolKind.Function, here, here),
      ui.documentSymbol(text, text, vscode.SymbolKind.Function, here, here),
    ];
    const selector = { pattern: '**/*.txt' };
    subscriptions.push(vscode.languages.registerDocumentSymbolProvider(selector, { provideDocumentSymbols }));
    return vscode.commands.executeCommand('outline.focus');
  },
  completion: (text, { subscriptions }) => {
    const provideCompletionItems = () => {
      const item = ui.completionItem(text, text, vscode.CompletionItemKind.Text);
      item.filterText = 'text';
      item.insertText = 'text';
      item.range = here;
      item.documentation = ui.codeMarkdown(text, 'plaintext');
      return [item];
    };
    const selector = { pattern: '**/*.txt' };
    subscriptions.push(vscode.languages.registerCompletionItemProvider(selector, { provideCompletionItems }));
    return vscode.commands.executeCommand('editor.action.triggerSuggest');
  },
  decoration: (text, { subscriptions }) => {
    const type = vscode.window.createTextEditorDecorationType({ after: ui.endOfLineText(text, { margin: '1em' }) });
    vscode.window.visibleTextEditors[0]?.setDecorations(type, [here]);
    subscriptions.push(type);
  },
  log: (text, { subscriptions }) => {
    const output = ui.createOutput();
    subscriptions.push(output);
    output.warn(text);
    output.show(true);
  },
};

/**
 * Registers commands that show a hostile text in each sink: `textProbe.safe.SINK` with the module, `textProbe.raw.SINK`
 * unchanged.
 */
export function activate(context: vscode.ExtensionContext): void {
  const modes: Readonly<Record<'safe' | 'raw', MakeText>> = {
    safe: (untrusted) => ui.untrusted(untrusted),
    raw: (untrusted) => untrusted as ui.UiText,
  };
  context.subscriptions.push(
    vscode.commands.registerCommand(ran, () => ui.setStatusBarMessage(ui.uiText('It ran'), long)),
  );
  const runQuickTasks = async (): Promise<void> => {
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      await ui.withProgress({ ...notified, title: ui.untrusted(title) }, () => Promise.resolve());
    }
    void ui.showErrorMessage(ui.uiText('The last of them failed'));
  };
  context.subscriptions.push(vscode.commands.registerCommand(quickTasks, runQuickTasks));
  for (const sink of sinks) {
    for (const mode of ['safe', 'raw'] as const) {
      const register = vscode.commands.registerCommand(`textProbe.${mode}.${sink}`, () => {
        void Promise.resolve(show[sink](modes[mode](hostile), context));
      });
      context.subscriptions.push(register);
    }
  }
}

function untilCanceled(_: unknown, token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve) => token.onCancellationRequested(() => resolve()));
}
