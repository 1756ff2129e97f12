import { listKinds } from '../../../core/records/context';
import { formatInputFailure } from '../../../core/records/problems/inputFailure';
import { unknownRiskCount } from '../../../core/records/problems/skipReason';
import type { StoredSource } from '../../../core/records/sourceDetails';
import { formatList, t } from '../../../l10n';
import { meaningLabel, getMeaning } from '../meaning/meaning';
import { strings as kindStrings } from '../meaning/strings';
import { galleryStrings } from '../gallery/strings';
import { hasMeaning, skippedCount } from './sourceNodes';
import { sourceStrings as texts } from './strings';
import { truncateText, visibleText } from '../../../core/text/visibleText';

const maxPathLength = 200;
const maxFailureLength = 160;

/** Details of a source besides its name and age, as lines of a tooltip. */
export function detailLines(source: StoredSource): readonly string[] {
  const { details, risk } = source;
  const { kind, kinds = {}, path, credit, license } = details;
  const parts = listKinds.flatMap((each) => {
    const count = kinds[each] ?? 0;
    return count === 0 ? [] : [kindStrings.countOfKind(each, count)];
  });
  const skipped = skippedCount(source);
  const unknownRisks = unknownRiskCount(details.skipped ?? []);
  return [
    ...(parts.length > 0 ? [t('Entries: {0}.', formatList(parts))] : []),
    ...(parts.length === 0 && kind !== undefined ? [t('Kind: {0}', kindStrings.kind(kind))] : []),
    ...(hasMeaning(source) ? [t('Entries without a risk: {0}.', meaningLabel(getMeaning(risk, details)))] : []),
    ...importState(source),
    ...(skipped === 0 ? [] : [texts.skipped(skipped)]),
    ...(unknownRisks === 0 ? [] : [kindStrings.unknownRisks(unknownRisks)]),
    ...(path === undefined ? [] : [t('File: {0}', truncateText(visibleText(path), maxPathLength))]),
    ...(credit === undefined ? [] : [galleryStrings.credit(visibleText(credit))]),
    ...(license === undefined ? [] : [galleryStrings.license(visibleText(license))]),
  ];
}

/** Whether the import is running, or why it is incomplete. */
function importState({ isImporting, details: { failure, complete } }: StoredSource): readonly string[] {
  if (isImporting === true) return [t('The import is running.')];
  if (failure !== undefined) return [truncateText(visibleText(formatInputFailure(failure)), maxFailureLength)];
  return complete === false ? [t('The import was canceled.')] : [];
}
