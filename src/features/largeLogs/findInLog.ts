import type * as vscode from 'vscode';
import { expressionOf, type SearchQuery } from '../../core/largeFiles/matcher';
import { truncateText } from '../shared/text/visibleText';
import { createQuickPick, type UiPickItem } from '../shared/ui';
import { strings } from './strings';

interface SearchItem extends UiPickItem {
  readonly query: SearchQuery | undefined;
}

/** How a text can be searched, the default first. */
const modes: readonly Omit<SearchQuery, 'text'>[] = [
  { isRegex: false, matchCase: false },
  { isRegex: false, matchCase: true },
  { isRegex: true, matchCase: false },
  { isRegex: true, matchCase: true },
];

/** Prompts for what to search, and how; undefined if canceled. */
export function promptForQuery(name: string, before: string): Promise<SearchQuery | undefined> {
  const pick = createQuickPick<SearchItem>();
  pick.title = strings.find(name);
  pick.placeholder = strings.findPlaceholder();
  pick.value = before;
  const update = (value: string): void => {
    pick.items = value === '' ? [] : modes.map((mode) => itemOf({ ...mode, text: value }));
  };
  update(before);
  pick.onDidChangeValue(update);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.query === undefined) return;
      resolve(item.query);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemOf(query: SearchQuery): SearchItem {
  const { isRegex, matchCase } = query;
  const text = truncateText(query.text, 80);
  const label = isRegex ? strings.findExpression(text) : strings.findText(text);
  const description = matchCase ? strings.matchCase() : strings.ignoreCase();
  const problem = isRegex ? problemOf(query) : undefined;
  const shown = { label, description, alwaysShow: true };
  return problem === undefined
    ? { ...shown, query }
    : { ...shown, detail: strings.invalidExpression(problem), query: undefined };
}

function problemOf({ text, matchCase }: SearchQuery): string | undefined {
  try {
    expressionOf(text, matchCase);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The selected text, if it is within a line, as the first suggestion. */
export function selectedText({ document, selection }: vscode.TextEditor): string {
  return selection.isSingleLine ? document.getText(selection).slice(0, 200) : '';
}

/** A query in words. */
export function queryLabel({ text, isRegex }: SearchQuery): string {
  const short = truncateText(text, 60);
  return isRegex ? `/${short}/` : `“${short}”`;
}
