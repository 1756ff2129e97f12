import { plural, t } from '../../l10n';
import { messageParts, type Part } from '../shared/text/safeMarkdown';
/** Text of the hover and its commands. */
export const strings = {
  // Knowledge

  withRisk: (reason: string, risk: string) => t('{0} ({1})', reason, risk),

  listedIn: (sources: string) => t('Listed in {0}', sources),

  moreMarkings: (count: number) => plural(count, { one: 'and {0} more marking', other: 'and {0} more markings' }),

  moreOtherSources: (count: number) => plural(count, { one: 'and {0} more source', other: 'and {0} more sources' }),

  // State of the lookup

  notFoundOn: (source: Part, age: Part) => messageParts('Not found on {0} (checked {1}).', source, age),
  urlNotFoundOn: (source: Part, age: Part) => messageParts("This URL wasn't found on {0} (checked {1}).", source, age),
  domainNotFoundOn: (source: Part, age: Part) =>
    messageParts("This domain wasn't found on {0} (checked {1}).", source, age),
  neitherKnownTo: (source: Part, age: Part) =>
    messageParts('Neither this URL nor its host was found on {0} (checked {1}).', source, age),

  // Commands

  // “More…”
};
