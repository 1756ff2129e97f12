import type { PlanName } from '../../../core/lookups/batchLimit';
import { type Completeness, getCompleteness, type StoredRun, largerLimit, type QueryRun } from '../../../core/runs';
import { riskLevels } from '../../../core/records/risk';
import type { ResultWarning } from '../../../core/results/warnings';
import { formatAlternatives, formatDuration, t, formatNumber } from '../../../l10n';
import type { ResultsButton, ResultsNotice, ResultsView } from '../../../webviews/messages/results';
import type { TimeContext } from '../../shared/format/timeContext';
import { hostLabel, riskView } from '../../../core/records/labels/verdict';
import { endNotice } from './endNotices';
import { resultColumns } from '../../shared/panels/resultRows';
import { viewStrings as strings, warningStrings } from '../strings';
import { truncateMiddle, truncateText, visibleText } from '../../../core/text/visibleText';
import { requestErrorLabel } from '../../shared/format/formatRequestError';

/** Inputs of the view of a run. */
export interface ResultsContext extends TimeContext {
  readonly plan: PlanName;
  /** The file of the queries. */
  readonly file: string;
  /** Defangs the indicators in a text. */
  readonly shown: (text: string) => string;
  /** Host of the connected remote service, unless offline mode is on. */
  readonly serviceHost: string | undefined;
}

/** Summary of the rows for the view. */
export interface RowsSummary {
  readonly count: number;
  readonly warnings: readonly ResultWarning[];
  /** Empty columns, which are hidden by default. */
  readonly emptyColumns?: ReadonlySet<string>;
  /** Host of the query's page in the web interface, if the answer links to one. */
  readonly pageHost?: string;
}

/** A run as its panel shows it, without the rows. `rows` is undefined if the results are no longer stored. */
export function resultsView(
  run: QueryRun,
  all: readonly QueryRun[],
  rows: RowsSummary | undefined,
  context: ResultsContext,
): ResultsView {
  const { end } = run;
  const isAnswered = end?.kind === 'answered';
  return {
    file: context.file,
    id: run.id,
    runs: all.map((each, index) => ({ id: each.id, label: `${formatNumber(index + 1)} · ${runTitle(each, context)}` })),
    title: runTitle(run, context),
    query: visibleText(context.shown(run.query), { keepLines: true }),
    columns: columnsOf(run, rows?.emptyColumns),
    risks: riskLevels.map((level) => riskView(level)),
    facts: factsOf(run),
    at: run.at,
    running: end === undefined ? Math.max(0, context.now - run.at) : undefined,
    summary: isAnswered ? summaryOf(run, context.plan) : '',
    more: isAnswered && end.count > 0 ? moreButtons(run, context) : [],
    note: sentMessage(run),
    notices: noticesOf(run, rows, context),
    buttons: end === undefined ? [{ label: t('Cancel'), action: 'cancel' }] : buttonsOf(run, rows, context),
    count: rows?.count ?? 0,
    version: 0,
  };
}

function columnsOf({ settings }: QueryRun, empty: ReadonlySet<string> | undefined): ResultsView['columns'] {
  return resultColumns(settings.type ?? 'indicators').map((column) =>
    empty?.has(column.id) === true ? { ...column, shown: false } : column,
  );
}

function noticesOf(run: QueryRun, rows: RowsSummary | undefined, context: ResultsContext): ResultsNotice[] {
  const { origin, end } = run;
  const notice = end && endNotice(end, { ...origin, now: context.now, shown: context.shown });
  const count = end?.kind === 'answered' ? end.count : undefined;
  return [
    ...(notice === undefined ? [] : [notice]),
    ...(rows === undefined && count !== undefined && count > 0 ? [notStoredNotice()] : []),
    ...(count === 0 ? [emptyNotice(run, context)] : []),
    ...warningNotices(run, rows?.warnings ?? []),
  ];
}

const notStoredNotice = (): ResultsNotice => ({
  tone: 'info',
  icon: 'history',
  text: t('The results were removed from the history. Run the query again.'),
  actions: [{ label: t('Run Again'), action: 'runAgain' }],
});

/** Title of a run: its name, its title, or the start of its query. */
export function runTitle({ settings, title, query }: QueryRun, { shown }: Pick<ResultsContext, 'shown'>): string {
  return truncateText(visibleText(shown(settings.name ?? title ?? query)).trim(), 60);
}

