import { t } from '../../../l10n';
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
  let first = firstFrom(tokens, range.start);
  let last = first;
  while ((tokens[last + 1]?.range.end ?? Infinity) <= range.end) last++;
  while (tokens[first - 1]?.kind === 'not') first--;
  const before = tokens[first - 1];
  const after = tokens[last + 1];
  if (before !== undefined && isJoiner(before)) first--;
  else if (after !== undefined && isJoiner(after)) last++;
  let start = tokens[first]?.range.start ?? range.start;
  let end = tokens[last]?.range.end ?? range.end;
  // Removes the spaces on one side as well.
  const ahead = text.slice(Math.max(0, start - 200), start);
  const spacesBefore = ahead.length - trimTrailing(ahead, /[ \t]/).length;
  if (spacesBefore > 0 && before !== undefined && tokens[first - 1]?.kind !== 'open') start -= spacesBefore;
  else end += /^[ \t]*/.exec(text.slice(end, end + 200))?.[0].length ?? 0;
  return fix(title, replacing({ start, end }, ''));
}

/** Index of the first token that starts at `offset` or later; tokens are in text order. */
export function firstFrom(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.range.start ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isJoiner({ kind }: Token): boolean {
  return kind === 'and' || kind === 'or';
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
