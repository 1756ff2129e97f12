import { requestErrorLabel } from '../../core/lookups/requestErrorLabel';
import type { PlanName } from '../../core/lookups/batchLimit';
import { type Completeness, completenessOf, type StoredRun, largerLimit, type QueryRun } from '../../core/runs';
import { riskLevels } from '../../core/records/risk';
import type { ResultsButton, ResultsNotice, ResultsView } from '../../webviews/messages/results';
import { formatDuration } from '../common/ages';
import type { TimeContext } from '../common/timeContext';
import { riskView } from '../common/riskView';
import { hostLabel } from '../common/verdict';
import { truncateMiddle, truncateText, visibleText } from '../common/visibleText';
import { endNotice } from './endNotices';
import { resultColumns } from '../common/resultRows';

/** What the view of a run depends on. */
export interface ResultsContext extends TimeContext {
  readonly plan: PlanName;
  /** Whose queries they are. */
  readonly file: string;
  /** A text with its indicators defanged. */
  readonly shown: (text: string) => string;
  /** The connected remote service, where the mode lets it be asked. */
  readonly serviceHost: string | undefined;
}

/** What a view says of the rows at hand. */
export interface RowsSummary {
  readonly count: number;
  readonly warnings: readonly string[];
  /** Columns that no row fills: they are not shown at first. */
  readonly emptyColumns?: ReadonlySet<string>;
  /** Host of the query's page in the web interface, where the answer names one. */
  readonly pageHost?: string;
}

/** A run as its panel shows it, without the rows. `held` counts the rows at hand; undefined: what was found is not kept. */
export function resultsView(
  run: QueryRun,
  all: readonly QueryRun[],
  rows: RowsSummary | undefined,
  context: ResultsContext,
): ResultsView {
  const { place, end } = run;
  const notice = end && endNotice(end, { ...place, now: context.now, shown: context.shown });
  const isAnswered = end?.kind === 'answered';
  const isNotStored = isAnswered && rows === undefined && end.count > 0;
  const isEmpty = isAnswered && end.count === 0;
  return {
    file: context.file,
    id: run.id,
    runs: all.map((each, index) => ({ id: each.id, label: `${index + 1} · ${runTitle(each, context)}` })),
    title: runTitle(run, context),
    query: visibleText(context.shown(run.query), { keepLines: true }),
    columns: resultColumns(run.settings.type ?? 'indicators').map((column) =>
      rows?.emptyColumns?.has(column.id) === true ? { ...column, shown: false } : column,
    ),
    risks: riskLevels.map((level) => riskView(level)),
    facts: factsOf(run),
    at: run.at,
    ...(end === undefined ? { running: Math.max(0, context.now - run.at) } : {}),
    summary: isAnswered ? summaryOf(run, context.plan) : '',
    more: isAnswered && !isEmpty ? moreButtons(run, context) : [],
    sent: sentMessage(run),
    notices: [
      ...(notice === undefined ? [] : [notice]),
      ...(isNotStored ? [notStoredNotice] : []),
      ...(isEmpty ? [emptyNotice(run, context)] : []),
      ...warningNotices(run, rows?.warnings ?? []),
    ],
    buttons: end === undefined ? [cancel] : buttonsOf(run, rows, context),
    count: rows?.count ?? 0,
  };
}

const cancel: ResultsButton = { label: 'Cancel', action: 'cancel' };

const notStoredNotice: ResultsNotice = {
  tone: 'info',
  icon: 'history',
  text: 'What this query found is no longer kept on this machine; history has limits.',
  actions: [{ label: 'Run Again', action: 'runAgain' }],
};

/** What a run is called: its name, its title, or how it begins. */
export function runTitle({ settings, title, query }: QueryRun, { shown }: Pick<ResultsContext, 'shown'>): string {
  return truncateText(visibleText(shown(settings.name ?? title ?? query)).trim(), 60);
}

function factsOf({ place, settings, end }: QueryRun): string[] {
  const millis = end !== undefined && 'millis' in end ? end.millis : undefined;
  return [
    place.remote ? visibleText(place.host) : 'local store',
    ...(settings.format === undefined || settings.format === 'json' ? [] : [`as ${settings.format.toUpperCase()}`]),
    ...(settings.limit === undefined ? [] : [`limit ${settings.limit.toLocaleString('en')}`]),
    ...(millis === undefined ? [] : [durationLabel(millis)]),
  ];
}

