import * as vscode from 'vscode';
import { type FileQuery, scan, type TextRange } from '../../core/explore';
import { getQueries } from './queryDocuments';

/** Folds sections, blocks of comments, and parentheses over several lines. */
export class QueryFolding implements vscode.FoldingRangeProvider {
  provideFoldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
    const { queries } = getQueries(document);
    return queries.flatMap((query) => [
      ...sectionOf(document, query),
      ...commentsOf(document, query),
      ...parenthesesOf(document, query),
    ]);
  }
}

const lineOf = (document: vscode.TextDocument, offset: number): number => document.positionAt(offset).line;

function foldingRange(start: number, end: number, kind?: vscode.FoldingRangeKind): vscode.FoldingRange[] {
  return end > start ? [new vscode.FoldingRange(start, end, kind)] : [];
}

function sectionOf(document: vscode.TextDocument, { separator, section }: FileQuery): vscode.FoldingRange[] {
  if (separator === undefined) return [];
  let last = lineOf(document, section.end);
  const first = lineOf(document, separator.start);
  // The next section starts on the line where this one ends.
  if (section.end < document.offsetAt(document.lineAt(document.lineCount - 1).range.end)) last--;
  while (last > first && document.lineAt(last).isEmptyOrWhitespace) last--;
  return foldingRange(first, last, vscode.FoldingRangeKind.Region);
}

function commentsOf(document: vscode.TextDocument, { comments, separator }: FileQuery): vscode.FoldingRange[] {
  const ranges: vscode.FoldingRange[] = [];
  let first: number | undefined;
  let last = -2;
  const close = (): void => {
    if (first !== undefined) ranges.push(...foldingRange(first, last, vscode.FoldingRangeKind.Comment));
  };
  for (const comment of comments) {
    const line = lineOf(document, comment.start);
    if (comment.start === separator?.start || !isAlone(document, comment, line)) continue;
    if (line !== last + 1) {
      close();
      first = line;
    }
    last = line;
  }
  close();
  return ranges;
}

function isAlone(document: vscode.TextDocument, comment: TextRange, line: number): boolean {
  return document.lineAt(line).firstNonWhitespaceCharacterIndex === document.positionAt(comment.start).character;
}

function parenthesesOf(document: vscode.TextDocument, { section }: FileQuery): vscode.FoldingRange[] {
  const opened: number[] = [];
  const ranges: vscode.FoldingRange[] = [];
  const start = document.positionAt(section.start);
  const text = document.getText(new vscode.Range(start, document.positionAt(section.end)));
  if (!text.includes('(')) return [];
  for (const { kind, range } of scan(text)) {
    if (kind === 'open') opened.push(range.start);
    if (kind !== 'close') continue;
    const from = opened.pop();
    if (from === undefined) continue;
    const first = lineOf(document, section.start + from);
    const last = lineOf(document, section.start + range.start);
    // A closing parenthesis on a separate line stays visible.
    ranges.push(...foldingRange(first, last - 1));
  }
  return ranges;
}