function factsOf({ origin, settings, end }: QueryRun): string[] {
  const millis = end !== undefined && 'millis' in end ? end.millis : undefined;
  return [
    origin.remote ? visibleText(origin.host) : t('local store'),
    ...(settings.format === undefined || settings.format === 'json' ? [] : [settings.format.toUpperCase()]),
    ...(settings.limit === undefined ? [] : [t('limit {0}', settings.limit)]),
    ...(millis === undefined ? [] : [durationLabel(millis)]),
  ];
}

/** “took 0.4 s”, from ten seconds on in whole units. */
function durationLabel(millis: number): string {
  if (millis >= 10_000) return t('took {0}', formatDuration(millis));
  return t('took {0} s', millis < 1000 ? Math.round(millis / 10) / 100 : Math.round(millis / 100) / 10);
}

/** The number of rows, and whether these are all. */
function summaryOf(run: QueryRun, plan: PlanName): string {
  const { end, settings } = run;
  if (end?.kind !== 'answered') return '';
  const { count, unreadable } = end;
  if (count + unreadable === 0) return t('No results');
  const completeness = getCompleteness(run, plan);
  const isThreats = settings.type === 'threats';
  const note = completenessText(completeness, run);
  const label =
    note === undefined
      ? (isThreats ? strings.allThreats : strings.allRows)(count)
      : strings.countWithNote((isThreats ? strings.threats : strings.rows)(count), note);
  return unreadable === 0 ? label : `${label} · ${strings.unreadableRows(unreadable)}`;
}

function completenessText(completeness: Completeness, { origin }: QueryRun): string | undefined {
  switch (completeness.kind) {
    case 'all':
      return undefined;
    case 'limited':
      return t('your limit; there may be more');
    case 'planDefault':
      return origin.remote ? t('plan limit; there may be more') : t('limit of the local store; there may be more');
    case 'maybeTruncated':
      return t('possibly truncated by the service; narrow the query to be sure');
  }
}

function moreButtons(run: QueryRun, { plan }: ResultsContext): ResultsButton[] {
  const { end } = run;
  if (end?.kind !== 'answered') return [];
  const { kind } = getCompleteness(run, plan);
  // A larger limit doesn't help if the service truncates answers.
  if (kind === 'all' || (kind === 'maybeTruncated' && run.settings.limit !== undefined)) return [];
  const larger = largerLimit(end.count + end.unreadable);
  return [
    ...(larger === undefined ? [] : [{ label: strings.load(larger), action: 'runWithLimit' as const, limit: larger }]),
    { label: t('Load More…'), action: 'promptForLimit' },
  ];
}

function sentMessage({ origin, end }: QueryRun): string {
  if (!origin.remote) return t('Nothing was sent. The results are from the local store.');
  if (end !== undefined && isUnsent(end)) return t('Nothing was sent.');
  const requests = end !== undefined && 'requests' in end ? (end.requests ?? 1) : 1;
  const host = hostLabel(origin.host);
  return requests === 1 ? strings.sent(host) : strings.sentInRequests(host, requests);
}

function isUnsent(end: NonNullable<QueryRun['end']>): boolean {
  if (end.kind === 'failed') return end.refusal?.kind === 'tooLong' || end.error.kind === 'badBaseUrl';
  return end.kind === 'offline' || end.kind === 'blocked' || end.kind === 'spent';
}

/** Nothing found, with what to try next. */
function emptyNotice(run: QueryRun, { serviceHost }: ResultsContext): ResultsNotice {
  const elsewhere: readonly ResultsButton[] = run.origin.remote
    ? [{ label: t('Run on Local Store'), action: 'runLocally' }]
    : serviceHost === undefined
      ? [
          { label: t('Connect…'), action: 'connect' },
          { label: t('Load Sample Data'), action: 'loadSample' },
        ]
      : [{ label: strings.runOn(hostLabel(serviceHost)), action: 'runOnService' }];
  return {
    tone: 'info',
    icon: 'circle-slash',
    text: emptyText(run),
    actions: [
      ...(broadeningOf(run) === 'none' ? [] : [{ label: t('Broaden Query'), action: 'broadenQuery' } as const]),
      ...elsewhere,
    ],
  };
}

