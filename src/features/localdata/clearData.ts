import * as vscode from 'vscode';
import type { DataKind, DataSummary } from '../../core/store/protocol';
import { countOf, dataKinds, kindWords } from './dataText';

type Item = vscode.QuickPickItem & { readonly kindOfData: DataKind };

/** Asks which kinds to clear, with their counts, and once more before it is done; nothing where it was left. */
export async function chooseKinds(summary: DataSummary): Promise<readonly DataKind[] | undefined> {
  const items = dataKinds
    .filter((kind) => countOf(summary, kind) > 0)
    .map((kind): Item => {
      const { title, cleared } = kindWords(kind);
      return {
        label: title,
        description: countOf(summary, kind).toLocaleString('en'),
        detail: cleared,
        kindOfData: kind,
      };
    });
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Clear Local Data',
    placeHolder: 'What is to be removed from this machine?',
    canPickMany: true,
  });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const clear = 'Clear';
  const answer = await vscode.window.showWarningMessage(
    `Clear ${chosen.map(({ label }) => label.toLowerCase()).join(', ')}?`,
    { modal: true, detail: "This can't be undone. Keys and settings stay." },
    clear,
  );
  return answer === clear ? chosen.map(({ kindOfData }) => kindOfData) : undefined;
}
