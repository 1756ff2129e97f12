import * as vscode from 'vscode';
import type { LoadIndicators } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import type { Output } from '../common/ui';
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
import { type CodeLensService, QueryCodeLenses } from './queryCodeLenses';
import { strings } from './strings';

export interface QueriesParts {
  readonly run: RunJob;
  readonly loadIndicators: LoadIndicators;
  readonly settings: SettingsFacade;
  readonly notices: Pick<Notices, 'inform'>;
  readonly service: CodeLensService;
  readonly output: Pick<Output, 'warn'>;
}

/** Commands for query files. */
export interface QueryLanguage {
  readonly newQuery: (text: unknown) => Promise<unknown>;
  readonly setLimit: (target: unknown) => Promise<void>;
  readonly setFormat: (target: unknown) => Promise<void>;
  readonly dispose: () => void;
}

/** Registers the language of query files: completion, diagnostics, hovers, formatting, and CodeLens. */
export function startQueryLanguage(parts: QueriesParts): QueryLanguage {
  const { run, loadIndicators, settings, notices, service } = parts;
  const codeLenses = new QueryCodeLenses(settings, service);
  const formatting = new QueryFormatting();
  const orNotify = async (found: Promise<boolean>): Promise<void> => {
    if (!(await found)) notices.inform(strings.noQuery());
  };
  const registered = vscode.Disposable.from(
    new QueryDiagnostics(),
    codeLenses,
    vscode.languages.registerCompletionItemProvider(
      querySelector,
      new QueryCompletion(run),
      ...QueryCompletion.triggers,
    ),
    vscode.languages.registerHoverProvider(querySelector, new HelpHover()),
    vscode.languages.registerCodeActionsProvider(querySelector, new QuickFixes(), QuickFixes.metadata),
    vscode.languages.registerDocumentFormattingEditProvider(querySelector, formatting),
    vscode.languages.registerDocumentRangeFormattingEditProvider(querySelector, formatting),
    vscode.languages.registerDocumentSymbolProvider(querySelector, new QueryOutline(), { label: strings.queries() }),
    vscode.languages.registerFoldingRangeProvider(querySelector, new QueryFolding()),
    vscode.languages.registerDocumentRangeSemanticTokensProvider(
      querySelector,
      new IndicatorTokens(loadIndicators),
      IndicatorTokens.legend,
    ),
    vscode.languages.registerCodeLensProvider(querySelector, codeLenses),
  );
  return {
    newQuery,
    setLimit: (target) => orNotify(setQueryLimit(target)),
    setFormat: (target) => orNotify(setQueryFormat(target)),
    dispose: () => {
      registered.dispose();
    },
  };
}
