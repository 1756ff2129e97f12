import { type IgnoreProblem, maxPatternLength } from '../../core/lookups/policy/ignoreEntry';
import type { ExceededLimit } from '../../core/lookups/policy/ignoreList';
import type { RequestLogEntry, RequestSubject } from '../../core/lookups/types';
import type { RequestOutcome } from '../../core/lookups/requestOutcome';
import { plural, t } from '../../l10n';
import { ignoreFileName, type IgnoreLineProblem } from '../../core/lookups/policy/ignoreFile';
import { strings as common } from '../shared/format/strings';
import { visibleText } from '../../core/text/visibleText';
import { type UiText, uiText } from '../shared/ui/text';

type Origin = ExceededLimit['origin'];

const exampleNetwork = '198.51.100.0/24';

/** Text of the request log and of notices about the ignore list. */
export const strings = {
  // Request log

  requests: (count: number) => plural(count, { one: '{0} request', other: '{0} requests' }),

  newestOnly: (shown: number, count: number) => t('Only the newest {0} of {1} values are shown.', shown, count),

  reasons: (reason: RequestLogEntry['why']): string =>
    ({
      hover: () => t('hover'),
      click: () => t('lookup'),
      record: () => t('record'),
      visible: () => t('visible text'),
      triage: () => t('triage'),
      assistant: () => t('AI assistant'),
      check: () => t('connection check'),
      scan: () => t('scan'),
      team: () => t('for the team'),
      query: () => t('query'),
      sync: () => t('sync'),
      page: () => t('web page'),
    })[reason](),
  /** Describes a sent value, which is already displayable. */
  sentValue: (value: string, subject?: RequestSubject): string => {
    if (subject === undefined) return value;
    const name = subjectName(value, subject);
    const { part, page } = subject;
    if (part === 'summary') return t('{0}, summary', name);
    if (part === undefined) return name;
    return page === undefined ? t('{0}, links', name) : t('{0}, links, page {1}', name, page);
  },
  outcome: (entry: Pick<RequestLogEntry, 'outcome' | 'notSent' | 'requests' | 'known' | 'what'>): string => {
    if (entry.known !== undefined) return t('{0} of {1} found', entry.known, entry.what.length);
    const outcome = outcomeLabel(entry.outcome);
    if (entry.notSent === true) return t('not sent: {0}', outcome);
    const { requests } = entry;
    return requests === undefined
      ? outcome
      : plural(requests, { one: '{1}, {0} request', other: '{1}, {0} requests' }, outcome);
  },
  /** The outcome for one of the values of a request. */
  valueOutcome: (entry: RequestLogEntry, index: number): string => {
    if (entry.knownAt === undefined) return strings.outcome(entry);
    return entry.knownAt.includes(index) ? t('found') : t('not found');
  },

  // Ignore list

  invalidPattern: (origin: Origin, pattern: string, problem: string): UiText =>
    origin === 'user'
      ? uiText('“{0}” in your ignore list has no effect: {1}', pattern, problem)
      : uiText("“{0}” in this workspace's ignore list has no effect: {1}", pattern, problem),
  /** Describes the problem of a pattern in a sentence. */
  patternProblem: (problem: IgnoreProblem): string =>
    ({
      empty: () => t('The pattern is empty.'),
      tooLong: () =>
        plural(maxPatternLength, {
          one: 'A pattern can have at most {0} character.',
          other: 'A pattern can have at most {0} characters.',
        }),
      unclear: () =>
        t(
          'Use a name, an IP address, a URL, *.corp.example, a network such as {0}, or /a regular expression/.',
          exampleNetwork,
        ),
      network: () => t('Not a valid network. Use a form such as {0} or {1}.', exampleNetwork, '2001:db8::/32'),
      expression: () => t('Regular expressions are only allowed in the user settings.'),
      notAnExpression: () => t("This isn't a regular expression."),
      unsupportedFlag: () => t('Only the flags i, s, and u are supported.'),
    })[problem](),
  ignoreLine: (line: string, problem: IgnoreLineProblem): UiText =>
    problem === 'wide'
      ? uiText('“{0}” matches a very large number of names or IP addresses.', line)
      : uiText('“{0}” has no effect: {1}', line, strings.lineProblem(problem)),
  /** Describes the problem of a line of an ignore file in a sentence. */
  lineProblem: (problem: Exclude<IgnoreLineProblem, 'wide'>): string => {
    if (problem === 'negated') return t("Exceptions (!) aren't supported here. Remove this line.");
    return problem === 'unclear'
      ? t('Use a name, an IP address, a URL, *.corp.example, or a network such as {0}.', exampleNetwork)
      : strings.patternProblem(problem);
  },

  /** Why nothing is sent, and what to do about it. */
  tooLong: ({ origin, what }: ExceededLimit, maxEntries: number): UiText => {
    const list = {
      file: () => ignoreFileName,
      user: () => t('your ignore list'),
      workspace: () => t("this workspace's ignore list"),
    }[origin]();
    if (what === 'unread') return uiText("Nothing is sent to any service because {0} can't be read.", list);
    return what === 'entries'
      ? uiText('Nothing is sent to any service because {0} has more than {1} entries. Shorten it.', list, maxEntries)
      : uiText('Nothing is sent to any service because {0} has an entry that is too long. Shorten it.', list);
  },
};

function outcomeLabel(outcome: RequestOutcome): string {
  switch (outcome) {
    case 'pending':
      return t('pending');
    case 'answered':
      return t('answered');
    case 'noRecord':
      return t('not found');
    case 'queued':
      return t('queued');
    case 'opened':
      return t('opened in the browser');
    case 'retried':
      return t('retried');
    case 'interrupted':
      return t('interrupted');
    case 'failed':
      return t('failed');
    case 'notFound':
      return t('URL not found');
    case 'badBaseUrl':
      return t('not sent: {0}', common.requestError(outcome));
    default:
      return common.requestError(outcome);
  }
}

function subjectName(value: string, { kind, isId, collection = '' }: RequestSubject): string {
  switch (kind) {
    case 'indicator':
      return isId === true ? t('indicator {0}', value) : value;
    case 'threat':
      return isId === true ? t('threat {0}', value) : t('threat “{0}”', value);
    case 'feed':
      return isId === true ? t('feed {0}', value) : t('feed “{0}”', value);
    case 'server':
      return t('collections of the TAXII server');
    case 'collection':
      return t('collection “{0}” ({1})', value, visibleText(collection));
    case 'list':
      return t('list “{0}”', value);
  }
}
