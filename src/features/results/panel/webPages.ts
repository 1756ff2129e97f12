import type { FoundRows } from '../../../core/records/found';
import { getReference, type WebPage } from '../../../core/records/webPage';
import { readTarget } from '../../shared/commands/commandTarget';
import type { Notices } from '../../shared/notices/notices';
import { openWebPage } from '../../shared/commands/openWebPage';
import { hostLabel } from '../../../core/records/labels/verdict';
import type { ResultsModule } from '../resultsParts';
import type { RunResult } from '../runs/runner';
import { uiText } from '../../shared/ui/text';

/** The page of a run's query in the web interface; only CSV answers of a service contain it. */
export function getQueryPage(
  { run, finding }: Pick<RunResult, 'run' | 'finding'>,
  { queryPageIn }: Pick<ResultsModule, 'queryPageIn'>,
): WebPage | undefined {
  const { origin, settings } = run;
  if (!origin.remote || settings.format !== 'csv' || finding?.text === undefined) return undefined;
  return queryPageIn(finding.text, origin.address);
}

/** Asks for confirmation, then opens the page of a run's query in the browser. */
export async function openQueryPage(result: RunResult, results: Pick<ResultsModule, 'queryPageIn'>): Promise<void> {
  const page = getQueryPage(result, results);
  if (page !== undefined) await openWebPage(page, hostLabel(result.run.origin.host));
}

/** Asks for confirmation, then opens the page of a row in the browser: the clicked row, or the only target row. */
export async function openRowPage(
  { run }: RunResult,
  targets: FoundRows | undefined,
  clicked: unknown,
  { inform }: Pick<Notices, 'inform'>,
): Promise<void> {
  const rows = targets?.type === 'indicators' ? targets.rows : [];
  const target = readTarget(clicked);
  const row =
    target === undefined ? (rows.length === 1 ? rows[0] : undefined) : rows.find(({ value }) => value === target.value);
  const page = row && getReference(row, run.origin.remote ? run.origin.address : undefined);
  if (page !== undefined) await openWebPage(page, hostLabel(run.origin.host));
  else if (row === undefined) inform(uiText('Select the row whose page you want to open.'));
  else inform(uiText('The service provides no web page for this row.'));
}
