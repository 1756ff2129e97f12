import type * as vscode from 'vscode';
import type { LoadIndicators } from '../../shared/indicators/indicatorTools';
import type { Notices } from '../../shared/notices/notices';
import type { Output } from '../../shared/ui';
import { uiSentences, uiText } from '../../shared/ui/text';
import { readLink } from '../subject/recordLink';
import type { RecordPanels } from '../panel/recordPanels';
import { strings } from '../strings';

export interface OpenLinkParts {
  readonly loadIndicators: LoadIndicators;
  readonly notices: Pick<Notices, 'offer'>;
  readonly output: Pick<Output, 'warn'>;
}

/** Shows the subject of a link. Sends nothing, whatever the lookup mode. */
export async function openLink(
  uri: vscode.Uri,
  { loadIndicators, notices, output }: OpenLinkParts,
  panels: Pick<RecordPanels, 'open'>,
): Promise<void> {
  const { parseIndicator } = await loadIndicators();
  const link = readLink(uri, parseIndicator);
  if (link.ok) return panels.open(link.subject, { how: 'shown' });
  output.warn(`Rejected a link to a record: ${link.error.kind}`);
  await notices.offer(
    'warning',
    uiSentences(uiText("This link can't be opened."), strings.commands.linkError(link.error)),
  );
}
