import * as vscode from 'vscode';
import type { Contributions } from '../../shared/commands/contributions';
import { pasteKind } from './pasteKinds';
import type { EditingParts } from './selectionCommands';

const everything: vscode.DocumentSelector = [{ scheme: '*' }, { notebookType: '*' }];

/** Registers the commands and pastes that defang and refang indicators. */
export function registerEditing(contributions: Contributions, parts: () => Promise<EditingParts>): void {
  const feature = contributions.feature(
    { commands: ['threatLookups.defangSelection', 'threatLookups.refangSelection'] },
    async () => {
      const [{ startEditing }, given] = await Promise.all([import('./feature'), parts()]);
      return startEditing(given);
    },
  );
  const provider: vscode.DocumentPasteEditProvider = {
    provideDocumentPasteEdits: (...request) => {
      const [, , , context] = request;
      // Only in “Paste As…”: among the edits of a normal paste, one of them would be the default.
      if (context.triggerKind !== vscode.DocumentPasteTriggerKind.PasteAs) return undefined;
      return feature.load().then(({ pastes }) => pastes.provideDocumentPasteEdits(...request));
    },
    resolveDocumentPasteEdit: async (...request) => (await feature.load()).pastes.resolveDocumentPasteEdit(...request),
  };
  contributions.own(
    vscode.languages.registerDocumentPasteEditProvider(everything, provider, {
      providedPasteEditKinds: [pasteKind('defanged'), pasteKind('refanged')],
      pasteMimeTypes: ['text/plain'],
    }),
  );
}