/** “took 0.4 s”; from ten seconds on in whole units. */
function durationLabel(millis: number): string {
  return millis < 10_000
    ? `took ${(millis / 1000).toFixed(millis < 1000 ? 2 : 1)} s`
    : `took ${formatDuration(millis)}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}

/** How many rows, and whether that is all. */
export function summaryOf(run: QueryRun, plan: PlanName): string {
  const { end, settings } = run;
  if (end?.kind !== 'answered') return '';
  const { count, left } = end;
  if (count + left === 0) return 'Nothing found';
  const noun = settings.type === 'threats' ? 'threat' : 'row';
  const unread = left === 0 ? '' : `; ${counted(left, 'row')} could not be read`;
  const all = completenessOf(run, plan);
  const words = all.kind === 'all' && count > 1 ? `All ${counted(count, noun)}` : counted(count, noun);
  return `${words}${completenessText(all, run)}${unread}`;
}

function completenessText(all: Completeness, { place }: QueryRun): string {
  switch (all.kind) {
    case 'all':
      return '';
    case 'limited':
      return ', the limit that was asked for: there may be more';
    case 'planDefault':
      return place.remote
        ? ', as many as a plan returns by default: there may be more'
        : ', the most that the local store gives at once: there may be more';
    case 'maybeTruncated':
      return ', where the service may have cut the answer: there may be more. Narrow the query to be sure';
  }
}

function moreButtons(run: QueryRun, { plan }: ResultsContext): ResultsButton[] {
  const { end } = run;
  if (end?.kind !== 'answered') return [];
  const { kind } = completenessOf(run, plan);
  // Of a service that stops by itself, a larger limit gets no more.
  if (kind === 'all' || (kind === 'maybeTruncated' && run.settings.limit !== undefined)) return [];
  const larger = largerLimit(end.count + end.left);
  return [
    ...(larger === undefined
      ? []
      : [{ label: `Ask for ${larger.toLocaleString('en')}`, action: 'runWithLimit' as const, limit: larger }]),
    { label: 'Ask for…', action: 'promptForLimit' },
  ];
}

function sentMessage({ place, end }: QueryRun): string {
  if (!place.remote) return 'Nothing was sent: answered on this machine.';
  const isUnsent =
    end?.kind === 'offline' ||
    end?.kind === 'withheld' ||
    end?.kind === 'spent' ||
    (end?.kind === 'failed' && (end.refusal?.kind === 'tooLong' || end.error.kind === 'badBaseUrl'));
  if (isUnsent) return 'Nothing was sent.';
  const requests = end !== undefined && 'requests' in end ? (end.requests ?? 1) : 1;
  const often = requests === 1 ? 'once' : `in ${requests} requests`;
  return `Sent to ${hostLabel(place.host)}: the query as it stands here, ${often}.`;
}

/** Nothing found: two ways on. */
function emptyNotice(run: QueryRun, { serviceHost }: ResultsContext): ResultsNotice {
  const where = run.place.remote ? hostLabel(run.place.host) : 'the local store';
  const elsewhere: readonly ResultsButton[] = run.place.remote
    ? [{ label: 'Run on Local Store', action: 'runLocally' }]
    : serviceHost === undefined
      ? [
          { label: 'Connect…', action: 'connect' },
          { label: 'Load Sample Data', action: 'loadSample' },
        ]
      : [{ label: `Run on ${hostLabel(serviceHost)}`, action: 'runOnService' }];
  return {
    tone: 'info',
    icon: 'circle-slash',
    text: `Nothing in ${where} fits this query. Loosen it (fewer terms, a wildcard, a longer time), or ask elsewhere.`,
    actions: [{ label: 'Loosen the Query', action: 'relaxQuery' }, ...elsewhere],
  };
}

function warningNotices({ settings }: QueryRun, warnings: readonly string[]): readonly ResultsNotice[] {
  if (warnings.length === 0) return [];
  const text = `The ${settings.format?.toUpperCase() ?? 'answer'} is not quite as it should be. ${warnings.slice(0, 6).join(' ')}`;
  return [{ tone: 'info', icon: 'info', text: visibleText(text), actions: [] }];
}

function buttonsOf(run: QueryRun, rows: RowsSummary | undefined, { serviceHost }: ResultsContext): ResultsButton[] {
  const hasRows = rows !== undefined && rows.count > 0;
  const elsewhere: readonly ResultsButton[] = run.place.remote
    ? [{ label: 'Run on Local Store', action: 'runLocally' }]
    : serviceHost === undefined
      ? []
      : [{ label: `Run on ${hostLabel(serviceHost)}`, action: 'runOnService' }];
  return [
    ...(hasRows
      ? [
          { label: 'Export…', action: 'export' } as const,
          ...(run.place.remote ? [{ label: 'Save Results to Local Store', action: 'keep' } as const] : []),
        ]
      : []),
    { label: 'Run Again', action: 'runAgain' },
    ...elsewhere,
    ...(rows?.pageHost === undefined
      ? []
      : [{ label: `Open Query on ${truncateMiddle(rows.pageHost, 60)}…`, action: 'openQueryPage' } as const]),
  ];
}

/** A run in one line, for lists: how it ended, how long ago (in words, where wanted), where. */
export function endLabel(run: QueryRun | StoredRun, age?: string): string {
  const { end, place } = run;
  const host = place.remote ? visibleText(place.host) : 'local store';
  const where = age === undefined ? host : `${age} · ${host}`;
  const unsent = (why: string): string => `not sent (${why})${age === undefined ? '' : ` · ${age}`}`;
  switch (end?.kind) {
    case undefined:
      return `running · ${where}`;
    case 'answered':
      return `${end.count === 0 ? 'nothing found' : counted(end.count, run.settings.type === 'threats' ? 'threat' : 'row')} · ${where}`;
    case 'canceled':
      return `cancelled · ${where}`;
    case 'spent':
      return unsent(end.span === 'pause' ? 'rate limit' : 'nothing left');
    case 'offline':
      return unsent('offline');
    case 'withheld':
      return unsent('never leaves');
    case 'failed':
      return `${end.refusal === undefined ? requestErrorLabel(end.error) : 'refused'} · ${where}`;
  }
}
