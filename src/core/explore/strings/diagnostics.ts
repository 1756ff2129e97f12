import { formatList, t } from '../../../l10n';

/** What is wrong or questionable in a query file. */
export const diagnosticStrings = {
  // Terms
  notExclusion: () => t('Use “not name=value” or “name!=value” to exclude a value.'),
  propertyKey: (name: string) => t("“{0}” isn't a documented field. It is searched as a property key.", name),
  unknownField: (name: string, suggestion: string) => t('Unknown field “{0}”. Did you mean “{1}”?', name, suggestion),
  emptyValue: (field: string) => t('The value of “{0}” is empty.', field),
  doubleEquals: () => t('Use a single “=”. As written, this searches for a value that starts with “=”.'),
  network: () => t("Networks aren't indicators, so this matches nothing. Use IP addresses or a wildcard."),
  unknownRisk: (value: string, known: readonly string[]) =>
    t('Unknown risk “{0}”. Risk levels: {1}.', value, formatList(known)),
  unknownType: (value: string, known: readonly string[]) =>
    t('Unknown type “{0}”. Types: {1}.', value, formatList(known)),
  searchThreats: () => t('To search for threats, add the comment “# @type threats” above the query.'),
  ipVersion: (value: string) => t('Not all services support “{0}”. “ip” matches both IPv4 and IPv6 addresses.', value),
  flag: (field: string) => t('“{0}” must be 1 (retired) or 0 (active).', field),
  flagWord: (field: string, value: string) =>
    t('Use 1 or 0 for “{0}”. Other services may not support “{1}”.', field, value),
  port: () => t('A port must be a number from 0 to 65535.'),
  date: (value: string) =>
    t('Invalid date “{0}”. Use 2025-03-01, "2025-03-01 14:00:00", or a time span such as 24h, 7d, 4w, or 1y.', value),
  futureDate: () => t('This date is in the future, so nothing matches.'),
  leadingWildcard: () => t('Leading wildcards are slow because every value has to be checked.'),
  anyValue: (field: string) => t('This matches everything with “{0}”, which can be slow.', field),

  // Searches for threats
  typeOfThreat: (value: string) =>
    t(
      "A threat isn't of type “{0}”. This matches threats with at least one such indicator. Use “# @type” to set what to search for.",
      value,
    ),
  indicatorField: (field: string) =>
    t(
      '“{0}” applies to the indicators of a threat. Other services may support only name, alias, category, port, protocol, and technology in searches for threats.',
      field,
    ),
  threatField: (field: string) => t('“{0}” is available only in searches for threats.', field),
  threatsAsStix: () => t('STIX is available only for indicators. Use JSON or CSV for threats.'),

  // Size
  tooDeepForStore: () =>
    t("The local store can't run this query because it is nested too deeply. Split it into several queries."),
  deeplyNested: (levels: number, maxLevels: number) =>
    t(
      'Nesting exceeds {0} levels here. The local store supports {1} levels, but other services may reject the query.',
      levels,
      maxLevels,
    ),
  tooLong: (length: number, maxLength: number) =>
    t(
      'The request URL for this query would be about {0} characters long; services accept up to {1}. Split it into several queries, or run it on the local store.',
      length,
      maxLength,
    ),

  // Directives
  directiveWithoutQuery: () => t('This directive has no effect because this section of the file contains no query.'),
  duplicateName: (name: string) => t('Another query in this file is also named “{0}”.', name),
  missingDirectiveValue: (directive: string, accepts: string) => t('{0} requires a value: {1}.', directive, accepts),
  badDirectiveValue: (directive: string, value: string, accepts: string) =>
    t("“{1}” isn't a valid value for {0}. Use {2}.", directive, value, accepts),
  duplicateDirective: (directive: string) => t('Overridden by a later {0}.', directive),
  limitAbovePlans: (limit: number) => t('No plan allows more than {0} results.', limit),
  comment: (directives: readonly string[]) =>
    t('This is only a comment. Supported directives: {0}.', formatList(directives)),
  unknownDirective: (name: string, suggestion: string) =>
    t('Unknown directive “{0}”. Did you mean “{1}”?', name, suggestion),
  directiveAfterQuery: () => t("A directive must be on its own line. Here, it's only a comment."),
  indentedSeparator: () => t("“###” starts a new query only at the beginning of a line. After spaces, it's a comment."),
};

/** Titles of quick fixes. */
export const fixStrings = {
  change: (text: string) => t('Change to “{0}”', text),
  insert: (text: string) => t('Insert “{0}”', text),
  insertAtEnd: (text: string) => t('Insert “{0}” at the end of the query', text),
  insertClosingQuote: () => t('Insert closing quote'),
  remove: (text: string) => t('Remove “{0}”', text),
  removeEmptyParentheses: () => t('Remove empty parentheses'),
  removeTerm: () => t('Remove this term'),
  removeDirective: () => t('Remove this directive'),
  quoteValue: () => t('Put the value in double quotes'),
  useHash: () => t('Change to “#”'),
  commentDirective: () => t('Insert “#” before the directive'),
  oneEquals: () => t('Use a single “=”'),
  replaceSymbols: () => t('Replace symbols with keywords'),
  searchThreats: () => t('Search for threats (“# @type threats”)'),
  moveToOwnLine: () => t('Move to a separate line'),
  startQuery: () => t('Start a new query here'),
};
