import { diagnoseFile, parseQueryFile } from '../../core/explore';
import { parseIndicator } from '../../core/indicators';
import { UsageError } from './command';

interface QueryWarning {
  /** A sentence. */
  readonly text: string;
  /** Whether it is about a field that most likely is a typing error of another one. */
  readonly isUnknownField: boolean;
}

/**
 * What is questionable in a query, such as curly quotes. Throws a UsageError for an error, also if the store would
 * accept the query.
 */
export function queryWarnings(query: string, type: 'indicators' | 'threats' | undefined): readonly QueryWarning[] {
  const indicator = parseIndicator(query);
  if (indicator !== undefined)
    throw new UsageError(`Expected name=value. To find this indicator, use ioc=${indicator.value}`);
  const settings = type === undefined ? '' : `# @type ${type}\n`;
  return diagnoseFile(parseQueryFile(settings + query), Date.now()).flatMap(({ severity, code, message, range }) => {
    if (severity === 'information') return [];
    const text = `Query, character ${range.start - settings.length + 1}: ${message}`;
    if (severity === 'error') throw new UsageError(text);
    return [{ text, isUnknownField: code === 'unknownField' }];
  });
}