function broadeningOf({ end }: QueryRun): 'terms' | 'wildcards' | 'none' {
  return (end?.kind === 'answered' ? end.broadening : undefined) ?? 'terms';
}

/** States that nothing was found, with a hint. */
function emptyText(run: QueryRun): string {
  const { origin, end } = run;
  const unused = end?.kind === 'answered' ? (end.unusedFields ?? []) : [];
  if (unused.length > 0)
    return t(
      'No matches in the local store. No record there has {0}.',
      formatAlternatives(unused.map((name) => visibleText(name))),
    );
  const host = hostLabel(origin.host);
  switch (broadeningOf(run)) {
    case 'terms':
      return origin.remote
        ? strings.noMatches(host)
        : t('No matches in the local store. Try fewer terms, a wildcard, or a longer time range.');
    case 'wildcards':
      return origin.remote
        ? t('No matches on {0}. Try a wildcard.', host)
        : t('No matches in the local store. Try a wildcard.');
    case 'none':
      return origin.remote ? t('No matches on {0}.', host) : t('No matches in the local store.');
  }
}

const maxWarnings = 6;

function warningNotices({ settings }: QueryRun, warnings: readonly ResultWarning[]): readonly ResultsNotice[] {
  if (warnings.length === 0) return [];
  const text = [
    strings.malformed((settings.format ?? 'json').toUpperCase()),
    ...warnings.slice(0, maxWarnings).map(warningText),
  ].join(' ');
  return [{ tone: 'info', icon: 'info', text: visibleText(text), actions: [] }];
}

function warningText(warning: ResultWarning): string {
  switch (warning.kind) {
    case 'skippedRow':
      return {
        missing: () => t('Row {0} was skipped: it has no indicator.', warning.row),
        redacted: () => t('Row {0} was skipped: the indicator is redacted.', warning.row),
        notAnIndicator: () => t("Row {0} was skipped: it isn't a domain, IP address, or URL.", warning.row),
      }[warning.reason]();
    case 'undefinedExtension':
    case 'noRiskExtension':
      return warningStrings[warning.kind]();
    default:
      return warningStrings[warning.kind](warning.count);
  }
}

function buttonsOf(run: QueryRun, rows: RowsSummary | undefined, { serviceHost }: ResultsContext): ResultsButton[] {
  const hasRows = rows !== undefined && rows.count > 0;
  const elsewhere: readonly ResultsButton[] = run.origin.remote
    ? [{ label: t('Run on Local Store'), action: 'runLocally' }]
    : serviceHost === undefined
      ? []
      : [{ label: strings.runOn(hostLabel(serviceHost)), action: 'runOnService' }];
  return [
    ...(hasRows
      ? [
          { label: t('Export…'), action: 'export' } as const,
          ...(run.origin.remote ? [{ label: t('Save Results to Local Store'), action: 'save' } as const] : []),
        ]
      : []),
    { label: t('Run Again'), action: 'runAgain' },
    ...elsewhere,
    ...(rows?.pageHost === undefined
      ? []
      : [{ label: t('Open Query on {0}…', truncateMiddle(rows.pageHost, 60)), action: 'openQueryPage' } as const]),
  ];
}

/** A run in one line, for lists: how it ended, its age if given, and where it ran. */
export function endLabel(run: QueryRun | StoredRun, age?: string): string {
  const { end, origin } = run;
  const host = origin.remote ? visibleText(origin.host) : t('local store');
  const isUnsent = end?.kind === 'spent' || end?.kind === 'offline' || end?.kind === 'blocked';
  return [outcomeLabel(run), age, isUnsent ? undefined : host].filter((part) => part !== undefined).join(' · ');
}

function outcomeLabel({ end, settings }: QueryRun): string {
  switch (end?.kind) {
    case undefined:
      return t('running');
    case 'answered':
      if (end.count === 0) return t('no results');
      return settings.type === 'threats' ? strings.threats(end.count) : strings.rows(end.count);
    case 'canceled':
      return t('canceled');
    case 'spent':
      return end.span === 'pause' ? t('not sent (rate limit)') : t('not sent (quota used up)');
    case 'offline':
      return t('not sent (offline)');
    case 'blocked':
      return t('not sent (blocked)');
    case 'failed':
      return end.refusal === undefined ? requestErrorLabel(end.error) : t('rejected');
  }
}
