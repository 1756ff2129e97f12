import { groupQuery } from '../../core/explore/groupQuery';
import { iocQuery } from '../../core/explore/iocQuery';
import type { FoundRows } from '../../core/records/found';
import { addToIgnoreList } from '../common/ignoreList';
import { showWarningMessage, uiText } from '../common/ui';
import { fileName } from './fileName';
import type { ResultsParts } from './resultsParts';
import type { RunResult } from './runner';

/** From so many on the user is asked before the ignore list takes them. */
const minToConfirm = 2;

/** “Save Results to Local Store”: rows become knowledge of this machine, under a name of their own. */
export async function saveRows(
  result: RunResult,
  rows: FoundRows,
  { run, notices, onDataChanged }: Pick<ResultsParts, 'run' | 'notices' | 'onDataChanged'>,
): Promise<void> {
  const name = `Results of ${fileName(result.run, 'results')} from ${result.run.place.remote ? result.run.place.host : 'the local store'}`;
  const kept = await run('saveResults', {
    name,
    indicators: rows.type === 'indicators' ? rows.rows : [],
    threats: rows.type === 'threats' ? rows.rows : [],
  });
  onDataChanged();
  const count = kept.added + kept.updated + kept.unchanged + kept.threats;
  const what = rows.type === 'threats' ? 'threats' : 'indicators';
  notices.tell(
    uiText('Kept on this machine: {0} {1}, {2} of them new to it.', count.toLocaleString('en'), what, kept.added),
  );
}

/** Rows go to the ignore list: they are never sent again. */
export async function ignoreRows(rows: FoundRows, { notices }: Pick<ResultsParts, 'notices'>): Promise<void> {
  if (rows.type === 'threats') {
    notices.tell(uiText('The ignore list holds indicators; threats can’t be ignored.'));
    return;
  }
  const values = rows.rows.map(({ value }) => value);
  const ignore = uiText('Ignore');
  if (values.length >= minToConfirm) {
    const options = { modal: true, detail: uiText('They are never sent to a service from now on.') };
    const sentence = uiText('Add {0} indicators to the ignore list?', values.length.toLocaleString('en'));
    if ((await showWarningMessage(sentence, options, ignore)) !== ignore) return;
  }
  const added = await addToIgnoreList(values);
  notices.tell(
    uiText(
      'Never sent from now on: {0} more {1}.',
      added.toLocaleString('en'),
      added === 1 ? 'indicator' : 'indicators',
    ),
  );
}

/** A new query that finds these rows, not run. */
export async function queryFromRows(
  rows: FoundRows,
  { commands, notices }: Pick<ResultsParts, 'commands' | 'notices'>,
): Promise<void> {
  const expressible =
    rows.type === 'threats'
      ? rows.rows.map(({ name }) => groupQuery('threat', name))
      : rows.rows.flatMap(({ value }) => iocQuery([value]) ?? []);
  const left = rows.rows.length - expressible.length;
  if (expressible.length === 0) {
    notices.tell(uiText('Explore has no way to write these values in a query.'));
    return;
  }
  await commands.run('threatLookups.newQuery', expressible.join('\nor '));
  if (left > 0)
    notices.tell(uiText('{0} of {1} can’t be written in a query and were left out.', left, rows.rows.length));
}
