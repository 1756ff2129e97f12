import * as vscode from 'vscode';
import type { ReadableContextKeys } from '../shared/commands/contextKeys';
import type { Contributions } from '../shared/commands/contributions';
import { compressedScheme } from './files/compressedScheme';
import type { TriageParts } from './triageParts';

/** Dependencies that decide at activation whether the code for triage is loaded. */
interface Deps {
  readonly contextKeys: ReadableContextKeys;
  readonly contributions: Contributions;
}

/**
 * Registers the commands of triage panels and of the triage list, the “Triage” view, and the text of compressed files.
 * Remembered files are checked after each sync and import.
 */
export function registerTriage({ contributions, contextKeys }: Deps, parts: () => Promise<TriageParts>): void {
  const feature = contributions.feature(
    {
      commands: [
        'threatLookups.triage',
        'threatLookups.showTriage',
        'threatLookups.addToTriage',
        'threatLookups.exportTriage',
        'threatLookups.findRowsInLog',
        'threatLookups.nextOccurrence',
        'threatLookups.previousOccurrence',
        'threatLookups.triageRemove',
        'threatLookups.triageReview',
        'threatLookups.triageEscalate',
        'threatLookups.triageDone',
        'threatLookups.editNote',
        'threatLookups.editTags',
        'threatLookups.showNewlyRisky',
        'threatLookups.dismissNewlyRisky',
        'threatLookups.showSeenBefore',
        'threatLookups.forgetTriagedFiles',
      ],
      views: { 'threatLookups.triageList': { canSelectMany: true } },
      panels: ['threatLookups.triage'],
    },
    async () => {
      const [{ startTriage }, given] = await Promise.all([import('./feature'), parts()]);
      return startTriage(given);
    },
  );
  if (contextKeys.isSet('hasTriagedFiles')) feature.start();
  contributions.own(
    vscode.workspace.registerTextDocumentContentProvider(compressedScheme, {
      provideTextDocumentContent: async (...request) => {
        const { compressedDocuments } = await import('./feature');
        return compressedDocuments.provideTextDocumentContent(...request);
      },
    }),
  );
}
