import type { RequestLogEntry } from '../../core/lookups/types';
import type { ResultColumn } from '../../webviews/messages/results';
import { defangText } from '../../core/indicators/identity/defangText';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { omitPassword } from '../../core/text/omitPassword';
import { type Report, reportNotice, type ReportRow, warningWithDetails } from '../shared/panels/report';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';
import { t } from '../../l10n';
import { truncateText, visibleText } from '../../core/text/visibleText';

type Tools = Pick<IndicatorTools, 'defang' | 'findIndicators' | 'parseIndicator'>;

/** Values shown, the newest. */
const maxRows = 20_000;
const maxNameLength = 2_000;

/** The request log as a table: one row per value sent, oldest first, so that new ones are added at the end. */
export class RequestLogReport {
  /** Rows of entries that haven't changed are the same objects. */
  private rows = new Map<string, { readonly result: string; readonly rows: readonly ReportRow[] }>();

  /**
   * The report of all entries, newest first. `tools` defang values and recognize indicators; `isComplete` is false if the
   * requests of other windows couldn't be read.
   */
  of(entries: readonly RequestLogEntry[], tools: Tools, isComplete = true): Report {
    const before = this.rows;
    this.rows = new Map();
    const rows = entries.toReversed().flatMap((entry) => {
      const known = before.get(entry.id);
      const result = strings.outcome(entry);
      const current = known?.result === result ? known : { result, rows: rowsOf(entry, tools) };
      this.rows.set(entry.id, current);
      return current.rows;
    });
    const count = entries.length;
    return {
      id: 'requestLog',
      title: uiText('Request Log'),
      note: t('Stored in the local store on this machine and shared by all windows. API keys are never logged.'),
      summary: count === 0 && isComplete ? t('The log is empty.') : strings.requests(count),
      notices: [
        ...(isComplete
          ? []
          : [
              warningWithDetails(
                t("Only requests from this window are listed, because the local store couldn't be read."),
              ),
            ]),
        ...(rows.length > maxRows ? [reportNotice('info', strings.newestOnly(maxRows, rows.length))] : []),
      ],
      buttons: count === 0 ? [] : [{ label: t('Clear…'), action: 'clear' }],
      columns: columns(),
      order: { column: 'time', descending: true },
      rows: rows.slice(-maxRows),
    };
  }
}

const columns = (): readonly ResultColumn[] => [
  { id: 'time', title: t('Time'), kind: 'utc', shown: true },
  { id: 'name', title: t('Content'), kind: 'name', minWidth: 140, shown: true },
  { id: 'result', title: t('Result'), kind: 'text', width: 160, minWidth: 100, shown: true },
  { id: 'destination', title: t('Destination'), kind: 'text', width: 180, minWidth: 110, shown: true },
  { id: 'reason', title: t('Reason'), kind: 'text', width: 130, minWidth: 90, shown: true },
];

function rowsOf(entry: RequestLogEntry, tools: Tools): readonly ReportRow[] {
  const { id, at, to, what, why, subject } = entry;
  const destination = visibleText(to.replace(/^https:\/\//, ''));
  const reason = strings.reasons(why);
  const hovers = entry.knownAt === undefined ? undefined : { result: strings.outcome(entry) };
  const isText = why === 'query' || why === 'sync';
  return what.map((value, index) => {
    const plain = omitPassword(value);
    const name = visibleText(strings.sentValue(isText ? defangText(plain, tools) : tools.defang(plain), subject));
    const isIndicator = !isText && (subject === undefined || (subject.kind === 'indicator' && subject.isId !== true));
    const indicator = isIndicator ? tools.parseIndicator(value) : undefined;
    return {
      key: `${id} ${index}`,
      name: truncateText(name, maxNameLength),
      plain,
      cells: { destination, reason, result: strings.valueOutcome(entry, index) },
      hovers,
      timestamps: { time: at },
      open:
        indicator === undefined
          ? undefined
          : ({ kind: 'indicator', type: indicator.type, value: indicator.value } as const),
    };
  });
}

/** Entries of this window and of the store, which all windows share; this window's own are more recent. */
export function mergeEntries(
  own: readonly RequestLogEntry[],
  stored: readonly RequestLogEntry[],
): readonly RequestLogEntry[] {
  const byId = new Map([...stored, ...own].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((a, b) => b.at - a.at);
}
