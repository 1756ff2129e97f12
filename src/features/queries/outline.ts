import * as vscode from 'vscode';
import { type FileQuery, queryLabel } from '../../core/explore';
import { documentSymbol, untrusted } from '../shared/ui';
import { getQueries, rangeIn } from './queryDocuments';
import { uiText } from '../shared/ui/text';

/** The queries of a file for the outline, breadcrumbs, and Go to Symbol. */
export class QueryOutline implements vscode.DocumentSymbolProvider {
  provideDocumentSymbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
    const { queries } = getQueries(document);
    return queries.filter(isListed).map((query) => {
      const { section, separator, range, text, title, settings } = query;
      const { name } = settings;
      const whole = rangeIn(document, section);
      const selection = rangeIn(document, separator ?? range ?? section);
      return documentSymbol(
        title === undefined && queryLabel(query) === '' ? uiText('Empty query') : untrusted(title ?? queryLabel(query)),
        untrusted(
          title !== undefined && name !== undefined ? name : (title ?? name) === undefined ? '' : text.slice(0, 80),
        ),
        vscode.SymbolKind.Function,
        whole,
        selection,
      );
    });
  }
}

function isListed({ range, separator }: FileQuery): boolean {
  return range !== undefined || separator !== undefined;
}
