import { type RiskLevel, riskLevels } from '../../../core/records/risk';
import { chosenMeaningNames, type SourceDetails } from '../../../core/records/sourceDetails';
import { riskStyle } from '../../../core/records/labels/verdict';
import { visibleText } from '../../../core/text/visibleText';
import { formatList, plural, t } from '../../../l10n';
import type { ReportDetail } from '../../shared/panels/report';
import { columnStrings } from './columnsPrompt';
import { isDescribing, type ListMeaning, meaningLabel } from './meaning';

/** Imported data: the entries by the risk that they state, and the columns. */
type Taken = Pick<SourceDetails, 'risks' | 'taken' | 'unrated'>;

/** The entries by their risk, which may be that of the list. */
function assignedRisks({ risks = {} }: Taken, meaning: ListMeaning): ReadonlyMap<RiskLevel, number> {
  const assigned = new Map<RiskLevel, number>();
  for (const stated of riskLevels.toReversed()) {
    const count = risks[stated] ?? 0;
    if (count === 0 || (stated === 'unknown' && isDescribing(meaning))) continue;
    const risk = stated === 'unknown' && !isDescribing(meaning) ? meaning : stated;
    assigned.set(risk, (assigned.get(risk) ?? 0) + count);
  }
  return assigned;
}

/** The risk of all entries, or how many have which; empty if none has one. */
export function formatAssignedRisks(files: readonly (Taken & { readonly meaning: ListMeaning })[]): string {
  const sum = new Map<RiskLevel, number>();
  for (const file of files)
    for (const [risk, count] of assignedRisks(file, file.meaning)) sum.set(risk, (sum.get(risk) ?? 0) + count);
  const [first, ...more] = riskLevels.toReversed().filter((risk) => sum.has(risk));
  // Lists without any rating have a separate message.
  if (first === undefined || (first === 'unknown' && more.length === 0)) return '';
  if (more.length === 0) return t('Risk: {0}.', riskStyle(first).short);
  return t(
    'Risk: {0}.',
    formatList([first, ...more].map((risk) => t('{0} {1}', sum.get(risk) ?? 0, riskStyle(risk).short))),
  );
}

/** The interpretation of a table's columns, and the reasons for the risk of its entries. */
export function takenDetails(file: Taken, meaning: ListMeaning): readonly ReportDetail[] {
  const why = [...columnReasons(file), ...unratedReason(file, meaning)].join(' ');
  const columns = columnsText(file);
  return [
    ...(columns === '' ? [] : [{ label: t('Columns'), text: columns }]),
    ...(why === '' ? [] : [{ label: t('Risk'), text: why }]),
  ];
}

function columnsText({ taken = [] }: Taken): string {
  const of = (wanted: string): string =>
    formatList(taken.flatMap(([name, meaning], at) => (meaning === wanted ? [shownColumn(name, at)] : [])));
  const known = chosenMeaningNames.flatMap((meaning) => {
    const names = of(meaning);
    return names === '' ? [] : [columnStrings.labeled(columnStrings.meaning(meaning), names)];
  });
  const others = of('none');
  return [...known, ...(others === '' ? [] : [t('by name: {0}', others)])].join(' · ');
}

function shownColumn(name: string, at: number): string {
  return name.trim() === '' ? columnStrings.unnamed(at + 1) : visibleText(name.trim());
}

/** Which columns of a table rate its entries. */
function columnReasons({ taken }: Taken): readonly string[] {
  if (taken === undefined) return [];
  const named = (wanted: string): string | undefined => {
    const at = taken.findIndex(([, meaning]) => meaning === wanted);
    return at === -1 ? undefined : shownColumn(taken[at]?.[0] ?? '', at);
  };
  const [risk, threat] = [named('risk'), named('threat')];
  return [
    risk === undefined ? t('There is no risk column.') : t('Column “{0}” contains the risk.', risk),
    ...(threat === undefined
      ? []
      : [t('Entries without a risk are rated high if column “{0}” names a threat.', threat)]),
  ];
}

function unratedReason({ unrated = 0 }: Taken, meaning: ListMeaning): readonly string[] {
  if (unrated === 0) return [];
  return [
    plural(
      unrated,
      {
        one: '{0} entry uses the setting of the list: {1}.',
        other: '{0} entries use the setting of the list: {1}.',
      },
      meaningLabel(meaning),
    ),
  ];
}
