import { t } from '../../../l10n';
import { firstIndex } from '../../firstIndex';
import { trimTrailing } from '../../text/trim';
import type { QueryErrorCode, Replacement, TextRange } from '../syntax/ast';
import type { Token } from '../syntax/scanner';

/** A replacement in the file's text; an empty range inserts. */
export type TextEdit = Replacement;

export interface QueryFix {
  /** Title of the quick fix. */
  readonly title: string;
  /** In text order, not overlapping. */
  readonly edits: readonly TextEdit[];
}

export type DiagnosticCode =
  | QueryErrorCode
  | 'unknownField'
  | 'doubleOperator'
  | 'emptyValue'
  | 'unknownRisk'
  | 'unknownType'
  | 'badFlag'
  | 'network'
  | 'badPort'
  | 'badDate'
  | 'leadingWildcard'
  | 'tooLong'
  | 'deeplyNested'
  | 'notForThreats'
  | 'onlyForThreats'
  | 'unknownDirective'
  | 'badDirective'
  | 'directiveAfterQuery'
  | 'duplicateDirective'
  | 'directiveWithoutQuery'
  | 'limitAbovePlans'
  | 'duplicateName'
  | 'indentedSeparator';

/** `error`: won't work as intended; `warning`: probably a mistake; `information`: a hint. */
export type DiagnosticSeverity = 'error' | 'warning' | 'information';

export interface QueryDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  /** In the file; never empty. */
  readonly range: TextRange;
  /** Most likely first. */
  readonly fixes: readonly QueryFix[];
}

/** Replaces the text in the range. */
export function replacing(range: TextRange, text: string): TextEdit {
  return { range, text };
}

/** Inserts text at the offset. */
export function inserting(at: number, text: string): TextEdit {
  return { range: { start: at, end: at }, text };
}

/** A quick fix with edits in text order. */
export function fix(title: string, ...edits: readonly TextEdit[]): QueryFix {
  return { title, edits };
}

/** A quick fix that replaces the text in the range. */
export function changing(range: TextRange, text: string): QueryFix {
  return fix(changeTo(text), replacing(range, text));
}

/**
 * Removes a term with the `not`s before it and the `and` or `or` that joins it, so that the rest remains valid.
 */
export function removing(title: string, range: TextRange, text: string, tokens: readonly Token[]): QueryFix {
  const term = firstFrom(tokens, range.start);
  let last = lastWithin(tokens, term, range.end);
  let first = firstNot(tokens, term);
  const isFirst = first === 0;
  if (isJoiner(tokens[first - 1])) first--;
  else if (isJoiner(tokens[last + 1])) last++;
  const start = tokens[first]?.range.start ?? range.start;
  const end = tokens[last]?.range.end ?? range.end;
  // Removes the spaces on one side as well.
  const before = isFirst || tokens[first - 1]?.kind === 'open' ? 0 : spacesBefore(text, start);
  const after = before > 0 ? 0 : spacesAt(text, end);
  return fix(title, replacing({ start: start - before, end: end + after }, ''));
}

/** Index of the first token that starts at `offset` or later; tokens are in text order. */
export function firstFrom(tokens: readonly Token[], offset: number): number {
  return firstIndex(tokens.length, (index) => (tokens[index]?.range.start ?? Infinity) >= offset);
}

/** Index of the last token from `first` on that ends at `end` or before. */
function lastWithin(tokens: readonly Token[], first: number, end: number): number {
  let last = first;
  while ((tokens[last + 1]?.range.end ?? Infinity) <= end) last++;
  return last;
}

/** The index of the first `not` before a term, or of the term itself. */
function firstNot(tokens: readonly Token[], term: number): number {
  let first = term;
  while (tokens[first - 1]?.kind === 'not') first--;
  return first;
}

function isJoiner(token: Token | undefined): boolean {
  return token?.kind === 'and' || token?.kind === 'or';
}

const maxSpaces = 200;

/** The number of spaces from an offset on. */
export function spacesAt(text: string, offset: number): number {
  const ahead = text.slice(offset, offset + maxSpaces);
  return ahead.length - ahead.replace(/^[ \t]+/, '').length;
}

/** How many spaces and tabs are before an offset. */
export function spacesBefore(text: string, offset: number): number {
  const ahead = text.slice(Math.max(0, offset - maxSpaces), offset);
  return ahead.length - trimTrailing(ahead, /[ \t]/).length;
}

/** The title of a quick fix that writes this text. */
export function changeTo(text: string): string {
  return t('Change to “{0}”', text);
}

/** Quick fixes for text in the syntax of another tool. */
export function rewriting(replacements: readonly (readonly Replacement[])[]): readonly QueryFix[] {
  return replacements.map((edits) => {
    const [only, ...others] = edits;
    const title = others.length === 0 ? changeTo(only?.text.trim() ?? '') : t('Replace symbols with keywords');
    return fix(title, ...edits);
  });
}
