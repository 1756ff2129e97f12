import * as vscode from 'vscode';
import { strictExport } from '../../../core/stix/tlp';
import { allRows, type RowQuery } from '../../../core/rows/rowQuery';
import { hasKnowledge, lookupStatuses, type Triaged } from '../../../core/triage/assess';
import { maxTicketRows, triageTicket, withoutUrlsOfHosts } from '../../../core/triage/triageTicket';
import { formatList } from '../../../l10n';
import { defangText } from '../../../core/indicators/identity/defangText';
import { visibleText } from '../../../core/text/visibleText';
import { showWarningMessage } from '../../shared/ui';
import { strings } from '../strings';
import type { TriageList } from '../triageList';
import type { TriageParts } from '../triageParts';
import type { TriagePanel } from './triagePanel';
import { uiText } from '../../shared/ui/text';

/** The rows about which something is known. */
export const knownRows: RowQuery = {
  ...allRows,
  tags: lookupStatuses.filter((status) => hasKnowledge({ status })).map((status) => `status:${status}`),
};

/** Copies the selected rows, the filtered ones, or those with known data, in this order, as Markdown for a ticket. */
export async function copyTicket(
  panel: Pick<TriagePanel, 'wanted' | 'fileOf' | 'source' | 'timelineUnit' | 'missing'>,
  list: Pick<TriageList, 'annotationOf'>,
  { loadIndicators, notices }: Pick<TriageParts, 'loadIndicators' | 'notices'>,
): Promise<void> {
  const { which, rows: wanted } = await panel.wanted(knownRows);
  const all = which === 'all' && wanted.length === 0 ? (await panel.wanted()).rows : wanted;
  const rows = which === 'selected' ? all : withoutUrlsOfHosts(all);
  if (rows.length === 0) {
    notices.inform(uiText('There are no rows to export.'));
    return;
  }
  if (!(await confirmCopy(rows))) return;
  const tools = await loadIndicators();
  const formatters = {
    defang: tools.defang,
    defangText: (text: string) => defangText(text, tools),
    fileOf: panel.fileOf,
    timelineUnit: panel.timelineUnit,
    incomplete: panel.missing,
    annotationOf: ({ indicator }: Triaged) => list.annotationOf(indicator),
  };
  const title = visibleText(panel.source.title);
  await vscode.env.clipboard.writeText(triageTicket(title, rows, formatters, Date.now(), all.length - rows.length));
  notices.inform(strings.copiedForTicket(Math.min(rows.length, maxTicketRows), rows.length));
}

/** Asks for confirmation if sources restrict sharing of some rows (TLP:RED, TLP:AMBER+STRICT). */
async function confirmCopy(rows: readonly Triaged[]): Promise<boolean> {
  const statements = rows.flatMap(({ known, lead }) => [...known, ...(lead === undefined ? [] : [lead])]);
  const strict = strictExport(statements.map(({ record }) => record.other));
  if (strict === undefined) return true;
  const go = uiText('Copy');
  const options = { modal: true, detail: uiText("Its sources don't allow sharing it outside your organization.") };
  return (await showWarningMessage(uiText('Copy data marked {0}?', formatList(strict.tlp)), options, go)) === go;
}
