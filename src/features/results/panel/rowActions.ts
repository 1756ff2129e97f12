import { groupQuery, iocQuery } from '../../../core/explore/queries/exactTerms';
import type { FoundRows } from '../../../core/records/found';
import { addToIgnoreList } from '../../shared/settings/addToIgnoreList';
import { showWarningMessage } from '../../shared/ui';
import { fileName } from '../files/fileName';
import type { ResultsParts } from '../resultsParts';
import type { RunResult } from '../runs/runner';
import { rowStrings as strings } from '../strings';
import { t } from '../../../l10n';
import { uiText, uiPlural } from '../../shared/ui/text';

/** Adding this many indicators to the ignore list requires confirmation. */
const minToConfirm = 2;

/** Saves rows to the local store under a name. */
export async function saveRows(
  { run: { origin, ...query } }: RunResult,
  rows: FoundRows,
  { run, notices, onDataChanged }: Pick<ResultsParts, 'run' | 'notices' | 'onDataChanged'>,
): Promise<void> {
  const name = strings.savedName(fileName(query, 'results'), origin.remote ? origin.host : t('the local store'));
  const saved = await run('saveResults', {
    name,
    indicators: rows.type === 'indicators' ? rows.rows : [],
    threats: rows.type === 'threats' ? rows.rows : [],
  });
  onDataChanged();
  const count = saved.added + saved.updated + saved.unchanged + saved.threats;
  const message = rows.type === 'threats' ? strings.savedThreats : strings.savedIndicators;
  notices.inform(message(count, saved.added));
}

/** Adds rows to the ignore list. */
export async function ignoreRows(rows: FoundRows, { notices }: Pick<ResultsParts, 'notices'>): Promise<void> {
  if (rows.type === 'threats') {
    notices.inform(uiText("Threats can't be ignored. Only indicators can be added to the ignore list."));
    return;
  }
  const values = rows.rows.map(({ value }) => value);
  const ignore = uiText('Add to Ignore List');
  if (values.length >= minToConfirm) {
    const options = { modal: true, detail: uiText('Ignored indicators are never sent to a service.') };
    if (
      (await showWarningMessage(
        uiPlural(values.length, {
          one: 'Add {0} indicator to the ignore list?',
          other: 'Add {0} indicators to the ignore list?',
        }),
        options,
        ignore,
      )) !== ignore
    )
      return;
  }
  notices.inform(
    uiPlural(await addToIgnoreList(values), {
      one: 'Added {0} indicator to the ignore list.',
      other: 'Added {0} indicators to the ignore list.',
    }),
  );
}

/** Creates a query that finds these rows, without running it. */
export async function queryFromRows(
  rows: FoundRows,
  { commands, notices }: Pick<ResultsParts, 'commands' | 'notices'>,
): Promise<void> {
  const terms =
    rows.type === 'threats'
      ? rows.rows.map(({ name }) => groupQuery('threat', name))
      : rows.rows.flatMap(({ value }) => iocQuery([value]) ?? []);
  const skipped = rows.rows.length - terms.length;
  if (terms.length === 0) {
    notices.inform(uiText("These values can't be expressed in a query."));
    return;
  }
  await commands.run('threatLookups.newQuery', terms.join('\nor '));
  if (skipped > 0)
    notices.inform(
      uiText("{0} of {1} values can't be expressed in a query and were skipped.", skipped, rows.rows.length),
    );
}
