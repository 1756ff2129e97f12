import * as vscode from 'vscode';
import { type FileQuery, queryLabel } from '../../core/explore';
import { documentSymbol, foreign, uiText } from '../common/ui';
import { queriesOf, rangeIn } from './queryDocuments';

/** The queries of a file in the outline, the breadcrumbs and “Go to Symbol”. */
export class QueryOutline implements vscode.DocumentSymbolProvider {
  provideDocumentSymbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
    const { queries } = queriesOf(document);
    return queries.filter(isWorthALine).map((query) => {
      const { section, separator, range, text, title, settings } = query;
      const { name } = settings;
      const whole = rangeIn(document, section);
      const selection = rangeIn(document, separator ?? range ?? section);
      return documentSymbol(
        title === undefined && queryLabel(query) === '' ? uiText('Empty query') : foreign(title ?? queryLabel(query)),
        foreign(
          title !== undefined && name !== undefined ? name : (title ?? name) === undefined ? '' : text.slice(0, 80),
        ),
        vscode.SymbolKind.Function,
        whole,
        selection,
      );
    });
  }
}

function isWorthALine({ range, separator }: FileQuery): boolean {
  return range !== undefined || separator !== undefined;
}
