import * as vscode from 'vscode';
import { foreign, quickFix } from '../common/ui';
import { diagnosticsOf } from './diagnostics';
import { editsIn, rangeIn } from './queryDocuments';

/** Ways to mend what is wrong at a place, the likeliest as the preferred one. */
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
    return diagnosticsOf(document, this.now()).flatMap(({ code, range: place, fixes, message }) => {
      const there = rangeIn(document, place);
      if (fixes.length === 0 || there.intersection(range) === undefined) return [];
      const told = context.diagnostics.filter(
        (each) => each.code === code && each.message === foreign(message) && each.range.isEqual(there),
      );
      return fixes.map((fix, index) => {
        const action = quickFix(foreign(fix.title));
        action.edit = new vscode.WorkspaceEdit();
        action.edit.set(document.uri, editsIn(document, fix.edits));
        action.diagnostics = told;
        action.isPreferred = index === 0;
        return action;
      });
    });
  }
}
