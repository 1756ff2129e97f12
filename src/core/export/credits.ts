import type { IndicatorRecord } from '../records/record';
import { uniqueCredits } from '../records/labels/credit';
import { csvCell } from './csvCell';
import { span } from './markdownParts';
import { t } from '../../l10n';

type Credited = Pick<IndicatorRecord, 'credits'>;

/** The column of CSV files with the credit lines of a row. */
export const creditColumn = 'source_credit';

/** The credit lines of a row as a cell. */
export function creditCell({ credits = [] }: Credited): string {
  return csvCell(credits.join('; '));
}

/** The end of a Markdown document: the credit lines of everything in it; nothing if no license asks for one. */
export function creditLines(all: readonly Credited[]): readonly string[] {
  const credits = uniqueCredits(all);
  return credits.length === 0 ? [] : ['', t('Source credits: {0}', credits.map(span).join(' · '))];
}
