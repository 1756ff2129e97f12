import * as vscode from 'vscode';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import type { Notices } from '../shared/notices/notices';
import type { Commands } from '../shared/commands/registerCommand';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { SettingsFacade } from '../shared/settings/settings';
import { QueryCompletion } from './completion';
import { QueryDiagnostics } from './diagnostics';
import { setQueryFormat, setQueryLimit } from './directiveCommands';
import { DroppedIndicators } from './droppedIndicators';
import { QueryFolding } from './folding';
import { QueryFormatting } from './formatting';
import { HelpHover } from './helpHover';
import { IndicatorTokens } from './indicatorTokens';
import { newQuery } from './newQuery';
import { QueryOutline } from './outline';
import { querySelector } from './queryDocuments';
import { QuickFixes } from './quickFixes';
import { type CodeLensService, QueryCodeLenses } from './queryCodeLenses';
import { uiText } from '../shared/ui/text';
import { t } from '../../l10n';

export interface QueriesParts {
  readonly worker: WorkerJobs;
  readonly loadIndicators: LoadIndicators;
  readonly settings: SettingsFacade;
  readonly notices: Pick<Notices, 'inform'>;
  readonly service: CodeLensService;
  readonly commands: Commands;
}

/** Starts the language of query files: completion, diagnostics, hovers, formatting, CodeLens, and commands. */
export function startQueries(parts: QueriesParts): vscode.Disposable {
  const { worker, loadIndicators, settings, notices, service, commands } = parts;
  const codeLenses = new QueryCodeLenses(settings, service);
  const formatting = new QueryFormatting();
  const orNotify = async (found: Promise<boolean>): Promise<void> => {
    if (!(await found)) notices.inform(uiText('No query at the cursor.'));
  };
  return vscode.Disposable.from(
    new QueryDiagnostics(),
    codeLenses,
    vscode.languages.registerCompletionItemProvider(
      querySelector,
      new QueryCompletion(worker),
      ...QueryCompletion.triggers,
    ),
    vscode.languages.registerHoverProvider(querySelector, new HelpHover()),
    vscode.languages.registerCodeActionsProvider(querySelector, new QuickFixes(), QuickFixes.metadata),
    vscode.languages.registerDocumentFormattingEditProvider(querySelector, formatting),
    vscode.languages.registerDocumentRangeFormattingEditProvider(querySelector, formatting),
    vscode.languages.registerDocumentSymbolProvider(querySelector, new QueryOutline(), { label: t('Queries') }),
    vscode.languages.registerFoldingRangeProvider(querySelector, new QueryFolding()),
    vscode.languages.registerDocumentRangeSemanticTokensProvider(
      querySelector,
      new IndicatorTokens(loadIndicators),
      IndicatorTokens.legend,
    ),
    vscode.languages.registerDocumentDropEditProvider(
      querySelector,
      new DroppedIndicators(loadIndicators),
      DroppedIndicators.metadata,
    ),
    vscode.languages.registerCodeLensProvider(querySelector, codeLenses),
    commands.register('threatLookups.newQuery', (text) => newQuery(text)),
    commands.register('threatLookups.setQueryLimit', (target) => orNotify(setQueryLimit(target))),
    commands.register('threatLookups.setQueryFormat', (target) => orNotify(setQueryFormat(target))),
  );
}
