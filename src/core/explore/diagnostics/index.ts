import { addressLength, maxAddressLength } from '../queries/address';
import { maxPortableDepth, maxDepth } from '../syntax/parser';
import type { FileQuery, QueryFile } from '../syntax/queryFile';
import { scanText, type Token } from '../syntax/scanner';
import { type QueryNode, getTerms } from '../syntax/ast';
import { directiveDiagnostics, nameDiagnostics } from './directives';
import { fix, type QueryDiagnostic, removing, replacing } from './diagnostic';
import { formDiagnostics } from './form';
import { termDiagnostics } from './terms';
import { threatDiagnostics } from './threats';
import { t } from '../../../l10n';

export type { DiagnosticCode, DiagnosticSeverity, QueryDiagnostic, QueryFix, TextEdit } from './diagnostic';

/** Maximum number of diagnostics of a query and of a file. */
const maxPerQuery = 200;
const maxPerFile = 2_000;

/** Maximum nesting of a condition that the local store's database accepts. */
export const maxStoreLevels = 900;

/** Maximum nesting of a single term. */
const termLevels = 10;

/**
 * Everything wrong or questionable in a query file, in text order, with quick fixes. Pure, and linear in the length of the
 * text; `now` in milliseconds since 1970. `known` may contain the diagnostics of queries that are the same objects.
 */
export function diagnoseFile(
  file: QueryFile,
  now: number,
  known: { get(query: FileQuery): readonly QueryDiagnostic[] | undefined } = { get: () => undefined },
): readonly QueryDiagnostic[] {
  const found = file.queries.flatMap((query) => known.get(query) ?? diagnoseQuery(query, file.text, now));
  return [...found, ...nameDiagnostics(file)]
    .sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
    .slice(0, maxPerFile);
}

/** {@link diagnoseFile} for one query of the file with this text. */
export function diagnoseQuery(query: FileQuery, text: string, now: number): readonly QueryDiagnostic[] {
  const { parsed, section } = query;
  let scanned: readonly Token[] | undefined;
  // Tokens are needed only for fixes.
  const tokens = (): readonly Token[] =>
    (scanned ??= scanText(text.slice(section.start, section.end), section.start).tokens);
  const form = parsed.errors.length === 0 ? [] : formDiagnostics(parsed.errors, text, tokens());
  const terms: QueryDiagnostic[] = [];
  for (const term of getTerms(parsed.node)) {
    for (const each of termDiagnostics(term, now))
      terms.push(
        each.code === 'emptyValue'
          ? { ...each, fixes: [removing(t('Remove this term'), term.range, text, tokens())] }
          : each,
      );
    if (terms.length >= maxPerQuery) break;
  }
  const symbolEnds = new Set(terms.flatMap(({ code, range }) => (code === 'otherSyntax' ? [range.end] : [])));
  return [
    // A keyword isn't missing after a symbol that means one.
    ...form.filter(({ code, range }) => code !== 'missingKeyword' || !symbolEnds.has(range.start)),
    ...terms,
    ...threatDiagnostics(query),
    ...directiveDiagnostics(query, text),
    ...separatorDiagnostics(query, text),
    ...lengthDiagnostics(query),
    ...nestingDiagnostics(query),
  ].slice(0, maxPerQuery);
}

/** Reports nesting that other services may reject, or that is too deep for the local store. */
function nestingDiagnostics({ parsed: { node, deep, errors } }: FileQuery): readonly QueryDiagnostic[] {
  if (node === undefined || errors.some(({ code }) => code === 'tooDeep')) return [];
  if (conditionLevels(node) > maxStoreLevels) {
    const message = t(
      "The local store can't run this query because it is nested too deeply. Split it into several queries.",
    );
    const range = deep ?? { start: node.range.start, end: node.range.start + 1 };
    return [{ code: 'tooDeep', severity: 'error', message, range, fixes: [] }];
  }
  if (deep === undefined) return [];
  const message = t(
    'Nesting exceeds {0} levels here. The local store supports {1} levels, but services may reject the query.',
    maxPortableDepth,
    maxDepth,
  );
  return [{ code: 'deeplyNested', severity: 'information', message, range: deep, fixes: [] }];
}

/** Maximum nesting of a query's condition in the local store, which joins operands as a balanced tree. */
export function conditionLevels(node: QueryNode): number {
  switch (node.kind) {
    case 'term':
      return termLevels;
    case 'not':
      return conditionLevels(node.operand) + 1;
    case 'and':
    case 'or': {
      const deepest = node.operands.reduce((most, operand) => Math.max(most, conditionLevels(operand)), 0);
      return deepest + Math.ceil(Math.log2(node.operands.length));
    }
  }
}

function lengthDiagnostics({ text, settings, range }: FileQuery): readonly QueryDiagnostic[] {
  if (range === undefined || text.length < maxAddressLength / 9) return [];
  const length = addressLength(text, settings);
  if (length <= maxAddressLength) return [];
  const message = t(
    'The request URL for this query would be about {0} characters long; services accept up to {1}. Split it into several queries, or run it on the local store.',
    length,
    maxAddressLength,
  );
  return [
    { code: 'tooLong', severity: 'warning', message, range: { start: range.start, end: range.start + 1 }, fixes: [] },
  ];
}

/** Reports lines that look like separators but aren't, because spaces precede `###`. */
function separatorDiagnostics({ comments, separator }: FileQuery, text: string): readonly QueryDiagnostic[] {
  return comments.flatMap(({ start, end }): readonly QueryDiagnostic[] => {
    if (start === separator?.start || !text.startsWith('###', start)) return [];
    let from = start;
    while (/[^\S\r\n]/.test(text.charAt(from - 1))) from--;
    const isFirst = from === 0 || /[\r\n]/.test(text.charAt(from - 1));
    if (!isFirst) return [];
    return [
      {
        code: 'indentedSeparator',
        severity: 'warning',
        message: t("“###” starts a new query only at the beginning of a line. After spaces, it's a comment."),
        range: { start, end },
        fixes: [fix(t('Start a new query here'), replacing({ start: from, end: start }, ''))],
      },
    ];
  });
}
