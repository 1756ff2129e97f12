import * as vscode from 'vscode';
import { untrusted, quickFix } from '../shared/ui';
import { getDiagnostics } from './diagnostics';
import { editsIn, rangeIn } from './queryDocuments';

/** Quick fixes for diagnostics, most likely first. */
export class QuickFixes implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  };

  constructor(private readonly now: () => number = Date.now) {}

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return getDiagnostics(document, this.now()).flatMap(({ code, range: problem, fixes }) => {
      const problemRange = rangeIn(document, problem);
      if (fixes.length === 0 || problemRange.intersection(range) === undefined) return [];
      const shown = context.diagnostics.filter((each) => each.code === code && each.range.isEqual(problemRange));
      return fixes.map((fix, index) => {
        const action = quickFix(untrusted(fix.title));
        action.edit = new vscode.WorkspaceEdit();
        action.edit.set(document.uri, editsIn(document, fix.edits));
        action.diagnostics = shown;
        action.isPreferred = index === 0;
        return action;
      });
    });
  }
}
