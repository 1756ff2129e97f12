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
  spacesAt,
  spacesBefore,
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
    message:
      error.code === 'missingKeyword' && isFirstInLine(error.range.start, text)
        ? t(
            '“and” or “or” expected. To start a new query, put a line with “###” before it. To start a comment, use “#”.',
          )
        : error.message,
    range: error.range,
    fixes: fixesOf(error, text, tokens),
  }));
}

/** Only spaces are before it in its line, where another query or a comment was possibly meant. */
const isFirstInLine = (at: number, text: string): boolean => /[\r\n]/.test(text.charAt(lineStart(at, text) - 1));

const lineStart = (at: number, text: string): number => at - spacesBefore(text, at);

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
    case 'missingKeyword': {
      const fixes = ['and', 'or'].map((word) => fix(t('Insert “{0}”', word), inserting(range.start, `${word} `)));
      if (isFirstInLine(range.start, text))
        fixes.push(fix(t('Start a new query here'), inserting(lineStart(range.start, text), '###\n')));
      return fixes;
    }
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
  const end = range.end + spacesAt(text, range.end);
  return fix(t('Remove “{0}”', word), replacing({ start: range.start, end }, ''));
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

/** Words in place of a term. */
interface Words {
  readonly words: string;
  readonly range: QueryError['range'];
  /** The text of the whole file. */
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Index of the first of the words among the tokens. */
  readonly at: number;
}

/** Fixes for words in place of a term, depending on what they look like. */
function operatorFixes(range: QueryError['range'], text: string, tokens: readonly Token[]): readonly QueryFix[] {
  const words = { words: text.slice(range.start, range.end), range, text, tokens, at: firstFrom(tokens, range.start) };
  const found =
    symbolFix(words) ??
    commentFix(words) ??
    directiveFix(words) ??
    quotesFix(words) ??
    repeatedFieldFix(words) ??
    flagFix(words) ??
    missingOperatorFix(words) ??
    indicatorFix(words);
  return found === undefined ? [] : [found];
}

function symbolFix({ words, range }: Words): QueryFix | undefined {
  const keyword = { '&': 'and', '|': 'or' }[words];
  return keyword === undefined ? undefined : changing(range, keyword);
}

/** A comment of another language. */
function commentFix({ words, range: { start } }: Words): QueryFix | undefined {
  return /^(?:\/\/|--)/.test(words) ? fix(t('Change to “#”'), replacing({ start, end: start + 2 }, '#')) : undefined;
}

function directiveFix({ words, range }: Words): QueryFix | undefined {
  const directive = /^@([a-z]+)/i.exec(words)?.[1];
  return directive === undefined || knownDirective(directive) === undefined
    ? undefined
    : fix(t('Insert “#” before the directive'), inserting(range.start, '# '));
}

/** The rest of a value with spaces. */
function quotesFix({ range, text, tokens, at }: Words): QueryFix | undefined {
  const [operator, value] = [tokens[at - 2], tokens[at - 1]];
  return operator?.kind === 'operator' && (value?.kind === 'bare' || value?.kind === 'quoted')
    ? quoted({ start: value.range.start, end: range.end }, text)
    : undefined;
}

function repeatedFieldFix({ range, tokens, at }: Words): QueryFix | undefined {
  const term = repeatedField(tokens, at);
  return term !== undefined && tokens[at]?.range.end === range.end ? changing(range, term) : undefined;
}

/** A flag alone: `retired` is `retired=1`, and `not retired` is `retired=0`. */
function flagFix({ words, range, tokens, at }: Words): QueryFix | undefined {
  const flag = /^(retired|active)$/i.exec(words)?.[0].toLowerCase();
  if (flag === undefined) return undefined;
  const before = tokens[at - 1];
  const negated = before?.kind === 'not' ? before.range.start : undefined;
  const isRetired = (flag === 'retired') === (negated === undefined);
  return changing({ start: negated ?? range.start, end: range.end }, `retired=${isRetired ? 1 : 0}`);
}

/** A field, and its value after a space or a colon. */
function missingOperatorFix({ words, range }: Words): QueryFix | undefined {
  const [lead = '', name = ''] = /^([\w+]{1,40})[\s:~]+/.exec(words) ?? [];
  const field = fieldFor(name);
  const value = words.slice(lead.length).trim();
  return field === undefined || value === '' ? undefined : changing(range, `${field}=${asValue(value)}`);
}

function indicatorFix({ range, tokens, at }: Words): QueryFix | undefined {
  const first = tokens[at];
  const isAlone = first?.range.end === range.end;
  return isAlone && looksLikeIndicator(first.text) ? changing(range, `ioc=${asValue(first.text)}`) : undefined;
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
