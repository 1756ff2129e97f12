import type * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Lookups } from '../../core/lookups/lookups';
import type { Known } from '../../core/records/knowledge';
import { getReference } from '../../core/records/webPage';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import { readTarget } from '../shared/commands/commandTarget';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import type { Notices } from '../shared/notices/notices';
import { openWebPage } from '../shared/commands/openWebPage';
import type { PanelFocus } from '../shared/commands/panelFocus';
import type { Commands } from '../shared/commands/registerCommand';
import { formatSource } from '../../core/records/labels/verdict';
import type { RecordPanels } from './recordPanels';
import { subjectTitle } from './subjectLabel';
import { t } from '../../l10n';
import { uiText } from '../shared/ui/text';

interface Deps {
  readonly lookups: Pick<Lookups, 'local'>;
  readonly loadIndicators: LoadIndicators;
  readonly panelFocus: PanelFocus;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'inform' | 'offer'>;
}

/** Registers Open Web Page of Source, which opens the page of a record, or of a row of results, on its service. */
export function registerOpenReference(deps: Deps, panels: Pick<RecordPanels, 'active'>): vscode.Disposable {
  const { commands, lookups, notices, loadIndicators, panelFocus } = deps;
  return commands.register('threatLookups.openReference', async (argument) => {
    const openRowPage = panelFocus.openPage();
    if (openRowPage !== undefined) return openRowPage(argument);
    const shown = readTarget(argument) === undefined ? panels.active()?.subject : undefined;
    const chosen =
      shown?.kind === 'indicator' ? shown : await chooseIndicator(argument, deps, t('Open Web Page of Source'));
    if (chosen === undefined) return;
    const indicator: Indicator = { type: chosen.type, value: chosen.value };
    const known = lookups
      .local(indicator, 'record')
      .known.find(({ record, source }) => getReference(record, source.address) !== undefined);
    const title = subjectTitle({ kind: 'indicator', ...indicator }, await loadIndicators());
    if (known === undefined) notices.inform(uiText('No source provides a web page for {0}.', title));
    else await openReference(known);
  });
}

/** Opens the page that a source names for an indicator, if any, in the browser after asking. */
export async function openReference({ record, source }: Pick<Known, 'record' | 'source'>): Promise<void> {
  const page = getReference(record, source.address);
  if (page !== undefined) await openWebPage(page, formatSource(source));
}
