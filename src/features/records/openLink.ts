import type * as vscode from 'vscode';
import type { LoadIndicators } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import type { Output } from '../common/ui';
import { uiText } from '../common/ui/text';
import { readLink } from './recordLink';
import type { RecordPanels } from './recordPanels';

export interface OpenLinkParts {
  readonly loadIndicators: LoadIndicators;
  readonly notices: Pick<Notices, 'offer'>;
  readonly output: Pick<Output, 'warn'>;
}

/** Shows what a link names, and nothing else: nobody is asked, whatever the mode. */
export async function openLink(
  uri: vscode.Uri,
  { loadIndicators, notices, output }: OpenLinkParts,
  panels: Pick<RecordPanels, 'open'>,
): Promise<void> {
  const { parseIndicator } = await loadIndicators();
  const link = readLink(uri, parseIndicator);
  if (link.ok) return panels.open(link.subject, { how: 'shown' });
  output.warn(`A link was refused: ${link.why}`);
  await notices.offer('warning', uiText('That link can’t be opened. {0}', link.why));
}
