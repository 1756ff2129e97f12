import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import type { Lookups } from '../../core/lookups/lookups';
import type { Known } from '../../core/records/knowledge';
import { referenceOf } from '../../core/records/webPage';
import { chooseIndicator } from '../common/chooseIndicator';
import { readTarget } from '../common/commandTarget';
import type { LoadIndicators } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import { openWebPage } from '../common/openWebPage';
import type { PanelFocus } from '../common/panelFocus';
import type { Commands } from '../common/registerCommand';
import { uiText } from '../common/ui';
import { formatSource } from '../common/verdict';
import type { RecordPanels } from './recordPanels';
import { subjectTitle } from './subjectLabel';

export interface PivotParts {
  readonly lookups: Pick<Lookups, 'local'>;
  readonly loadIndicators: LoadIndicators;
  readonly panelFocus: PanelFocus;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'tell' | 'offer'>;
}

/** The ways on from what a record says: a query for others with the same value, and the page at its service. */
export function registerPivots(parts: PivotParts, panels: Pick<RecordPanels, 'active'>): vscode.Disposable {
  const { commands, lookups, notices, loadIndicators } = parts;
  return vscode.Disposable.from(
    commands.register('threatLookups.findOthers', async (argument) => {
      const term = readOthersTerm(argument);
      if (term !== undefined) await commands.run('threatLookups.newQuery', term);
    }),
    commands.register('threatLookups.openReference', async (argument) => {
      const shown = readTarget(argument) === undefined ? panels.active()?.subject : undefined;
      const chosen =
        shown?.kind === 'indicator' ? shown : await chooseIndicator(argument, parts, 'Open Reference Page');
      if (chosen === undefined) return;
      const indicator: Indicator = { type: chosen.type, value: chosen.value };
      const known = lookups
        .local(indicator, 'record')
        .known.find(({ record, source }) => referenceOf(record, source.address) !== undefined);
      const title = subjectTitle({ kind: 'indicator', ...indicator }, await loadIndicators());
      if (known === undefined) notices.tell(uiText('No source names a web page for {0}.', title));
      else await openReference(known);
    }),
  );
}

/** Asks, and opens the page that a source names for an indicator in the browser; nothing where it names none. */
export async function openReference({ record, source }: Pick<Known, 'record' | 'source'>): Promise<void> {
  const page = referenceOf(record, source.address);
  if (page !== undefined) await openWebPage(page, formatSource(source));
}

/** What the menu of a panel hands on: the term of the value that was clicked. */
function readOthersTerm(argument: unknown): string | undefined {
  const term = typeof argument === 'object' && argument !== null && 'exactTerm' in argument && argument.exactTerm;
  return typeof term === 'string' && term !== '' ? term : undefined;
}
