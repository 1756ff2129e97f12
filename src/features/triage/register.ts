import * as vscode from 'vscode';
import { panelTypes } from '../shared/ids/contributionIds';
import type { Contributions } from '../shared/commands/contributions';
import { compressedScheme } from './files/compressedScheme';
import type { TriageParts } from './triageParts';

/** Registers the commands of triage panels and of the triage list, and the text of compressed files. */
export function registerTriage(contributions: Contributions, parts: () => Promise<TriageParts>): void {
  contributions.feature(
    {
      commands: [
        'threatLookups.triage',
        'threatLookups.showTriage',
        'threatLookups.addToTriage',
        'threatLookups.exportTriage',
        'threatLookups.nextOccurrence',
        'threatLookups.previousOccurrence',
        'threatLookups.triageRemove',
        'threatLookups.triageReview',
        'threatLookups.triageEscalate',
        'threatLookups.triageDone',
      ],
      panels: [panelTypes.triage],
    },
    async () => {
      const [{ startTriage }, given] = await Promise.all([import('./feature'), parts()]);
      return startTriage(given);
    },
  );
  contributions.own(
    vscode.workspace.registerTextDocumentContentProvider(compressedScheme, {
      provideTextDocumentContent: async (...request) => {
        const { compressedDocuments } = await import('./files/compressedDocuments');
        return compressedDocuments.provideTextDocumentContent(...request);
      },
    }),
  );
}
