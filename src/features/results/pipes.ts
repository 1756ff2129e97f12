import * as vscode from 'vscode';
import { groupQuery } from '../../core/explore/groupQuery';
import { iocQuery } from '../../core/explore/iocQuery';
import type { FoundRows } from '../../core/records/found';
import { addToIgnoreList } from '../common/ignoreList';
import { fileName } from './fileName';
import type { ResultsParts } from './resultsParts';
import type { HeldRun } from './runner';

/** From so many on the user is asked before the ignore list takes them. */
const askFrom = 2;

/** “Keep These Results”: rows become knowledge of this machine, under a name of their own. */
export async function keepRows(
  held: HeldRun,
  rows: FoundRows,
  { run, notices, onDataChanged }: Pick<ResultsParts, 'run' | 'notices' | 'onDataChanged'>,
): Promise<void> {
  const name = `Results of ${fileName(held.run, 'results')} from ${held.run.place.remote ? held.run.place.host : 'the local store'}`;
  const kept = await run('keepResults', {
    name,
    indicators: rows.type === 'indicators' ? rows.rows : [],
    threats: rows.type === 'threats' ? rows.rows : [],
  });
  onDataChanged();
  const count = kept.added + kept.updated + kept.unchanged + kept.threats;
  const what = rows.type === 'threats' ? 'threats' : 'indicators';
  notices.tell(`Kept on this machine: ${count.toLocaleString('en')} ${what}, ${kept.added} of them new to it.`);
}

/** Rows go to the ignore list: they are never sent again. */
export async function ignoreRows(rows: FoundRows, { notices }: Pick<ResultsParts, 'notices'>): Promise<void> {
  if (rows.type === 'threats') {
    notices.tell('The ignore list holds indicators; threats can’t be ignored.');
    return;
  }
  const values = rows.rows.map(({ value }) => value);
  const ignore = 'Ignore';
  if (values.length >= askFrom) {
    const options = { modal: true, detail: 'They are never sent to a service from now on.' };
    const sentence = `Add ${values.length.toLocaleString('en')} indicators to the ignore list?`;
    if ((await vscode.window.showWarningMessage(sentence, options, ignore)) !== ignore) return;
  }
  const added = await addToIgnoreList(values);
  notices.tell(
    `Never sent from now on: ${added.toLocaleString('en')} more ${added === 1 ? 'indicator' : 'indicators'}.`,
  );
}

/** A new query that finds these rows, not run. */
export async function queryFromRows(
  rows: FoundRows,
  { commands, notices }: Pick<ResultsParts, 'commands' | 'notices'>,
): Promise<void> {
  const sayable =
    rows.type === 'threats'
      ? rows.rows.map(({ name }) => groupQuery('threat', name))
      : rows.rows.flatMap(({ value }) => iocQuery([value]) ?? []);
  const left = rows.rows.length - sayable.length;
  if (sayable.length === 0) {
    notices.tell('Explore has no way to write these values in a query.');
    return;
  }
  await commands.run('threatLookups.newQuery', sayable.join('\nor '));
  if (left > 0) notices.tell(`${left} of ${rows.rows.length} can’t be written in a query and were left out.`);
}
