import * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import type { RecordParts } from './feature';

/** Registers the commands and panels of records, and external links to them. */
export function registerRecords(contributions: Contributions, parts: () => Promise<RecordParts>): void {
  const feature = contributions.feature(
    {
      commands: [
        'threatLookups.openRecord',
        'threatLookups.openRecordBeside',
        'threatLookups.recentRecords',
        'threatLookups.recordBack',
        'threatLookups.recordForward',
        'threatLookups.exportRecord',
        'threatLookups.findOthers',
        'threatLookups.openReference',
        'threatLookups.compareScans',
        'threatLookups.queryGroup',
      ],
      panels: ['threatLookups.record'],
    },
    async () => {
      const [{ startRecords }, given] = await Promise.all([import('./feature'), parts()]);
      return startRecords(given);
    },
  );
  contributions.own(
    vscode.window.registerUriHandler({ handleUri: async (uri) => (await feature.load()).handleUri(uri) }),
  );
}
