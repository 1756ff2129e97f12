import * as vscode from 'vscode';
import type { LoadIndicators } from '../common/indicatorTools';
import type { Notices } from '../common/notices';
import type { Output } from '../common/output';
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
  readonly service: LensService;
  readonly output: Pick<Output, 'warn'>;
}

/** What commands do with query files. */
export interface QueryLanguage {
  readonly newQuery: (text: unknown) => Promise<unknown>;
  readonly setLimit: (place: unknown) => Promise<void>;
  readonly setFormat: (place: unknown) => Promise<void>;
  readonly dispose: () => void;
}

/** Query files as a language: what can be typed, what is wrong, what it means, how it looks, and new ones. */
export function startQueryLanguage(parts: QueriesParts): QueryLanguage {
  const { run, loadIndicators, settings, notices, service } = parts;
  const { languages } = vscode;
  const lenses = new RunLenses(settings, service);
  const formatting = new QueryFormatting();
  const orSay = async (found: Promise<boolean>): Promise<void> => {
    if (!(await found)) notices.tell('There is no query at the cursor.');
  };
  const registered = vscode.Disposable.from(
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
  );
  return {
    newQuery,
    setLimit: (place) => orSay(setQueryLimit(place)),
    setFormat: (place) => orSay(setQueryFormat(place)),
    dispose: () => {
      registered.dispose();
    },
  };
}
