import { formatSkipReason, skipKey, unknownRiskCount } from '../../../core/records/problems/skipReason';
import { formatInputFailure } from '../../../core/records/problems/inputFailure';
import type { StoredSource } from '../../../core/records/sourceDetails';
import type { ResultColumn } from '../../../webviews/messages/results';
import { meaningLabel, getMeaning } from '../meaning/meaning';
import { getExample, lineCell, noExample, type ExampleTools } from '../../shared/panels/skippedExample';
import { type Report, type ReportDetail, reportNotice, type ReportRow } from '../../shared/panels/report';
import { takenDetails } from '../meaning/takenParts';
import { strings as kindStrings } from '../meaning/strings';
import { sourceStrings } from './strings';
import { entriesText, hasMeaning, skippedCount } from './sourceNodes';
import { t } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

const texts = sourceStrings;
const maxTitleLength = 300;

/** Objects of STIX have no lines. */
const columns = (hasLines: boolean): readonly ResultColumn[] => [
  { id: 'name', title: t('Example'), kind: 'name', minWidth: 140, shown: true },
  { id: 'reason', title: t('Reason'), kind: 'text', width: 420, minWidth: 180, shown: true },
  { id: 'count', title: t('Count'), kind: 'number', width: 130, shown: true },
  { id: 'line', title: t('Line'), kind: 'number', width: 90, shown: hasLines },
];

/** The last import of a source: its entries, its type, and skipped entries, with a row for each example. */
export function sourceReport(source: StoredSource, tools: ExampleTools): Report {
  const { details } = source;
  const skipped = details.skipped ?? [];
  return {
    id: `source ${source.id} ${source.asOf}`,
    title: truncateText(visibleText(source.name), maxTitleLength),
    at: source.asOf,
    summary: entriesText(source),
    note: noteOf(source),
    buttons: source.indicators === 0 ? [] : [{ label: t('Show Indicators'), action: 'indicators' }],
    details: detailsOf(source),
    notices:
      details.failure === undefined || source.isImporting === true
        ? []
        : [reportNotice('warning', visibleText(formatInputFailure(details.failure)))],
    columns: columns(skipped.some(({ lines }) => lines !== undefined)),
    rows: skipped.flatMap((each) => skippedRows(each, tools)),
  };
}

function noteOf(source: StoredSource): string {
  if (source.isImporting === true) return t('The import is running.');
  const count = skippedCount(source);
  const unknownRisks = unknownRiskCount(source.details.skipped ?? []);
  const notes = [
    ...(count > 0 ? [texts.skipped(count)] : []),
    ...(unknownRisks > 0 ? [kindStrings.unknownRisks(unknownRisks)] : []),
  ];
  if (notes.length > 0) return notes.join(' ');
  // An incomplete import may not have reached all entries that it would skip.
  return source.details.complete === false ? t("The last import wasn't completed.") : t('Nothing was skipped.');
}

function detailsOf({ details, risk, ...source }: StoredSource): readonly ReportDetail[] {
  const { path, credit, license, terms } = details;
  const has = hasMeaning({ ...source, details, risk });
  return [
    ...takenDetails({ ...details, unrated: 0 }, getMeaning(risk, details)),
    ...(has ? [{ label: t('Entries without a risk'), text: meaningLabel(getMeaning(risk, details)) }] : []),
    ...(path === undefined ? [] : [{ label: t('File'), text: visibleText(path) }]),
    ...(credit === undefined ? [] : [{ label: t('Credit'), text: visibleText(credit) }]),
    ...(license === undefined ? [] : [{ label: t('License'), text: visibleText(license) }]),
    ...(terms === undefined ? [] : [{ label: t('Terms'), text: visibleText(terms) }]),
  ];
}

function skippedRows(
  { reason, count, examples, lines = [] }: NonNullable<StoredSource['details']['skipped']>[number],
  tools: ExampleTools,
): readonly ReportRow[] {
  const cells = { reason: visibleText(formatSkipReason(reason)) };
  const counted = { ...cells, count: String(count) };
  const key = skipKey(reason);
  if (examples.length === 0) return [{ key, name: noExample, cells: counted }];
  // The count once per reason: more rows are examples of the same entries.
  return examples.map((example, index) => ({
    ...getExample(example, tools),
    key: `${key} ${index}`,
    cells: { ...(index === 0 ? counted : cells), ...lineCell(lines[index]) },
  }));
}
