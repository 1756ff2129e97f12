import type { Contributions } from '../shared/commands/contributions';
import type { ResultsParts } from './resultsParts';

/** Registers the commands that run queries, those of results, and the “Query History” view. */
export function registerResults(contributions: Contributions, parts: () => Promise<ResultsParts>): void {
  contributions.feature(
    {
      commands: [
        'threatLookups.runQuery',
        'threatLookups.runAllQueries',
        'threatLookups.runQueryLocally',
        'threatLookups.runQueryOnService',
        'threatLookups.runQueryWithOptions',
        'threatLookups.cancelQuery',
        'threatLookups.saveQuery',
        'threatLookups.openSavedQuery',
        'threatLookups.exportIndicators',
        'threatLookups.exportResults',
        'threatLookups.saveResults',
        'threatLookups.ignoreResults',
        'threatLookups.queryFromResults',
        'threatLookups.addResultsToTriage',
        'threatLookups.copyResults',
        'threatLookups.copyResultsDefanged',
        'threatLookups.copyResultsMarkdown',
        'threatLookups.copyResultsAs',
        'threatLookups.searchHistory',
        'threatLookups.openHistory',
        'threatLookups.runHistory',
        'threatLookups.pinHistory',
        'threatLookups.unpinHistory',
        'threatLookups.queryFromHistory',
        'threatLookups.removeHistory',
        'threatLookups.clearHistory',
      ],
      views: { 'threatLookups.queryHistory': { canSelectMany: true } },
      panels: ['threatLookups.results'],
    },
    async () => {
      const [{ startResults }, given] = await Promise.all([import('./feature'), parts()]);
      return startResults(given);
    },
  );
}
