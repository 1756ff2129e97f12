import type { LineQuery } from '../../core/largeFiles/lineMatcher';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { truncateText } from '../../core/text/visibleText';
import { createQuickPick, type UiPickItem, type UiText } from '../shared/ui';
import { uiPlural, uiText } from '../shared/ui/text';

interface QueryItem extends UiPickItem {
  readonly query: LineQuery;
}

type ParseIndicator = IndicatorTools['parseIndicator'];

/** Prompts for a query; undefined if canceled. `before` is the initial input. */
export function promptForQuery(
  title: UiText,
  before: string,
  parseIndicator: ParseIndicator,
): Promise<LineQuery | undefined> {
  const pick = createQuickPick<QueryItem>();
  pick.title = title;
  pick.placeholder = uiText('Indicators (defanged or not), text, or a regular expression');
  pick.value = before;
  const update = (value: string): void => {
    pick.items = itemsFor(value, parseIndicator);
  };
  update(before);
  pick.onDidChangeValue(update);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      // Enter can be faster than the items for what was typed last.
      const possible = queriesFor(pick.value, parseIndicator);
      const chosen = JSON.stringify(pick.selectedItems[0]?.query);
      const query = possible.find((each) => JSON.stringify(each) === chosen) ?? possible[0];
      if (query === undefined || problemOf(query) !== undefined) return;
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

/** The possible queries for a typed text, the most likely first. */
export function queriesFor(typed: string, parseIndicator: ParseIndicator): readonly LineQuery[] {
  const text = typed.trim();
  if (text === '') return [];
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const values = [...new Set(text.split(/[\s,;]+/).filter((value) => value !== ''))];
  const indicators = values.map((value) => parseIndicator(value));
  const areIndicators = indicators.every((indicator) => indicator !== undefined);
  const hasDomain = indicators.some((indicator) => indicator?.type === 'domain');
  const parts = lines.length > 1 ? lines.map((line) => line.trim()) : values;
  const asText = [text];
  return [
    ...(areIndicators ? [{ values }, ...(hasDomain ? [{ values, subdomains: true }] : [])] : []),
    ...(!areIndicators && lines.length > 1 ? [{ values: parts }] : []),
    ...(lines.length > 1
      ? []
      : [
          { values: asText, isText: true },
          { values: asText, isText: true, matchCase: true },
        ]),
    ...(!areIndicators && lines.length === 1 && values.length > 1 ? [{ values }] : []),
    ...(lines.length > 1
      ? []
      : [
          { values: asText, isRegex: true },
          { values: asText, isRegex: true, matchCase: true },
        ]),
  ];
}

/**
 * VS Code sorts labels that contain the typed text before others, and first those that end with it: if several values
 * are the most likely query, its label ends with the text.
 */
export function itemsFor(typed: string, parseIndicator: ParseIndicator): readonly QueryItem[] {
  return queriesFor(typed, parseIndicator).map((query, index) =>
    itemOf(query, index === 0 ? typed.trim() : query.values.map((value) => `“${value}”`).join(' ')),
  );
}

function itemOf(query: LineQuery, all: string): QueryItem {
  const [first = ''] = query.values;
  const text = truncateText(first, 80);
  const item = {
    label: labelOf(query, text, truncateText(all, 80)),
    description: descriptionOf(query),
    alwaysShow: true,
    query,
  };
  const problem = problemOf(query);
  return problem === undefined ? item : { ...item, detail: uiText('Invalid regular expression: {0}', problem) };
}

function labelOf({ values, isRegex, isText, subdomains }: LineQuery, first: string, all: string): UiText {
  if (isRegex === true) return uiText('Find the regular expression /{0}/', first);
  if (isText === true) return uiText('Find “{0}”', first);
  if (values.length > 1)
    return subdomains === true
      ? uiPlural(values.length, {
          one: 'Find {0} value and its subdomains',
          other: 'Find any of {0} values and their subdomains',
        })
      : uiPlural(values.length, { one: 'Find {0} value: {1}', other: 'Find any of {0} values: {1}' }, all);
  return subdomains === true ? uiText('Find {0} and its subdomains', first) : uiText('Find {0}', first);
}

function descriptionOf({ isRegex, isText, matchCase }: LineQuery): UiText {
  if (isRegex !== true && isText !== true) return uiText('whole hosts, including defanged ones and hosts in URLs');
  return matchCase === true ? uiText('matching case') : uiText('ignoring case');
}

function problemOf({ values: [pattern = ''], isRegex }: LineQuery): string | undefined {
  if (isRegex !== true) return undefined;
  try {
    RegExp(pattern).test('');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
