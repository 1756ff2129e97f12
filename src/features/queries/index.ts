import * as vscode from 'vscode';
import type { LoadIndicators } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import type { Commands } from '../common/registerCommand';
import type { RunJob } from '../common/runJob';
import type { SettingsFacade } from '../common/settings';
import { QueryCompletion } from './completion';
import { QueryDiagnostics } from './diagnostics';
import { setQueryFormat, setQueryLimit } from './directiveCommands';
import { QueryFolding } from './folding';
import { QueryFormatting } from './formatting';
import { HelpHover } from './helpHover';
import { IndicatorTokens } from './indicatorTokens';
import { newQuery } from './newQuery';
import { QueryOutline } from './outline';
import { querySelector } from './queryDocuments';
import { QuickFixes } from './quickFixes';
import { type LensService, RunLenses } from './runLenses';

export interface QueriesParts {
  readonly run: RunJob;
  readonly loadIndicators: LoadIndicators;
  readonly settings: SettingsFacade;
  readonly notices: Pick<Notices, 'tell'>;
  readonly commands: Commands;
  readonly service: LensService;
}

/** Query files as a language: what can be typed, what is wrong, what it means, how it looks, and new ones. */
export function registerQueries(parts: QueriesParts): vscode.Disposable {
  const { run, loadIndicators, settings, notices, commands, service } = parts;
  const { languages } = vscode;
  const lenses = new RunLenses(settings, service);
  const formatting = new QueryFormatting();
  const orSay = async (found: Promise<boolean>): Promise<void> => {
    if (!(await found)) notices.tell('There is no query at the cursor.');
  };
  return vscode.Disposable.from(
    new QueryDiagnostics(),
    lenses,
    languages.registerCompletionItemProvider(querySelector, new QueryCompletion(run), ...QueryCompletion.triggers),
    languages.registerHoverProvider(querySelector, new HelpHover()),
    languages.registerCodeActionsProvider(querySelector, new QuickFixes(), QuickFixes.metadata),
    languages.registerDocumentFormattingEditProvider(querySelector, formatting),
    languages.registerDocumentRangeFormattingEditProvider(querySelector, formatting),
    languages.registerDocumentSymbolProvider(querySelector, new QueryOutline(), { label: 'Queries' }),
    languages.registerFoldingRangeProvider(querySelector, new QueryFolding()),
    languages.registerDocumentRangeSemanticTokensProvider(
      querySelector,
      new IndicatorTokens(loadIndicators),
      IndicatorTokens.legend,
    ),
    languages.registerCodeLensProvider(querySelector, lenses),
    commands.register('threatLookups.newQuery', (text) => newQuery(text)),
    commands.register('threatLookups.setQueryLimit', (place) => orSay(setQueryLimit(place))),
    commands.register('threatLookups.setQueryFormat', (place) => orSay(setQueryFormat(place))),
  );
}
