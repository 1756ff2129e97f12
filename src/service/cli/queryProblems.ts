import { diagnoseFile, parseQueryFile } from '../../core/explore';
import { suggestField } from '../../core/explore/syntax/fields';
import { asValue } from '../../core/explore/syntax/quote';
import { parseIndicator } from '../../core/indicators';
import { UsageError } from './command';

/**
 * Returns warnings about a query, such as curly quotes. Throws a UsageError for an error, even if the store would
 * accept the query, and for probable typos: in a script, nobody reads a warning.
 */
export function queryWarnings(query: string, type: 'indicators' | 'threats' | undefined): readonly string[] {
  const indicator = parseIndicator(query);
  if (indicator !== undefined)
    throw new UsageError(
      `Query, character 1: Expected name=value. To find this indicator, use ioc=${asValue(indicator.value)}`,
    );
  const settings = type === undefined ? '' : `# @type ${type}\n`;
  const text = settings + query;
  return diagnoseFile(parseQueryFile(text), Date.now()).flatMap(({ severity, code, message, range }) => {
    if (severity === 'information') return [];
    const problem = `Query, character ${range.start - settings.length + 1}: ${message}`;
    const isMistyped =
      ['doubleOperator', 'badDate'].includes(code) ||
      (code === 'unknownField' && isMistypedField(text.slice(range.start, range.end)));
    if (severity === 'error' || isMistyped) throw new UsageError(problem);
    return [problem];
  });
}

/** Whether a name is probably another field's; `registrar` is as good as `++registrar`. */
function isMistypedField(name: string): boolean {
  const lower = name.toLowerCase();
  const suggestion = suggestField(lower);
  return suggestion !== undefined && suggestion !== `++${lower}`;
}
