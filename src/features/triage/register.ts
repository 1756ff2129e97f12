import * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import type { compressedScheme } from './files/compressedScheme';
import type { TriageParts } from './triageParts';

/** The literal again: activation imports no code that features share. */
const scheme: typeof compressedScheme = 'threat-lookups-unpacked';

/** Registers the commands of triage panels and of the triage list, the view “Triage”, and the text of compressed files. */
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
        'threatLookups.editNote',
        'threatLookups.editTags',
      ],
      views: { 'threatLookups.triageList': { canSelectMany: true } },
      panels: ['threatLookups.triage'],
    },
    async () => {
      const [{ startTriage }, given] = await Promise.all([import('./feature'), parts()]);
      return startTriage(given);
    },
  );
  contributions.own(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async (...request) => {
        const { compressedDocuments } = await import('./feature');
        return compressedDocuments.provideTextDocumentContent(...request);
      },
    }),
  );
}
