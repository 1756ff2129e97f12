import type * as vscode from 'vscode';
import { expressionOf, type SearchQuery } from '../../core/largeFiles/matcher';
import { truncateText } from '../shared/text/visibleText';
import { createQuickPick, type UiPickItem } from '../shared/ui';
import { uiText } from '../shared/ui/text';

type SearchMode = Omit<SearchQuery, 'text'>;

interface SearchItem extends UiPickItem {
  readonly mode: SearchMode;
}

const ignoringCase: SearchMode = { isRegex: false, matchCase: false };

/** How a text can be searched, the default first. */
const modes: readonly SearchMode[] = [
  ignoringCase,
  { isRegex: false, matchCase: true },
  { isRegex: true, matchCase: false },
  { isRegex: true, matchCase: true },
];

/** Prompts for what to search, and how; undefined if canceled. */
export function promptForQuery(name: string, before: string): Promise<SearchQuery | undefined> {
  const pick = createQuickPick<SearchItem>();
  pick.title = uiText('Find in {0}', name);
  pick.placeholder = uiText('Text or regular expression');
  pick.value = before;
  const update = (value: string): void => {
    pick.items = value === '' ? [] : modes.map((mode) => itemOf(mode, value));
  };
  update(before);
  pick.onDidChangeValue(update);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      // Enter can be faster than the items for what was typed last.
      const query = { ...(pick.selectedItems[0]?.mode ?? ignoringCase), text: pick.value };
      if (query.text === '' || problemOf(query) !== undefined) return;
      resolve(query);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemOf(mode: SearchMode, typed: string): SearchItem {
  const text = truncateText(typed, 80);
  const label = mode.isRegex ? uiText('Find the regular expression /{0}/', text) : uiText('Find “{0}”', text);
  const description = mode.matchCase ? uiText('matching case') : uiText('ignoring case');
  const problem = problemOf({ ...mode, text: typed });
  const item = { label, description, alwaysShow: true, mode };
  return problem === undefined ? item : { ...item, detail: uiText('Invalid regular expression: {0}', problem) };
}

function problemOf({ text, isRegex, matchCase }: SearchQuery): string | undefined {
  if (!isRegex) return undefined;
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
