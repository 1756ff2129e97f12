import * as vscode from 'vscode';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import { queryLanguage } from './queryDocuments';

/** Longer lines use only the grammar. */
const maxLineLength = 10_000;

/** Semantic tokens for the indicators in visible lines. */
export class IndicatorTokens implements vscode.DocumentRangeSemanticTokensProvider {
  static readonly legend = new vscode.SemanticTokensLegend(['indicator']);

  constructor(private readonly loadIndicators: LoadIndicators) {}

  async provideDocumentRangeSemanticTokens(
    document: vscode.TextDocument,
    range: vscode.Range,
    token: vscode.CancellationToken,
  ): Promise<vscode.SemanticTokens> {
    const tools = await this.loadIndicators();
    const builder = new vscode.SemanticTokensBuilder(IndicatorTokens.legend);
    for (let line = range.start.line; line <= range.end.line && !token.isCancellationRequested; line++) {
      const { text } = document.lineAt(line);
      if (text.length > maxLineLength) continue;
      for (const { start, end } of tools.findIndicators(text, { languageId: queryLanguage }))
        builder.push(line, start, end - start, 0);
    }
    return builder.build();
  }
}
