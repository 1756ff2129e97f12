import { diagnoseFile, parseQueryFile } from '../../core/explore';
import { UsageError } from './command';

/**
 * What is questionable in a query, such as curly quotes, as sentences. Throws a UsageError for an error, also if the
 * store would accept the query.
 */
export function queryWarnings(query: string, type: 'indicators' | 'threats' | undefined): readonly string[] {
  const settings = type === undefined ? '' : `# @type ${type}\n`;
  return diagnoseFile(parseQueryFile(settings + query), Date.now()).flatMap(({ severity, message, range }) => {
    if (severity === 'information') return [];
    const problem = `Query, character ${range.start - settings.length + 1}: ${message}`;
    if (severity === 'error') throw new UsageError(problem);
    return [problem];
  });
}
