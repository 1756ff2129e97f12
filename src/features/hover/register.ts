import * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import type { HoverFeatureParts } from './feature';

const everything: vscode.DocumentSelector = [{ scheme: '*' }, { notebookType: '*' }];

/** Registers the hovers of every document and the commands for one indicator. */
export function registerHover(contributions: Contributions, parts: () => Promise<HoverFeatureParts>): void {
  const feature = contributions.feature(
    {
      commands: [
        'threatLookups.lookUp',
        'threatLookups.lookUpAgain',
        'threatLookups.lookUpOnService',
        'threatLookups.copyIndicator',
        'threatLookups.copyDefanged',
        'threatLookups.ignore',
        'threatLookups.editIgnoreList',
        'threatLookups.moreActions',
      ],
    },
    async () => {
      const [{ startHover }, given] = await Promise.all([import('./feature'), parts()]);
      return startHover(given);
    },
  );
  const hover = (name: 'local' | 'service'): vscode.HoverProvider => ({
    provideHover: async (...request) => (await feature.load())[name].provideHover(...request),
  });
  // The provider registered last is shown first.
  contributions.own(
    vscode.languages.registerHoverProvider(everything, hover('service')),
    vscode.languages.registerHoverProvider(everything, hover('local')),
  );
}
