import type { FoundRows } from '../../core/records/found';
import { referenceOf, type WebPage } from '../../core/records/webPage';
import { readTarget } from '../common/commandTarget';
import type { Notices } from '../common/notices';
import { openWebPage } from '../common/openWebPage';
import { uiText } from '../common/ui';
import { hostLabel } from '../common/verdict';
import type { ResultsModule } from './resultsParts';
import type { RunResult } from './runner';

/** The page of a run's query in the web interface; only a CSV from a service names it. */
export function queryPageOf(
  { run, finding }: Pick<RunResult, 'run' | 'finding'>,
  { queryPageIn }: Pick<ResultsModule, 'queryPageIn'>,
): WebPage | undefined {
  const { place, settings } = run;
  if (!place.remote || settings.format !== 'csv' || finding?.text === undefined) return undefined;
  return queryPageIn(finding.text, place.address);
}

/** Asks, and opens the page of a run's query in the browser. */
export async function openQueryPage(result: RunResult, results: Pick<ResultsModule, 'queryPageIn'>): Promise<void> {
  const page = queryPageOf(result, results);
  if (page !== undefined) await openWebPage(page, hostLabel(result.run.place.host));
}

/** Asks, and opens the page of one row in the browser: the clicked one, else the only one meant. */
export async function openRowPage(
  { run }: RunResult,
  meant: FoundRows | undefined,
  clicked: unknown,
  { tell }: Pick<Notices, 'tell'>,
): Promise<void> {
  const rows = meant?.type === 'indicators' ? meant.rows : [];
  const target = readTarget(clicked);
  const row =
    target === undefined ? (rows.length === 1 ? rows[0] : undefined) : rows.find(({ value }) => value === target.value);
  const page = row && referenceOf(row, run.place.remote ? run.place.address : undefined);
  if (page !== undefined) await openWebPage(page, hostLabel(run.place.host));
  else if (row === undefined) tell(uiText('Select the row whose page you want to open.'));
  else tell(uiText('The service names no web page for this row.'));
}
