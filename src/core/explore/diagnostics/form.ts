import type { QueryError } from '../syntax/ast';
import { knownDirective } from '../syntax/directives';
import { exploreField, propertyField, suggestField } from '../syntax/fields';
import type { Token } from '../syntax/scanner';
import {
  changing,
  firstFrom,
  fix,
  inserting,
  type QueryDiagnostic,
  type QueryFix,
  removing,
  replacing,
  rewriting,
} from './diagnostic';
import { asValue } from '../syntax/quote';
import { looksLikeIndicator, withoutQuotes } from '../syntax/otherSyntax';
import { t } from '../../../l10n';

/** Diagnostics for the parser's errors, with quick fixes. `text` and all ranges are of the file. */
export function formDiagnostics(
  errors: readonly QueryError[],
  text: string,
  tokens: readonly Token[],
): readonly QueryDiagnostic[] {
  return errors.map((error) => ({
    code: error.code,
    severity: 'error',
    message: error.message,
    range: error.range,
    fixes: fixesOf(error, text, tokens),
  }));
}

function fixesOf(
  { code, range, replacements = [] }: QueryError,
  text: string,
  tokens: readonly Token[],
): readonly QueryFix[] {
  const remove = (title: string): QueryFix => removing(title, range, text, tokens);
  switch (code) {
    case 'unclosedParenthesis': {
      const end = tokens.at(-1)?.range.end ?? range.end;
      return [
        fix(t('Insert “{0}” at the end of the query', ')'), inserting(end, ')')),
        fix(t('Remove “{0}”', '('), replacing(range, '')),
      ];
    }
    case 'strayParenthesis':
      return [fix(t('Remove “{0}”', ')'), replacing(range, ''))];
    case 'emptyParentheses':
      return [remove(t('Remove empty parentheses'))];
    case 'unclosedQuote':
      return [fix(t('Insert closing quote'), inserting(range.end, '"'))];
    case 'missingKeyword':
      return ['and', 'or'].map((word) => fix(t('Insert “{0}”', word), inserting(range.start, `${word} `)));
    case 'missingTermBefore':
    case 'missingTermAfter':
      return [removeDangling(range, text)];
    case 'missingValue':
      return [remove(t('Remove this term'))];
    case 'missingField':
      return fieldFixes(range, text, tokens);
    case 'missingOperator':
      return operatorFixes(range, text, tokens);
    case 'otherSyntax':
      return rewriting(replacements);
    case 'tooDeep':
      return [];
  }
}

function removeDangling(range: QueryError['range'], text: string): QueryFix {
  const word = text.slice(range.start, range.end);
  const spaces = /^[ \t]*/.exec(text.slice(range.end, range.end + 200))?.[0].length ?? 0;
  return fix(t('Remove “{0}”', word), replacing({ start: range.start, end: range.end + spaces }, ''));
}

function fieldFixes(range: QueryError['range'], text: string, tokens: readonly Token[]): readonly QueryFix[] {
  const value = tokens[firstFrom(tokens, range.start) + 1];
  const found = value !== undefined && looksLikeIndicator(value.text);
  return found
    ? [fix(t('Insert “{0}”', 'ioc'), inserting(range.start, 'ioc'))]
    : value === undefined
      ? []
      : [removing(t('Remove this term'), { start: range.start, end: value.range.end }, text, tokens)];
}

/** Fixes for words in place of a term, depending on what they look like. */
function operatorFixes(range: QueryError['range'], text: string, tokens: readonly Token[]): readonly QueryFix[] {
  const index = firstFrom(tokens, range.start);
  const words = text.slice(range.start, range.end);
  const keyword = { '&': 'and', '|': 'or' }[words];
  if (keyword !== undefined) return [changing(range, keyword)];

  if (/^(?:\/\/|--)/.test(words))
    return [fix(t('Change to “#”'), replacing({ start: range.start, end: range.start + 2 }, '#'))];

  const directive = /^@([a-z]+)/i.exec(words)?.[1];
  if (directive !== undefined && knownDirective(directive) !== undefined)
    return [fix(t('Insert “#” before the directive'), inserting(range.start, '# '))];

  const [operator, value] = [tokens[index - 2], tokens[index - 1]];
  if (operator?.kind === 'operator' && (value?.kind === 'bare' || value?.kind === 'quoted'))
    return [quoted({ start: value.range.start, end: range.end }, text)];

  const first = tokens[index];
  const repeated = repeatedField(tokens, index);
  if (repeated !== undefined && first?.range.end === range.end) return [changing(range, repeated)];

  const [lead = '', name = ''] = /^([\w+]{1,40})[\s:~]+/.exec(words) ?? [];
  const rest = words.slice(lead.length).trim();
  const field = fieldFor(name);
  if (field !== undefined && rest !== '') return [changing(range, `${field}=${asValue(rest)}`)];
  return first !== undefined && first.range.end === range.end && looksLikeIndicator(first.text)
    ? [changing(range, `ioc=${asValue(first.text)}`)]
    : [];
}

/** `risk=high or critical`: repeats the field for a word after “and” or “or”. */
function repeatedField(tokens: readonly Token[], at: number): string | undefined {
  const [field, operator, , joiner, word] = tokens.slice(Math.max(0, at - 4), at + 1);
  const joins = joiner?.kind === 'or' || joiner?.kind === 'and';
  if (!joins || operator?.kind !== 'operator' || field === undefined || word === undefined) return undefined;
  const name = field.kind === 'quoted' ? asValue(field.text) : field.text;
  return looksLikeIndicator(word.text) ? undefined : `${name}${operator.text}${asValue(word.text)}`;
}

function quoted(range: QueryError['range'], text: string): QueryFix {
  const words = text.slice(range.start, range.end).replace(/["\r\n]+/g, ' ');
  return fix(t('Put the value in double quotes'), replacing(range, asValue(withoutQuotes(words) ?? words)));
}

function fieldFor(name: string): string | undefined {
  return name === ''
    ? undefined
    : (exploreField(name)?.name ?? propertyField(name)?.name ?? suggestField(name.toLowerCase()));
}
